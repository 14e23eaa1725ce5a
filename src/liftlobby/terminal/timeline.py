"""A finished or unfinished match laid out in time: any position, as any seat knew it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text as Drawn

from liftlobby.core.errors import unknown
from liftlobby.core.fields import LETTERS, View
from liftlobby.core.match import UNKNOWN, Known, Match, Step
from liftlobby.core.text import Text, text
from liftlobby.terminal.tables import table_of

SPECTATOR, ALL = "spectator", "all"
CHECKPOINTS = 100


def knowledge(match: Match, asked: str | None) -> str:
    """Whose knowledge is meant: a seat's letter, `spectator` or `all`; unasked, all once the match is over."""
    if asked is None:
        return ALL if match.is_over else SPECTATOR
    known = [*match.game.seats, SPECTATOR, ALL]
    for name in known:
        if asked.lower() == name.lower():
            return name
    raise unknown("seat", asked, known)


class Timeline:
    """The positions of a match, number 0 before its first move."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.moves = match.moves
        self._every = max(64, len(self.moves) // CHECKPOINTS)
        walker = match.game.match(chance="given", seats=match.names)
        self._checkpoints = [walker.clone()]
        for number, move in enumerate(self.moves, start=1):
            _play(walker, move)
            if number % self._every == 0:
                self._checkpoints.append(walker.clone())
        self._told: dict[str, list[list[Text]]] = {}

    def __len__(self) -> int:
        return len(self.moves)

    def at(self, position: int) -> Match:
        """The match after so many moves."""
        walker = self._checkpoints[position // self._every].clone()
        for move in self.moves[position - position % self._every : position]:
            _play(walker, move)
        return walker

    def drawn(self, position: int, who: str, language: str) -> RenderableType:
        """The table as `who` sees it; for `all`, as a spectator does, with every seat's own beneath."""
        match = self.at(position)
        table = table_of(match.game.type)
        seat = None if who in (SPECTATOR, ALL) else who
        parts: list[RenderableType] = [table.draw(match.view(seat), language)]
        if who == ALL:
            for letter in match.game.seats:
                own = table.own(match.view(letter), language)
                if isinstance(own, Drawn) and own.plain:
                    parts.append(Drawn.assemble((f"{letter}  ", "strong.ink"), own))
        return Group(*parts)

    def told(self, position: int, who: str, language: str) -> list[str]:
        """The log lines of the first moves."""
        if who not in self._told:
            self._told[who] = list(_tell_all(self.match) if who == ALL else _tell(self.match, _viewer(self.match, who)))
        return [line.render(language) for lines in self._told[who][:position] for line in lines]

    def move(self, position: int, who: str) -> str:
        """The move that led to a position, as `who` knows it now."""
        if position == 0:
            return ""
        if who == ALL:
            return self.moves[position - 1]
        record = self.match.public_record() if who == SPECTATOR else self.match.record(who)
        return str(record["moves"][position - 1])


def _play(match: Match, move: str) -> None:
    who, _, played = move.partition(" ")
    match.play(who, played)


def _viewer(match: Match, who: str) -> int | None:
    return None if who == SPECTATOR else match.game.seat(who)


def _tell(match: Match, viewer: int | None) -> Sequence[list[Text]]:
    known = Known(viewer)
    return [_told_by(match, viewer, known, step) for step in match.steps()]


def _told_by(match: Match, viewer: int | None, known: Known, step: Step) -> list[Text]:
    match.game_notation.witness(known, step)
    move = known.texts[-1].split(" ", 1)[1]
    lines: list[Text] = match.game_story.tell(View(step.before, viewer), View(step.after, viewer), step.player, move)
    return lines


def _tell_all(match: Match) -> Sequence[list[Text]]:
    """Each move told by somebody who knows it, with what only others are told; in full where nobody knows it."""
    viewers: list[int | None] = [None, *range(match.game.players)]
    known = {viewer: Known(viewer) for viewer in viewers}
    told = []
    for step in match.steps():
        by_viewer = {viewer: _told_by(match, viewer, known[viewer], step) for viewer in viewers}
        knowing = [viewer for viewer in viewers if UNKNOWN not in known[viewer].texts[-1]]
        lines = list(by_viewer[knowing[0]]) if knowing else [text("{move}", move=step.text)]
        for viewer in viewers:
            lines += [line for line in by_viewer[viewer] if line not in lines and line not in by_viewer[None]]
        told.append(lines)
    return told


def letter_name(match: Match, who: str) -> str:
    """`A heuristic`: a seat with its name."""
    return f"{who} {match.names[LETTERS.index(who)]}"
