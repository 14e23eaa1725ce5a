"""I'm Stuck in the Lift at the terminal: the building, and beside each floor what may be written there."""

from collections.abc import Iterable
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text as Drawn

from liftlobby.core.fields import LETTERS
from liftlobby.core.packed import has
from liftlobby.core.text import text
from liftlobby.games.stuck_in_the_lift.facts import ROUNDS, STARS, floor_after, stops, written
from liftlobby.games.stuck_in_the_lift.notation import FLOOR_NAMES
from liftlobby.games.stuck_in_the_lift.rules import DRIVING, FLOORS, OVER, POSITIONS, TOP, WRITING, floor_at

TURNED = ("☆", "☆☆")
"""Target cards that the last stop has revealed."""
LABEL = 22
CELL = 6


def draw(view: Any, language: str) -> RenderableType:
    """The building with car, cone and marks; a column a seat with what its cards may carry."""
    round_number = min(view.turns + 1, ROUNDS)
    lines = [
        Drawn(
            text("round {round} of {rounds}", round=round_number, rounds=ROUNDS).render(language).ljust(LABEL), "soft"
        )
    ]
    for seat in range(view.players):
        name = f"{LETTERS[seat]} {text('you').render(language)}" if seat == view.seat else LETTERS[seat]
        lines[0].append(f"{name:<{CELL}}", "you" if seat == view.seat else "strong.ink")
    lines += [_floor(view, floor, language) for floor in reversed(range(FLOORS))]
    ready = text("written") if view.phase == WRITING else text("committed")
    rows = [
        (ready.render(language), [_ready(view, seat) for seat in range(view.players)]),
        (text("last drive").render(language), [_drive(view.shown[seat]) for seat in range(view.players)]),
        (text("points").render(language), [str(view.scores[seat]) for seat in range(view.players)]),
    ]
    for label, cells in rows:
        line = Drawn.assemble((f"{label:>{LABEL - 2}}  ", "soft"))
        for cell in cells:
            line.append(f"{cell:<{CELL}}", "strong.ink")
        lines.append(line)
    legend = text("★ your floors   ☆ turned over at the last stop   × not there   · may be")
    return Drawn("\n").join([*lines, Drawn(legend.render(language), "soft")])


def _floor(view: Any, floor: int, language: str) -> Drawn:
    here = floor == floor_at(view.position)
    line = Drawn.assemble((f"{FLOOR_NAMES[floor]:>4} ", "strong.brass" if here else "ink"))
    if floor in (0, TOP):
        # The cone takes the doubling away with everything else.
        line.append("--" if floor == view.cone else "x2", "soft" if floor == view.cone else "plate")
    else:
        line.append("  ")
    line.append(" ▕", "brass")
    line.append(f"[ {'↓' if view.position >= TOP else '↑'} ]" if here else "     ", "strong.bottle")
    line.append("▏", "brass")
    line.append(
        f"▲{text('cone').render(language)}".ljust(LABEL - 16)[: LABEL - 16] if floor == view.cone else " " * 6, "velvet"
    )
    line.append("  ")
    for seat in range(view.players):
        _append_marks(line, view, seat, floor, here)
    return line


def _append_marks(line: Drawn, view: Any, seat: int, floor: int, here: bool) -> None:
    width = 0
    for card in range(2):
        mark, style = "·", "soft"
        if here and has(view.hits[seat], card):
            mark, style = TURNED[card], "plate"
        elif has(view.blank[seat], card):
            mark = " "
        elif seat == view.seat:
            if written(view, card) == floor:
                mark, style = STARS[card], "you"
            else:
                mark = " "
        elif has(view.ruled_out[seat], FLOORS * card + floor):
            mark = "×"
        line.append(mark, style)
        line.append(" ")
        width += len(mark) + 1
    line.append(" " * (CELL - width))


def _ready(view: Any, seat: int) -> str:
    if view.phase == OVER:
        return ""
    return "…" if has(view.waiting, seat) else "✓"


def _drive(card: int) -> str:
    return str(5 * (card - 1)) if card else "-"


def own(view: Any, language: str) -> RenderableType:
    """The seat's target cards and its committed drive card."""
    floors = [FLOOR_NAMES[written(view, card)] if written(view, card) >= 0 else "-" for card in range(2)]
    line = Drawn(f"★ {floors[0]}   ★★ {floors[1]}")
    if drive := view.drives[view.seat]:
        line.append("   " + text("drive card {card}", card=_drive(drive)).render(language))
    return line


def ask(view: Any, language: str) -> str:
    """What the seat is to do now."""
    if view.phase == DRIVING:
        return text("choose your drive card; all are turned over together").render(language)
    if has(view.blank[view.seat], 0):
        return text("write a floor on your 1-star card (★)").render(language)
    return text("write a floor on your 2-star card (★★)").render(language)


def explain(view: Any, move: str, language: str) -> str:
    """What a move would do."""
    kind, value = move.split()
    if kind == "drive":
        return text("alone it goes to {floor}", floor=FLOOR_NAMES[floor_after(view, int(value))]).render(language)
    floor = FLOOR_NAMES.index(value)
    steps = next(n for n in range(1, POSITIONS + 1) if floor_at((view.position + n) & (POSITIONS - 1)) == floor)
    if floor == floor_at(view.position):
        return text("where the lift is now").render(language)
    return text("{steps} on the way of the lift", steps=5 * steps).render(language)


def account(history: Iterable[tuple[Any, Any]], language: str) -> RenderableType:
    """Round by round: the sum, the stop, and which cards paid."""
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="strong.brass")
    for name in (text("round"), text("sum"), text("stop")):
        table.add_column(name.render(language), justify="right")
    seen = list(history)
    if not seen:
        return Drawn("")
    last = seen[-1][1]
    rows = [
        [
            str(stop.turn),
            str(stop.total),
            FLOOR_NAMES[stop.floor] + (" ▲" if stop.is_cone else ""),
            *(_paid(cards, points) for cards, points in stop.paid),
        ]
        for stop in stops(seen)
    ]
    for seat in range(last.players):
        table.add_column(LETTERS[seat], justify="right")
    for row in rows:
        table.add_row(*row)
    table.add_section()
    table.add_row("", "", text("points").render(language), *(str(last.scores[seat]) for seat in range(last.players)))
    return table


def _paid(cards: list[int], points: int) -> str:
    """`★★ +2`, or nothing."""
    return f"{' '.join(STARS[card] for card in cards)} +{points}" if cards else ""
