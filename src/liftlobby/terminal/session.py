"""A match at one keyboard: people in the first seats, bots in the others, kept in a private file between evenings."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from liftlobby.bots import bot_move, read_bot
from liftlobby.core.errors import BadRecord, LiftError, shorten
from liftlobby.core.fields import LETTERS, View
from liftlobby.core.files import written_whole
from liftlobby.core.game import Game
from liftlobby.core.match import Match
from liftlobby.core.packed import LOWER_63
from liftlobby.core.record import MOST_BYTES, replay
from liftlobby.core.rng import start
from liftlobby.core.text import text

FORMAT = "liftlobby-save/1"
PERSON = "player"
MINDS = 2**61
"""Bots draw from streams of their own, far from those of chance."""


@dataclass
class Session:
    """A match, its seed, how many people play, and the bots of the other seats."""

    match: Match
    seed: int
    humans: int
    bots: list[str]
    file: Path | None = None
    saved: int = 0
    """How many moves the match had when it was last saved."""

    @classmethod
    def new(cls, game: Game, humans: int, bots: list[str], seed: int | None, file: Path | None = None) -> Session:
        """A new match; people have the first seats, `bots` the others."""
        seed = secrets.randbits(62) if seed is None else seed
        match = game.match(seed=seed, seats=[PERSON] * humans + bots)
        return cls(match, seed, humans, bots, file, match.num_moves)

    # --- who is who -----------------------------------------------------------------------------------------------

    @property
    def people(self) -> tuple[str, ...]:
        """The seats of the people."""
        return self.match.game.seats[: self.humans]

    def names(self, language: str) -> list[str]:
        """What each seat is called on the screen."""
        person = text("you") if self.humans == 1 else text("player")
        return [person.render(language)] * self.humans + self.bots

    def bot_to_act(self) -> str | None:
        """The first seat of a bot that may act now. Where all act at once, bots go first: nobody sees what."""
        return next((seat for seat in self.match.to_act if seat not in self.people), None)

    def person_to_act(self) -> str | None:
        """The first seat of a person that may act now."""
        return next((seat for seat in self.match.to_act if seat in self.people), None)

    # --- bots -----------------------------------------------------------------------------------------------------

    def play_bot(self, seat: str) -> None:
        """Let a bot move; what it does depends on the seed and the number of moves so far, so it survives a save."""
        self.match.play(seat, self._choice(seat, self.bots[LETTERS.index(seat) - self.humans]))

    def hint(self, seat: str) -> str:
        """What the heuristic bot would play for a seat."""
        return self._choice(seat, "heuristic")

    def _choice(self, seat: str, bot: str) -> str:
        mind = start(self.seed & LOWER_63, MINDS + self.match.num_moves)
        return bot_move(self.match, seat, bot, [mind])

    def view(self, seat: str | None) -> View:
        """What a seat, or a spectator, may see."""
        return self.match.view(seat)

    # --- saving ---------------------------------------------------------------------------------------------------

    @property
    def is_unsaved(self) -> bool:
        """Would something be lost?"""
        return not self.match.is_over and self.match.num_moves != self.saved

    def save(self, file: Path) -> None:
        """Write the match with its seed to a file that only its owner can read."""
        data = {
            "format": FORMAT,
            "record": self.match.record(),
            "seed": self.seed,
            "humans": self.humans,
            "bots": self.bots,
        }
        with written_whole(file, private=True) as beside:
            beside.write_text(json.dumps(data, ensure_ascii=False) + "\n", encoding="utf-8")
        self.file = file
        self.saved = self.match.num_moves


def usual_file(slug: str) -> Path:
    """A new file in the user's own data folder, which is made if need be."""
    import platformdirs

    folder = platformdirs.user_data_path("liftlobby") / "saves"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LiftError(f"The folder '{folder}' cannot be made: {error.strerror}.") from None
    return free_name(folder, slug)


def free_name(folder: Path, slug: str) -> Path:
    """The first of slug-1.json, slug-2.json, ... that is not there."""
    number = 1
    while (file := folder / f"{slug}-{number}.json").exists():
        number += 1
    return file


def load(file: Path) -> Session:
    """The saved match, with the same chance to come. Raises BadRecord for anything that is not a whole save file."""
    try:
        with file.open("rb") as stream:
            line = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise LiftError(f"'{file}' cannot be read: {error.strerror}.") from None
    if len(line) > MOST_BYTES:
        raise BadRecord(f"'{file}' is longer than {MOST_BYTES:,} bytes.")
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise BadRecord(f"'{file}' is not a saved match: it is not complete JSON.") from None
    try:
        return _session(data, file)
    except BadRecord as error:
        raise BadRecord(f"'{file}' is not a saved match that can be played on: {error}") from None


def _session(data: Any, file: Path) -> Session:
    keys = {"format", "record", "seed", "humans", "bots"}
    if not isinstance(data, dict) or set(data) != keys:
        raise BadRecord(f"it should be an object with {', '.join(sorted(keys))}.")
    if data["format"] != FORMAT:
        raise BadRecord(f"its format is {shorten(data['format'])!r}; it should be {FORMAT!r}.")
    seed, humans, bots = data["seed"], data["humans"], data["bots"]
    if type(seed) is not int or type(humans) is not int:
        raise BadRecord("seed and humans should be whole numbers.")
    if not isinstance(bots, list) or not all(isinstance(bot, str) for bot in bots):
        raise BadRecord("bots should be a list of names.")
    try:
        for bot in bots:
            read_bot(bot)
    except LiftError as error:
        raise BadRecord(str(error)) from None
    match = replay(data["record"], seed=seed, chance="seeded")
    if humans < 0 or humans + len(bots) != match.game.players:
        raise BadRecord(f"{humans} people and {len(bots)} bots are not the {match.game.players} seats of the match.")
    return Session(match, seed, humans, bots, file, match.num_moves)
