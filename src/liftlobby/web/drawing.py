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
from liftlobby.core.parts import Board, Part
from liftlobby.core.text import Text, languages, translate
from liftlobby.web.newtable import word
from liftlobby.web.seat import OPEN, Seat
from liftlobby.web.table import WAITING, Table

HERE = Path(__file__).parent
STATIC = HERE / "static"


@dataclass(frozen=True)
class SeatShown:
    """What a board may know of a seat beside the view."""

    letter: str
    name: str


@lru_cache(maxsize=4096)
def seats_shown(names: tuple[str, ...]) -> list[SeatShown]:
    """The seats with these names."""
    return [SeatShown(letter, name) for letter, name in zip(LETTERS, names, strict=False)]


Draw = Callable[[str], str]
"""What gives the HTML of the part of this name."""


@dataclass
class Drawn:
    """A table for one viewer in one language, as it was at a version: HTML by the id of the element it belongs in.

    `inside` are the parts of the board. `framed` draws the frame around them, which looks the same while `frame` does.
    """

    version: object
    parts: dict[str, str]
    inside: dict[str, str]
    frame: object
    framed: Callable[[Draw], str]

    @property
    def board(self) -> str:
        """The whole board."""
        return self.framed(self.inside.__getitem__)


def say(language: str, message: str, **values: Any) -> str:
    """`t` of the templates: a sentence in the reader's language."""
    if not values:
        return translate(message, language)
    return Text(message, values).render(language)


class Pieces:
    """Parts in one language that look the same to several viewers or as before, kept while somebody still sees them."""

    def __init__(self) -> None:
        self._version: object = None
        self._now: dict[object, str] = {}
        self._before: dict[object, str] = {}

    def at(self, version: object) -> Pieces:
        """Go on to a version of the table: what was not seen in the last one is forgotten."""
        if version != self._version:
            self._version, self._before, self._now = version, self._now, {}
        return self

    def get(self, key: object, draw: Callable[[], str]) -> str:
        """The part that this key decides, drawn if it is new."""
        html = self._now.get(key)
        if html is None:
            html = self._before.get(key)
            self._now[key] = html = draw() if html is None else html
        return html


class Artist:
    """Draws pages and the parts of tables."""

    def __init__(self) -> None:
        self.environment = Environment(
            loader=ChoiceLoader([FileSystemLoader(HERE / "templates"), FunctionLoader(_game_template)]),
            # In boards only names are not ours; they escape them by hand, which saves a third of the time.
            autoescape=lambda name: name is None or not name.endswith("/board.html"),
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
            "clock": clock,
        }
        self._says: dict[str, Callable[..., str]] = {language: partial(say, language) for language in languages()}
        self._titles = {
            language: {slug: translate(game_type(slug).title, language) for slug in slugs()} for language in languages()
        }
        self._macros: dict[tuple[str, str], Any] = {}

    def page(self, template: str, language: str, **values: Any) -> str:
        """A template in a language."""
        words = {"t": self._says[language], "titles": self._titles[language], "language": language}
        return self.environment.get_template(template).render(words | values)

    def draw(self, table: Table, viewer: int | None, language: str) -> Drawn:
        """What a viewer of a table sees now."""
        key = viewer, language
        drawn: Drawn | None = table.drawn.get(key)
        # Two things change by themselves: who has been away for long, and clocks.
        second = int(time.time()) if table.bank is not None and not table.is_over else 0
        version = table.version, second, [seat.is_away for seat in table.seats]
        if drawn is None or drawn.version != version:
            pieces = table.pieces.setdefault(language, Pieces()).at(version)
            drawn = table.drawn[key] = self._draw(table, viewer, language, version, pieces)
        return drawn

    def _draw(self, table: Table, viewer: int | None, language: str, version: object, pieces: Pieces) -> Drawn:
        seats = seats_shown(tuple(s.name for s in table.seats))
        seat = None if viewer is None else table.seats[viewer]
        now = time.time()
        common: dict[str, Any] = {"now": now, "table": table, "seats": seats, "me": viewer, "seat": seat}

        def part(name: str, *facts: object) -> str:
            """A part that looks the same for as long as these facts about it do."""
            return pieces.get((name, facts), lambda: self.page(f"parts/{name}.html", language, **common))

        parts = {"moment": str(Markup.escape(moment(table, viewer, language)))}
        for s in table.seats:
            shown = s is seat, s in table.to_act, seat is not None and s is not seat and table.can_stand_in(s)
            ticking = now if s.since and s.bank is not None else s.bank
            key = (s.number, s.kind, s.name, s.stand_in, s.is_away, ticking, table.status, *shown)
            parts[f"seat-{s.number}"] = pieces.get(key, partial(self._seat, s, table, now, language, *shown))
        can_take_back = seat is not None and table.can_take_back(seat)
        parts |= {
            "tools": part("tools", viewer, table.status, can_take_back, seat is not None and seat.stand_in),
            "chat-lines": part("chat", len(table.notes)),
            "end": self._end(table, viewer, language, common) if table.is_over else "",
        }
        if table.status == WAITING:
            html = self.page("parts/waiting.html", language, **common)
            return Drawn(version, parts, {}, html, lambda _: html)
        told = table.log_of(viewer, language)
        if seat is None:
            fields, moves = "", []
        else:
            fields = HIDDEN.format(letter=seat.letter, turn=table.turn_of(seat))
            moves = table.match.legal_moves(seat.letter) if not seat.stand_in else []
        type = table.game.type
        board, inside = self._board(type, told.telling.view, moves, told.last, language, seats, pieces)

        def framed(part: Draw) -> str:
            return FIELDS.format(part("fields")) + self._framed(type, board, part, language, seats, viewer)

        return Drawn(version, parts, {"fields": fields} | inside, board.frame, framed)

    def _seat(self, seat: Seat, table: Table, now: float, language: str, *shown: bool) -> str:
        """A row of the list of seats; `shown`: is it the viewer's, is it to act, may the viewer hand it to a bot?"""
        return str(self._macros_of("parts/seat.html", language).seat(seat, table, now, *shown))

    def draw_view(
        self, type: GameType, view: View, moves: list[str], last: list[str], language: str, seats: list[SeatShown]
    ) -> str:
        """A view as the game draws it, or plainly where it has no drawing of its own."""
        board, inside = self._board(type, view, moves, last, language, seats, Pieces())
        return self._framed(type, board, inside.__getitem__, language, seats, view.seat)

    def _board(
        self,
        type: GameType,
        view: View,
        moves: list[str],
        last: list[str],
        language: str,
        seats: list[SeatShown],
        pieces: Pieces,
    ) -> tuple[Board, dict[str, str]]:
        """The board and its drawn parts. What names a seat bears does not change while a match lasts."""
        room = room_of(type, "board")
        if room is None:
            return Board({"facts": view.as_dict(), "moves": moves}, {}), {}
        board: Board = room.board(view, moves, last, language)
        macros = self._macros_of(f"{type.slug}/board.html", language)
        inside = {}
        for name, part in board.parts.items():

            def draw(name: str = name, part: Part = part) -> str:
                return str(getattr(macros, name.partition("-")[0])(part.facts(), seats, view.seat))

            inside[name] = pieces.get((name, part.key), draw)
        return board, inside

    def _framed(
        self,
        type: GameType,
        board: Board,
        part: Draw,
        language: str,
        seats: list[SeatShown],
        viewer: int | None,
    ) -> str:
        """The frame of the board around its parts."""
        if room_of(type, "board") is None:
            return self.page("parts/plain_board.html", language, **board.frame)
        return str(self._macros_of(f"{type.slug}/board.html", language).frame(board.frame, part, seats, viewer))

    def _macros_of(self, template: str, language: str) -> Any:
        """The macros of a template in a language."""
        key = template, language
        if key not in self._macros:
            values = {"t": self._says[language], "language": language}
            self._macros[key] = self.environment.get_template(template).make_module(values)
        return self._macros[key]

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


FIELDS = '<div id="fields" hidden>{}</div>'
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
        if viewer is not None and table.seats[viewer] in winners:
            others = [seat.name for seat in winners if seat.number != viewer]
            if others:
                return say(language, "You have won, with {names}.", names=joined(others, language))
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
