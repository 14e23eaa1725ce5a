"""What a game's room `balance` tells the balance report, or what is taken where it has none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from liftlobby.core.game import GameType, room_of


@dataclass(frozen=True)
class About:
    """The constants of the room; its functions are bound by `lab.tracing`."""

    standing: str = "points"
    """What `standing_of` counts (STANDING)."""
    phases: Mapping[int, str] = field(default_factory=dict)
    """The kinds of choices, by the numbers of `phase_of` (PHASES)."""
    restrictions: tuple[str, ...] = ()
    """What can be forbidden a player, from restriction 1 on: "never ..." (RESTRICTIONS)."""
    one_loser: bool = False
    """Does a match single out one loser, not one winner (SINGLES_OUT_THE_LOSER)? Then shares are shares of losing."""
    competent: str = "search:100"
    """The bot that plays unless another is named (COMPETENT)."""


def about(type: GameType) -> About:
    """What the game tells."""
    room = room_of(type, "balance")
    names = {"standing": "STANDING", "phases": "PHASES", "restrictions": "RESTRICTIONS"}
    names |= {"one_loser": "SINGLES_OUT_THE_LOSER", "competent": "COMPETENT"}
    return About(**{ours: getattr(room, theirs) for ours, theirs in names.items() if hasattr(room, theirs)})
