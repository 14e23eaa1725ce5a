"""What is told at a table: the log of the match for each viewer, and what happens beside the match."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from liftlobby.core.match import Step, Telling
from liftlobby.core.text import Text, text
from liftlobby.web.settings import LOG_KEPT

if TYPE_CHECKING:
    from liftlobby.web.table import Table

NOTES = {
    "joined": text("{name} sits down."),
    "left": text("{name} leaves; a bot plays on until {name} is back."),
    "stand_in": text("{name} is away: a bot plays for {name}."),
    "back": text("{name} is back."),
    "time": text("{name} is out of time: a bot chose the move."),
    "took_back": text("{name} takes back a choice."),
}


@dataclass(frozen=True)
class Note:
    """Something said or done beside the match, after `ply` moves: chat, or a key of NOTES."""

    number: int
    ply: int
    at: float
    kind: str
    name: str
    said: str

    def sentence(self) -> Text:
        """What the log says of it."""
        return replace(NOTES[self.kind], values={"name": self.name})


NOTE_FIELDS = ("number", "ply", "at", "kind", "name", "said")


def placed(notes: list[Note]) -> list[tuple[int, Note]]:
    """The notes with the number of moves after which each stands, which choices taken back since then have lowered."""
    found: list[tuple[int, Note]] = []
    ply = notes[-1].ply if notes else 0
    for note in reversed(notes):
        ply = min(ply, note.ply)
        found.append((ply, note))
    return found[::-1]


class Told:
    """The log for one viewer in one language: the newest lines (`most` of them), and how many there were in all."""

    def __init__(self, table: Table, viewer: int | None, language: str, most: int | None = LOG_KEPT) -> None:
        self.language = language
        self.telling = Telling(table.match, viewer)
        self.lines: deque[str] = deque(maxlen=most)
        self.total = 0
        self.own = 0  # the number of lines when this seat had last moved
        self.last: list[str] = []
        notes = deque(placed([note for note in table.notes if note.kind != "chat"]))
        for ply, step in enumerate(table.match.steps()):
            while notes and notes[0][0] <= ply:
                self.add(notes.popleft()[1].sentence())
            self.tell(step)
        for _, note in notes:
            self.add(note.sentence())

    def tell(self, step: Step) -> None:
        """Add the lines for a move."""
        for line in self.telling.tell(step):
            self.add(line)
        known = self.telling.known
        if step.player >= 0:
            self.last = []
        self.last.append(known.texts[-1])
        if step.player == known.seat:
            self.own = self.total

    def add(self, line: Text) -> None:
        """Add a line."""
        self.lines.append(line.render(self.language))
        self.total += 1
