"""The colours of the lobby, for Textual and for Rich: marble, bottle green and brass, by light and by night.

A table is drawn with the style names of `PALETTES`; no table names a colour.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.theme import Theme as RichTheme

if TYPE_CHECKING:
    from textual.theme import Theme

PALETTES = {
    "light": {
        "marble": "#F6F1E7",
        "panel": "#FFFDF8",
        "bar": "#17453B",
        "bar-ink": "#F6E7C3",
        "ink": "#1E2A26",
        "soft": "#51605A",
        "bottle": "#17453B",
        "brass": "#6F5720",
        "velvet": "#8A1F2D",
        "blue": "#005B8F",
        "red": "#B04A00",
        "green": "#00714F",
        "yellow": "#786800",
        "brown": "#7A4A2B",
    },
    "dark": {
        "marble": "#101715",
        "panel": "#18221F",
        "bar": "#1D5245",
        "bar-ink": "#F6E7C3",
        "ink": "#F1ECDF",
        "soft": "#A9B5AE",
        "bottle": "#5BB59E",
        "brass": "#E4C986",
        "velvet": "#E07A85",
        "blue": "#6FB7E9",
        "red": "#F08A4B",
        "green": "#4CC79B",
        "yellow": "#E6C700",
        "brown": "#C79A78",
    },
}
"""Style names and their colours; the families of In Front of the Elevators are tuned to be read as text."""


GROUNDS = ("marble", "panel", "bar", "bar-ink")


def rich_theme(name: str) -> RichTheme:
    """The palette as Rich styles; `strong` names are bold."""
    colours = PALETTES[name]
    styles = {style: colour for style, colour in colours.items() if style not in GROUNDS}
    styles |= {f"strong.{style}": f"bold {colour}" for style, colour in styles.items()}
    styles["plate"] = f"bold {colours['panel']} on {colours['brass']}"
    styles["you"] = f"bold {colours['bottle']}"
    return RichTheme(styles)


def textual_theme(name: str) -> Theme:
    """The palette as a Textual theme called `lobby-light` or `lobby-dark`."""
    from textual.theme import Theme

    colours = PALETTES[name]
    return Theme(
        name=f"lobby-{name}",
        primary=colours["bottle"],
        secondary=colours["brass"],
        accent=colours["brass"],
        foreground=colours["ink"],
        background=colours["marble"],
        surface=colours["panel"],
        panel=colours["panel"],
        error=colours["velvet"],
        warning=colours["brass"],
        success=colours["bottle"],
        dark=name == "dark",
        variables={name: colours[name] for name in ("soft", "bar", "bar-ink")},
    )
