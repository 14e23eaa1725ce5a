"""The terminal tables, played with the keyboard, and what they are made of."""

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

import liftlobby as ll
from liftlobby.core.fields import View
from liftlobby.terminal.playing import PlayScreen
from liftlobby.terminal.replaying import ReplayApp, ReplayScreen
from liftlobby.terminal.screens import Choose, Cover, Reading
from liftlobby.terminal.session import Session, load
from liftlobby.terminal.tables import grouped_names, in_order, spectated, table_of
from liftlobby.terminal.theme import rich_theme
from liftlobby.terminal.timeline import ALL, SPECTATOR, Timeline, knowledge
from liftlobby.terminal.typed import as_written, find_move
from liftlobby.terminal.welcome import PlayApp

GAMES: dict[str, dict[str, Any]] = {
    "elevator-dice": {},
    "ghost-lift": {"players": 3},
    "in-front-of-the-elevators": {"players": 3, "side_pile": True},
    "stuck-in-the-lift": {"players": 4},
}
SMALL = (80, 24)


def new_session(slug: str, humans: int = 1, seed: int = 7, **options: Any) -> Session:
    game = ll.game(slug, **options)
    return Session.new(game, humans, ["heuristic"] * (game.players - humans), seed)


def screen_text(pilot: Pilot[None]) -> str:
    """All the characters on the screen."""
    lines = pilot.app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in lines)


def plain(renderable: object) -> str:
    """A drawing as text."""
    from rich.console import Console

    console = Console(width=78, color_system=None, theme=rich_theme("dark"))
    with console.capture() as capture:
        console.print(renderable)
    return capture.get()


async def settle(pilot: Pilot[None]) -> None:
    """Wait until the keyboard is somebody's again."""
    for _ in range(200):
        await pilot.pause()
        screen = pilot.app.screen
        if not isinstance(screen, PlayScreen):
            if not isinstance(screen, Choose | Cover | Reading):
                continue
            return
        if screen.query_one("#moves", OptionList).option_count and screen._acting:
            return
    raise AssertionError("nobody is to act")


def play_heuristically(session: Session, moves: int) -> None:
    """Let everybody play what the heuristic would, until the match has so many moves."""
    while not session.match.is_over and session.match.num_moves < moves:
        if bot := session.bot_to_act():
            session.play_bot(bot)
        else:
            seat = session.person_to_act()
            assert seat
            session.match.play(seat, session.hint(seat))


def near_the_end(slug: str, moves: int, **options: Any) -> Session:
    """A session with at most so many moves to come if the person plays as the heuristic would."""
    whole = new_session(slug, **options)
    play_heuristically(whole, 10**6)
    session = new_session(slug, **options)
    play_heuristically(session, whole.match.num_moves - moves)
    return session


async def play_on(pilot: Pilot[None], *, presses: int = 2000) -> None:
    """Play what the heuristic would until the final scores stand there."""
    for _ in range(presses):
        await settle(pilot)
        if isinstance(pilot.app.screen, Choose):
            return
        if isinstance(pilot.app.screen, Cover):
            await pilot.press(pilot.app.screen._seat.lower())
        else:
            await pilot.press("h", "enter")
    raise AssertionError("the match does not end")


# --- playing ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
async def test_each_game_is_played_to_its_final_scores_by_keys(slug: str) -> None:
    session = near_the_end(slug, 100, **GAMES[slug])
    async with PlayApp(session, pace="instant").run_test(size=SMALL) as pilot:
        await play_on(pilot)
        assert session.match.is_over
        result = session.match.result
        assert result is not None
        shown = screen_text(pilot)
        assert "wins" in shown
        assert result.reason[:30] in shown
        await pilot.press("down", "down", "enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, PlayScreen)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_nothing_is_cut_off(slug: str, size: tuple[int, int]) -> None:
    session = new_session(slug, **GAMES[slug])
    async with PlayApp(session, pace="instant").run_test(size=size) as pilot:
        await settle(pilot)
        assert not pilot.app.screen.query_one("#table").show_vertical_scrollbar
        assert pilot.app.screen.query_one("#moves").size.height >= 4
        assert "…" not in str(pilot.app.screen.query_one("#title", Static).render())


async def test_bots_can_be_watched() -> None:
    session = new_session("stuck-in-the-lift", humans=0, players=3)
    async with PlayApp(session, pace="instant").run_test(size=SMALL) as pilot:
        await settle(pilot)
        assert isinstance(pilot.app.screen, Choose)
        assert session.match.is_over


async def test_a_move_is_typed_forgivingly_and_refused_with_its_rule() -> None:
    session = new_session("stuck-in-the-lift", players=3)
    async with PlayApp(session, pace="instant").run_test(size=SMALL) as pilot:
        await settle(pilot)
        await pilot.press(*"3 5", "enter")
        await settle(pilot)
        assert session.match.record("A")["moves"][-1] != "A write1 35"
        assert "Legal: " in screen_text(pilot)
        await pilot.press(*"WRITE1", "space", "space", *"35", "enter")
        await settle(pilot)
        assert "A write1 35" in session.match.moves
        await pilot.press(*"drive", "space", *"5", "enter")
        await settle(pilot)
        assert "SL-" in screen_text(pilot)
        assert pilot.app.screen.query_one("#moves", OptionList).option_count == 9


async def test_hint_keys_rules_and_light() -> None:
    session = new_session("ghost-lift", players=3)
    async with PlayApp(session, pace="instant").run_test(size=SMALL) as pilot:
        await settle(pilot)
        await pilot.press("h")
        await pilot.pause()
        assert "the heuristic would play" in screen_text(pilot)
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(pilot.app.screen, Reading)
        assert "a hint" in screen_text(pilot)
        await pilot.press("escape", "f5")
        await pilot.pause()
        assert pilot.app.theme == "lobby-light"
        await pilot.press("slash", "x", "escape")
        await pilot.pause()
        assert pilot.app.screen.query_one("#typed", Input).value == ""


async def test_leaving_asks_when_something_would_be_lost(tmp_path: Path) -> None:
    session = new_session("stuck-in-the-lift", players=3)
    session.file = tmp_path / "match.json"
    app = PlayApp(session, pace="instant")
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        await pilot.press("enter")
        await settle(pilot)
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(pilot.app.screen, Choose)
        await pilot.press("enter")
        await pilot.pause()
    assert load(session.file).match.moves == session.match.moves


async def test_without_a_game_it_asks_which_and_how_many() -> None:
    app = PlayApp(None, pace="instant", seed=1)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert "Which game?" in screen_text(pilot)
        await pilot.press("down", "enter")
        await pilot.pause()
        assert "How many players?" in screen_text(pilot)
        await pilot.press("down", "enter")
        await settle(pilot)
        assert isinstance(app.screen, PlayScreen)
        assert app.screen.session.match.game.slug == "ghost-lift"
        assert app.screen.session.match.game.players == 3


async def test_the_record_is_saved_at_the_end(tmp_path: Path) -> None:
    session = near_the_end("elevator-dice", 10)
    file = tmp_path / "dice.json"
    async with PlayApp(session, pace="instant").run_test(size=SMALL) as pilot:
        await play_on(pilot)
        await pilot.press("down", "enter")
        await pilot.pause()
        pilot.app.screen.query_one(Input).value = str(file)
        await pilot.press("enter")
        await pilot.pause()
    assert ll.verify(json.loads(file.read_text(encoding="utf-8"))).match.moves == session.match.moves


# --- several people, hidden hands -------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", ["ghost-lift", "in-front-of-the-elevators", "stuck-in-the-lift"])
async def test_between_two_people_a_cover_hides_the_hand(slug: str) -> None:
    session = new_session(slug, humans=3, players=3)
    async with PlayApp(session, pace="instant").run_test(size=SMALL) as pilot:
        await settle(pilot)
        covers = 0
        for _ in range(16):
            screen = pilot.app.screen
            if isinstance(screen, Cover):
                covers += 1
                # What lies under the cover is drawn too: neither may hold anything that is not a spectator's.
                table = pilot.app.screen_stack[-2]
                assert isinstance(table, PlayScreen)
                assert table._viewer is None
                assert table.query_one("#moves", OptionList).option_count == 0
                assert "Your hand" not in screen_text(pilot)
                assert "Pass the keyboard to" in screen_text(pilot)
                await pilot.press("enter", "space", "escape", "h", "z")
                assert isinstance(pilot.app.screen, Cover), "a key too many must not show the other's hand"
                await pilot.press(screen._seat.lower())
            else:
                await pilot.press("h", "enter")
            await settle(pilot)
        assert covers >= 4


async def test_the_cover_holds_none_of_the_written_floors() -> None:
    session = new_session("stuck-in-the-lift", humans=2, players=2)
    async with PlayApp(session, pace="instant").run_test(size=SMALL) as pilot:
        await settle(pilot)
        await pilot.press("a")
        await settle(pilot)
        await pilot.press(*"35", "enter")
        await settle(pilot)
        await pilot.press(*"20", "enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, Cover)
        assert "35" not in screen_text(pilot).replace("35    ▕", "")
        assert "★" not in screen_text(pilot)


# --- saving and resuming ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_a_resumed_match_goes_on_exactly_as_it_would_have(slug: str, tmp_path: Path) -> None:
    session = new_session(slug, **GAMES[slug])
    play_heuristically(session, 40)
    file = tmp_path / "saved.json"
    session.save(file)
    assert not session.is_unsaved
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    resumed = load(file)
    play_heuristically(session, 90)
    play_heuristically(resumed, 90)
    assert resumed.match.moves == session.match.moves
    assert resumed.humans == 1


HOSTILE: dict[str, str | dict[str, object]] = {
    "not JSON": "{",
    "nested": "[" * 100_000,
    "a number": "7",
    "no record": json.dumps({"format": "liftlobby-save/1", "record": 3, "seed": 1, "humans": 1, "bots": []}),
    "seed": {"seed": "x"},
    "true": {"seed": True},
    "humans": {"humans": -1},
    "too many": {"humans": 9},
    "bots": {"bots": "heuristic"},
    "no such bot": {"bots": ["heuristc"]},
    "format": {"format": "liftlobby-save/2"},
    "more": {"more": 1},
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_damaged_save_file_gives_a_sentence(what: str, tmp_path: Path) -> None:
    file = tmp_path / "saved.json"
    new_session("elevator-dice").save(file)
    damage = HOSTILE[what]
    if isinstance(damage, dict):
        damage = json.dumps(json.loads(file.read_text(encoding="utf-8")) | damage)
    file.write_text(damage, encoding="utf-8")
    with pytest.raises(ll.BadRecord, match=r"is not a saved match"):
        load(file)


# --- replaying --------------------------------------------------------------------------------------------------------


async def test_replay_steps_forward_and_back_with_any_seat_s_knowledge() -> None:
    session = new_session("ghost-lift", players=3)
    timeline = Timeline(session.match)
    async with ReplayApp(timeline, SPECTATOR).run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert isinstance(pilot.app.screen, ReplayScreen)
        assert "Move 0 of" in screen_text(pilot)
        await pilot.press("right", "right")
        assert "Move 2 of" in screen_text(pilot)
        assert "* ?" in screen_text(pilot)
        await pilot.press("left", "tab", "tab")
        assert "A player" in screen_text(pilot)
        await pilot.press("end")
        assert "Your hand" in screen_text(pilot)
        await pilot.press("home")
        assert "Move 0 of" in screen_text(pilot)


def test_a_timeline_shows_each_seat_what_it_knew() -> None:
    match = ll.game("in-front-of-the-elevators", players=3, first="A").match(seed=4)
    while not match.is_over:
        seat = match.to_act[0]
        match.play(seat, match.legal_moves(seat)[0])
    timeline = Timeline(match)
    assert knowledge(match, None) == ALL
    for position in (0, 10, len(timeline)):
        for who in ("A", "C", SPECTATOR, ALL):
            assert plain(timeline.drawn(position, who, "en"))
    assert timeline.told(len(timeline), "B", "en") == match.log("B")
    assert timeline.at(len(timeline)).moves == match.moves
    assert not any("?" in line for line in timeline.told(len(timeline), ALL, "en"))
    with pytest.raises(ll.UnknownName, match="There is no seat"):
        knowledge(match, "D")


# --- the parts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "legal", "meant"),
    [
        ("7^+7", ["7", "7+7^", "pass"], "7+7^"),
        ("7 7^", ["7", "7+7^", "pass"], "7+7^"),
        (" P ", ["7", "pass"], "pass"),
        ("TAKE  5", ["leave", "take 5"], "take 5"),
        ("5", ["leave", "take 5"], "take 5"),
        ("e", ["write1 5", "write1 E"], "write1 E"),
        ("girl 2", ["blue-girl 2", "red-boy 2"], "blue-girl 2"),
        ("2", ["blue-girl 2", "red-boy 2"], None),
        ("1", ["10", "pass"], None),
        ("", ["roll"], None),
        ("x", ["roll"], None),
    ],
)
def test_typed_moves(typed: str, legal: list[str], meant: str | None) -> None:
    assert find_move(typed, legal) == meant


def test_what_cannot_be_played_is_spelt_as_a_move_for_its_refusal() -> None:
    match = ll.game("stuck-in-the-lift", players=3).match()
    view = match.view("A")
    assert as_written("DRIVE   5", match, view, 0) == "drive 5"
    assert as_written("write1 e", match, view, 0) == "write1 E"
    assert as_written("nonsense", match, view, 0) == "nonsense"


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("language", ["en", "vi"])
def test_tables_are_drawn_from_views_alone(slug: str, language: str) -> None:
    game = ll.game(slug, **GAMES[slug])
    table = table_of(game.type)
    match = game.match(seed=3)
    stops = 0
    while not match.is_over and stops < 150:
        seat = match.to_act[-1]
        for who in (None, seat):
            view = match.view(who)
            assert isinstance(view, View)
            shown = plain(table.draw(view, language))
            assert max(map(len, shown.splitlines())) <= 78
        assert table.ask(match.view(seat), language)
        for move in match.legal_moves(seat):
            table.explain(match.view(seat), move, language)
        match.play(seat, match.legal_moves(seat)[stops % len(match.legal_moves(seat))])
        stops += 1
    assert plain(table.account(spectated(match), language))


def test_seats_with_one_name_stand_together() -> None:
    assert grouped_names(["you", "random", "random", "heuristic"]) == "A you · B-C random · D heuristic"


def test_moves_are_listed_as_people_count() -> None:
    match = ll.game("stuck-in-the-lift", players=3).match()
    assert in_order(match, "B")[:3] == ["write1 E", "write1 5", "write1 10"]
