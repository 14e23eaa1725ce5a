"""One table: its seats, its match, its clocks, what may be done there. Whatever changes is stored before it is seen."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

from liftlobby.bots import bot_move
from liftlobby.core.chance import Fair
from liftlobby.core.errors import LiftError, Reason
from liftlobby.core.fields import LETTERS, SIMULTANEOUS, View
from liftlobby.core.game import Game, game
from liftlobby.core.match import Match, Step
from liftlobby.core.text import Text, text
from liftlobby.web import store as kept
from liftlobby.web.log import NOTE_FIELDS, Note, Told
from liftlobby.web.seat import BOT, HUMAN, OPEN, Seat
from liftlobby.web.settings import AWAY_SECONDS, CHAT_KEPT, PACES
from liftlobby.web.store import Conflict, Store, Stored

WAITING, RUNNING, OVER = "waiting", "running", "over"
STAND_IN = "heuristic"
"""The bot that plays for somebody who is away or out of time."""
LEAST_TIME = 5.0
"""Seconds a seat that ran out of time has for each of its later moves, if the increment is smaller."""
SEAT_FIELDS = ("kind", "name", "bot", "stand_in", "key", "taken_back", "bank")


class Refused(Exception):
    """Something that may not be done at the table now; `sentence` says why, `status` is the HTTP status."""

    def __init__(self, status: int, sentence: Text, rule: str = "") -> None:
        super().__init__(str(sentence))
        self.status = status
        self.sentence = sentence
        self.rule = rule


class Stale(Exception):
    """The move was meant for a position that has passed."""

    sentence = text("The match has gone on in the meantime; here is how it stands now.")


class Table:
    """A table in memory. `version` grows with everything that anybody there could see."""

    def __init__(self, store: Store, stored: Stored, bot_pause: float, on_change: Callable[[], None]) -> None:
        self.store = store
        self.on_change = on_change
        self.bot_pause = bot_pause
        self.lock = asyncio.Lock()
        self.touched = time.time()
        self.version = 0
        self.epoch = secrets.token_hex(4)
        self.watchers: set[Any] = set()
        self.drawn: dict[tuple[int | None, str], Any] = {}
        self.pieces: dict[str, Any] = {}
        self.accounts: dict[str, str] = {}
        self._driver: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._absence: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._take(stored)

    def _take(self, stored: Stored) -> None:
        """Stand exactly where the stored table stands."""
        row = stored.table
        self.id: str = row["id"]
        self.game: Game = rebuilt_game(row)
        self.status: str = row["status"]
        self.is_public: bool = row["is_public"]
        self.has_spectators: bool = row["has_spectators"]
        self.has_memory_aid: bool = row["has_memory_aid"]
        self.bank: int | None = row["bank"]
        self.increment: int = row["increment"] or 0
        self.pace: str = row["pace"]
        self.server_seed: bytes = row["server_seed"]
        self.next_id: str | None = row["next_id"]
        self.stored_version: int = row["version"]
        self.last_touched: float = row["touched"]
        people: dict[int, set[str]] = {entry["seat"]: set() for entry in stored.seats}
        for number, person in stored.holders:
            people[number].add(person)
        # A seat stays the same object: who asks for something or watches holds on to it.
        old = getattr(self, "seats", [Seat(entry["seat"], entry["kind"], "") for entry in stored.seats])
        for seat, entry in zip(old, stored.seats, strict=True):
            for name in SEAT_FIELDS:
                setattr(seat, name, entry[name])
            seat.holders = people[seat.number]
        self.seats: list[Seat] = old
        self.notes = [Note(*(entry[name] for name in NOTE_FIELDS)) for entry in stored.notes]
        self._match: Match | None = None
        self._acting: list[Seat] = []
        self._acting_in: Match | None = None
        if self.status != WAITING:
            self._match = self._replay([line for line, _ in stored.moves])
        self._settle()

    def _replay(self, lines: list[str]) -> Match:
        """The match of these moves, with the chance that was promised for what comes."""
        match = Match(self.game, None, [seat.name for seat in self.seats])
        for line in lines:
            who, _, move = line.partition(" ")
            match.play(who, move)
        match.chance = self._chance()
        return match

    def _chance(self) -> Fair:
        return Fair([""] * self.game.players, self.server_seed)

    def _settle(self) -> None:
        """What follows from the match: what was told, who may take back, whose clocks run, which bots move."""
        self.told: dict[tuple[int | None, str], Told] = {}
        self.made = [0] * self.game.players
        self.open_choices: dict[int, int] = {}
        if self._match:
            for ply, step in enumerate(self.match.steps()):
                self._count(ply, step)
        self._run_clocks()

    def _count(self, ply: int, step: Step) -> None:
        """Whose move it was, and which choices made at the same time are still open."""
        if step.player < 0:
            self.open_choices = {}
            return
        self.made[step.player] += 1
        rules = self.game.rules
        if rules.current_player(step.before) != SIMULTANEOUS:
            return
        waiting = rules.seats_to_act(step.before)
        still = rules.current_player(step.after) == SIMULTANEOUS and not rules.seats_to_act(step.after) & ~waiting
        if still and rules.seats_to_act(step.after) != waiting:
            self.open_choices[step.player] = ply
        elif not still:
            self.open_choices = {}

    # --- who and whose turn ---------------------------------------------------------------------------------------

    @property
    def match(self) -> Match:
        """The match, which a table that waits for somebody does not have yet."""
        assert self._match is not None, "the match has not begun"
        return self._match

    @property
    def is_open_to_all(self) -> bool:
        """May anybody look at it from outside?"""
        return self.has_spectators or self.status == WAITING

    @property
    def is_over(self) -> bool:
        """Has the match ended?"""
        return self.status == OVER

    @property
    def to_act(self) -> list[Seat]:
        """The seats that may act now."""
        if not self._match or self.is_over:
            return []
        if self._acting_in is not self._match:
            # A match is replaced, never changed, so what it says is asked once.
            self._acting_in = self._match
            self._acting = [self.seats[LETTERS.index(letter)] for letter in self.match.to_act]
        return self._acting

    @property
    def commitment(self) -> str:
        """What binds the server to the chance of this match (docs: the match record)."""
        return self._chance().commitment

    def turn_of(self, seat: Seat) -> int:
        """The seat's own count of choices: a move carries it, and is refused once it has grown."""
        return self.made[seat.number] + seat.taken_back

    def seats_of(self, person: str) -> list[Seat]:
        """The seats that a person holds."""
        return [seat for seat in self.seats if person and person in seat.holders]

    def seat_of_key(self, key: str) -> Seat | None:
        """The seat a key opens."""
        return next((seat for seat in self.seats if key and seat.kind == HUMAN and seat.key == key), None)

    def can_take_back(self, seat: Seat) -> bool:
        """May the seat take back its choice? Only while others have not made theirs."""
        return seat.number in self.open_choices and not self.is_over

    def can_stand_in(self, seat: Seat) -> bool:
        """May the others hand this seat to a bot?"""
        return seat in self.to_act and seat.is_away and not seat.stand_in

    def log_of(self, viewer: int | None, language: str) -> Told:
        """The log as a viewer may read it."""
        key = viewer, language
        if key not in self.told:
            self.told[key] = Told(self, viewer, language)
        return self.told[key]

    def view(self, viewer: int | None) -> View:
        """What a viewer may see of the match."""
        return self.match.view(None if viewer is None else LETTERS[viewer])

    @property
    def chat(self) -> list[Note]:
        """The newest lines of chat."""
        return [note for note in self.notes if note.kind == "chat"][-CHAT_KEPT:]

    # --- what may be done -----------------------------------------------------------------------------------------

    async def sit(self, number: int, name: str, person: str) -> Seat:
        """Take an open seat; with the last one the match begins. Raises Refused."""
        async with self.lock:
            if not 0 <= number < len(self.seats):
                raise Refused(404, text("There is no such seat at this table."))
            seat = self.seats[number]
            if seat.kind != OPEN:
                raise Refused(409, text("This seat is taken."))
            values = {"kind": HUMAN, "name": name}
            holders = [(number, person)] if person else []
            await self._change("joined", name, seats={number: values}, holders=holders)
            seat.kind, seat.name, seat.seen = HUMAN, name, time.time()
            seat.holders |= {person} if person else set()
            await self._begin_if_full()
        self.changed()
        return seat

    async def begin(self) -> None:
        """Begin if nobody is missing."""
        async with self.lock:
            await self._begin_if_full()
        self.changed()

    @property
    def is_full(self) -> bool:
        """Could the match begin?"""
        return self.status == WAITING and not any(seat.kind == OPEN for seat in self.seats)

    async def _begin_if_full(self) -> None:
        if not self.is_full:
            return
        match = Match(self.game, self._chance(), [seat.name for seat in self.seats])
        try:
            await self.store.write(kept.change(self.id, table={"status": RUNNING}, moves=match.moves))
        except Conflict:
            await self._reload()  # another server has begun
            return
        self.status = RUNNING
        self.stored_version += 1
        self._match = match
        self._settle()

    async def play(self, seat: Seat, move: str, turn: int, note: str = "", *, by_bot: bool = False) -> None:
        """Play a move for a seat. Raises Stale, Refused or IllegalMove; the table is then unchanged.

        What a bot chose does not count when the seat's owner has come back meanwhile.
        """
        async with self.lock:
            if (not self._match or turn > self.turn_of(seat)) and await self._is_behind():
                await self._reload()
            if not self._match:
                raise Refused(409, text("The match has not begun."))
            if turn != self.turn_of(seat) or (by_bot and not seat.is_bot):
                raise Stale
            steps: list[Step] = []
            twin = self.match.clone()
            twin.followers.append(steps.append)
            twin.play(seat.letter, move)
            twin.followers.clear()
            # A step holds the state itself, which went on changing: what came after is what was before the next.
            steps = [replace(step, after=later.before) for step, later in pairwise(steps)] + steps[-1:]
            first = self.match.num_moves
            bank = self._bank_after_move(seat)
            banks = {} if bank is None else {seat.number: bank}
            told_note = self._note(note, seat.name) if note else None
            lines = twin.moves_from(first)
            try:
                await self.store.write(
                    kept.add_moves(self.id, first, lines, banks, is_over=twin.is_over, note=told_note)
                )
            except Conflict:
                await self._reload()
                raise Stale from None
            self.stored_version += 1
            self._match = twin
            seat.bank = bank
            for i, step in enumerate(steps):
                self._count(first + i, step)
                for told in self.told.values():
                    told.tell(step)
            if told_note:
                self._add_note(told_note)
            if twin.is_over:
                self.status = OVER
            self._run_clocks()
        self.changed()

    def _bank_after_move(self, seat: Seat) -> float | None:
        left = seat.time_left(time.time())
        if left is None or seat.is_bot:
            return left
        return max(left + self.increment, LEAST_TIME if left <= 0 else 0.0)

    async def take_back(self, seat: Seat) -> None:
        """Take back a choice while others have not made theirs. Raises Refused."""
        async with self.lock:
            if not self.can_take_back(seat):
                raise Refused(409, text("A choice can be taken back only until everybody has chosen."))
            ply = self.open_choices[seat.number]
            lines = self.match.moves
            note = self._note("took_back", seat.name) | {"ply": self.match.num_moves - 1}
            # Twice, because the seat has one move less: its count of choices must grow.
            taken_back = seat.taken_back + 2
            # What the clock was given for the choice goes back with it.
            bank = None if seat.bank is None else max(0.0, seat.bank - self.increment)
            values = {"taken_back": taken_back, "bank": bank}
            work = kept.take_back(self.id, seat.number, ply, values, lines[ply + 1 :], note)
            try:
                await self.store.write(work)
            except Conflict:
                await self._reload()
                raise Stale from None
            self.stored_version += 1
            seat.taken_back, seat.bank = taken_back, bank
            self._add_note(note)
            self._match = self._replay(lines[:ply] + lines[ply + 1 :])
            self._settle()
        self.changed()

    async def leave(self, seat: Seat, new_key: str) -> None:
        """Get up: before the match the seat is free again, in it a bot plays on until the owner is back."""
        async with self.lock:
            if self.status == WAITING:
                values = {"kind": OPEN, "name": "", "key": new_key}
                await self._change("", "", seats={seat.number: values}, gone=[seat.number])
                seat.kind, seat.name, seat.key = OPEN, "", new_key
                seat.holders.clear()
            elif self.status == RUNNING and not seat.stand_in:
                await self._change("left", seat.name, seats={seat.number: {"stand_in": True}})
                seat.stand_in = True
                self._run_clocks()
        self.changed()

    async def stand_in(self, seat: Seat) -> None:
        """Hand the seat of somebody who is away to a bot. Raises Refused."""
        async with self.lock:
            if not self.can_stand_in(seat):
                raise Refused(409, text("A bot can only play for somebody who is away and whose turn it is."))
            await self._change("stand_in", seat.name, seats={seat.number: {"stand_in": True}})
            seat.stand_in = True
            self._run_clocks()
        self.changed()

    async def come_back(self, seat: Seat) -> None:
        """The owner is here again: the seat is theirs at the next choice."""
        was_away, seat.seen = seat.is_away, time.time()
        if was_away:
            self.redraw()
        if not seat.stand_in:
            return
        async with self.lock:
            if seat.stand_in:
                await self._change("back", seat.name, seats={seat.number: {"stand_in": False}})
                seat.stand_in = False
                self._run_clocks()
        self.changed()

    async def hold(self, seat: Seat, person: str) -> None:
        """Let a person on another device hold the seat too."""
        async with self.lock:
            if person not in seat.holders:
                await self._change("", "", holders=[(seat.number, person)])
                seat.holders.add(person)
        await self.come_back(seat)

    async def say(self, name: str, said: str) -> None:
        """Chat. At another server somebody may have spoken at the same time: then once more."""
        for tries in range(4):
            try:
                async with self.lock:
                    await self._change("chat", name, said=said)
                break
            except Stale:
                if tries == 3:
                    raise
        self.changed()

    async def claim_next(self, next_id: str) -> str:
        """The id of the table of the rematch: this one, if nobody was first."""
        async with self.lock:
            if self.next_id is None:
                self.next_id = await self.store.write(kept.claim_next(self.id, next_id))
                self.stored_version += 1
        self.changed()
        return self.next_id

    def _note(self, kind: str, name: str, said: str = "") -> dict[str, Any]:
        number = self.notes[-1].number + 1 if self.notes else 0
        ply = self.match.num_moves if self._match else 0
        return {
            "table_id": self.id, "number": number, "ply": ply, "at": time.time(), "kind": kind, "name": name,
            "said": said,
        }  # fmt: skip

    async def _change(self, kind: str, name: str, said: str = "", **values: Any) -> None:
        """Store a change, with a note if it is to be told."""
        note = self._note(kind, name, said) if kind else None
        try:
            await self.store.write(kept.change(self.id, note=note, **values))
        except Conflict:
            await self._reload()
            raise Stale from None
        self.stored_version += 1
        if note:
            self._add_note(note)

    def _add_note(self, row: dict[str, Any]) -> None:
        note = Note(*(row[name] for name in NOTE_FIELDS))
        self.notes.append(note)
        if note.kind != "chat":
            for told in self.told.values():
                told.add(note.sentence())

    # --- what goes on by itself -----------------------------------------------------------------------------------

    def changed(self) -> None:
        """Tell everybody who watches, and let bots go on."""
        self.version += 1
        self.touched = self.last_touched = time.time()
        for watcher in self.watchers:
            watcher.wake()
        self.on_change()
        self.go_on()

    def go_on(self) -> None:
        """Let bots move if it is their turn."""
        if any(seat.is_bot for seat in self.to_act) and (self._driver is None or self._driver.done()):
            self._driver = asyncio.create_task(self._drive())

    async def _drive(self) -> None:
        """Bots move one after another, at the table's pace."""
        pause = PACES.get(self.pace, 0) / 1000 * self.bot_pause
        stream = [time.time_ns() & 0x7FFF_FFFF_FFFF]
        while bots := [seat for seat in self.to_act if seat.is_bot]:
            if pause:
                await asyncio.sleep(pause)
            seat = bots[0]
            if not seat.is_bot or seat not in self.to_act:
                continue
            turn = self.turn_of(seat)
            try:
                bot = seat.bot if seat.kind == BOT else STAND_IN
                move = await asyncio.to_thread(bot_move, self.match, seat.letter, bot, stream)
                await self.play(seat, move, turn, by_bot=True)
            except (Stale, LiftError):
                continue  # the owner or another server was quicker

    def _run_clocks(self) -> None:
        """Clocks run for people who are to act; the alarm rings when the first is out of time."""
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        now = time.time()
        acting = {seat.number for seat in self.to_act if not seat.is_bot}
        for seat in self.seats:
            if seat.number not in acting:
                seat.since = None
            elif seat.since is None:
                seat.since = now
        if self.bank is not None and acting:
            left = min(self.seats[number].time_left(now) or 0.0 for number in acting)
            self._alarm = asyncio.get_running_loop().call_later(left + 0.05, self._ring)
        self._expect_absence()

    def _ring(self) -> None:
        task = asyncio.get_running_loop().create_task(self._time_out())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _time_out(self) -> None:
        """Who is out of time: the heuristic chooses for them."""
        now = time.time()
        for seat in self.to_act:
            if not seat.is_bot and seat.time_left(now) == 0.0:
                turn = self.turn_of(seat)
                move = await asyncio.to_thread(bot_move, self.match, seat.letter, STAND_IN, [time.time_ns()])
                try:
                    await self.play(seat, move, turn, "time")
                except (Stale, LiftError):
                    continue
        self._run_clocks()

    async def _is_behind(self) -> bool:
        """Has another server changed the table?"""
        found = await self.store.read(kept.versions([self.id]))
        return bool(found.get(self.id, 0) > self.stored_version)

    async def _reload(self) -> None:
        """Another server has changed the table: stand where it stands, and show it."""
        stored = await self.store.read(kept.load(self.id))
        if stored is not None:
            self._take(stored)
            self.drawn.clear()
            self.changed()

    async def catch_up(self) -> None:
        """Take over what another server has stored."""
        async with self.lock:
            if await self._is_behind():
                await self._reload()

    def watch(self, watcher: Any, seat: Seat | None) -> None:
        """Somebody looks on; for a seat, its owner is here."""
        self.watchers.add(watcher)
        if seat:
            seat.watchers += 1
            seat.seen = time.time()
        self._expect_absence()

    def unwatch(self, watcher: Any, seat: Seat | None) -> None:
        """They no longer do."""
        self.watchers.discard(watcher)
        if seat:
            seat.watchers -= 1
            seat.seen = time.time()
        self._expect_absence()

    def _expect_absence(self) -> None:
        """Who watches is shown when somebody whose turn it is has been away for long."""
        if self._absence:
            self._absence.cancel()
            self._absence = None
        acting = [seat for seat in self.to_act if not (seat.is_bot or seat.watchers or seat.is_away)]
        if self.watchers and acting:
            wait = min(seat.seen for seat in acting) + AWAY_SECONDS - time.time()
            self._absence = asyncio.get_running_loop().call_later(wait + 0.05, self.redraw)

    def redraw(self) -> None:
        """Something looks otherwise although nothing has happened: somebody is away."""
        self.version += 1
        for watcher in self.watchers:
            watcher.wake()
        self._expect_absence()

    def close(self) -> None:
        """Stop what goes on by itself."""
        for timer in (self._alarm, self._absence):
            if timer:
                timer.cancel()
        if self._driver:
            self._driver.cancel()

    @property
    def is_idle(self) -> bool:
        """Does nothing happen here that needs the table in memory?"""
        busy = self._driver is not None and not self._driver.done()
        return not self.watchers and not busy and not self._alarm and not self.lock.locked()


def rebuilt_game(row: dict[str, Any]) -> Game:
    """The game of a stored table."""
    options = dict(row["options"])
    if row["data"]:
        options = {name: value for name, value in options.items() if value != "custom"}
    return game(row["game"], **options, **row["data"])


def refusal(why: Reason) -> Refused:
    """A refusal by a rule."""
    return Refused(422, why.sentence, why.rule)
