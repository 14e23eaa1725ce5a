"""What pages are drawn with: templates, the translation, and the parts of a table, each drawn once for who sees it."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from babel import Locale
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, FunctionLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup

from liftlobby.core.errors import LiftError, UnknownName
from liftlobby.core.fields import LETTERS, View
from liftlobby.core.game import GameType, folder_of, game_type, room_of, rulebook, slugs
from liftlobby.core.text import Text, languages, translate
from liftlobby.web.newtable import word
from liftlobby.web.seat import OPEN
from liftlobby.web.table import WAITING, Table

HERE = Path(__file__).parent
STATIC = HERE / "static"


@dataclass(frozen=True)
class SeatShown:
    """What a board may know of a seat beside the view."""

    number: int
    letter: str
    name: str
    is_me: bool
    is_bot: bool


@dataclass
class Drawn:
    """The parts of a table for one viewer in one language, as they were at a version."""

    version: object
    parts: dict[str, str]


def say(language: str, message: str, **values: Any) -> str:
    """`t` of the templates: a sentence in the reader's language."""
    if not values:
        return translate(message, language)
    return Text(message, values).render(language)


class Memo:
    """HTML that looks the same for the same key, whoever sees it: drawn once, kept while it is among the newest."""

    def __init__(self, most: int = 20_000_000) -> None:
        self._kept: dict[object, Markup] = {}
        self._left = most  # characters

    def __call__(self, key: object, macro: Callable[..., str], make: Callable[[], Any], *more: Any) -> str:
        """The macro drawn with what `make` gives and `more`, both of which the key must decide."""
        html = self._kept.get(key)
        if html is None:
            html = self._kept[key] = Markup(macro(make(), *more))
            self._left -= len(html)
            while self._left < 0:
                self._left += len(self._kept.pop(next(iter(self._kept))))
        return html


class Artist:
    """Draws pages and the parts of tables."""

    def __init__(self) -> None:
        self.memo = Memo()
        self.environment = Environment(
            loader=ChoiceLoader([FileSystemLoader(HERE / "templates"), FunctionLoader(_game_template)]),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self.environment.globals |= {
            "static": static_address,
            "language_names": {language: Locale(language).get_display_name() for language in languages()},
            "art_of": art_of,
            "style_of": style_of,
            "word": word,
            "memo": self.memo,
            "clock": clock,
            "titles": {slug: game_type(slug).title for slug in slugs()},
        }
        self._says: dict[str, Callable[..., str]] = {language: partial(say, language) for language in languages()}

    def page(self, template: str, language: str, **values: Any) -> str:
        """A template in a language."""
        return self.environment.get_template(template).render(t=self._says[language], language=language, **values)

    def parts(self, table: Table, viewer: int | None, language: str) -> dict[str, str]:
        """What a viewer of a table sees now: HTML by the id of the element it belongs in."""
        key = viewer, language
        drawn = table.drawn.get(key)
        # Two things change by themselves: who has been away for long, and clocks.
        second = int(time.time()) if table.bank is not None and not table.is_over else 0
        version = table.version, second, [seat.is_away for seat in table.seats]
        if drawn is None or drawn.version != version:
            drawn = table.drawn[key] = Drawn(version, self._draw(table, viewer, language))
        parts: dict[str, str] = drawn.parts
        return parts

    def _draw(self, table: Table, viewer: int | None, language: str) -> dict[str, str]:
        seats = [SeatShown(s.number, s.letter, s.name, s.number == viewer, s.is_bot) for s in table.seats]
        common: dict[str, Any] = {
            "now": time.time(),
            "table": table,
            "seats": seats,
            "me": viewer,
            "seat": None if viewer is None else table.seats[viewer],
        }
        seat = common["seat"]
        acting = [other.number for other in table.to_act]
        places = tuple(
            (s.kind, s.name, s.stand_in, s.is_away, s.number in acting, s.bank is not None and common["now"])
            for s in table.seats
        )
        can_take_back = seat is not None and table.can_take_back(seat)
        parts = {
            "moment": str(Markup.escape(moment(table, viewer, language))),
            "seats": self._part("seats", table, language, (table.status, places), common),
            "tools": self._part("tools", table, language, (table.status, can_take_back), common),
            "chat-lines": self._part("chat", table, language, len(table.notes), common),
        }
        if table.status == WAITING:
            return parts | {"board": self.page("parts/waiting.html", language, **common), "end": ""}
        return parts | {
            "board": self.board(table, viewer, language, seats),
            "end": self._end(table, viewer, language, common) if table.is_over else "",
        }

    def _part(self, name: str, table: Table, language: str, facts: object, common: dict[str, Any]) -> str:
        """A part that looks the same for as long as these facts about it do."""
        key = name, table.id, common["me"], language, facts
        return str(self.memo(key, lambda _: self.page(f"parts/{name}.html", language, **common), dict))

    def board(self, table: Table, viewer: int | None, language: str, seats: list[SeatShown]) -> str:
        """The game's own drawing of what lies on the table."""
        told = table.log_of(viewer, language)
        view = told.telling.view
        if viewer is None:
            return self.draw_view(table.game.type, view, [], told.last, language, seats)
        seat, letter = table.seats[viewer], LETTERS[viewer]
        moves = table.match.legal_moves(letter) if not seat.stand_in else []
        fields = HIDDEN.format(letter=letter, turn=table.turn_of(seat))
        return fields + self.draw_view(table.game.type, view, moves, told.last, language, seats)

    def draw_view(
        self, type: GameType, view: View, moves: list[str], last: list[str], language: str, seats: list[SeatShown]
    ) -> str:
        """A view as the game draws it, or plainly where it has no drawing of its own."""
        room = room_of(type, "board")
        if room is None:
            facts = {"facts": view.as_dict()}
            return self.page("parts/plain_board.html", language, seats=seats, me=view.seat, moves=moves, **facts)
        facts = room.board(view, moves, last, language)
        return self.page(f"{type.slug}/board.html", language, seats=seats, me=view.seat, moves=moves, **facts)

    def _end(self, table: Table, viewer: int | None, language: str, common: dict[str, Any]) -> str:
        if language not in table.accounts:
            # How it came about is open to all and does not change any more; what can be done next does.
            table.accounts[language] = self._account(table, language, common["seats"])
        account = Markup(table.accounts[language])
        return self.page("parts/end.html", language, account=account, **common)

    def _account(self, table: Table, language: str, seats: list[SeatShown]) -> str:
        room = room_of(table.game.type, "board")
        if room is None:
            return ""
        views = [View(table.game.new_state(), None), *(View(step.after, None) for step in table.match.steps())]
        facts = room.account(pairwise(views), language)
        return self.page(f"{table.game.slug}/account.html", language, seats=seats, me=None, **facts)


HIDDEN = '<input type="hidden" name="seat" value="{letter}"><input type="hidden" name="turn" value="{turn}">'


def moment(table: Table, viewer: int | None, language: str) -> str:
    """The sentence of the moment: whose turn it is, what they can do, or how it ended."""
    if table.status == WAITING:
        free = sum(seat.kind == OPEN for seat in table.seats)
        if free == 1:
            return say(language, "Waiting for one more to sit down.")
        return say(language, "Waiting for {number} more to sit down.", number=free)
    if table.is_over:
        result = table.match.result
        winners = [table.seats[LETTERS.index(letter)] for letter in result.winners] if result else []
        if len(winners) == 1 and winners[0].number == viewer:
            return say(language, "You have won.")
        return say(language, "Won: {names}.", names=joined([seat.name for seat in winners], language))
    acting = table.to_act
    if viewer is not None and table.seats[viewer] in acting:
        room = room_of(table.game.type, "table")
        asked = room.ask(table.view(viewer), language) if room else ""
        return say(language, "Your turn: {asked}.", asked=asked) if asked else say(language, "Your turn.")
    return say(language, "Waiting for {names}.", names=joined([seat.name for seat in acting], language))


def joined(names: list[str], language: str) -> str:
    """`Ann, Ben and Cleo`."""
    if len(names) < 2:
        return "".join(names)
    row = ", ".join(names[:-1])
    return say(language, "{before} and {after}", before=row, after=names[-1])


def clock(seconds: float | None) -> str:
    """`1:05`, `2:00:00` or `3 d`."""
    if seconds is None:
        return ""
    whole = int(seconds)
    if whole >= 86400:
        return f"{whole // 86400} d {whole % 86400 // 3600} h"
    minutes, rest = divmod(whole, 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}" if minutes >= 60 else f"{minutes}:{rest:02}"


@lru_cache
def static_address(name: str) -> str:
    """The address of a static file, which changes with its content so that it can be kept for ever."""
    return f"/static/{fingerprint_of(name)}/{name}"


@lru_cache
def style_of(slug: str) -> str:
    """The address of a game's style sheet, "" if it has none."""
    try:
        return static_address(f"{slug}.css")
    except LiftError:
        return ""


@lru_cache
def fingerprint_of(name: str) -> str:
    """A short hash of a static file."""
    return hashlib.sha256(static_bytes(name)).hexdigest()[:10]


@lru_cache
def static_bytes(name: str) -> bytes:
    """A static file: of the site, or `<game>.css` of a game. Raises LiftError."""
    if name in {entry.name for entry in STATIC.iterdir()}:
        return (STATIC / name).read_bytes()
    slug, _, ending = name.rpartition(".")
    if ending == "css" and slug in slugs():
        path = folder_of(game_type(slug)) / "board.css"
        if path.exists():
            return path.read_bytes()
    raise LiftError(f"There is no static file {name!r}.")


def _game_template(name: str) -> str | None:
    """`<slug>/board.html` and `<slug>/account.html`, from the game's folder."""
    slug, _, file = name.partition("/")
    if slug not in slugs() or file not in ("board.html", "account.html"):
        return None
    path = folder_of(game_type(slug)) / file
    return path.read_text(encoding="utf-8") if path.exists() else None


RULE = re.compile(r"(?P<letters>[A-Z]{2})-(?P<first>\d+)(?: (?:to|đến) (?P=letters)-(?P<last>\d+))?")


@lru_cache(maxsize=32)
def rules_page(slug: str, language: str) -> Markup:
    """The rulebook of a game as HTML, in English where there is no other; every rule number is an anchor."""
    try:
        source = rulebook(game_type(slug), language)
    except UnknownName:
        source = rulebook(game_type(slug), "en")
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(source)
    seen: set[str] = set()

    def anchors(found: re.Match[str]) -> str:
        """The first mention of a rule is where its number leads; `FE-5 to FE-8` mentions four."""
        letters, first, last = found["letters"], int(found["first"]), int(found["last"] or found["first"])
        names = [f"{letters}-{number}" for number in range(first, last + 1)]
        new = [name for name in names if name not in seen]
        seen.update(new)
        return "".join(f'<a id="{name}"></a>' for name in new) + found[0]

    return Markup(RULE.sub(anchors, html))


@lru_cache(maxsize=32)
def art_of(slug: str) -> Markup:
    """The game's picture, to stand inside a page."""
    path = folder_of(game_type(slug)) / "art.svg"
    return Markup(path.read_text(encoding="utf-8")) if path.exists() else Markup("")
