"""A seat at a table: who sits there, and how to get back to it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from liftlobby.core.fields import LETTERS
from liftlobby.web.settings import AWAY_SECONDS

HUMAN, OPEN, BOT = "human", "open", "bot"


@dataclass(eq=False)
class Seat:
    """A seat: who sits there and how to get back to it. Times are seconds; `bank` is None without a clock."""

    number: int
    kind: str
    name: str
    bot: str = ""
    stand_in: bool = False
    key: str = ""
    taken_back: int = 0
    bank: float | None = None
    holders: set[str] = field(default_factory=set)
    watchers: int = 0
    seen: float = field(default_factory=time.time)
    since: float | None = None

    @property
    def letter(self) -> str:
        """A to H."""
        return LETTERS[self.number]

    @property
    def is_bot(self) -> bool:
        """Does a bot choose its moves?"""
        return self.kind == BOT or self.stand_in

    @property
    def is_away(self) -> bool:
        """Has its owner been gone for long?"""
        return self.kind == HUMAN and not self.watchers and time.time() - self.seen > AWAY_SECONDS

    def time_left(self, now: float) -> float | None:
        """The seconds on its clock."""
        if self.bank is None or self.since is None:
            return self.bank
        return max(0.0, self.bank - (now - self.since))
