"""`lift play`: one table, played with the keyboard."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import ClassVar

from rich.console import Group
from rich.text import Text as Drawn
from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from liftlobby.core.errors import IllegalMove, LiftError, shorten
from liftlobby.core.fields import LETTERS
from liftlobby.core.files import written_whole
from liftlobby.core.game import rulebook
from liftlobby.core.record import write_record
from liftlobby.core.text import Text, text
from liftlobby.terminal.files import check_writable
from liftlobby.terminal.lobby import Lobby
from liftlobby.terminal.screens import AskLine, Choose, Cover, Log, Reading, keys_page
from liftlobby.terminal.session import Session, free_name, usual_file
from liftlobby.terminal.tables import final_table, grouped_names, in_order, spectated, table_of
from liftlobby.terminal.typed import as_written, find_move

PACES = {"calm": 0.9, "quick": 0.3, "instant": 0.0}
"""Seconds before a bot moves."""
COVER_LINES = 8
RESULTS = "results"
COMMANDS = "hrsq?/"


class PlayScreen(Screen[None]):
    """The table: whose turn, what may be done, what has happened."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "keys"),
        Binding("r,f2", "rules"),
        Binding("h,f3", "hint"),
        Binding("s,f4", "save"),
        Binding("q,f10", "leave"),
        Binding("slash", "type"),
        Binding("escape", "list"),
        Binding("pageup", "log('page_up')", priority=True),
        Binding("pagedown", "log('page_down')", priority=True),
    ]

    def __init__(self, session: Session, language: str, pace: str) -> None:
        super().__init__()
        self.session = session
        self._language = language
        self._pause = PACES[pace]
        self._viewer: str | None = session.people[0] if session.humans == 1 else None
        self._note = ""
        self._noted_refusal = False
        self._read: dict[str | None, int] = {}

    # --- what is on the screen ------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Title, sentence of the moment, table, moves, log, line to type, keys."""
        yield Static(id="title", markup=False)
        yield Static(id="moment")
        with Container(id="main"):
            with VerticalScroll(id="table", can_focus=False):
                yield Static(id="drawn")
            with Horizontal(id="desk"):
                yield OptionList(id="moves", markup=False)
                yield Log(id="log", can_focus=False)
            yield Log(id="side", can_focus=False)
        yield Input(id="typed", placeholder=self._say(text("or type a move")), compact=True)
        yield Static(id="keys", classes="keys", markup=False)

    def on_mount(self) -> None:
        """The first move."""
        self.query_one("#keys", Static).update(
            self._say(text("? keys   r rules   h hint   s save   q leave   / type   Enter play"))
        )
        self.query_one("#moves").border_title = self._say(text("Moves"))
        self.query_one("#log").border_title = self._say(text("Log"))
        self.query_one("#moves").focus()
        self.advance()

    def _say(self, sentence: Text) -> str:
        return sentence.render(self._language)

    @property
    def _acting(self) -> str | None:
        """The person who may move now and sees the table."""
        return self._viewer if self._viewer in self.session.match.to_act else None

    def redraw(self) -> None:
        """Show the match as the viewer may see it."""
        match = self.session.match
        names = self.session.names(self._language)
        self.query_one("#title", Static).update(f"{match.game.type.title}   {grouped_names(names)}")
        view = match.view(self._viewer)
        self.query_one("#drawn", Static).update(table_of(match.game.type).draw(view, self._language))
        self._redraw_moment()
        self._redraw_moves()
        self._redraw_log()

    def _redraw_moment(self) -> None:
        match = self.session.match
        style = "strong.brass"
        if match.is_over:
            sentence = match.game_story.ending(match.view()).render(self._language)
        elif seat := self._acting:
            asked = table_of(match.game.type).ask(match.view(seat), self._language)
            if self.session.humans == 1:
                sentence = self._say(text("Your turn: {asked}.", asked=asked))
            else:
                sentence = self._say(text("{seat}: {asked}.", seat=seat, asked=asked))
        else:
            names = self.session.names(self._language)
            waiting = ", ".join(f"{seat} {names[LETTERS.index(seat)]}" for seat in match.to_act)
            sentence = self._say(text("Waiting for {seats}.", seats=waiting))
            style = "soft"
        moment = Drawn(sentence, style)
        if self._note:
            moment.append(f"\n{self._note}", "velvet" if self._noted_refusal else "bottle")
        self.query_one("#moment", Static).update(Group(moment))

    def _redraw_moves(self) -> None:
        moves = self.query_one("#moves", OptionList)
        moves.clear_options()
        match = self.session.match
        if match.is_over:
            moves.add_option(Option(self._say(text("the final scores")), id=RESULTS))
        elif seat := self._acting:
            table, view = table_of(match.game.type), match.view(seat)
            legal = in_order(match, seat)
            width = max(len(move) for move in legal)
            for move in legal:
                said = table.explain(view, move, self._language)
                moves.add_option(Option(f"{move:<{width}}  {said}".rstrip(), id=move))
        if moves.option_count:
            moves.highlighted = 0

    def _redraw_log(self) -> None:
        lines = self.session.match.log(self._viewer, self._language)
        read = self._read.get(self._viewer, 0)
        for log in self.query(Log):
            log.show(lines, read)

    def _tell(self, note: str, refusal: bool = False) -> None:
        self._note, self._noted_refusal = note, refusal
        self._redraw_moment()

    # --- the match goes on ----------------------------------------------------------------------------------------

    @work(exclusive=True, group="advance")
    async def advance(self) -> None:
        """Let bots move until a person is to act or the match is over; hide the table between two people."""
        match = self.session.match
        while bot := self.session.bot_to_act():
            if self.session.humans != 1:
                self._viewer = None
            if self._pause and len(match.to_act) == 1:
                self.redraw()
                await asyncio.sleep(self._pause)
            else:
                await asyncio.sleep(0)  # keys are heard even while bots play without a pause
            self.session.play_bot(bot)
        seat = self.session.person_to_act()
        if seat and seat != self._viewer:
            self._viewer = None
            self.redraw()
            await self.app.push_screen_wait(Cover(seat, match.log(None, self._language)[-COVER_LINES:], self._language))
            self._viewer = seat
        if match.is_over and self.session.humans != 1:
            self._viewer = None
        self.redraw()
        if match.is_over:
            await self._show_results()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter on the list."""
        if event.option_id == RESULTS:
            self.show_results()
        elif event.option_id:
            self._play(event.option_id)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter on the line."""
        seat = self._acting
        if seat is None or not event.value.strip():
            self.action_list()
            return
        match = self.session.match
        move = find_move(event.value, match.legal_moves(seat))
        event.input.clear()
        self._play(move or as_written(event.value, match, match.view(seat), LETTERS.index(seat)))

    def _play(self, move: str) -> None:
        seat = self._acting
        if seat is None:
            return
        match = self.session.match
        read = len(match.log(seat))
        try:
            match.play(seat, move)
        except IllegalMove as error:
            legal = shorten(", ".join(in_order(match, seat)), 70)
            self._tell(
                self._say(text("{reason} Legal: {legal}", reason=error.in_language(self._language), legal=legal)), True
            )
            return
        self._read[seat] = read
        self._note = ""
        self.action_list()
        self.advance()

    # --- keys -----------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """A letter or digit that is no command begins a typed move."""
        typed = self.query_one("#typed", Input)
        if event.character and event.is_printable and event.character not in COMMANDS and not typed.has_focus:
            if event.character == " ":
                return
            typed.focus()
            typed.insert_text_at_cursor(event.character)
            typed.select_on_focus = False
            event.stop()

    def action_type(self) -> None:
        """To the line."""
        self.query_one("#typed").focus()

    def action_list(self) -> None:
        """To the list."""
        self.query_one("#typed", Input).clear()
        self.query_one("#moves").focus()

    def action_log(self, how: str) -> None:
        """Move in the log."""
        for log in self.query(Log):
            getattr(log, f"scroll_{how}")(animate=False)

    def action_keys(self) -> None:
        """The keys."""
        self.app.push_screen(Reading(keys_page(self._language), self._language))

    def action_rules(self) -> None:
        """The rulebook."""
        try:
            rules = rulebook(self.session.match.game.type, self._language)
        except LiftError as error:
            self._tell(str(error), True)
            return
        self.app.push_screen(Reading(rules, self._language))

    def action_hint(self) -> None:
        """What the heuristic would play."""
        seat = self._acting
        if seat is None:
            return
        move = self.session.hint(seat)
        moves = self.query_one("#moves", OptionList)
        moves.highlighted = moves.get_option_index(move)
        self._tell(self._say(text("Hint: the heuristic would play {move}.", move=move)))

    def action_save(self) -> None:
        """Save to the session's file, or to a new one in the user's data folder."""
        try:
            file = self.session.file or usual_file(self.session.match.game.slug)
            self.session.save(file)
        except LiftError as error:
            self._tell(str(error), True)
        else:
            self._tell(self._say(text("Saved. Go on later with: lift play --resume {file}", file=file)))
            if isinstance(self.app, Lobby):
                self.app.saved = file

    @work(exclusive=True, group="leave")
    async def action_leave(self) -> None:
        """Leave, with a question if something would be lost."""
        if self.session.is_unsaved:
            choices = [
                ("save", self._say(text("save and leave"))),
                ("drop", self._say(text("leave without saving"))),
                ("stay", self._say(text("play on"))),
            ]
            chosen = await self.app.push_screen_wait(Choose(self._say(text("The match is not saved.")), choices))
            if chosen in (None, "stay"):
                return
            if chosen == "save":
                self.action_save()
                if self.session.is_unsaved:
                    return
        self.app.exit()

    # --- the end --------------------------------------------------------------------------------------------------

    @work(exclusive=True, group="results")
    async def show_results(self) -> None:
        """The final scores again."""
        await self._show_results()

    async def _show_results(self) -> None:
        match = self.session.match
        names = self.session.names(self._language)
        scores = final_table(match, names, self._language)
        account = table_of(match.game.type).account(spectated(match), self._language)
        ending = match.game_story.ending(match.view()).render(self._language)
        above = Group(Drawn(ending, "strong.brass"), Drawn(""), scores, Drawn(""), account)
        choices = [
            ("again", self._say(text("play again"))),
            ("record", self._say(text("save the record"))),
            ("table", self._say(text("back to the table"))),
            ("leave", self._say(text("leave"))),
        ]
        title = self._say(text("{game}: the end", game=match.game.type.title))
        while True:
            chosen = await self.app.push_screen_wait(Choose(title, choices, above, wide=True))
            if chosen == "record":
                await self._save_record()
            elif chosen == "again":
                again = Session.new(match.game, self.session.humans, self.session.bots, None)
                self.app.switch_screen(PlayScreen(again, self._language, self._pace_name()))
                return
            elif chosen == "leave":
                self.app.exit()
                return
            else:
                self.redraw()
                return

    def _pace_name(self) -> str:
        return next(name for name, pause in PACES.items() if pause == self._pause)

    async def _save_record(self) -> None:
        """Ask for a name and write the record there; never over another file unasked."""
        match = self.session.match
        usual = free_name(Path(), match.game.slug)
        name = await self.app.push_screen_wait(AskLine(self._say(text("Save the record as")), str(usual)))
        if not name:
            return
        file = Path(name).expanduser()
        if file.is_file():
            choices = [("no", self._say(text("keep it"))), ("yes", self._say(text("replace it")))]
            asked = self._say(text("There is already a file {file}.", file=file))
            if await self.app.push_screen_wait(Choose(asked, choices)) != "yes":
                return
        try:
            check_writable(file, (".json", ".jsonl"), force=True)
            with written_whole(file) as beside:
                beside.write_text(write_record(match.record()) + "\n", encoding="utf-8")
        except LiftError as error:
            said = str(error)
        else:
            said = self._say(text("The record is in {file}.", file=file))
        await self.app.push_screen_wait(Choose(said, [("on", self._say(text("go on")))]))
