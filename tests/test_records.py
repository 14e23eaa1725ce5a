"""Records: read safely, replayed strictly, masked for a seat."""

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest
from conftest import OPTION_SETS
from hypothesis import given
from hypothesis import strategies as st

import liftlobby as ll
from liftlobby.core.record import MOST_BYTES
from liftlobby.lab.simulate import simulate_record

RECORDS = sorted(Path(__file__).with_name("records").glob("*.jsonl"))


def good() -> dict[str, Any]:
    """A short record."""
    return simulate_record(ll.game("elevator-dice", first="A"), ["random"] * 2, seed=1, index=0)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_records_written_elsewhere_are_accepted_and_written_the_same(path: Path) -> None:
    for _, record in ll.read_records(path):
        assert isinstance(record, dict)
        assert ll.verify(record).match.record() == record


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_first_wrong_move_is_named(path: Path) -> None:
    for _, record in ll.read_records(path):
        assert isinstance(record, dict)
        dice = random.Random(path.stem)
        for _ in range(5):
            damaged = copy.deepcopy(record)
            at = dice.randrange(len(damaged["moves"]))
            damaged["moves"][at] = damaged["moves"][at].split(" ")[0] + " nonsense"
            with pytest.raises(ll.BadRecord, match=rf"^Move {at + 1} '.*' is wrong by rule [A-Z]+-\d+: .*Expected: "):
                ll.verify(damaged)
            del damaged["moves"][at:]
            with pytest.raises(ll.BadRecord, match="has a result, but after its"):
                ll.verify(damaged)


@pytest.mark.parametrize(("slug", "options"), OPTION_SETS)
def test_what_we_write_we_read(slug: str, options: dict[str, Any]) -> None:
    game = ll.game(slug, **options)
    record = simulate_record(game, ["random"] * game.players, seed=3, index=5, max_turns=150)
    again = ll.read_record(ll.write_record(record))
    assert ll.verify(again).match.record() == record == again


def test_an_unfinished_match_goes_on_with_the_same_chance() -> None:
    game = ll.game("in-front-of-the-elevators", players=2)
    whole = game.match(seed=8)
    for _ in range(40):
        whole.play(whole.to_act[0], whole.legal_moves(whole.to_act[0])[0])
    resumed = ll.replay(whole.record(), seed=8, chance="seeded")
    for match in (whole, resumed):
        while match.to_act:
            match.play(match.to_act[0], match.legal_moves(match.to_act[0])[0])
    assert resumed.record() == whole.record()


def test_a_record_stopped_at_a_chance_node_goes_on_too() -> None:
    whole = ll.game("elevator-dice").match(seed=5)
    record = whole.record()
    del record["moves"][4:]
    resumed = ll.replay(record, seed=5, chance="seeded")
    assert resumed.moves == whole.moves
    assert ll.replay(record).to_act == ("*",)


# --- hostile input ----------------------------------------------------------------------------------------------------

DAMAGES: list[tuple[str, Any, str]] = [
    ("format", "chess/1", "format is 'chess/1'"),
    ("format", None, "format is"),
    ("game", "gost-lift", "did you mean 'ghost-lift'"),
    ("game", 7, "'game' should be"),
    ("game", "../rules", "There is no game"),
    ("rules_version", 2, "rules version 2 .* this is version 1"),
    ("rules_version", True, "whole number"),
    ("options", [], "'options' should be an object"),
    ("options", {"players": 2}, "'options' should be exactly"),
    ("options", {"players": 9, "ends": "beyond", "first": "A"}, "option players"),
    ("options", {"players": "2", "ends": "beyond", "first": "A"}, "wrong type"),
    ("options", {"players": [2], "ends": "beyond", "first": "A"}, "option's value"),
    ("data", {"icons": {}}, "does not know"),
    ("data", 3, "'data' should be an object"),
    ("data", {"icons": "/dev/zero"}, "Each card table of 'data' should be an object"),
    ("data", {"icons": "default"}, "Each card table of 'data' should be an object"),
    ("seats", ["\u001b[31mred", "b"], "printable"),
    ("result", {"winners": ["A"], "returns": [10**400, -1], "scores": [1, 0]}, "small numbers"),
    ("result", {"winners": ["A"], "returns": [1, -1], "scores": [10**5000 // 10**4500, 0]}, "small whole numbers"),
    ("result", {"winners": ["A"] * 9, "returns": [1, -1], "scores": [1, 0]}, "one entry a seat"),
    ("seats", [], "'seats' should be"),
    ("seats", ["a"], "2 names"),
    ("seats", ["a", "b" * 65], "at most 64"),
    ("seats", ["a", 2], "at most 64"),
    ("moves", "A roll", "'moves' should be a list"),
    ("moves", [5], "Move 1 should be a text"),
    ("moves", ["x" * 65], "Move 1 should be a text of at most 64"),
    ("moves", ["roll"], "Move 1 'roll' should begin with a seat"),
    ("moves", ["C roll"], "Move 1 'C roll' should begin with a seat"),
    ("moves", ["* 7"], "Move 1 '\\* 7' is wrong by rule"),
    ("moves", ["A roll"], "Move 1 'A roll' is wrong by rule"),
    ("moves", ["* ?"], "masked"),
    ("result", {}, "'result' should have"),
    ("result", {"winners": ["A"], "returns": [1, -1], "scores": ["1", 0]}, "whole numbers"),
    ("fair", {"commit": "00"}, "'fair' should have"),
    ("fair", {"commit": "zz" * 32, "server_seed": "00" * 32, "client_seeds": []}, "64 hexadecimal"),
    ("colour", "red", "unknown key 'colour'"),
]


@pytest.mark.parametrize(("key", "value", "sentence"), DAMAGES)
def test_a_malformed_record_is_a_sentence(key: str, value: Any, sentence: str) -> None:
    record = good() | {key: value}
    with pytest.raises(ll.BadRecord, match=sentence):
        ll.verify(ll.read_record(json.dumps(record)))


@pytest.mark.parametrize("key", ["format", "game", "rules_version", "options", "seats", "moves"])
def test_a_missing_key_is_named(key: str) -> None:
    record = good()
    del record[key]
    with pytest.raises(ll.BadRecord, match=f"no '{key}'"):
        ll.read_record(json.dumps(record))


@pytest.mark.parametrize(
    "wrong",
    [
        {"winners": ["A", "B"]},
        {"returns": [0.0, 0.0]},
        {"returns": [1.0]},
        {"scores": [5, 5]},
    ],
)
def test_a_wrong_result_is_named(wrong: dict[str, Any]) -> None:
    record = good()
    record["result"] |= wrong
    with pytest.raises(ll.BadRecord, match=f"result .*the {next(iter(wrong))}"):
        ll.verify(record)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b"", "not complete JSON"),
        (b"[1, 2]", "A record is a JSON object"),
        (b"\xff\xfe", "not UTF-8"),
        (b'{"format": NaN}', "NaN"),
        (b'{"format": 1, "format": 2}', "key twice"),
        (json.dumps(good() | {"moves": ["\ud800"]}).encode(), "half of a pair"),
        (b'{"format": 1e999}', "no 'game'"),
        (json.dumps(good()).replace('"scores"', '"x": 1e999, "scores"').encode(), "'result' should have"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"rules_version": ' + b"9" * 5000 + b"}", "cannot be read"),
        (b'{"format": "liftlobby-record/1", "game"', "not complete JSON"),
    ],
)
def test_hostile_bytes_are_a_sentence(line: bytes, sentence: str) -> None:
    with pytest.raises(ll.BadRecord, match=sentence):
        ll.read_record(line)


def test_too_long_a_line_is_refused_before_it_is_parsed() -> None:
    with pytest.raises(ll.BadRecord, match="longer than"):
        ll.read_record(b" " * (MOST_BYTES + 1))


@given(st.binary(max_size=300))
def test_any_bytes_are_a_record_or_a_sentence(line: bytes) -> None:
    with pytest.raises(ll.BadRecord):
        ll.read_record(line)


TREES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@given(st.sampled_from(sorted(good())), TREES)
def test_any_value_in_any_place_is_a_record_or_a_sentence(key: str, value: Any) -> None:
    try:
        ll.verify(ll.read_record(json.dumps(good() | {key: value})))
    except ll.BadRecord as error:
        assert str(error).endswith(".")


def test_a_truncated_line_does_not_stop_the_lines_after_it(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    line = ll.write_record(good())
    path.write_text(f"{line[:100]}\n\n{line}\n", encoding="utf-8")
    found = dict(ll.read_records(path))
    assert isinstance(found[1], ll.BadRecord)
    assert found[3] == good()


def test_a_record_over_several_lines_is_read(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    path.write_text(json.dumps(good(), indent=2), encoding="utf-8")
    assert [record for _, record in ll.read_records(path)] == [good()]
