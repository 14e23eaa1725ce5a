"""What a command was asked for: game, options, players, bots, language."""

from __future__ import annotations

from collections.abc import Sequence

from liftlobby.bots import read_bot
from liftlobby.core.errors import UnknownName, shorten, unknown
from liftlobby.core.game import Game, game
from liftlobby.core.text import languages


def chosen_game(slug: str, players: int | None, options: Sequence[str], seats: int | None = None) -> Game:
    """The game with the options written as name=value; `seats` gives the number of players if nothing else does."""
    given = named_values(options, "An option")
    if players is not None:
        if given.setdefault("players", str(players)) != str(players):
            raise UnknownName(f"--players says {players} and --option says players={given['players']}; say it once.")
    elif seats is not None and "players" not in given:
        given["players"] = str(seats)
    return game(slug, **given)


def named_values(given: Sequence[str], what: str) -> dict[str, str]:
    """The values by name of what was written as name=value; `what` begins the sentence otherwise."""
    found: dict[str, str] = {}
    for each in given:
        name, equals, value = each.partition("=")
        name = name.strip()
        if not equals or not name:
            raise UnknownName(f"{what} is written name=value, not {shorten(each)!r}.")
        if name in found:
            raise UnknownName(f"{shorten(name)!r} is given twice; say it once.")
        found[name] = value.strip()
    return found


def chosen_bots(names: str | None) -> list[str]:
    """The bots of a list with commas; empty when none was given."""
    if names is None:
        return []
    bots = [name.strip() for name in names.split(",")]
    for bot in bots:
        read_bot(bot)
    return bots


def bots_for(seats: int, bots: Sequence[str], usual: str) -> list[str]:
    """A bot for each of so many seats: the ones given, again from the first when they are fewer."""
    if len(bots) > max(seats, 1):
        raise UnknownName(f"There are {len(bots)} bots for {seats} seats; name at most one a seat.")
    names = list(bots) or [usual]
    return [names[i % len(names)] for i in range(seats)]


def chosen_language(name: str) -> str:
    """The language if there is a catalogue for it."""
    if name not in languages():
        raise unknown("language", name, languages())
    return name
