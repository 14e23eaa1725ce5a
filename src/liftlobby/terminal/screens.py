"""The pages over and beside a table: a choice, a line to type, a text to read, the cover between two people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.text import Text as Drawn
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from liftlobby.core.text import Text, text


class Log(VerticalScroll):
    """What has happened; the newest lines are at the end and stand out."""

    MOST_LINES = 300

    def compose(self) -> ComposeResult:
        """The lines."""
        self.add_class("log")
        yield Static()

    def show(self, lines: Sequence[str], read: int) -> None:
        """Show lines, of which the first `read` are old."""
        drawn = Drawn()
        for number in range(max(0, len(lines) - self.MOST_LINES), len(lines)):
            drawn.append(f"{lines[number]}\n", "ink" if number >= read else "soft")
        drawn.rstrip()
        self.query_one(Static).update(Group(drawn))
        self.call_after_refresh(self.scroll_end, animate=False)


class Choose(ModalScreen[str | None]):
    """One of several things, under the arrow keys; None when the user goes back."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Back")]

    def __init__(
        self, title: str, choices: Sequence[tuple[str, str]], above: RenderableType | None = None, wide: bool = False
    ) -> None:
        super().__init__(classes="wide" if wide else "")
        self._title = title
        self._choices = choices
        self._above = above

    def compose(self) -> ComposeResult:
        """Title, what is to be read before choosing, and the choices."""
        with Vertical(classes="box") as box:
            if self._above is not None:
                box.border_subtitle = "PgUp PgDn"
            yield Static(self._title, classes="heading", markup=False)
            if self._above is not None:
                with VerticalScroll(classes="above", can_focus=False):
                    yield Static(self._above)
            yield OptionList(*(Option(label, id=name) for name, label in self._choices), markup=False)

    def on_mount(self) -> None:
        """The arrows work at once."""
        self.query_one(OptionList).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter chooses."""
        self.dismiss(event.option_id)

    def on_key(self, event: object) -> None:
        """Page keys move what is above the choices."""
        key = getattr(event, "key", "")
        if self._above is not None and key in ("pageup", "pagedown"):
            box = self.query_one(VerticalScroll)
            (box.scroll_page_up if key == "pageup" else box.scroll_page_down)(animate=False)


class AskLine(ModalScreen[str | None]):
    """A line to type; None when the user goes back."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Back")]

    def __init__(self, title: str, usual: str) -> None:
        super().__init__()
        self._title = title
        self._usual = usual

    def compose(self) -> ComposeResult:
        """Title and line."""
        with Vertical(classes="box"):
            yield Static(self._title, classes="heading", markup=False)
            yield Input(self._usual)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter is done."""
        self.dismiss(event.value.strip() or None)


class Reading(ModalScreen[None]):
    """A text to read: the rules, the keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,r,question_mark,f1,f2,enter", "dismiss(None)", "Back", show=False),
        Binding("down,j", "move('down')", show=False),
        Binding("up,k", "move('up')", show=False),
        Binding("pagedown,space", "move('page_down')", show=False),
        Binding("pageup", "move('page_up')", show=False),
        Binding("home", "move('home')", show=False),
        Binding("end", "move('end')", show=False),
    ]

    def __init__(self, markdown: str, language: str) -> None:
        super().__init__(classes="wide")
        self._markdown = markdown
        self._language = language

    def compose(self) -> ComposeResult:
        """The text, and how to move in it."""
        with Vertical(classes="box"):
            with VerticalScroll(classes="page"):
                yield Static(Markdown(self._markdown))
            yield Static(text("arrows and page keys move, Esc goes back").render(self._language), classes="keys")

    def action_move(self, how: str) -> None:
        """Scroll."""
        getattr(self.query_one(VerticalScroll), f"scroll_{how}")(animate=False)


class Cover(ModalScreen[None]):
    """Hides the table until the next person sits at the keyboard and presses the letter of the seat.

    Not Enter: that is what the person before presses, perhaps once too often.
    """

    def __init__(self, seat: str, happened: Sequence[str], language: str) -> None:
        super().__init__(classes="cover")
        self._seat = seat
        self._happened = happened
        self._language = language

    def compose(self) -> ComposeResult:
        """Whose turn it is, and what all may know has happened."""
        with Vertical(classes="box"):
            pass_on = text("Pass the keyboard to {seat}, who then presses the key {seat}.", seat=self._seat)
            yield Static(pass_on.render(self._language), classes="heading", markup=False)
            yield Static("\n".join(self._happened), classes="soft", markup=False)

    def on_key(self, event: Key) -> None:
        """The seat's letter shows the table."""
        event.stop()
        if event.character and event.character.upper() == self._seat:
            self.dismiss(None)


KEYS: tuple[tuple[str, Text], ...] = (
    ("↑ ↓ Enter", text("choose a move and play it")),
    ("/", text("type a move; so does any digit or other letter")),
    ("Esc", text("back to the list of moves")),
    ("h  F3", text("a hint: what the heuristic would play")),
    ("r  F2", text("the rules")),
    ("PgUp PgDn", text("move in the log")),
    ("s  F4", text("save")),
    ("F5", text("light or dark")),
    ("q  F10", text("leave")),
    ("?  F1", text("these keys")),
)


def keys_page(language: str) -> str:
    """The keys, as Markdown."""
    rows = [f"| `{key}` | {said.render(language)} |" for key, said in KEYS]
    return "\n".join([f"# {text('Keys').render(language)}", "", "| | |", "|---|---|", *rows])
