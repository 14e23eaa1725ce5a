"""`lift tournament`: who sits where, the same deals for all, matches played once each whatever happens on the way."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars
import pytest
from commands import ROOT, Lift, sentence

import liftlobby as ll
from liftlobby.lab.outcomes import outcomes
from liftlobby.lab.playing import Plan, Results
from liftlobby.lab.seatings import line_ups, seatings
from liftlobby.lab.simulate import simulate, simulate_record
from liftlobby.lab.tournament import Tournament, match_record, summed_up, tournament

ELEVATORS = ll.game("in-front-of-the-elevators", players=3)
DICE = ll.game("elevator-dice")
BOTS = ["random", "heuristic"]


def same(one: Tournament, other: Tournament) -> bool:
    """Are both equal, row for row?"""
    rows = all(
        np.array_equal(one.columns[name], other.columns[name], equal_nan=name[0] in "rs") for name in one.columns
    )
    return one == other and list(one.columns) == list(other.columns) and rows


# --- seatings ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bots", "players"), [(2, 2), (2, 3), (2, 4), (3, 2), (4, 4), (5, 3), (2, 8), (3, 8), (8, 8)])
def test_every_bot_sits_equally_often_in_every_seat(bots: int, players: int) -> None:
    names = [f"bot {n}" for n in range(bots)]
    found = seatings(names, players)
    assert len(set(found)) == len(found)
    for seat in range(players):
        assert len(set(Counter(seating[seat] for seating in found).values())) == 1
    assert {bot for seating in found for bot in seating} == set(names)
    # Neighbours are shared out as well where there are few seats.
    if players <= 4:
        after = Counter((a, b) for each in found for a, b in zip(each, each[1:] + each[:1], strict=True) if a != b)
        assert len(set(after.values())) == 1


def test_line_ups_share_the_seats_as_evenly_as_they_go() -> None:
    assert line_ups(["a", "b"], 3) == [("a", "a", "b"), ("a", "b", "b")]
    assert line_ups(["a", "b", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert line_ups(["a", "b"], 4) == [("a", "a", "b", "b")]


# --- deals ------------------------------------------------------------------------------------------------------------


def test_all_seatings_meet_the_same_deals() -> None:
    """In the dice race nobody decides anything: on one deal the same seat wins, whoever sits there."""
    columns = tournament(DICE, BOTS, 400, seed=2).columns
    assert np.array_equal(columns["winners"][::2], columns["winners"][1::2])
    assert len(set(columns["turns"])) > 40
    apart = tournament(DICE, BOTS, 400, seed=2, paired=False).columns
    assert 60 < (apart["winners"][::2] == apart["winners"][1::2]).sum() < 140
    assert len(set(apart["simulated_as"])) == 400


def test_deals_are_new_for_every_seed() -> None:
    one, other = (tournament(DICE, BOTS, 100, seed=seed).columns["turns"] for seed in (1, 2))
    assert (one == other).mean() < 0.3


def test_every_match_can_be_played_again_alone() -> None:
    found = tournament(ELEVATORS, BOTS, 60, seed=5, max_turns=60, paired=False)
    columns = found.columns
    assert np.array_equal(columns["index"], np.arange(found.matches))
    for index in (0, 7, 31, 59):
        bots = [str(columns[f"bot_{letter}"][index]) for letter in "ABC"]
        first = int(columns["simulated_as"][index])
        alone = ll.simulate(ELEVATORS, bots, 1, seed=5, first=first, max_turns=60)
        for name in set(alone) - {"index"}:
            assert np.array_equal(alone[name], columns[name][[index]], equal_nan=name[0] in "rs"), name
        record = match_record(found, index)
        assert record == simulate_record(ELEVATORS, bots, seed=5, index=first, max_turns=60)
        result = ll.replay(record).result
        assert ("".join(result.winners) if result else "") == columns["winners"][index]
    with pytest.raises(ll.LiftError, match="no match 60"):
        match_record(found, 60)


def test_threads_change_nothing() -> None:
    assert same(tournament(ELEVATORS, BOTS, 90, seed=3), tournament(ELEVATORS, BOTS, 90, seed=3, threads=3))


# --- what it shows ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "options"),
    [
        ("ghost-lift", {"players": 3, "rules": "simplified"}),
        ("in-front-of-the-elevators", {"players": 2}),
        ("stuck-in-the-lift", {"players": 4}),
    ],
)
def test_heuristics_are_stronger_than_chance(slug: str, options: dict[str, Any]) -> None:
    found = tournament(ll.game(slug, **options), BOTS, 1200, seed=1)
    (verdict,) = found.comparisons
    assert verdict.stronger == "heuristic"
    assert verdict.ahead.high is not None
    assert verdict.ahead.high < 0.5
    weak, strong = found.standings
    for better, worse in ((strong.win_share, weak.win_share), (strong.rating, weak.rating), (weak.rank, strong.rank)):
        assert better.low is not None
        assert worse.high is not None
        assert better.low > worse.high


def test_the_dice_race_knows_no_stronger_bot() -> None:
    for paired in (True, False):
        found = tournament(DICE, BOTS, 2000, seed=1, paired=paired)
        assert found.comparisons[0].stronger is None
        for standing in found.standings:
            assert standing.win_share.low is not None
            assert standing.win_share.high is not None
            assert standing.win_share.low < 0.5 < standing.win_share.high


def results_of(
    seating: Sequence[tuple[str, ...]], returns: Sequence[list[float]], scores: Sequence[list[int]]
) -> Results:
    """One deal of a game of three seats, by hand; a match without returns is unfinished."""
    results = Results(Plan(ll.game("ghost-lift", players=3), seating, 1))
    for n in range(len(seating)):
        columns = {"index": np.array([0]), "finished": np.array([bool(returns[n])])}
        for seat, letter in enumerate("ABC"):
            columns[f"returns_{letter}"] = np.array([returns[n][seat] if returns[n] else np.nan])
            columns[f"score_{letter}"] = np.array([scores[n][seat] if returns[n] else np.nan])
        results.add(n, columns)
    return results


def test_several_bots_are_compared_in_pairs_that_err_together_as_rarely_as_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def interval(values: Any, confidence: float) -> tuple[float, float]:
        asked.append(confidence)
        return 0.0, 1.0

    monkeypatch.setattr("liftlobby.lab.tournament.interval_at_any_time", interval)
    seating = [("x", "y", "z"), ("y", "z", "x"), ("z", "x", "y")]
    found = summed_up(results_of(seating, [[2.0, -1.0, -1.0]] * 3, [[3, 2, 1]] * 3), ["x", "y", "z"])
    assert [(each.first, each.second) for each in found.comparisons] == [("x", "y"), ("x", "z"), ("y", "z")]
    assert asked == pytest.approx([1 - 0.05 / 3] * 3)
    assert sum(each.rating.value or 0 for each in found.standings) == pytest.approx(0)


def test_one_loser_and_shared_wins_are_counted_as_they_are() -> None:
    found = outcomes(results_of([("x", "y", "z")], [[0.5, -1.0, 0.5]], [[1, 5, 2]]), ["x", "y", "z"])
    assert found.won[0].tolist() == [0.5, 0.0, 0.5]
    assert found.rank[0].tolist() == [1.5, 3.0, 1.5]
    assert found.margin[0].tolist() == [-2.5, 3.5, -1.0]
    assert found.ahead[0].tolist() == [[0, 1, 0.5], [0, 0, 0], [0.5, 1, 0]]


def test_a_bot_in_two_seats_meets_the_others_and_not_itself() -> None:
    found = outcomes(results_of([("x", "x", "y")], [[2.0, -1.0, -1.0]], [[9, 1, 2]]), ["x", "y"])
    assert found.won[0].tolist() == [1.0, 0.0]
    assert found.seats[0].tolist() == [2, 1]
    assert found.rank[0].tolist() == [1.75, 2.5]
    assert found.margin[0].tolist() == [3.0, -3.0]
    assert found.ahead[0].tolist() == [[0, 1.5], [0.5, 0]]
    assert found.meetings.tolist() == [[0, 2], [2, 0]]


def test_unfinished_matches_are_counted_apart() -> None:
    hand_made = results_of([("x", "y", "y"), ("y", "y", "x")], [[2.0, -1.0, -1.0], []], [[1, 0, 0], []])
    found = outcomes(hand_made, ["x", "y"])
    assert found.matches[0].tolist() == found.unfinished[0].tolist() == [1, 1]
    assert found.won[0].tolist() == [1.0, 0.0]
    assert found.ahead[0, 0, 1] == 2 + 1  # won two meetings, tied two
    game = ll.game("ghost-lift", players=3)
    played = tournament(game, BOTS, 60, max_turns=15)
    assert played.unfinished == 60
    assert [(each.matches, each.unfinished, each.win_share.value) for each in played.standings] == [(0, 60, None)] * 2
    assert played.comparisons[0].ahead.value == 0.5


# --- stopping early ---------------------------------------------------------------------------------------------------


def test_stopping_early_does_not_depend_on_how_deals_were_divided(monkeypatch: pytest.MonkeyPatch) -> None:
    one = tournament(ELEVATORS, BOTS, 3000, seed=4, early=True)
    assert one.matches < 600
    assert one.comparisons[0].after_deals == one.deals
    monkeypatch.setattr("liftlobby.lab.playing.LARGEST_BLOCK", 1)
    assert same(tournament(ELEVATORS, BOTS, 3000, seed=4, early=True), one)


def test_what_stopped_early_goes_on_when_asked_to(tmp_path: Path) -> None:
    file = tmp_path / "r.parquet"
    one = tournament(ELEVATORS, BOTS, 600, seed=4, early=True, file=file)
    assert same(tournament(ELEVATORS, BOTS, 600, seed=4, early=True, file=file), one)
    assert same(tournament(ELEVATORS, BOTS, 600, seed=4, file=file), tournament(ELEVATORS, BOTS, 600, seed=4))


# --- interrupted, gone on with ----------------------------------------------------------------------------------------


def test_an_interrupted_tournament_goes_on_without_losing_or_doubling_a_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "r.parquet"
    calls = 0

    def interrupted(*arguments: Any, **more: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls % 8 == 0:  # in the middle of a block: there are six seatings
            raise KeyboardInterrupt
        return simulate(*arguments, **more)

    monkeypatch.setattr("liftlobby.lab.playing.simulate", interrupted)
    kept = []
    while calls < 24:
        with pytest.raises(KeyboardInterrupt):
            tournament(ELEVATORS, BOTS, 300, seed=6, file=file)
        kept.append(len(polars.read_parquet(file)))
    assert 0 < kept[0] < kept[1] < kept[2] < 300
    assert any(number % 6 for number in kept)
    monkeypatch.setattr("liftlobby.lab.playing.simulate", simulate)
    played = []
    found = tournament(ELEVATORS, BOTS, 300, seed=6, file=file, progress=lambda done, total: played.append(total))
    assert played[0] == 300 - kept[-1]
    assert same(found, tournament(ELEVATORS, BOTS, 300, seed=6))
    rows = polars.read_parquet(file)
    assert rows["index"].to_list() == list(range(300))
    assert rows["winners"].to_list() == found.columns["winners"].tolist()
    # More of the same go on as well.
    more = tournament(ELEVATORS, BOTS, 360, seed=6, file=file)
    assert same(more, tournament(ELEVATORS, BOTS, 360, seed=6))


def test_a_killed_tournament_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "r.parquet"
    command = [
        sys.executable,
        "-m",
        "liftlobby.cli",
        "tournament",
        "in-front-of-the-elevators",
        "--bots",
        ",".join(BOTS),
    ]
    command += ["--matches", "9000000", "--out", str(file)]
    process = subprocess.Popen(command, env=os.environ | {"PYTHONPATH": str(ROOT / "src")}, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 100
    while not file.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    kept = len(polars.read_parquet(file))
    assert kept
    game = ll.game("in-front-of-the-elevators")
    wanted = kept + 50
    assert same(tournament(game, BOTS, wanted, seed=1, file=file), tournament(game, BOTS, wanted, seed=1))


def test_a_stopped_command_names_what_it_keeps(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "liftlobby.cli",
        "simulate",
        "elevator-dice",
        "-n",
        "9000000",
        "--out",
        "r.parquet",
    ]
    process = subprocess.Popen(
        command, env=os.environ | {"PYTHONPATH": str(ROOT / "src")}, stderr=subprocess.PIPE, cwd=tmp_path, text=True
    )
    while not (tmp_path / "r.parquet").exists() and process.poll() is None:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=60)[1]
    assert process.returncode == 130
    kept = len(polars.read_parquet(tmp_path / "r.parquet"))
    assert said.splitlines() == [
        f"'r.parquet' keeps {kept:,} of 9,000,000 matches; the same command goes on.",
        "Stopped.",
    ]


def test_simulate_goes_on_as_well(lift: Lift, tmp_path: Path) -> None:
    arguments = ["simulate", "elevator-dice", "--seed", 3, "--index", 7, "--out", "r.parquet"]
    assert lift(*arguments, "-n", 20).returncode == 0
    assert lift(*arguments, "-n", 50).returncode == 0
    rows = polars.read_parquet(tmp_path / "r.parquet")
    expected = ll.simulate(DICE, ["random"] * 2, 50, seed=3, first=7)
    assert {name: rows[name].to_list() for name in rows.columns} == {n: c.tolist() for n, c in expected.items()}
    assert "already" in sentence(lift(*arguments, "-n", 20), 2)
    assert "seed 3, not 4" in sentence(lift("simulate", "elevator-dice", "--seed", 4, "--out", "r.parquet"), 2)


def test_a_full_disk_leaves_what_was_kept_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "r.parquet"
    tournament(DICE, BOTS, 10, seed=1, file=file)

    def full(*arguments: object, **more: object) -> None:
        raise polars.exceptions.ComputeError("no space left on device")

    monkeypatch.setattr(polars.DataFrame, "write_parquet", full)
    with pytest.raises(ll.LiftError, match="it keeps the 10 matches of before"):
        tournament(DICE, BOTS, 20, seed=1, file=file)
    assert len(polars.read_parquet(file)) == 10
    assert [path.name for path in tmp_path.iterdir()] == ["r.parquet"]


# --- the command ------------------------------------------------------------------------------------------------------


def test_the_command_prints_writes_and_answers_programs(lift: Lift, tmp_path: Path) -> None:
    arguments = ["tournament", "stuck-in-the-lift", "--players", 3, "--bots", "random,heuristic", "-n", 90, "--seed", 2]
    done = lift(*arguments, "--out", "r.parquet", "--records", "r.jsonl", "--threads", 2)
    assert done.returncode == 0, done.stderr
    assert "'r.parquet' holds 90 matches." in done.stderr
    assert "heuristic is stronger than random" in " ".join(done.stdout.split())
    data = json.loads(lift(*arguments, "--json", "--out", "r.parquet").stdout)
    assert (data["matches"], data["deals"], len(data["seatings"]), data["unfinished"]) == (90, 15, 6, 0)
    assert set(data["intervals"]) == {"win_share", "margin", "rank", "rating", "ahead"}
    assert data["comparisons"][0]["stronger"] == "heuristic"
    rows = polars.read_parquet(tmp_path / "r.parquet")
    lines = (tmp_path / "r.jsonl").read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    assert [record["seats"] for record in records] == [
        list(row) for row in rows.select("bot_A", "bot_B", "bot_C").iter_rows()
    ]
    assert ["".join(record["result"]["winners"]) for record in records] == rows["winners"].to_list()
    # One match again, by the other command.
    row = rows.row(40, named=True)
    bots = ",".join(records[40]["seats"])
    again = ["simulate", "stuck-in-the-lift", "--bots", bots, "--seed", 2, "--index", row["simulated_as"], "-n", 1]
    assert lift(*again, "--records", "one.jsonl").returncode == 0
    assert json.loads((tmp_path / "one.jsonl").read_text(encoding="utf-8")) == records[40]


BAD = {
    "one bot": (["elevator-dice", "--bots", "random"], "needs at least two bots"),
    "a bot twice": (["elevator-dice", "--bots", "random,random"], "'random' is named twice"),
    "unknown bot": (["elevator-dice", "--bots", "random,heuristc"], "did you mean 'heuristic'?"),
    "no bots": (["elevator-dice"], "Missing option"),
    "too few matches": (["ghost-lift", "-p", "4", "--bots", "random,heuristic", "-n", "5"], "make 6 seatings"),
    "matches": (["elevator-dice", "--bots", "random,heuristic", "-n", "0"], "--matches"),
    "kind of file": (["elevator-dice", "--bots", "random,heuristic", "--out", "r.csv"], "should end in .parquet"),
    "folder": (["elevator-dice", "--bots", "random,heuristic", "--out", "no/r.parquet"], "There is no folder 'no'"),
    "not a table": (["elevator-dice", "--bots", "random,heuristic", "--out", "text.parquet"], "--force replaces it"),
    "another table": (["elevator-dice", "--bots", "random,heuristic", "--out", "other.parquet"], "--force replaces it"),
    "another seed": (
        ["elevator-dice", "--bots", "random,heuristic", "--out", "r.parquet", "--seed", "9"],
        "'r.parquet' holds other matches (seed 1, not 9); give this command a file of its own",
    ),
    "other options": (
        ["elevator-dice", "--bots", "random,heuristic", "--out", "r.parquet", "-o", "ends=inside"],
        "(options ends beyond, not inside)",
    ),
    "other bots": (["elevator-dice", "--bots", "heuristic,random", "--out", "r.parquet"], "holds other matches (bots"),
    "fewer": (
        ["elevator-dice", "--bots", "random,heuristic", "--out", "r.parquet", "-n", "4"],
        "holds 5 deals already",
    ),
    "records": (["elevator-dice", "--bots", "random,heuristic", "--records", "r.txt"], "should end in .jsonl"),
    "gap": (["elevator-dice", "--bots", "random,heuristic", "--out", "gap.parquet"], "matches are missing"),
    "column": (["elevator-dice", "--bots", "random,heuristic", "--out", "column.parquet"], "has no column 'index'"),
    "winners": (["elevator-dice", "--bots", "random,heuristic", "--out", "winners.parquet"], "has no column 'winners'"),
}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a tournament's file, and with what is not one."""
    folder = tmp_path_factory.mktemp("kept")
    file = folder / "r.parquet"
    tournament(DICE, BOTS, 10, seed=1, file=file)
    about = {"liftlobby": polars.read_parquet_metadata(file)["liftlobby"]}
    rows = polars.read_parquet(file)
    rows.filter(polars.col("index") != 2).write_parquet(folder / "gap.parquet", metadata=about)
    rows.drop("index").write_parquet(folder / "column.parquet", metadata=about)
    rows.drop("winners").write_parquet(folder / "winners.parquet", metadata=about)
    rows.write_parquet(folder / "other.parquet")
    (folder / "text.parquet").write_text("no table", encoding="utf-8")
    return folder


@pytest.mark.parametrize("what", BAD)
def test_wrong_usage_of_tournament_is_a_sentence(lift: Lift, tmp_path: Path, kept: Path, what: str) -> None:
    for file in kept.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    arguments, expected = BAD[what]
    assert expected in sentence(lift("tournament", *arguments), 2)
    assert all((tmp_path / file.name).read_bytes() == file.read_bytes() for file in kept.iterdir())


def test_a_file_is_begun_anew_when_told_so(tmp_path: Path, kept: Path) -> None:
    file = tmp_path / "r.parquet"
    file.write_bytes((kept / "text.parquet").read_bytes())
    found = tournament(DICE, BOTS, 20, seed=9, file=file, anew=True)
    assert polars.read_parquet(file)["turns"].to_list() == found.columns["turns"].tolist()
