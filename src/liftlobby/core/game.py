"""Games: what there is, with which options, and how the rooms of a game's folder fit together."""

from __future__ import annotations

import importlib
import pkgutil
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

from liftlobby.core import plain
from liftlobby.core.errors import LiftError, UnknownName, shorten, unknown
from liftlobby.core.fields import LETTERS
from liftlobby.core.text import Text, languages, text

if TYPE_CHECKING:
    from liftlobby.core.match import Match

NOTHING = Text("")
HOME = "liftlobby.games"
"""The package whose folders are the games."""

Value = int | bool | str


@dataclass(frozen=True)
class Option:
    """An option of a game. The state holds the place of the value among `values`, or for `players` the number."""

    name: str
    help: Text
    values: tuple[Value, ...]
    default: Value

    def values_for(self, players: int) -> tuple[Value, ...]:
        """The values there are with so many players: seats who are not at the table cannot be first."""
        if self.name != "first":
            return self.values
        return ("random", *LETTERS[:players])

    def check(self, given: object, players: int) -> Value:
        """The value that `given` means, which may be its text."""
        values = self.values_for(players)
        for value in values:
            same_kind = isinstance(given, bool) == isinstance(value, bool)
            if (given == value and same_kind) or (isinstance(given, str) and given.lower() == str(value).lower()):
                return value
        raise unknown(f"value of option {self.name}", given, values)


def players_option(least: int, most: int) -> Option:
    """The option `players`, from `least` to `most`."""
    return Option("players", text("how many play"), tuple(range(least, most + 1)), least)


def first_option(help: Text) -> Option:
    """The option `first`: a seat, or at random."""
    return Option("first", help, ("random", *LETTERS), "random")


@dataclass(frozen=True)
class CardTable:
    """Card data that a user can replace: the default table, and how a table is checked and put into a state.

    `merge(default, given)` returns the full table or raises LiftError; `fill(state, table)` writes it into the state.
    When `option` names an option, its value says `custom` for a table of one's own.
    """

    name: str
    source: Path
    merge: Callable[[dict[str, Any], dict[str, Any]], dict[str, Any]]
    fill: Callable[[Any, dict[str, Any]], None]
    option: str = ""

    @property
    def default(self) -> dict[str, Any]:
        """The table as it is shipped, with the status of each entry."""
        return tomllib.loads(self.source.read_text(encoding="utf-8"))


@dataclass(frozen=True)
class SearchSettings:
    """How bots search a game, chosen by measurement (docs/decisions.md)."""

    rollout: Literal["random", "heuristic"] = "random"
    """Who plays on beyond the tree, and is tried first in a new node."""
    exploration: float = 0.7
    """The constant of UCB1, for gains that span 1."""
    turns: int = 1000
    """After how many turns a look ahead stops; `prospects` then says what a seat may expect."""


@dataclass(frozen=True, eq=False)
class GameType:
    """A game: its rooms, options and what to tell about it.

    Any game can be one: `rules` is a rulebook (`core.rulebook`); the other rooms have plain defaults (`core.plain`).
    """

    slug: str
    title: str
    rules: Any
    options: tuple[Option, ...]
    summary: Text = NOTHING
    facts: Text = NOTHING
    best_with: int = 0
    """With how many it is most fun; 0 is the default of option players."""
    notation: Any = plain
    reasons: Any = plain
    story: Any = plain
    heuristic: Any = None
    worlds: Any = plain
    table: Any = None
    search: SearchSettings = SearchSettings()
    cards: CardTable | None = None
    rules_version: int = 1
    conflict: Callable[[Mapping[str, Value]], Text | None] = lambda options: None
    """Why these options do not go together, or None."""

    def option(self, name: str) -> Option:
        """The option of this name."""
        for option in self.options:
            if option.name == name:
                return option
        raise unknown(f"option of {self.slug}", name, [option.name for option in self.options])


@dataclass(frozen=True)
class Game:
    """A game with its options chosen. `options` holds all of them; `data` card tables that differ from the default."""

    type: GameType
    options: dict[str, Value]
    data: dict[str, Any] = field(default_factory=dict)

    @property
    def slug(self) -> str:
        """The game's name in commands, records and addresses."""
        return self.type.slug

    @property
    def players(self) -> int:
        """How many seats there are."""
        return int(self.options["players"])

    @property
    def seats(self) -> tuple[str, ...]:
        """The letters of the seats."""
        return tuple(LETTERS[: self.players])

    @property
    def rules(self) -> Any:
        """The rulebook: the functions of `core.rulebook`."""
        return self.type.rules

    def new_state(self) -> Any:
        """A state ready for the first move, as a dataclass of lists."""
        state = self.rules.State()
        for option in self.type.options:
            value = self.options[option.name]
            setattr(state, option.name, value if option.name == "players" else option.values.index(value))
        if self.type.cards:
            cards = self.type.cards
            cards.fill(state, cards.merge(cards.default, self.data.get(cards.name, {})))
        self.rules.setup(state)
        return state

    def seat(self, letter: str) -> int:
        """The number of a seat from its letter."""
        if letter not in self.seats:
            raise unknown("seat", letter, self.seats)
        return LETTERS.index(letter)

    def match(
        self,
        *,
        seed: int | None = None,
        chance: str = "seeded",
        client_seeds: list[str] | None = None,
        server_seed: bytes | None = None,
        seats: list[str] | None = None,
    ) -> Match:
        """A new match.

        `chance` is "seeded" (from `seed`, or from a seed drawn now), "given" (chance moves are left to the caller) or
        "fair" (checkable by the players: `match.commitment` can be shown at once). `seats` names who plays.
        """
        from liftlobby.core.match import Match, chance_source

        return Match(self, chance_source(self, chance, seed, client_seeds, server_seed), seats)


@cache
def _registry() -> dict[str, GameType]:
    return {}


def register(type: GameType) -> GameType:
    """Make a game known by its slug, so that `game` and `replay` find it."""
    _registry()[type.slug] = type
    return type


def slugs() -> list[str]:
    """The slugs of all games there are."""
    home = importlib.import_module(HOME)
    folders = {module.name.replace("_", "-") for module in pkgutil.iter_modules(home.__path__) if module.ispkg}
    return sorted(folders | set(_registry()))


def game_type(slug: str) -> GameType:
    """The game of this slug, loaded when first asked for."""
    if slug not in _registry():
        if slug not in slugs():
            raise unknown("game", slug, slugs())
        module: ModuleType = importlib.import_module(f"{HOME}.{slug.replace('-', '_')}")
        register(module.GAME)
    return _registry()[slug]


def room_of(type: GameType, name: str) -> ModuleType | None:
    """The module of this name beside a game's rulebook, or None if the game has none."""
    return _module(type.rules.__name__.rpartition(".")[0], name)


@cache
def _module(package: str, name: str) -> ModuleType | None:
    try:
        return importlib.import_module(f"{package}.{name}") if package else None
    except ModuleNotFoundError as error:
        if error.name != f"{package}.{name}":
            raise
        return None


def folder_of(type: GameType) -> Path:
    """Where a game's files are."""
    return Path(type.rules.__file__).parent


def rulebook(type: GameType, language: str) -> str:
    """The rules of a game for players, as Markdown. Raises UnknownName if they are not written in this language."""
    folder = folder_of(type) / "rulebook"
    file = folder / f"{language}.md"
    if language.isalpha() and file.is_file():
        return file.read_text(encoding="utf-8")
    written = [name for name in languages() if (folder / f"{name}.md").is_file()]
    if not written:
        raise UnknownName(f"There is no rulebook of {type.title} yet.")
    raise unknown("rulebook language", language, written)


def game(slug: str, **options: Any) -> Game:
    """A game with options as keywords; what is not given keeps its default.

    A card table of one's own is given under its name (`elevators`, `icons`) as a dict or as the path of a TOML file.
    Raises UnknownName for anything there is not.
    """
    type = game_type(slug)
    cards = type.cards
    data: dict[str, Any] = {}
    if cards and cards.name in options:
        given = options.pop(cards.name)
        if given != "default":
            data[cards.name] = _table(given, cards)
            cards.merge(cards.default, data[cards.name])
    for name in options:
        type.option(name)
    players_option = type.option("players")
    players = players_option.check(options.get("players", players_option.default), 0)
    chosen = {o.name: o.check(options.get(o.name, o.default), int(players)) for o in type.options}
    if cards and cards.option:
        chosen[cards.option] = "custom" if data else "default"
    if conflict := type.conflict(chosen):
        raise UnknownName(f"These options of {slug} do not go together: {conflict}")
    return Game(type, chosen, data)


def _table(given: object, cards: CardTable) -> dict[str, Any]:
    """A card table from a dict or a file."""
    if isinstance(given, dict):
        return given
    if given == "custom":
        raise LiftError(
            f"A custom table of {cards.name} must be given as a TOML file or a dict: {cards.name}=FILE.toml."
        )
    path = Path(str(given))
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        if isinstance(error, (tomllib.TOMLDecodeError, UnicodeDecodeError)):
            raise LiftError(f"The table of {cards.name} {shorten(path)!r} is not TOML: {shorten(error)}.") from None
        reason = error.strerror if isinstance(error, OSError) else error
        raise LiftError(
            f"The table of {cards.name} {shorten(path)!r} cannot be read ({reason}); "
            f'give "default" or the path of a TOML file.'
        ) from None
    return table
