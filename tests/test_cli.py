"""The command `lift`: what it prints, and the sentence and exit code for everything that can be wrong."""

import json
import os
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars
import pytest
from commands import Lift, sentence

import liftlobby as ll
from liftlobby.cli import main
from liftlobby.terminal.choices import bots_for, chosen_game
from liftlobby.terminal.simulation import write_table

ROOT = Path(__file__).parent.parent
PAGE = runpy.run_path(str(ROOT / "docs" / "make_cli.py"))
GAMES = ["elevator-dice", "ghost-lift", "in-front-of-the-elevators", "stuck-in-the-lift"]


def a_record(
    slug: str = "elevator-dice", *, fair: bool = False, finished: bool = True, **options: object
) -> dict[str, object]:
    match = ll.game(slug, **options).match(chance="fair") if fair else ll.game(slug, **options).match(seed=1)
    while finished and not match.is_over:
        seat = match.to_act[0]
        match.play(seat, match.legal_moves(seat)[0])
    return match.record()


def write(path: Path, *records: object) -> Path:
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records), encoding="utf-8")
    return path


# --- help -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [(), *((command,) for command in PAGE["commands"]())])
def test_help(lift: Lift, command: tuple[str, ...]) -> None:
    done = lift(*command, "--help")
    assert done.returncode == 0
    assert done.stdout.startswith("Usage: ")


def test_the_page_is_current() -> None:
    assert (ROOT / "docs" / "cli.md").read_text(encoding="utf-8") == PAGE["page"](), "run python docs/make_cli.py"


def test_importing_the_package_or_asking_for_help_loads_nothing_heavy() -> None:
    code = (
        "import sys, liftlobby, liftlobby.cli; "
        "heavy = {'numpy', 'numba', 'polars', 'textual', 'rich'} & set(sys.modules); assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env=os.environ | {"PYTHONPATH": str(ROOT / "src")})


def test_version(lift: Lift) -> None:
    assert lift("--version").stdout.strip() == f"lift {ll.__version__}"


# --- games and rules --------------------------------------------------------------------------------------------------


def test_games(lift: Lift) -> None:
    shown = lift("games").stdout
    assert all(slug in shown for slug in GAMES)
    data = json.loads(lift("games", "--json").stdout)
    assert [game["game"] for game in data] == GAMES
    players = data[1]["options"][0]
    assert (players["name"], players["values"], players["default"]) == ("players", [2, 3, 4, 5, 6], 2)


def test_cards_are_shown_with_their_status(lift: Lift) -> None:
    icons = lift("rules", "ghost-lift", "--cards").stdout
    assert "printed" in icons
    assert "assumed" in icons
    assert "2/2/3/4" in lift("rules", "in-front-of-the-elevators", "--cards").stdout
    assert "has no card data" in sentence(lift("rules", "elevator-dice", "--cards"), 2)


# --- verify -----------------------------------------------------------------------------------------------------------


def test_verify_accepts_right_records_and_recomputes_fair_chance(lift: Lift, tmp_path: Path) -> None:
    file = write(tmp_path / "r.jsonl", a_record(), a_record(fair=True), a_record(finished=False))
    done = lift("verify", file)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert "r.jsonl:1: right. elevator-dice, 2 players" in lines[0]
    assert "every chance move recomputed from the seeds" in lines[1]
    assert "unfinished" in lines[2]
    assert lines[3] == "3 records, 0 wrong."


def test_verify_names_the_first_wrong_move_and_goes_on(lift: Lift, tmp_path: Path) -> None:
    wrong = a_record("stuck-in-the-lift", players=3)
    moves = wrong["moves"]
    assert isinstance(moves, list)
    moves[6] = "A drive 15"
    file = write(tmp_path / "r.jsonl", wrong, a_record())
    (tmp_path / "empty.jsonl").touch()
    done = lift("verify", file, tmp_path / "empty.jsonl")
    assert done.returncode == 1
    assert "Move 7 'A drive 15' is wrong by rule SL-5" in done.stdout
    assert "r.jsonl:2: right." in done.stdout
    assert "holds no record" in done.stdout
    data = json.loads(lift("verify", file, "--json").stdout)
    assert [record["ok"] for record in data["records"]] == [False, True]
    assert data["wrong"] == 1


@pytest.mark.parametrize("content", ["{", "[]", "7", '{"format": 1}', "\xff\xfe", "[" * 50_000, '{"a": NaN}'])
def test_verify_says_what_is_wrong_with_a_damaged_file(lift: Lift, tmp_path: Path, content: str) -> None:
    (tmp_path / "r.jsonl").write_bytes(content.encode("latin-1"))
    done = lift("verify", "r.jsonl")
    assert done.returncode == 1
    assert "r.jsonl:1: wrong. " in done.stdout
    assert "Traceback" not in done.stderr


# --- replay -----------------------------------------------------------------------------------------------------------


def test_replay_without_a_terminal_prints_log_and_scores(lift: Lift, tmp_path: Path) -> None:
    file = write(tmp_path / "r.jsonl", a_record(), a_record("in-front-of-the-elevators", players=2))
    shown = lift("replay", file, "--line", 2).stdout
    assert "In Front of the Elevators" in shown
    assert "Round III" in shown
    assert "wins" in shown
    assert "Your hand" in lift("replay", file, "--line", 2, "--seat", "b").stdout
    assert "Your hand" not in lift("replay", file, "--line", 2, "--seat", "spectator").stdout


def test_a_replay_that_cannot_be(lift: Lift, tmp_path: Path) -> None:
    file = write(tmp_path / "r.jsonl", a_record())
    assert "There is no seat 'Z'" in sentence(lift("replay", file, "--seat", "Z"), 2)
    assert "On line 3" in sentence(lift("replay", file, "--line", 3), 2)
    assert "There is no language 'xx'" in sentence(lift("replay", file, "--lang", "xx"), 2)
    (tmp_path / "bad.json").write_text("{}", encoding="utf-8")
    assert "bad.json:1: The record has no" in sentence(lift("replay", "bad.json"), 1)
    match = ll.game("ghost-lift").match(seed=2)
    write(tmp_path / "masked.json", match.record("A"))
    assert "is masked" in sentence(lift("replay", "masked.json"), 1)


# --- simulate ---------------------------------------------------------------------------------------------------------


def test_simulate_writes_files_and_sums_up(lift: Lift, tmp_path: Path) -> None:
    arguments = ["simulate", "elevator-dice", "--bots", "random,heuristic", "-n", 50, "--seed", 4]
    done = lift(*arguments, "--out", "r.parquet", "--threads", 2)
    assert "win share" in done.stdout, done.stderr
    assert len(polars.read_parquet(tmp_path / "r.parquet")) == 50
    summary = json.loads(lift(*arguments, "--json", "--records", "records.jsonl").stdout)
    assert [seat["bot"] for seat in summary["seats"]] == ["random", "heuristic"]
    low, high = summary["seats"][0]["win_share_interval"]
    assert low < summary["seats"][0]["win_share"] < high
    lines = (tmp_path / "records.jsonl").read_text(encoding="utf-8").splitlines()
    results = [ll.replay(json.loads(line)).result for line in lines]
    scores = [result.scores[1] for result in results if result]
    assert scores == polars.read_parquet(tmp_path / "r.parquet")["score_B"].to_list()


@pytest.mark.parametrize(("kind", "read"), [(".csv", polars.read_csv), (".jsonl", polars.read_ndjson)])
def test_the_kinds_of_tables(tmp_path: Path, kind: str, read: Callable[[Path], polars.DataFrame]) -> None:
    columns = {"index": np.arange(2), "winners": np.array(["AC", ""]), "score_A": np.array([2.0, 1.0])}
    file = tmp_path / f"r{kind}"
    write_table(file, columns)
    assert read(file)["winners"].to_list() in (["AC", ""], ["AC", None])
    assert read(file)["score_A"].to_list() == [2.0, 1.0]


def test_the_number_of_bots_is_the_number_of_players() -> None:
    assert chosen_game("stuck-in-the-lift", None, [], seats=4).players == 4
    assert chosen_game("stuck-in-the-lift", 5, [], seats=4).players == 5
    assert chosen_game("ghost-lift", None, ["players=4", "rules=simplified"]).options["rules"] == "simplified"
    assert bots_for(3, ["random", "heuristic"], "random") == ["random", "heuristic", "random"]


def test_no_file_is_replaced_unasked(lift: Lift, tmp_path: Path) -> None:
    kept = tmp_path / "mine.csv"
    kept.write_text("mine", encoding="utf-8")
    arguments = ["simulate", "elevator-dice", "-n", 10, "--out", "mine.csv"]
    assert sentence(lift(*arguments), 2) == "lift: There is already a file 'mine.csv'; --force replaces it."
    assert kept.read_text(encoding="utf-8") == "mine"
    assert lift(*arguments, "--force").returncode == 0
    assert len(polars.read_csv(kept)) == 10
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


BAD = {
    "unknown game": (["simulate", "ghost-lft"], "did you mean 'ghost-lift'?"),
    "unknown option": (["simulate", "ghost-lift", "-o", "rule=simplified"], "did you mean 'rules'?"),
    "unknown value": (["simulate", "ghost-lift", "-o", "rules=simple"], "did you mean 'simplified'?"),
    "no value": (["simulate", "ghost-lift", "-o", "rules"], "An option is written name=value"),
    "option twice": (["simulate", "ghost-lift", "-o", "rules=standard", "-o", "rules=simplified"], "given twice"),
    "players twice": (["simulate", "ghost-lift", "--players", "3", "-o", "players=4"], "say it once"),
    "conflict": (["simulate", "ghost-lift", "-o", "rules=simplified"], "do not go together"),
    "players": (["simulate", "ghost-lift", "--players", "9"], "one of 2, 3, 4, 5, 6"),
    "huge players": (["simulate", "ghost-lift", "--players", "9" * 40], "one of 2, 3, 4, 5, 6"),
    "no number": (["simulate", "ghost-lift", "--players", "three"], "valid integer"),
    "unknown bot": (["simulate", "ghost-lift", "--bots", "heuristc"], "did you mean 'heuristic'?"),
    "too many bots": (
        ["simulate", "elevator-dice", "--players", "2", "--bots", "random,random,random"],
        "3 bots for 2 seats",
    ),
    "matches": (["simulate", "elevator-dice", "-n", "-1"], "--matches"),
    "huge matches": (["simulate", "elevator-dice", "-n", "1" + "0" * 30], "--matches"),
    "threads": (["simulate", "elevator-dice", "--threads", "0"], "Invalid value for"),
    "turns": (["simulate", "elevator-dice", "--max-turns", "0"], "Invalid value for"),
    "seed": (["simulate", "elevator-dice", "--seed", "x"], "valid integer"),
    "extension": (["simulate", "elevator-dice", "--out", "r.xls"], "should end in .parquet or .csv or .jsonl"),
    "folder": (["simulate", "elevator-dice", "--out", "no/r.csv"], "There is no folder 'no'"),
    "is a folder": (["simulate", "elevator-dice", "--out", "folder.csv"], "is a folder"),
    "table file": (["simulate", "in-front-of-the-elevators", "-o", "elevators=no.toml"], "cannot be read"),
    "no file": (["verify", "no.jsonl"], "There is no file 'no.jsonl'"),
    "verify folder": (["verify", "folder.csv"], "is a folder"),
    "replay no file": (["replay", "no.jsonl"], "There is no file 'no.jsonl'"),
    "rules game": (["rules", "chess"], "There is no game 'chess'"),
    "rules language": (["rules", "ghost-lift", "--lang", "../en"], "rulebook"),
    "language": (["games", "--lang", "de"], "There is no language 'de'"),
    "command": (["simulte"], "Did you mean 'simulate'?"),
    "flag": (["simulate", "elevator-dice", "--sed", "1"], "No such option"),
    "play pipe": (["play", "elevator-dice"], "needs a terminal"),
    "play pace": (["play", "elevator-dice", "--pace", "fast"], "There is no pace 'fast'"),
    "play people": (["play", "elevator-dice", "--humans", "3"], "3 people do not fit on 2 seats"),
    "play resume": (["play", "--resume", "no.json"], "There is no file 'no.json'"),
    "play resume game": (["play", "ghost-lift", "--resume", "no.json"], "leave out what would change it"),
    "play options": (["play", "-o", "rules=simplified"], "name the game too"),
    "play save": (["play", "elevator-dice", "--save", "r.txt"], "should end in .json"),
}


@pytest.mark.parametrize("what", BAD)
def test_wrong_usage_is_a_sentence(lift: Lift, tmp_path: Path, what: str) -> None:
    (tmp_path / "folder.csv").mkdir()
    arguments, expected = BAD[what]
    assert expected in sentence(lift(*arguments), 2)


def test_a_damaged_save_file_is_a_failed_check(lift: Lift, tmp_path: Path) -> None:
    (tmp_path / "saved.json").write_text("{}", encoding="utf-8")
    assert "is not a saved match" in sentence(lift("play", "--resume", "saved.json"), 1)


def test_a_reader_who_leaves_is_no_error(tmp_path: Path) -> None:
    file = write(tmp_path / "r.jsonl", *[a_record()] * 300)
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    lift = subprocess.Popen(
        [sys.executable, "-m", "liftlobby.cli", "verify", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    )
    assert lift.stdout
    assert lift.stderr
    lift.stdout.readline()
    lift.stdout.close()
    assert lift.stderr.read() == b""
    lift.stderr.close()
    lift.wait(30)


def test_stopping_is_a_short_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def stopped(*arguments: object, **more: object) -> None:
        raise KeyboardInterrupt

    out = tmp_path / "r.csv"
    monkeypatch.setattr("liftlobby.lab.playing.simulate", stopped)
    monkeypatch.setattr("sys.argv", ["lift", "simulate", "ghost-lift", "--out", str(out)])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 130
    assert capsys.readouterr().err.splitlines() == ["Nothing was written.", "Stopped."]
    assert not list(tmp_path.iterdir())
