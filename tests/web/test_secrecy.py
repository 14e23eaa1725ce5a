"""Secrecy over every byte: change what a seat may not see, and nothing that the server sends it may change."""

import contextlib
import random
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from servers import GAMES, Made, Server
from websockets.exceptions import ConnectionClosed

import liftlobby as ll
from liftlobby.core.fields import CHANCE, LETTERS
from liftlobby.core.match import Match, chance_outcomes
from liftlobby.testing.exchange import _exchanged, _some_match
from liftlobby.web import store as kept
from liftlobby.web.api import state_of
from liftlobby.web.app import create_app
from liftlobby.web.live import Page
from liftlobby.web.settings import Settings
from liftlobby.web.site import Site
from liftlobby.web.table import Table
from liftlobby.web.visitor import PERSON, person_of

HIDING = [game for game in GAMES if game != "elevator-dice"]
LANGUAGES = ("en", "vi")
PAIRS = 10

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")


class Scripted:
    """Chance that goes as it went in a match."""

    def __init__(self, match: Match) -> None:
        self.places = []
        for step in match.steps():
            if step.player == CHANCE:
                text_of = match.game_notation.text_of
                outcomes = [outcome for outcome, _ in chance_outcomes(match.game.rules, step.before)]
                outcomes.sort(key=lambda outcome: str(text_of(step.before, CHANCE, outcome)))
                self.places.append(outcomes.index(step.action))

    def pick(self, i: int, weights: Sequence[int]) -> int:
        """The place of the outcome."""
        return self.places[i]


class World:
    """A whole server in this process. Two worlds differ only in the matches at their tables."""

    def __init__(self, app: Any) -> None:
        self.site: Site = app.state.site
        self.client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://lobby")
        self.num_tables = 0

    async def stand(self, match: Match, moves: list[str]) -> Table:
        """A table of people where these first moves of a match have been made."""
        self.num_tables += 1
        table_id = f"table{self.num_tables}"
        row: dict[str, Any] = {
            "id": table_id,
            "game": match.game.slug,
            "data": "{}",
            "status": "running",
            "pace": "instant",
        }
        row |= {"options": msgspec.json.encode(match.game.options).decode(), "server_seed": b"s" * 32, "pace": "calm"}
        row |= {"is_public": True, "has_spectators": True, "has_memory_aid": True, "created": 0.0, "touched": 0.0}
        seats = [
            {"table_id": table_id, "seat": n, "kind": "human", "name": f"Name {n}", "bot": ""}
            | {"stand_in": False, "key": key_of(n), "taken_back": 0}
            for n in range(match.game.players)
        ]
        holders = [(n, person_of(secret_of(n))) for n in range(match.game.players)]
        store = self.site.lobby.store
        await store.write(kept.add_table(row | {"version": 0}, seats, holders))
        if moves:
            await store.write(kept.add_moves(table_id, 0, moves, {}))
        table = await self.site.lobby.find(table_id)
        table.epoch = "epoch"
        table.match.chance = Scripted(match)
        return table

    def live(self, table: Table, viewer: int | None) -> "Live":
        """What a viewer's live connections bring."""
        return Live(self.site, table, viewer)

    async def everything(self, table: Table, viewer: int | None) -> dict[str, bytes]:
        """All that a viewer can ask for, headers included."""
        seat = "" if viewer is None else f"?seat={LETTERS[viewer]}"
        browser = {} if viewer is None else {"cookie": f"{PERSON}={secret_of(viewer)}"}
        program = {} if viewer is None else {"authorization": f"Bearer {key_of(viewer)}"}
        page, api, last = f"/t/{table.id}", f"/api/v1/tables/{table.id}", table.match.num_moves
        asked = [(f"{page}{part}{seat}", browser) for part in ("", "/log", "/record", "/replay")]
        asked += [(f"{page}/replay?ply={ply}&seat=A", browser) for ply in (last - 1, last // 2)]
        asked += [(f"{page}{seat}", browser | {"accept-language": "vi"})]
        asked += [(f"{api}{part}", program) for part in ("", "/record")]
        found = {}
        for number, (address, headers) in enumerate(asked):
            answer = await self.client.get(address, headers=headers)
            assert answer.status_code == 200, answer.text
            found[f"{number} {address}"] = str(sorted(answer.headers.items())).encode() + answer.content
        return found


class Live:
    """The messages of a page in each language, and of a program."""

    def __init__(self, site: Site, table: Table, viewer: int | None) -> None:
        self.table = table
        self.seat = None if viewer is None else table.seats[viewer]
        self.pages = [Page(site.artist, table, self.seat, language) for language in LANGUAGES]

    def messages(self) -> list[bytes | None]:
        """What they are sent now."""
        return [page.changes() for page in self.pages] + [msgspec.json.encode(state_of(self.table, self.seat))]


def key_of(seat: int) -> str:
    """The key of a seat, the same in all worlds."""
    return f"{seat}" * 32


def secret_of(seat: int) -> str:
    """The cookie of who sits there."""
    return f"{seat}a" * 16


@asynccontextmanager
async def worlds(tmp_path: Path, number: int) -> AsyncIterator[list[World]]:
    """Several servers in this process."""
    async with AsyncExitStack() as stack:
        apps = [create_app(Settings(data=tmp_path / str(n), bot_pause=0, limits=False)) for n in range(number)]
        for app in apps:
            await stack.enter_async_context(app.lifespan())
        yield [World(app) for app in apps]


async def compare(sides: list[World], matches: list[Match], viewer: int | None, first: int) -> bool:
    """Play the matches in their worlds from move `first` on. Asserts that the viewer is sent the same bytes all along.

    Gives whether somebody else was sent something different.
    """
    tables = [await world.stand(match, match.moves[:first]) for world, match in zip(sides, matches, strict=True)]
    lives = [world.live(table, viewer) for world, table in zip(sides, tables, strict=True)]
    messages = [live.messages() for live in lives]
    assert all(told == messages[0] for told in messages)
    for ply in range(first, matches[0].num_moves):
        for table, match in zip(tables, matches, strict=True):
            who, _, move = match.moves_from(ply, 1)[0].partition(" ")
            if who != "*":
                seat = table.seats[LETTERS.index(who)]
                await table.play(seat, move, table.turn_of(seat))
        messages = [live.messages() for live in lives]
        assert all(told == messages[0] for told in messages), (
            f"live messages differ after {matches[0].moves_from(0, ply + 1)}"
        )
    assert [table.match.moves for table in tables] == [match.moves for match in matches]
    found = [await world.everything(table, viewer) for world, table in zip(sides, tables, strict=True)]
    for address, content in found[0].items():
        for other in found[1:]:
            assert other[address] == content, f"{address} differs for {viewer} in {matches[0].moves}"
    others = [n for n in range(matches[0].game.players) if n != viewer]
    shown = [[state_of(table, table.seats[n])["view"] for n in others] for table in tables]
    return any(views != shown[0] for views in shown)


@pytest.mark.parametrize("through", ["page", "api", "events"])
def test_a_seat_that_was_left_shows_nothing_to_who_had_it(server: Server, through: str) -> None:
    ann, eve, ben = server.guest("Ann"), server.guest("Eve"), server.guest("Ben")
    page = ann.new_table("ghost-lift", **{"option-players": "3", "seat-1": "friend", "seat-2": "friend"})
    eve.form(f"{page}/sit", number=1, name="Eve")
    made = Made(server, page[3:], {"B": eve.key_of(page)[-32:]})
    told = ""
    with contextlib.ExitStack() as open_things:
        if through == "events":
            program = open_things.enter_context(server.program(made.tokens["B"]))
            stream = open_things.enter_context(program.stream("GET", f"{made.api}/events"))
            lines = stream.iter_lines()
            next(lines)
        else:
            live = open_things.enter_context(eve.live(page, seat="B") if through == "page" else made.live("B"))
            live.recv(timeout=5)
        assert eve.form(f"{page}/leave", seat="B").status_code == 303
        for number in (1, 2):
            assert ben.form(f"{page}/sit", number=number, name="Ben").status_code == 303
        if through == "events":
            told = "".join(lines)  # ends by itself
        else:
            with contextlib.suppress(ConnectionClosed):
                while True:
                    told += str(live.recv(timeout=5))
    assert "B holds" in ben.get(f"{page}/log", params={"seat": "B"}).text
    assert "holds" not in told
    assert '"hands"' not in told


@pytest.mark.parametrize("game", HIDING)
async def test_nothing_sent_to_a_seat_depends_on_what_it_may_not_see(tmp_path: Path, game: str) -> None:
    dice = random.Random(f"secrecy {game}")
    chosen = ll.game(game, players=3)
    pairs = seen_by_others = 0
    async with worlds(tmp_path, 2) as sides:
        while pairs < PAIRS:
            match = _some_match(chosen, dice, 60)
            viewer = dice.choice((*chosen.seats, None))
            twin = _exchanged(match, viewer, dice) if match.to_act else None
            if twin is None:
                continue
            made = [ply for ply, move in enumerate(match.moves) if not move.startswith("*")]
            first = made[max(0, len(made) - dice.randint(1, 12))] if made else match.num_moves
            number = None if viewer is None else LETTERS.index(viewer)
            seen_by_others += await compare(sides, [match, twin], number, first)
            pairs += 1
    assert seen_by_others


@pytest.mark.parametrize("viewer", [1, 2, None], ids=["B", "C", "spectator"])
async def test_a_commit_gives_others_the_same_bytes_whichever_card_was_chosen(
    tmp_path: Path, viewer: int | None
) -> None:
    matches = []
    for drive, written in ((0, 5), (5, 10), (10, 20)):
        match = ll.game("stuck-in-the-lift", players=3).match()
        match.play("B", "write1 15")
        for move in (f"write1 {written}", f"write2 {written}"):
            match.play("A", move)
        match.play("C", "write1 5")
        for seat in "BC":
            match.play(seat, "write2 5")
        match.play("C", "drive 5")
        match.play("A", f"drive {drive}")
        matches.append(match)
    async with worlds(tmp_path, 3) as sides:
        assert await compare(sides, matches, viewer, first=0)


async def test_the_comparison_notices_a_leak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    matches = []
    for written in (5, 10):
        match = ll.game("stuck-in-the-lift", players=3).match()
        match.play("A", f"write1 {written}")
        match.play("A", "write2 5")
        matches.append(match)
    monkeypatch.setattr(Table, "commitment", property(lambda table: str(table.match.moves)))
    async with worlds(tmp_path, 2) as sides:
        with pytest.raises(AssertionError, match="differ"):
            await compare(sides, matches, 1, first=0)


@pytest.mark.parametrize("game", GAMES)
def test_no_page_holds_the_key_of_another_seat_or_the_seed_to_come(server: Server, game: str) -> None:
    made = server.table(game, *["human"] * ll.game(game).players)
    with sqlite3.connect(server.data / "tables.sqlite3") as store:
        (seed,) = store.execute("select server_seed from tables where id = ?", (made.id,)).fetchone()
    store.close()
    for _ in range(4):
        made.play(made.state()["to_act"][0])
    for seat in (*made.tokens, ""):
        guest = server.guest()
        if seat:
            guest.get(f"{made.page}/key/{made.tokens[seat]}")
        sent = {part: guest.get(f"{made.page}{part}").text for part in ("", "/log", "/record", "/replay")}
        sent |= {part: made.program(seat).get(f"{made.api}{part}").text for part in ("", "/record")}
        with guest.live(made.page, seat=seat) as page, made.live(seat) as state:
            sent |= {"live": str(page.recv(timeout=5)), "ws": str(state.recv(timeout=5))}
        sent |= {"lobby": guest.get("/").text}
        for part, content in sent.items():
            assert seed.hex() not in content, part
            assert "server_seed" not in content, part
            assert all(key not in content for other, key in made.tokens.items() if other != seat), part
            assert (guest.cookies.get(PERSON) or "no cookie") not in content, part
        if seat:
            assert made.tokens[seat] in guest.get(made.page).text


def test_the_seed_is_published_when_the_match_is_over(server: Server) -> None:
    made = server.table("elevator-dice", "random", "random")
    record = made.wait_for_end()
    assert record["fair"]["commit"] == made.state()["commitment"]
    assert len(record["fair"]["server_seed"]) == 64
