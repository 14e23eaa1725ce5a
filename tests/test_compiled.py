"""The compiled form: no old rule is ever played, and results depend on seed and index alone."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import liftlobby as ll
from liftlobby.core import kernels
from liftlobby.core.compiled import bind, bindings, compile_kernel, fingerprint
from liftlobby.core.game import game_type
from liftlobby.core.rng import start

RULES = Path(ll.__file__).parent / "games" / "elevator_dice" / "rules.py"

PROGRAM = """
import sys, types
from pathlib import Path
import liftlobby as ll
from liftlobby.core import compiled, game
source = Path(sys.argv[1]).read_text()
edited = types.ModuleType("edited_rules")
sys.modules["edited_rules"] = edited
exec(compile(source, sys.argv[1], "exec"), edited.__dict__)
original = game.game_type("elevator-dice")
ll.register(ll.GameType(slug="edited", title="", rules=edited, notation=original.notation, options=original.options))
columns = ll.simulate(ll.game("edited", first="A"), bots=["random"] * 2, matches=2000, seed=1)
print(columns["turns"].mean())
"""


def test_an_edited_rulebook_never_plays_an_old_rule(tmp_path: Path) -> None:
    """The same file, edited between two processes, the change too small for its size or its time to show it."""
    rules = tmp_path / "rules.py"
    environment = os.environ | {"LIFTLOBBY_CACHE": str(tmp_path / "cache")}

    def turns() -> float:
        command = [sys.executable, "-c", PROGRAM, str(rules)]
        return float(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)

    source = RULES.read_text(encoding="utf-8")
    rules.write_text(source, encoding="utf-8")
    os.utime(rules, (1, 1))
    first = turns()
    assert turns() == first, "from the cache"
    folders = set((tmp_path / "cache").iterdir())
    rules.write_text(
        source.replace("        return 2\n    if (face", "        return 4\n    if (face"), encoding="utf-8"
    )
    os.utime(rules, (1, 1))
    assert rules.stat().st_size == RULES.stat().st_size
    assert turns() < first - 1, "four steps forward end a race earlier"
    assert folders < set((tmp_path / "cache").iterdir())


def test_the_fingerprint_sees_constants_helpers_and_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = game_type("ghost-lift").rules

    def now(layout: str = "") -> str:
        return fingerprint(kernels.play_matches, bindings(rules), layout)

    before = now()
    assert now() == before
    assert now("other") != before
    with monkeypatch.context() as patch:
        patch.setattr(rules, "NUMBERS", 9)
        assert now() != before
    with monkeypatch.context() as patch:
        patch.setattr(rules, "forget", lambda state, seat, kind, played: None)
        assert now() != before


@pytest.mark.parametrize(
    ("slug", "options"), [("in-front-of-the-elevators", {"players": 3}), ("ghost-lift", {"players": 4})]
)
def test_results_depend_on_seed_and_index_only(slug: str, options: dict[str, int]) -> None:
    game = ll.game(slug, **options)
    bots = ["heuristic", *["random"] * (game.players - 1)]
    whole = ll.simulate(game, bots=bots, matches=2500, seed=4, max_turns=300)
    for first, matches, threads in ((0, 2500, 2), (0, 2500, 5), (1700, 300, 1), (2499, 1, 1)):
        part = ll.simulate(game, bots=bots, matches=matches, seed=4, max_turns=300, threads=threads, first=first)
        for name, column in part.items():
            assert np.array_equal(column, whole[name][first : first + matches], equal_nan=column.dtype.kind == "f"), (
                name
            )
    other = ll.simulate(game, bots=bots, matches=2500, seed=5, max_turns=300)
    assert not np.array_equal(other["moves"], whole["moves"])


def test_simulated_matches_can_be_played_again_as_records() -> None:
    from liftlobby.lab.simulate import simulate_record

    game = ll.game("in-front-of-the-elevators", players=2)
    bots = ["heuristic", "random"]
    columns = ll.simulate(game, bots=bots, matches=10, seed=6)
    for index in range(10):
        record = simulate_record(game, bots, seed=6, index=index)
        assert "".join(record["result"]["winners"]) == columns["winners"][index]
        assert record["result"]["scores"] == [columns["score_A"][index], columns["score_B"][index]]
        assert ll.verify(record)


def test_heuristics_see_no_more_than_a_view() -> None:
    """A heuristic plays the same from its seat's view as compiled from the whole state."""
    from liftlobby.bots import bot_move
    from liftlobby.lab.simulate import simulate_record

    for slug, players in (("stuck-in-the-lift", 4), ("ghost-lift", 3), ("in-front-of-the-elevators", 3)):
        game = ll.game(slug, players=players)
        record = simulate_record(game, ["heuristic"] * players, seed=2, index=0)
        match = game.match(chance="given")
        stream = [start(2, 1)]
        for line in record["moves"]:
            who, _, move = line.partition(" ")
            if who != "*":
                assert bot_move(match, who, "heuristic", stream) == move
            match.play(who, move)


def test_bounds_checks_raise_where_a_field_is_overrun() -> None:
    import kuhn

    def overrun(state: kuhn.State, player: int, action: int) -> None:
        state.cards[5 + action] = 1
        state.turns += 1
        state.history = kuhn.PASS_PASS

    bound = bindings(kuhn) | {"apply_action": overrun}
    state = kuhn.State()
    kuhn.setup(state)
    with pytest.raises(IndexError):
        bind(kernels.play_out, bound)(state, [(0, 0)] * 2, 9, [1], [1], [0] * 3, [0] * 3, None, [0] * 4)
    assert compile_kernel(kernels.play_matches, kuhn, bound, bounds_checks=True) is not None


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"bots": ["random"]}, "needs 2 bots, not 1"),
        ({"bots": ["random", "clever"]}, "There is no bot 'clever'"),
        ({"matches": -1}, "should be from 0"),
        ({"matches": 10**10}, "should be from 0"),
        ({"threads": 0}, "at least 1, not 0"),
        ({"max_turns": 0}, "at least 1, not 0"),
    ],
)
def test_bad_simulations_are_a_sentence(change: dict[str, object], sentence: str) -> None:
    with pytest.raises(ll.LiftError, match=sentence):
        ll.simulate(ll.game("elevator-dice"), **({"bots": ["random"] * 2, "matches": 1} | change))


def test_no_matches_are_no_rows() -> None:
    columns = ll.simulate(ll.game("elevator-dice"), bots=["random"] * 2, matches=0)
    assert all(len(column) == 0 for column in columns.values())
