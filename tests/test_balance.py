"""The balance report: its arithmetic by hand, its controls, what it refuses, and the page."""

import html
import json
import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import Lift, lift_in, sentence

import liftlobby as ll
from liftlobby.cli import main
from liftlobby.core import kernels
from liftlobby.core.compiled import bind
from liftlobby.core.fields import LETTERS, View, to_record
from liftlobby.core.game import room_of
from liftlobby.core.rng import start
from liftlobby.core.rulebook import HEURISTIC_BOT, RANDOM_BOT
from liftlobby.games.elevator_dice.exact import win_chances
from liftlobby.lab import balance, measures, tracing
from liftlobby.lab.balance import Plan, Study
from liftlobby.lab.definitions import DEFINITIONS, GROUPS, definition_of
from liftlobby.lab.measures import Estimate, Sums, Trace
from liftlobby.lab.report import Report

GAMES = ("elevator-dice", "ghost-lift", "in-front-of-the-elevators", "stuck-in-the-lift")
WITH_CHOICES = GAMES[1:]


# --- one match, by hand -----------------------------------------------------------------------------------------------

TOY = Trace(
    counts=np.array([6, 4, 3, 1, 0, 6, 5]),  # moves, chance moves, turns, finished, opener A, rows of the trace
    # seat, phase, options, others still to choose
    choices=np.array([[0, 5, 4, 0], [1, 6, 1, 0], [1, 5, 2, 0], [0, 6, 1, 0], [0, 5, 8, 1], [1, 5, 8, 0]]),
    standings=np.array([[0, 0], [3, 0], [3, 5], [4, 5], [9, 5]]),
    gains=np.array([1.0, -1.0]),
    points=np.array([9.0, 5.0]),
)
PHASES = {5: "playing", 6: "drawing"}


def toy(loser: bool = False) -> dict[str, float]:
    shown = measures.of_match(TOY, PHASES, loser)
    return {name: top / bottom for name, (top, bottom) in shown.items() if bottom}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("win_share:A", 1),
        ("win_share:B", 0),
        ("first_player", 1),
        ("turns", 3),
        ("moves", 6),
        # Thought about: 4, 1, 2, 1 and 8 options (the other 8 meanwhile): 6 doublings of 3 s; 6 moves, 4 cards.
        ("minutes", (6 * 3 + 6 * 2 + 4 * 1) / 60),
        ("real_choices", 4 / 6),
        ("real_choices:playing", 1),
        ("real_choices:drawing", 0),
        ("options", 22 / 4),
        ("choices:drawing", 2),
        ("lead_changes", 2),  # A, then B, then A at the end; the tie at the start has no leader
        ("behind", 2 / 4),
        ("deficit", 2),
        ("decided_at", 1),  # behind until the last turn
        ("gap:0", 0),
        ("gap:10", 4),
        ("sole", 1),
        ("score", 7),
        ("score_spread", 4),
        ("margin", 4),
    ],
)
def test_a_toy_match_by_hand(name: str, value: float) -> None:
    assert toy()[name] == pytest.approx(value)


def test_where_one_loses_the_lead_is_the_last_place() -> None:
    """B loses: last alone after turn 1, not after 2 and 3, and in the end."""
    shown = toy(loser=True)
    assert shown["behind"] == 2 / 4
    assert shown["deficit"] == 2
    assert shown["lead_changes"] == 2


def test_a_match_that_was_stopped_shows_only_that() -> None:
    counts = TOY.counts.copy()
    counts[kernels.FINISHED] = 0
    stopped = Trace(counts, TOY.choices, TOY.standings, np.full(2, math.nan), np.full(2, math.nan))
    assert measures.of_match(stopped, PHASES, False) == {"finished": (0, 1)}


def test_all_win_together_and_nobody_was_behind() -> None:
    even = Trace(TOY.counts, TOY.choices, TOY.standings, np.zeros(2), np.array([5.0, 5.0]))
    shown = measures.of_match(even, PHASES, False)
    assert shown["sole"] == (0, 1)
    assert shown["win_share:A"] == (0.5, 1)
    assert "behind" not in shown


# --- intervals --------------------------------------------------------------------------------------------------------


def test_the_interval_of_a_ratio_covers_it_as_often_as_it_says() -> None:
    """Real choices by choices, in matches of very different length: 95 % of 1000 intervals, give or take two."""
    rng = np.random.default_rng(3)
    covered = 0
    for _ in range(1000):
        skill = rng.beta(4, 2, 100)
        choices = rng.poisson(5 + 60 * skill)
        real = rng.binomial(choices, skill)
        found = measures.estimate(Sums(real.astype(float), choices.astype(float)), is_share=True)
        assert found.low is not None
        assert found.high is not None
        truth = (5 * 2 / 3 + 60 * (4 * 5 / (6 * 7))) / (5 + 60 * 2 / 3)  # E[n p] / E[n] for Beta(4, 2)
        covered += found.low <= truth <= found.high
    assert 930 <= covered <= 970


def test_paired_differences_are_narrower_than_each_by_itself() -> None:
    rng = np.random.default_rng(4)
    luck = rng.normal(0, 10, 400)
    before, after = (Sums(luck + shift + rng.normal(0, 1, 400), np.ones(400)) for shift in (0, 0.5))
    found, alone = measures.difference(before, after), measures.estimate(before, is_share=False)
    assert found.low is not None
    assert found.high is not None
    assert alone.low is not None
    assert alone.high is not None
    assert found.low < 0.5 < found.high
    assert found.high - found.low < 0.3 * (alone.high - alone.low)


def test_a_measure_beside_itself_does_not_change() -> None:
    same = Sums(np.array([1.0, 2, 4]), np.array([2.0, 2, 4]))
    found = measures.difference(same, same)
    assert (found.value, found.low, found.high) == (0, 0, 0)


@pytest.mark.parametrize("share", [0.0, 0.4, 1.0])
def test_luck_is_the_share_of_the_variance_that_two_matches_on_a_deal_have_in_common(share: float) -> None:
    rng = np.random.default_rng(5)
    deal = math.sqrt(share) * rng.normal(size=4000)
    one, two = (deal + math.sqrt(1 - share) * rng.normal(size=4000) for _ in range(2))
    found = measures.estimate(measures.luck_sums(np.stack([one, -one], 1), np.stack([two, -two], 1)), is_share=True)
    assert found.low is not None
    assert found.high is not None
    assert found.low <= share + 1e-9
    assert found.high >= share - 1e-9
    assert found.high - found.low < 0.1


def test_where_one_loses_shares_are_of_losing() -> None:
    gains = np.array([1 / 3, 1 / 3, 1 / 3, -1])
    assert measures.shares(gains, one_loser=True).tolist() == [0, 0, 0, 1]
    assert measures.shares(-gains, one_loser=True).tolist() == [1 / 3, 1 / 3, 1 / 3, 0]


def test_one_bot_at_every_seat_of_a_deal_counts_as_one_deal() -> None:
    gains = np.array([[[1.0, -1], [1, -1]], [[1, -1], [-1, 1]]])  # equal bots where A wins; the one bot wins twice
    assert measures.rotated_sums(gains, False).tops.tolist() == [1, 2]
    assert measures.rotated_sums(gains, False).bottoms.tolist() == [2, 2]


# --- traces -----------------------------------------------------------------------------------------------------------


def played(
    slug: str, bot: int, restrictions: list[int], watch: Any = None, seed: int = 1, players: int = 3
) -> tuple[Any, ...]:
    """One match traced in plain Python; `watch` is called with (state, player, action) before each move."""
    game = ll.game(slug, players=2 if slug == "elevator-dice" else players)
    bound = dict(tracing.tracing_bindings(game.type, frozenset({RANDOM_BOT, bot})))
    apply_action = game.rules.apply_action

    def play(state: Any, player: int, action: int) -> None:
        if watch:
            watch(state, player, action)
        apply_action(state, player, action)

    room = max(game.rules.NUM_ACTIONS, game.rules.NUM_OUTCOMES)
    counts, choices = [0] * 7, np.zeros((500, 4), np.int64)
    standings = np.zeros((300, 8), np.int64)
    state = game.new_state()
    streams = [[start(seed, 0)], [start(seed, 1)]]
    kernel = bind(tracing.trace_match, bound | {"apply_action": play})
    buffers = [0] * room, [0] * room
    kernel(state, [(bot, 0)] * 8, restrictions, 200, *streams, *buffers, None, counts, choices, standings)
    return game, state, counts, choices, standings


def test_a_trace_is_the_match_that_simulate_plays_compiled_or_not() -> None:
    slug = "in-front-of-the-elevators"
    game, state, counts, choices, standings = played(slug, HEURISTIC_BOT, [0] * 8, seed=9)
    columns = ll.simulate(game, ["heuristic"] * 3, 1, seed=9)
    assert columns["moves"][0] == counts[kernels.MOVES]
    assert [columns[f"score_{seat}"][0] for seat in "ABC"] == [game.rules.score(state, seat) for seat in range(3)]

    kernel = tracing.compiled_traces(game.type, frozenset({HEURISTIC_BOT}))
    room = max(game.rules.NUM_ACTIONS, game.rules.NUM_OUTCOMES)
    position = to_record(game.new_state())
    made = [np.zeros(shape, np.int64) for shape in ((1, 7), (1, 500, 4), (1, 300, 4))]
    gains = np.zeros((2, 1, 4))
    kernel(
        np.concatenate([position, position]),
        9,
        9,
        0,
        np.array([[HEURISTIC_BOT, 0]] * 3),
        np.zeros(3, np.int64),
        200,
        np.zeros((2, 1), np.int64),
        np.zeros(room, np.int64),
        np.zeros(room, np.int64),
        None,
        made[0],
        *gains,
        *made[1:],
    )
    assert made[0][0].tolist() == counts
    assert np.array_equal(made[1][0], choices)
    assert np.array_equal(made[2][0, :, :3], standings[:, :3])


@pytest.mark.parametrize("slug", GAMES)
def test_a_trace_begins_level_or_known_and_ends_with_the_result(slug: str) -> None:
    game, state, counts, choices, standings = played(slug, HEURISTIC_BOT, [0] * 8)
    rows = counts[tracing.STANDINGS]
    assert rows in (counts[kernels.TURNS] + 1, counts[kernels.TURNS] + 2)  # writing before the lift first moves
    assert counts[kernels.FINISHED]
    returns = [game.rules.returns(state, seat) for seat in range(game.players)]
    last = standings[rows - 1, : game.players]
    best = {seat for seat in range(game.players) if returns[seat] == max(returns)}
    if slug == "ghost-lift":
        assert last[[seat for seat in range(game.players) if seat not in best]].max() <= last.max()
    else:
        assert last[list(best)].max() == last.max()
    phases = room_of(game.type, "balance").PHASES  # type: ignore[union-attr]
    assert set(choices[: counts[tracing.CHOICES], tracing.PHASE]) <= set(phases)


@pytest.mark.parametrize("slug", WITH_CHOICES)
def test_what_is_forbidden_is_not_played_and_is_read_off_the_view(slug: str) -> None:
    """Every restriction, for seat A; a predicate that looked at a secret would raise on the view."""
    rules = ll.game_type(slug).rules
    about = room_of(ll.game_type(slug), "balance")
    assert about
    for restriction, words in enumerate(about.RESTRICTIONS, start=1):
        met = 0

        def watch(state: Any, player: int, action: int, restriction: int = restriction, words: str = words) -> None:
            nonlocal met
            if player != 0:
                return
            view = View(state, player)
            actions = [0] * rules.NUM_ACTIONS
            legal = actions[: rules.legal_actions(state, player, actions)]
            allowed = [each for each in legal if about.is_allowed(view, player, each, restriction)]
            assert allowed == [each for each in legal if about.is_allowed(state, player, each, restriction)]
            assert action in allowed or not allowed, words
            met += len(allowed) < len(legal)

        for seed in range(3):
            played(slug, RANDOM_BOT, [restriction] + [0] * 7, watch, seed)
        assert met, words


# --- whole reports ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def dice() -> Report:
    """The control: nothing is decided."""
    report: Report = ll.balance(ll.game("elevator-dice", first="A"), ["search:8"], matches=400, seed=2, threads=2)
    return report


@pytest.fixture(scope="module")
def elevators() -> Report:
    game = ll.game("in-front-of-the-elevators", players=3)
    other = ll.game("in-front-of-the-elevators", players=3, side_pile=True)
    report: Report = ll.balance(game, ["heuristic"], matches=30, seed=2, threads=2, compare=other)
    return report


def found_in(report: Report) -> dict[str, Estimate]:
    return {each.name: each.estimate for each in report.findings}


def test_the_dice_race_has_the_seat_advantage_it_must_have(dice: Report) -> None:
    first, _ = win_chances(0, 4, 7, 0)
    for name in ("win_share:A", "first_player"):
        found = found_in(dice)[name]
        assert found.low is not None
        assert found.high is not None
        assert found.low <= float(first) <= found.high


def test_the_dice_race_shows_no_skill(dice: Report) -> None:
    found = found_in(dice)
    assert found["real_choices"].value == 0
    assert "options" not in found
    assert (found["play"].low, found["play"].high) == (0, 0)
    assert found["luck"].value == 1
    skill = [each for name, each in found.items() if name.startswith(("ladder", "match_up"))]
    assert len(skill) > 4
    assert all(each.low == each.high == 0.5 for each in skill)


def test_nothing_can_be_forbidden_in_the_dice_race(dice: Report) -> None:
    assert not any(name.startswith("restricted") for name in found_in(dice))


def test_threads_and_batches_change_nothing(monkeypatch: pytest.MonkeyPatch, dice: Report) -> None:
    monkeypatch.setattr(balance, "LARGEST_BATCH", 7)
    again = ll.balance(ll.game("elevator-dice", first="A"), ["search:8"], matches=400, seed=2, threads=1)
    assert again.as_data() == dice.as_data()


def test_the_ladder_goes_up_by_doubling() -> None:
    game = ll.game("ghost-lift", players=3)
    assert Plan(game, ("search:200",) * 3, 9).rungs == ["random", "heuristic", "search:50", "search:100", "search:200"]
    assert Plan(game, ("search:1", "random", "heuristic"), 9).rungs == ["random", "heuristic", "search:1"]
    assert Plan(game, ("random",) * 3, 9).rungs == ["random"]


def test_every_part_seats_the_one_bot_everywhere(elevators: Report) -> None:
    part = elevators.study.part("random among heuristic")
    assert part
    assert [lineup.bots.index("random") for lineup in part.lineups] == [0, 1, 2]
    assert part.gains.shape == (10, 3, 3)


def test_forbidding_what_pays_costs(elevators: Report) -> None:
    found = found_in(elevators)["restricted:never cuts in"]
    assert found.high is not None
    assert found.high < 1 / 3
    assert found_in(elevators)["ladder:heuristic among random"].low > 1 / 3  # type: ignore[operator]


def test_a_fourth_deck_gives_more_to_choose_from(elevators: Report) -> None:
    changes = {change.name: change for change in elevators.changes}
    assert changes["options:drawing a card"].is_seen
    assert changes["options:drawing a card"].change.low > 0  # type: ignore[operator]
    assert not changes["turns"].is_seen


def test_shares_of_wins_are_not_compared_between_numbers_of_players() -> None:
    small, large = (ll.game("in-front-of-the-elevators", players=players) for players in (3, 4))
    report = ll.balance(small, ["heuristic"], matches=4, compare=large)
    names = {change.name for change in report.changes}
    assert "turns" in names
    assert not any(name.startswith(("win_share", "ladder", "restricted", "first")) for name in names)


def test_the_page_stands_alone_and_tells_every_number(elevators: Report) -> None:
    page = elevators.page()
    assert "<script" not in page
    assert not re.search(r"""(src|href|url)\s*[=(]\s*["']?(?!#)""", re.sub(r'clip-path="url\(#[^"]*"', "", page))
    assert page.count("<svg") == page.count("<figure") > 10
    assert all(title in page for title in GROUPS.values())
    told = html.unescape(page)
    for each in elevators.findings:
        assert each.title in told
        assert each.interval in told
        assert each.says
        assert each.says in told
        assert each.definition.sentence.format(wins="wins") in told
        assert each.definition.source in told
    assert "side_pile=True instead of False" in told


def test_the_data_say_what_the_page_says(elevators: Report) -> None:
    data = json.loads(json.dumps(elevators.as_data(), allow_nan=False))
    assert data["is_whole"]
    assert data["seed"] == 2
    assert data["compared_with"]["options"]["side_pile"] is True
    by_name = {each["name"]: each for each in data["measures"]}
    assert by_name["turns"]["value"] == 63
    assert by_name["win_share:A"]["fair"] == pytest.approx(1 / 3)
    assert {"value", "low", "high", "interval", "number", "definition", "source", "says"} <= set(by_name["luck"])
    assert all(each["difference"]["interval"].startswith("95 %") for each in data["changes"])


def test_every_measure_is_defined_with_a_source(elevators: Report, dice: Report) -> None:
    for report in (elevators, dice):
        for name in balance.sums(report.study):
            assert definition_of(name).group in GROUPS
    assert all(each.sentence.endswith(".") and each.source for each in DEFINITIONS.values())


def test_matches_without_an_end_are_counted_apart() -> None:
    game = ll.game("in-front-of-the-elevators", players=3)
    found = found_in(ll.balance(game, ["heuristic"], matches=6, max_turns=20))
    assert found["finished"].value == 0
    assert set(found) == {"finished"}


def test_the_competent_bot_searches_where_worlds_can_be_dealt() -> None:
    assert balance.competent_bot(ll.game("elevator-dice")).startswith("search:")


# --- the command ------------------------------------------------------------------------------------------------------


@pytest.fixture
def lift(tmp_path: Path) -> Lift:
    return lift_in(tmp_path)


def test_the_command_writes_page_and_data(lift: Lift, tmp_path: Path) -> None:
    done = lift("balance", "elevator-dice", "--bots", "search:8", "-n", 10, "--out", "p.html", "--json", "p.json")
    assert done.returncode == 0, done.stderr
    assert done.stderr.strip().splitlines()[-1] == "'p.html' holds the report."
    assert "</html>" in (tmp_path / "p.html").read_text(encoding="utf-8")
    assert json.loads((tmp_path / "p.json").read_text(encoding="utf-8"))["game"] == "elevator-dice"


FE = "in-front-of-the-elevators"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["ghost-lifft"], "did you mean 'ghost-lift'?"),
        (["ghost-lift", "--players", "9"], "There is no value of option players"),
        (["ghost-lift", "--bots", "serch"], "There is no bot 'serch'"),
        (["ghost-lift", "--bots", "search:500ms"], "plays as well as the machine is fast"),
        (["ghost-lift", "--players", "3", "--bots", "random,random,random,random"], "4 bots for 3 seats"),
        (["ghost-lift", "--max-turns", "99999"], "The greatest number of turns should be from 1 to"),
        (["ghost-lift", "--compare", "ruls=simplified"], "did you mean 'rules'?"),
        (["ghost-lift", "--players", "3", "--compare", "rules=standard"], "is what is played already"),
        (["ghost-lift", "--compare", "rules"], "neither an option with a value nor one of two files"),
        (["ghost-lift", "--compare", "a.toml", "rules=simplified"], "not both"),
        (["ghost-lift", "--compare", "a.toml", "--compare", "b.toml", "c.toml"], "one option=value or two card files"),
        (["ghost-lift", "--compare", "none.toml", "none.toml"], "cannot be read"),
        (["elevator-dice", "--compare", "a.toml", "b.toml"], "has no card table"),
        ([FE, "--players", "3", "--compare", "same.toml", "same.toml"], "describe the same cards"),
        ([FE, "-o", "elevators=same.toml", "--compare", "same.toml", "a.toml"], "leave out --option elevators"),
        (["ghost-lift", "--out", "p.txt"], "should end in .html"),
        (["ghost-lift", "--out", "nowhere/p.html"], "There is no folder 'nowhere'"),
        (["ghost-lift", "--out", "there.html"], "There is already a file 'there.html'; --force replaces it."),
        (["ghost-lift", "--json", "p.html"], "should end in .json"),
    ],
)
def test_what_cannot_be_balanced_is_said_before_anything_is_played(
    lift: Lift, tmp_path: Path, arguments: list[str], words: str
) -> None:
    (tmp_path / "there.html").write_text("mine", encoding="utf-8")
    (tmp_path / "same.toml").write_text("", encoding="utf-8")
    (tmp_path / "a.toml").write_text("[3]\ncopies = 0\n", encoding="utf-8")
    assert words in sentence(lift("balance", *arguments), 2)
    assert (tmp_path / "there.html").read_text(encoding="utf-8") == "mine"


def test_two_card_files_are_compared(lift: Lift, tmp_path: Path) -> None:
    rich = '[[group]]\nname = "men"\nplayers_3 = [[9], [9, 9], [9, 9, 9]]\n'
    (tmp_path / "one.toml").write_text("", encoding="utf-8")
    (tmp_path / "two.toml").write_text(rich, encoding="utf-8")
    done = lift(
        *("balance", FE, "-p", 3, "--bots", "heuristic", "-n", 12, "--compare", "one.toml", "two.toml"),
        *("--out", "p.html", "--json", "p.json"),
    )
    assert done.returncode == 0, done.stderr
    changes = json.loads((tmp_path / "p.json").read_text(encoding="utf-8"))["changes"]
    assert next(each for each in changes if each["name"] == "score")["difference"]["low"] > 0


def stopped_after(matches: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody presses Ctrl-C."""
    play = balance.Table.play
    done = 0

    def stopping(table: Any, lineup: Any, first: int, number: int, is_traced: bool) -> Any:
        nonlocal done
        if done >= matches:
            raise KeyboardInterrupt
        done += number
        return play(table, lineup, first, number, is_traced)

    monkeypatch.setattr(balance.Table, "play", stopping)


def test_stopped_it_keeps_what_was_played_and_says_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out, data = tmp_path / "p.html", tmp_path / "p.json"
    stopped_after(5, monkeypatch)
    command = ["lift", "balance", "elevator-dice", "--bots", "search:8", "-n", "40", "--out", str(out), "--json"]
    monkeypatch.setattr("sys.argv", [*command, str(data)])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 130
    assert f"'{out}' holds what was played until now." in capsys.readouterr().err
    assert "Stopped early" in out.read_text(encoding="utf-8")
    found = json.loads(data.read_text(encoding="utf-8"))
    assert not found["is_whole"]
    assert 0 < found["parts"][0]["deals"] < 40


def test_stopped_before_the_first_match_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "p.html"
    stopped_after(0, monkeypatch)
    monkeypatch.setattr("sys.argv", ["lift", "balance", "elevator-dice", "--bots", "search:8", "--out", str(out)])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 130
    assert "Nothing was written." in capsys.readouterr().err
    assert not out.exists()


def test_stopped_between_two_games_the_page_tells_of_the_first() -> None:
    plans = [Plan(ll.game("elevator-dice", ends=ends), ("search:8",) * 2, 6) for ends in ("beyond", "inside")]
    first, second = (balance.study(plan) for plan in plans)
    balance.play([Study(first.plan, first.played[:1])])
    page = Report(first, second).page()
    assert "Stopped early" in page
    assert LETTERS[0] in page
