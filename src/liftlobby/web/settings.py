"""What a server can be told, and the limits it keeps."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

NAME_LENGTH = 24
"""The longest name of a person at a table, in characters."""
CHAT_LENGTH = 300
CHAT_KEPT = 200
"""Lines of chat that a page shows."""
LOG_KEPT = 120
"""Lines of the log that a page shows; the whole log has a page of its own."""
BODY_LENGTH = 64_000
RECORD_LENGTH = 1_000_000
"""The largest record file that can be looked at, in bytes."""
DAYS_ON_THE_TABLE = 14
"""Tables that nobody has touched for so long are put away: no longer listed, but never lost."""
MINUTES_IN_MEMORY = 20
AWAY_SECONDS = float(os.environ.get("LIFTLOBBY_AWAY_SECONDS", "60"))
"""A seat whose owner has been away for so long while it was its turn may be handed to a bot by the others."""
LEAST_BANK = int(os.environ.get("LIFTLOBBY_LEAST_BANK", "10"))
"""The shortest clock, in seconds."""
PACES = {"calm": 900, "quick": 350, "instant": 0}
"""Milliseconds between others' moves."""


def data_folder() -> Path:
    """Where tables are kept unless said otherwise: the user's data folder."""
    return Path(platformdirs.user_data_path("liftlobby"))


@dataclass(frozen=True)
class Settings:
    """How a server runs. `bot_pause` is the factor on the pace at which bots move; 0 lets them move at once."""

    data: Path = field(default_factory=data_folder)
    database: str = ""
    bot_pause: float = 1.0
    limits: bool = True
    workers: int = 1

    @property
    def database_url(self) -> str:
        """The database as SQLAlchemy names it; SQLite in the data folder unless another was given."""
        return self.database or f"sqlite:///{self.data / 'tables.sqlite3'}"

    @classmethod
    def from_environment(cls) -> Settings:
        """What `lift serve` has put into the environment for its processes."""
        given = os.environ.get
        return cls(
            data=Path(given("LIFTLOBBY_DATA") or data_folder()),
            database=given("LIFTLOBBY_DATABASE", ""),
            bot_pause=float(given("LIFTLOBBY_BOT_PAUSE", "1")),
            limits=given("LIFTLOBBY_LIMITS", "on") == "on",
            workers=int(given("LIFTLOBBY_WORKERS", "1")),
        )
