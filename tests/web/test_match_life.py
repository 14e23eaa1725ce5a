"""A match as people live it: join, leave, come back, hand over, take back, run out of time, play again."""

import asyncio
import contextlib
import json
import re
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from servers import API, GAMES, Guest, Made, Server, serving, turn_on, until

import liftlobby as ll
from liftlobby.bots import bot_move as quick_bot_move
from liftlobby.core.record import verify
from liftlobby.web import store as kept
from liftlobby.web import table as table_module
from liftlobby.web.lobby import Lobby, NewSeat, NewTable
from liftlobby.web.settings import DAYS_ON_THE_TABLE, Settings
from liftlobby.web.store import Store
from liftlobby.web.table import Refused, Stale, Table

HUMAN = "human"


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where who is silent for 0.6 seconds is away, and clocks may be short."""
    environment = {"LIFTLOBBY_AWAY_SECONDS": "0.6", "LIFTLOBBY_LEAST_BANK": "1"}
    with serving(tmp_path_factory.mktemp("hasty"), **environment) as running:
        yield running


@pytest.fixture
async def lobby(tmp_path: Path) -> AsyncIterator[Lobby]:
    """A lobby in this process, on a real store; its bots move at once."""
    opened = Lobby(Settings(data=tmp_path, bot_pause=0), Store(f"sqlite:///{tmp_path / 'tables.sqlite3'}"))
    yield opened
    opened.close()


async def begin(lobby: Lobby, game: str, *kinds: str, bank: int | None = None, increment: int = 0) -> Table:
    """A table whose match has begun."""
    seats = [NewSeat(HUMAN if kind == HUMAN else "bot", bot="" if kind == HUMAN else kind) for kind in kinds]
    new = NewTable(ll.game(game, players=len(seats)), seats, bank=bank, increment=increment, pace="instant")
    table = await lobby.make(new)
    assert table.status == "running"
    return table


async def quiet(table: Table) -> None:
    """Wait until no bot is thinking."""
    while table._driver and not table._driver.done():
        await asyncio.sleep(0.001)


# --- join, leave, come back ---------------------------------------------------------------------------------------


def test_friends_join_by_the_link_and_the_match_begins_with_the_last(server: Server) -> None:
    ann, ben, eve = server.guest("Ann"), server.guest("Ben"), server.guest()
    page = ann.new_table("ghost-lift", **{"option-players": "2", "seat-1": "friend"})
    assert "Sit down" in ben.get(page).text
    answer = ben.form(f"{page}/sit", number="1")
    assert (answer.status_code, answer.headers["location"]) == (303, f"{page}?seat=B")
    assert "Ben" in ann.get(page).text
    assert "to move" in ann.get(page).text
    assert eve.form(f"{page}/sit", number="1").status_code == 409
    for number in ("0", "2", "-1", "x", "9" * 30, ""):
        assert eve.form(f"{page}/sit", number=number).status_code in (404, 409)
    assert eve.form(f"{page}/move", seat="A", move="pass", turn="0").status_code == 403


def test_who_leaves_before_the_match_frees_the_seat_and_the_old_link_is_dead(server: Server) -> None:
    ann, ben = server.guest("Ann"), server.guest("Ben")
    page = ann.new_table("elevator-dice", **{"seat-1": "friend"})
    key = ann.key_of(page)
    assert ann.form(f"{page}/leave", seat="A").headers["location"] == "/"
    assert ben.get(key).status_code == 404
    assert ann.form(f"{page}/move", seat="A", move="roll", turn="0").status_code == 403
    assert ben.form(f"{page}/sit", number="0").status_code == 303
    assert ben.key_of(page) != key


def test_who_leaves_a_match_is_played_for_and_gets_the_seat_back(server: Server) -> None:
    ann, ben = server.guest("Ann"), server.guest("Ben")
    page = ann.new_table("stuck-in-the-lift", **{"option-players": "2", "seat-1": "friend"})
    ben.form(f"{page}/sit", number="1")
    ann.form(f"{page}/leave", seat="A")
    assert '<span class="tag">a bot plays</span>' in ben.get(page).text
    until(lambda: ben.get(f"{page}/record").json()["moves"].count("A write1 ?") == 1)
    assert "Ann leaves; a bot plays on until Ann is back." in ben.get(f"{page}/log").text
    mine = ann.get(page).text
    assert "Ann is back." in mine
    assert turn_on(mine) == "2"
    assert '<span class="tag">a bot plays</span>' not in mine


def test_a_personal_link_opens_the_seat_on_another_device(server: Server) -> None:
    desk, phone, stranger = server.guest("Ann"), server.guest(), server.guest()
    page = desk.new_table("ghost-lift", **{"option-players": "2", "seat-1": "friend"})
    stranger.form(f"{page}/sit", number="1", name="Ben")
    key = desk.key_of(page)
    answer = phone.get(key)
    assert (answer.status_code, answer.headers["location"]) == (303, f"{page}?seat=A")
    assert board_of(phone.get(page).text) == board_of(desk.get(page).text)
    assert board_of(phone.get(page).text) != board_of(stranger.get(page).text)
    assert key in phone.get(page).text
    for wrong in ("0" * 32, "x", "%00", key[-32:-1]):
        assert stranger.get(f"{page}/key/{wrong}").status_code == 404


def test_a_personal_link_opened_twice_at_once_is_no_fault(server: Server) -> None:
    desk, phone = server.guest("Ann"), server.guest()
    page = desk.new_table("elevator-dice")
    phone.form("/play/elevator-dice")
    key = desk.key_of(page)
    with ThreadPoolExecutor(6) as threads:
        assert set(threads.map(lambda _: phone.get(key).status_code, range(6))) == {303}


def board_of(page: str) -> str:
    """What lies on the table, without the hidden fields."""
    found = re.search(r'<form id="?board"?.*?</form>', page, re.S)
    assert found
    return re.sub(r'<input type="?hidden.*?>', "", found[0])


# --- a bot stands in ----------------------------------------------------------------------------------------------


def test_others_hand_a_seat_left_too_long_to_a_bot_and_its_owner_gets_it_back(hasty: Server) -> None:
    ann, ben, eve = hasty.guest("Ann"), hasty.guest("Ben"), hasty.guest("Eve")
    page = ann.new_table("stuck-in-the-lift", **{"option-players": "2", "seat-1": "friend"})
    ben.form(f"{page}/sit", number="1")
    ann.get(page)
    assert ben.form(f"{page}/stand-in", number="0").status_code == 409
    until(lambda: "Let a bot play for Ann" in ben.get(page).text)
    assert eve.form(f"{page}/stand-in", number="0").status_code == 403
    for number in ("7", "-1", "x"):
        assert ben.form(f"{page}/stand-in", number=number).status_code == 404
    assert ben.form(f"{page}/stand-in", number="0").status_code == 303
    until(lambda: ben.get(f"{page}/record").json()["moves"].count("A write2 ?") == 1)
    page_of_ben = ben.get(page).text
    assert "Ann is away: a bot plays for Ann." in page_of_ben
    assert "Let a bot play" not in page_of_ben
    assert 'name="turn"' in ann.get(page).text.replace("name=turn", 'name="turn"')
    assert "a bot plays for" not in board_of(ben.get(page).text)
    assert "Ann is back." in ben.get(f"{page}/log").text


def test_a_live_page_is_told_that_somebody_is_away_and_back(hasty: Server) -> None:
    ann, ben = hasty.guest("Ann"), hasty.guest("Ben")
    page = ann.new_table("stuck-in-the-lift", **{"option-players": "2", "seat-1": "friend"})
    ben.form(f"{page}/sit", number="1")
    with ben.live(page, seat="B") as live:
        live.recv(timeout=5)
        assert "Let a bot play for Ann" in str(json.loads(live.recv(timeout=5))["parts"])
        ann.get(page)
        assert "Let a bot play for Ann" not in str(json.loads(live.recv(timeout=5))["parts"])


def test_a_live_page_is_not_away(hasty: Server) -> None:
    ann, ben = hasty.guest("Ann"), hasty.guest("Ben")
    page = ann.new_table("stuck-in-the-lift", **{"option-players": "2", "seat-1": "friend"})
    ben.form(f"{page}/sit", number="1")
    with ann.live(page, seat="A"):
        time.sleep(0.5)
        assert ben.form(f"{page}/stand-in", number="0").status_code == 409
    until(lambda: ben.form(f"{page}/stand-in", number="0").status_code == 303)


@pytest.mark.parametrize("how", ["state", "move", "form"])
def test_whatever_its_owner_asks_gives_a_seat_back(hasty: Server, how: str) -> None:
    ann, ben = hasty.guest("Ann"), hasty.guest("Ben")
    page = ann.new_table("stuck-in-the-lift", **{"option-players": "2", "seat-1": "friend"})
    ben.form(f"{page}/sit", number="1")
    made = Made(hasty, page[3:], {"A": ann.key_of(page)[-32:]})
    until(lambda: ben.form(f"{page}/stand-in", number="0").status_code == 303)
    until(lambda: made.state()["to_act"] == ["B"])
    assert made.state()["seats"][0]["stand_in"]
    if how == "state":
        made.state("A")
    elif how == "move":
        made.move("A", "drive 5", 99)
    else:
        ann.form(f"{page}/move", seat="A", move="drive 5", turn="99")
    assert not made.state()["seats"][0]["stand_in"]


@pytest.mark.parametrize("game", GAMES)
async def test_a_seat_is_handed_over_and_given_back_at_every_choice(lobby: Lobby, game: str) -> None:
    table = await begin(lobby, game, *[HUMAN] * ll.game(game).players)
    choices = 0
    while table.to_act:
        seat = table.to_act[choices % len(table.to_act)]
        turn = table.turn_of(seat)
        seat.seen = 0.0
        await table.stand_in(seat)
        await table.come_back(seat)
        assert not seat.stand_in
        await quiet(table)
        if choices < 40:
            assert table.turn_of(seat) - turn <= 1
        if table.turn_of(seat) == turn and seat in table.to_act:
            seat.seen = 0.0
            await table.stand_in(seat)
            while table.turn_of(seat) == turn:
                await asyncio.sleep(0)
            await table.come_back(seat)
            await quiet(table)
        choices += 1
        assert choices < 2000
    assert verify(table.match.record()).is_fair
    assert [line for line, _ in (await lobby.store.read(kept.load(table.id))).moves] == table.match.moves


async def test_a_bot_that_was_thinking_does_not_move_a_seat_given_back(
    lobby: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_module, "bot_move", slow_for("A"))
    table = await begin(lobby, "elevator-dice", HUMAN, HUMAN)
    while table.to_act[0].letter != "A":
        await table.play(table.to_act[0], "roll", table.turn_of(table.to_act[0]))
    seat = table.to_act[0]
    turn = table.turn_of(seat)
    seat.seen = 0.0
    await table.stand_in(seat)
    await asyncio.sleep(0.05)
    await table.come_back(seat)
    await quiet(table)
    assert table.turn_of(seat) == turn


def slow_for(letter: str) -> Callable[..., str]:
    """A bot that thinks for a while about the moves of one seat."""

    def move(match: Any, seat: str, name: str, stream: Any) -> str:
        if seat == letter:
            time.sleep(0.2)
        return quick_bot_move(match, seat, name, stream)

    return move


# --- take back ----------------------------------------------------------------------------------------------------


def written(server: Server, players: int) -> Made:
    """I'm Stuck in the Lift, everybody has written and is to choose a drive card."""
    made = server.table("stuck-in-the-lift", *[HUMAN] * players)
    for _ in range(2):
        for seat in "ABCD"[:players]:
            made.play(seat)
    return made


def test_a_commit_is_taken_back_exactly_once_before_all_have_chosen(server: Server) -> None:
    made = written(server, 3)
    take_back = f"{made.api}/take-back"
    turn = made.state("A")["turn"]
    made.play("A", "drive 5")
    made.play("B", "drive 10")
    answer = made.program("A").post(take_back)
    assert answer.status_code == 200
    assert answer.json()["turn"] == turn + 2
    assert answer.json()["to_act"] == ["A", "C"]
    assert "takes back a choice" in answer.json()["log"][-1]
    assert made.program("A").post(take_back).status_code == 409
    for stale in (turn, turn + 1):
        assert made.move("A", "drive 5", stale).status_code == 409
    made.play("A", "drive 0")
    made.play("C", "drive 0")
    drives = sorted(line for line in made.record()["moves"] if "drive" in line)
    assert drives == ["A drive 0", "B drive 10", "C drive 0"]
    for seat in "ABC":
        assert made.program(seat).post(take_back).status_code == 409


def test_a_commit_is_taken_back_on_the_page_and_clocks_go_on_even_after_kill_9(tmp_path: Path) -> None:
    with serving(tmp_path, LIFTLOBBY_LEAST_BANK="2") as server:
        ann = server.guest("Ann")
        page = ann.new_table("stuck-in-the-lift", **{"option-players": "2", "seat-1": "here"})
        for turn, move in enumerate(("write1 5", "write2 5")):
            for seat in "AB":
                assert turn_on(ann.get(page, params={"seat": seat}).text) == str(turn)
                assert ann.form(f"{page}/move", seat=seat, move=move, turn=turn).status_code == 303
        ann.form(f"{page}/move", seat="A", move="drive 5", turn="2")
        assert "Take back my choice" in ann.get(page, params={"seat": "A"}).text
        assert "Take back my choice" not in ann.get(page, params={"seat": "B"}).text
        assert ann.form(f"{page}/take-back", seat="B").status_code == 409
        made = server.table("elevator-dice", HUMAN, HUMAN, bank=2)
        server.kill()
        server.start()
        assert ann.form(f"{page}/take-back", seat="A").status_code == 303
        assert "drive" not in str(ann.get(f"{page}/record", params={"seat": "A"}).json()["moves"])
        assert ann.form(f"{page}/move", seat="A", move="drive 10", turn="4").status_code == 303
        until(lambda: any("out of time" in line for line in made.state()["log"]))


@pytest.mark.parametrize("game", [game for game in GAMES if game != "stuck-in-the-lift"])
def test_nothing_else_is_taken_back(server: Server, game: str) -> None:
    made = server.table(game, *[HUMAN] * ll.game(game).players)
    for _ in range(3):
        seat = made.state()["to_act"][0]
        moves = made.play(seat)["turn"]
        answer = made.program(seat).post(f"{made.api}/take-back")
        assert answer.status_code == 409
        assert made.state(seat)["turn"] == moves


async def test_taking_back_gives_no_time(lobby: Lobby) -> None:
    table = await begin(lobby, "stuck-in-the-lift", HUMAN, HUMAN, bank=60, increment=30)
    for move in ("write1 5", "write2 5"):
        for seat in table.seats:
            await table.play(seat, move, table.turn_of(seat))
    seat = table.seats[0]
    before = seat.bank
    assert before is not None
    for _ in range(5):
        await table.play(seat, "drive 5", table.turn_of(seat))
        await table.take_back(seat)
    assert seat.bank is not None
    assert seat.bank <= before
    stored = await lobby.store.read(kept.load(table.id))
    assert stored.seats[0]["bank"] == seat.bank


# --- clocks -------------------------------------------------------------------------------------------------------


def test_who_is_out_of_time_is_moved_for_and_the_log_says_so(hasty: Server) -> None:
    made = hasty.table("elevator-dice", HUMAN, HUMAN, options={"first": "A"}, bank=1)
    until(lambda: made.state("A")["turn"] == 1, seconds=3)
    assert "is out of time: a bot chose the move." in str(made.state()["log"])
    assert "is out of time: a bot chose the move." in made.program().get(f"{made.page}/log").text
    assert made.state()["to_act"] == ["B"]
    assert not made.state()["seats"][0]["stand_in"]
    assert made.move("B", "roll", 0).status_code == 200
    with hasty.guest() as guest:
        assert 'class="clock"' in guest.get(made.page).text.replace("class=clock", 'class="clock"')


def test_a_page_loaded_again_shows_the_clock_as_it_is(hasty: Server) -> None:
    made = hasty.table("elevator-dice", HUMAN, HUMAN, options={"first": "A"}, bank=60)
    clock = re.compile(r'data-left="?([\d.]+)')
    with hasty.guest() as guest:
        before = [float(left) for left in clock.findall(guest.get(made.page).text)]
        time.sleep(1.2)
        after = [float(left) for left in clock.findall(guest.get(made.page).text)]
    assert before[0] - after[0] > 1
    assert before[1] == after[1] == 60


async def test_a_move_made_just_in_time_is_not_followed_by_the_bots(
    lobby: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_module, "bot_move", slow_for("A"))
    table = await begin(lobby, "stuck-in-the-lift", HUMAN, "heuristic", bank=60)
    seat = table.seats[0]
    for move in ("write1 5", "write2 5"):
        await table.play(seat, move, table.turn_of(seat))
    await quiet(table)
    seat.bank = 0.0
    late = asyncio.create_task(table._time_out())
    await asyncio.sleep(0.05)
    turn = table.turn_of(seat)
    await table.play(seat, table.match.legal_moves("A")[0], turn)
    await late
    assert table.turn_of(seat) == turn + 1


# --- chat, rematch, tables put away -------------------------------------------------------------------------------


def test_chat_survives_a_restart_and_tables_put_away_are_there_by_link(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ann, ben = server.guest("Ann"), server.guest("Ben")
        page = ann.new_table("elevator-dice", **{"seat-1": "friend", "public": "on", "option-first": "A"})
        ben.form(f"{page}/sit", number="1")
        assert page in server.guest().get("/").text
        assert ben.form(f"{page}/chat", said="mind the doors").status_code == 303
        assert server.guest("Eve").form(f"{page}/chat", said="hello from outside").status_code == 303
        server.stop()
        with sqlite3.connect(server.data / "tables.sqlite3") as store:
            store.execute("update tables set touched = ?", (time.time() - (DAYS_ON_THE_TABLE + 1) * 86400,))
        store.close()
        server.start()
        assert page not in server.guest().get("/").text
        lobby = ann.get("/").text
        assert page in lobby[lobby.index("Put away") :]
        shown = ann.get(page).text
        assert re.search(r"<b>Ben</b>\s*mind the doors", shown)
        assert re.search(r"<b>\(Eve\)</b>\s*hello from outside", shown)
        assert ann.form(f"{page}/move", seat="A", move="roll", turn="0").status_code == 303
        assert "Put away" not in ann.get("/").text
        assert page in server.guest().get("/").text


def test_a_rematch_is_one_table_with_the_same_seats(server: Server) -> None:
    ann, ben, eve = server.guest("Ann"), server.guest("Ben"), server.guest("Eve")
    page = ann.new_table("elevator-dice", **{"seat-1": "friend"})
    ben.form(f"{page}/sit", number="1")
    keys = {"A": ann.key_of(page)[-32:], "B": ben.key_of(page)[-32:]}
    made = Made(server, page[3:], keys)
    assert ann.form(f"{page}/rematch").status_code == 409
    while to_act := made.state()["to_act"]:
        made.play(to_act[0])
    assert eve.form(f"{page}/rematch").status_code == 403
    with ThreadPoolExecutor(6) as threads:
        answers = list(threads.map(lambda who: who.form(f"{page}/rematch"), [ann, ben] * 3))
    assert {answer.status_code for answer in answers} == {303}
    assert len({answer.headers["location"] for answer in answers}) == 1
    again = answers[0].headers["location"]
    assert again != page
    assert "To the rematch" in eve.get(page).text
    assert f'data-seat="{"A"}"' in ann.get(again).text.replace("data-seat=A", 'data-seat="A"')
    assert f'data-seat="{"B"}"' in ben.get(again).text.replace("data-seat=B", 'data-seat="B"')
    state = Made(server, again[3:], keys).state("A")  # the tokens open it too
    assert [seat["name"] for seat in state["seats"]] == ["Ann", "Ben"]
    assert state["options"] == made.state()["options"]
    assert sum(again in line for line in ann.get("/").text.splitlines()) == 1


async def test_a_table_whose_server_died_while_it_filled_begins(lobby: Lobby) -> None:
    table = await lobby.make(NewTable(ll.game("elevator-dice"), [NewSeat(HUMAN), NewSeat("open")]))
    await lobby.store.write(kept.change(table.id, seats={1: {"kind": HUMAN, "name": "Ben"}}))
    del lobby.tables[table.id]
    assert (await lobby.find(table.id)).status == "running"


async def test_a_seat_watched_while_another_server_moves_is_left_when_its_page_closes(lobby: Lobby) -> None:
    table = await begin(lobby, "elevator-dice", HUMAN, HUMAN)
    seat, watcher = table.seats[0], Watcher()
    table.watch(watcher, seat)
    await lobby.store.write(kept.change(table.id, seats={0: {"stand_in": True}}))
    await table.catch_up()
    assert table.seats[0].stand_in
    assert watcher.woken
    table.unwatch(watcher, seat)
    assert table.seats[0].watchers == 0


class Watcher:
    """Somebody who looks on."""

    woken = 0

    def wake(self) -> None:
        """Something has changed."""
        self.woken += 1


# --- several people at one screen ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["ghost-lift", "in-front-of-the-elevators", "stuck-in-the-lift"])
def test_between_turns_at_one_screen_no_hand_is_in_the_page(server: Server, guest: Guest, game: str) -> None:
    players = ll.game(game).players
    page = guest.new_table(game, **{"option-players": str(players)} | {f"seat-{n}": "here" for n in range(1, players)})
    spectator = server.guest()
    for _ in range(3):
        covered = guest.get(page).text
        assert "Pass the screen on" in covered
        assert board_of(covered) == board_of(spectator.get(page).text)
        assert "/key/" not in covered
        assert not re.search(r'name="?turn', covered)
        with guest.live(page, seat="") as mine, spectator.live(page, seat="") as theirs:
            assert mine.recv(timeout=5) == theirs.recv(timeout=5)
        seat = server.program().get(f"{API}/{page[3:]}").json()["to_act"][0]
        assert f"?seat={seat}" in covered
        opened = guest.get(page, params={"seat": seat}).text
        assert "/key/" in opened
        key = re.search(r"/key/(\w+)", opened)
        assert key
        state = Made(server, page[3:], {seat: key[1]}).state(seat)
        answer = guest.form(f"{page}/move", seat=seat, move=state["legal_moves"][0], turn=state["turn"])
        assert answer.status_code == 303
        to_act = server.program().get(f"{API}/{page[3:]}").json()["to_act"]
        assert answer.headers["location"] == (f"{page}?seat={seat}" if seat in to_act else page)


def test_the_log_keeps_its_order_after_choices_are_taken_back(server: Server, guest: Guest) -> None:
    page = guest.new_table("stuck-in-the-lift", **{"option-players": "3", "seat-1": "here", "seat-2": "here"})
    made = Made(server, page[3:], {seat: guest.key_of(page, seat)[-32:] for seat in "ABC"})
    with guest.live(page, seat="C") as live:
        lines = re.findall(r"<li>(.*?)</li>", "".join(json.loads(live.recv(timeout=5)).get("log", [])))
        for seat in "AABB":
            made.play(seat)
        for seat in "BA":
            assert guest.form(f"{page}/take-back", seat=seat).status_code == 303
        made.play("C")
        made.play("C")
        with contextlib.suppress(TimeoutError):
            while True:
                message = json.loads(live.recv(timeout=0.5))
                lines = [] if message.get("reset") else lines
                lines += re.findall(r"<li>(.*?)</li>", "".join(message.get("log", [])))
    whole = re.findall(r"<li>(.*?)</li>", guest.get(f"{page}/log", params={"seat": "C"}).text)
    assert lines == whole
    assert ["takes back" in line for line in whole[-4:]] == [True, True, False, False]


async def test_what_a_table_refuses_leaves_it_as_it_was(lobby: Lobby) -> None:
    table = await begin(lobby, "stuck-in-the-lift", HUMAN, HUMAN)
    before = await lobby.store.read(kept.load(table.id))
    seat = table.seats[0]
    for attempt in (
        table.play(seat, "drive 5", 0),
        table.play(seat, "write1 5", 1),
        table.take_back(seat),
        table.stand_in(seat),
        table.sit(0, "Eve", ""),
        table.sit(9, "Eve", ""),
    ):
        with pytest.raises((Refused, Stale, ll.IllegalMove)):
            await attempt
    assert await lobby.store.read(kept.load(table.id)) == before
