"""The Textual app around a match that is played or replayed: themes, sizes and what both have in common."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from liftlobby.terminal.style import CSS
from liftlobby.terminal.theme import rich_theme, textual_theme


class Lobby(App[None]):
    """Marble, bottle green and brass, by night unless asked for by day."""

    CSS = CSS
    TITLE = "Lift Lobby"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+t,f5", "change_light", show=False),
        Binding("ctrl+c,ctrl+q", "stop", show=False, priority=True),
    ]

    def __init__(self, light: bool = False) -> None:
        super().__init__()
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (112, "-wide")]
        self.VERTICAL_BREAKPOINTS = [(0, "-short"), (34, "-tall")]
        self._light = light
        self.saved: Path | None = None
        """The file that was last saved to."""
        for name in ("light", "dark"):
            self.register_theme(textual_theme(name))
        # The tables are drawn by Rich, which looks its style names up in its own console.
        self.console.push_theme(rich_theme(self._palette))
        self.theme = f"lobby-{self._palette}"

    @property
    def _palette(self) -> str:
        return "light" if self._light else "dark"

    def action_stop(self) -> None:
        """Leave from wherever one is."""
        self.exit()

    def action_change_light(self) -> None:
        """Day and night."""
        self._light = not self._light
        self.console.pop_theme()
        self.console.push_theme(rich_theme(self._palette))
        self.theme = f"lobby-{self._palette}"
        for screen in self.screen_stack:
            if redraw := getattr(screen, "redraw", None):
                redraw()
