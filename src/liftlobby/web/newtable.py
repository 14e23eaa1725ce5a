"""From a form, or from one click, to a table that can be made."""

from __future__ import annotations

import tomllib
from typing import Any

from liftlobby.core.errors import LiftError, shorten, unknown
from liftlobby.core.game import Game, GameType, game, game_type
from liftlobby.core.text import text
from liftlobby.web.lobby import NewSeat, NewTable
from liftlobby.web.seat import BOT, HUMAN, OPEN
from liftlobby.web.settings import PACES
from liftlobby.web.table import Refused
from liftlobby.web.visitor import Visitor, clean_name

WORDS = {
    "players": text("Players"),
    "first": text("Who begins"),
    "rules": text("Rules in use"),
    "side_pile": text("Side pile"),
    "ends": text("The goals"),
    "random": text("at random"),
    "standard": text("standard"),
    "simplified": text("simplified"),
    "beyond": text("beyond the ten squares"),
    "inside": text("the first and the last square"),
}
"""What the form calls options and their values."""


def word(name: object, language: str) -> str:
    """An option's name or value as the form shows it."""
    return WORDS[str(name)].render(language) if str(name) in WORDS else str(name)


def best_bot(type: GameType) -> str:
    """The bot that sits down when nobody chooses one."""
    return "heuristic" if type.heuristic else "random"


def play_now(slug: str, visitor: Visitor, person: str) -> NewTable:
    """The visitor and sensible bots, as many as the game is best with."""
    type = game_type(slug)
    chosen = game(slug, players=type.best_with) if type.best_with else game(slug)
    bots = [NewSeat(BOT, bot=best_bot(type)) for _ in range(chosen.players - 1)]
    return NewTable(chosen, [NewSeat(HUMAN, visitor.shown_name, person=person), *bots], pace=visitor.pace)


def game_asked(slug: str, options: dict[str, Any]) -> Game:
    """The game that somebody far away asks for. Raises LiftError, also for a file of ours that an option names."""
    cards = game_type(slug).cards
    if cards and isinstance(given := options.get(cards.name, {}), str) and given != "default":
        raise unknown(f"value of option {cards.name}", given, ["default"])
    return game(slug, **options)


def new_table(slug: str, form: dict[str, str], visitor: Visitor, person: str) -> NewTable:
    """The table a form describes. Raises LiftError or Refused with what does not go."""
    type = game_type(slug)
    options: dict[str, Any] = {}
    for option in type.options:
        given = form.get(f"option-{option.name}", "")
        if option.values == (False, True):
            options[option.name] = given == "on"
        elif given and given != "custom":
            options[option.name] = given
    if type.cards and form.get("cards", "").strip():
        try:
            options[type.cards.name] = tomllib.loads(form["cards"])
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise LiftError(f"The table of {type.cards.name} is not TOML: {shorten(error)}.") from None
    chosen = game_asked(slug, options)
    seats = [_seat(form, number, visitor, person, type) for number in range(chosen.players)]
    bank = form.get("bank", "")
    if bank and not (bank.isdecimal() and len(bank) < 9):
        raise Refused(422, text("A clock starts with a whole number of seconds."))
    increment = form.get("increment", "0") or "0"
    if not (increment.isdecimal() and len(increment) < 7):
        raise Refused(422, text("A clock adds a whole number of seconds."))
    return NewTable(
        chosen,
        seats,
        is_public=form.get("public", "") == "on",
        has_spectators=form.get("spectators", "") == "on",
        has_memory_aid=form.get("memory", "") == "on",
        bank=int(bank) if bank else None,
        increment=int(increment),
        pace=form["pace"] if form.get("pace") in PACES else visitor.pace,
    )


def _seat(form: dict[str, str], number: int, visitor: Visitor, person: str, type: GameType) -> NewSeat:
    """A seat of the form: me, here (somebody at the same screen), friend, or a bot's level."""
    kind = form.get(f"seat-{number}", "me" if number == 0 else best_bot(type))
    name = clean_name(form.get(f"name-{number}", ""))
    if kind in ("me", "here"):
        return NewSeat(HUMAN, name or (visitor.shown_name if kind == "me" else ""), person=person)
    if kind == "friend":
        return NewSeat(OPEN)
    return NewSeat(BOT, name, kind)
