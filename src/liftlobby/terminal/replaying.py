"""`lift replay`: a record, step by step, forward and back."""

from __future__ import annotations

import sys
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.text import Text as Drawn
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from liftlobby.core.errors import LiftError
from liftlobby.core.game import rulebook
from liftlobby.core.text import Text, text
from liftlobby.terminal.lobby import Lobby
from liftlobby.terminal.output import console
from liftlobby.terminal.screens import Choose, Log, Reading
from liftlobby.terminal.tables import final_table, grouped_names, spectated, table_of
from liftlobby.terminal.timeline import ALL, SPECTATOR, Timeline, letter_name

LEAP = 10


class ReplayScreen(Screen[None]):
    """A position of the match, and what led to it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space,n,down", "step(1)"),
        Binding("left,b,p,up", "step(-1)"),
        Binding("pagedown", f"step({LEAP})"),
        Binding("pageup", f"step(-{LEAP})"),
        Binding("home", "go(0)"),
        Binding("end", "go(-1)"),
        Binding("tab", "next_seat"),
        Binding("e", "results"),
        Binding("r,f2", "rules"),
        Binding("q,f10,escape", "app.exit"),
    ]

    def __init__(self, timeline: Timeline, who: str, language: str) -> None:
        super().__init__()
        self._timeline = timeline
        self._language = language
        self._everybody = [*timeline.match.game.seats, SPECTATOR, ALL]
        self._who = who
        self._position = 0

    def compose(self) -> ComposeResult:
        """Title, the move, the table, the log, the keys."""
        yield Static(id="title", markup=False)
        yield Static(id="moment")
        with Container(id="main"):
            with VerticalScroll(id="table", can_focus=False):
                yield Static(id="drawn")
            with Horizontal(id="desk"):
                yield Log(id="log", can_focus=False)
            yield Log(id="side", can_focus=False)
        keys = text("← → step   PgUp PgDn ten   Home End   Tab whose knowledge   e scores   r rules   q leave")
        yield Static(keys.render(self._language), classes="keys", markup=False)

    def on_mount(self) -> None:
        """From the start."""
        self.redraw()

    def _say(self, sentence: Text) -> str:
        return sentence.render(self._language)

    def redraw(self) -> None:
        """Show the position."""
        timeline, match = self._timeline, self._timeline.match
        self.query_one("#title", Static).update(f"{match.game.type.title}   {grouped_names(match.names)}")
        if self._who == ALL:
            whose = self._say(text("everything"))
        elif self._who == SPECTATOR:
            whose = self._say(text("a spectator"))
        else:
            whose = letter_name(match, self._who)
        moment = Drawn(
            self._say(text("Move {number} of {all}", number=self._position, all=len(timeline))), "strong.brass"
        )
        moment.append(f"   {timeline.move(self._position, self._who)}", "strong.ink")
        moment.append("   " + self._say(text("seen by: {whose}", whose=whose)), "soft")
        self.query_one("#moment", Static).update(Group(moment))
        self.query_one("#drawn", Static).update(timeline.drawn(self._position, self._who, self._language))
        before = len(timeline.told(max(0, self._position - 1), self._who, self._language))
        lines = timeline.told(self._position, self._who, self._language)
        for log in self.query(Log):
            log.show(lines, before)

    def action_step(self, by: int) -> None:
        """Forward or back."""
        self._position = min(max(self._position + by, 0), len(self._timeline))
        self.redraw()

    def action_go(self, position: int) -> None:
        """To the start, or with -1 to the end."""
        self._position = len(self._timeline) if position < 0 else position
        self.redraw()

    def action_next_seat(self) -> None:
        """The next one's knowledge."""
        place = self._everybody.index(self._who)
        self._who = self._everybody[(place + 1) % len(self._everybody)]
        self.redraw()

    def action_results(self) -> None:
        """The final scores, once there are any."""
        if self._timeline.match.is_over:
            title = self._say(text("{game}: the end", game=self._timeline.match.game.type.title))
            above = results(self._timeline, self._language)
            self.app.push_screen(Choose(title, [("back", self._say(text("back to the table")))], above, wide=True))

    def action_rules(self) -> None:
        """The rulebook."""
        try:
            rules = rulebook(self._timeline.match.game.type, self._language)
        except LiftError as error:
            rules = str(error)
        self.app.push_screen(Reading(rules, self._language))


class ReplayApp(Lobby):
    """One record."""

    def __init__(self, timeline: Timeline, who: str, language: str = "en") -> None:
        super().__init__()
        self._screen = ReplayScreen(timeline, who, language)

    def on_mount(self) -> None:
        """To the table."""
        self.push_screen(self._screen)


def results(timeline: Timeline, language: str) -> RenderableType:
    """How the match ended, the scores, and how they came about."""
    match = timeline.match
    return Group(
        Drawn(match.game_story.ending(match.view()).render(language), "strong.brass"),
        Drawn(""),
        final_table(match, match.names, language),
        Drawn(""),
        table_of(match.game.type).account(spectated(match), language),
    )


def print_replay(timeline: Timeline, who: str, language: str) -> None:
    """The same as text: the log, the last position, and the scores if the match is over."""
    match = timeline.match
    print(f"{match.game.type.title}   {grouped_names(match.names)}\n")
    for line in timeline.told(len(timeline), who, language):
        print(line)
    print()
    sys.stdout.flush()
    out = console()
    out.print(timeline.drawn(len(timeline), who, language))
    if match.is_over:
        out.print()
        out.print(results(timeline, language))
