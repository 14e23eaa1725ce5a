"""Ghost Lift at the terminal: needle, Center, row, ghosts and hands."""

from collections.abc import Iterable
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Drawn

from liftlobby.core.fields import LETTERS
from liftlobby.core.packed import has, size, total
from liftlobby.core.text import Text, text
from liftlobby.games.ghost_lift.facts import (
    GREEN_GHOST,
    MOST_GREEN,
    WHITE_GHOST,
    RoundEnd,
    cards_in,
    ghosts,
    greens,
    needle_after,
    round_ends,
    stack_in,
)
from liftlobby.games.ghost_lift.rules import (
    NUMBERS,
    PLAY,
    SIMPLIFIED,
    STANDARD,
    TAKE,
    UP,
    fewest_cards,
    may_leave,
    playable_pairs,
)

WHITE, GREEN, NONE = "○", "●", "·"
BENEATH_SHOWN = 20


def draw(view: Any, language: str) -> RenderableType:
    """What lies on the table, then a row a seat with its ghosts, then the own hand."""
    parts: list[RenderableType] = [_middle(view, language), Drawn(""), _seats(view, language)]
    if view.seat is not None:
        parts += [Drawn(""), own(view, language)]
    return Group(*parts)


def _middle(view: Any, language: str) -> RenderableType:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True, min_width=9)
    label = "soft"
    grid.add_row(Drawn(text("Needle").render(language), label), _needle(view, language))
    center = Drawn(" ").join([Drawn(f" {card} ", "plate") for card in cards_in(view, view.center)])
    if view.center:
        who = LETTERS[view.last_player] if view.last_player >= 0 else ""
        said = text("played by {seat}", seat=who) if who else text("the opening card")
        center.append("  " + said.render(language), "soft")
    else:
        center.append(text("none: whoever leads plays anything").render(language), "soft")
    grid.add_row(Drawn(text("Center").render(language), label), center)
    beneath = cards_in(view, view.beneath)
    shown = " ".join(beneath[:BENEATH_SHOWN]) + (" …" if len(beneath) > BENEATH_SHOWN else "") or "-"
    piles = text("deck {deck}, at the side {side}", deck=view.deck_size, side=total(view.side)).render(language)
    grid.add_row(Drawn(text("Beneath").render(language), label), Drawn.assemble((shown, "soft"), f"   {piles}"))
    if view.rules == STANDARD:
        stacks = [stack_in(view, view.row, number) for number in range(1, NUMBERS + 1)]
        row = Drawn("   ").join([Drawn(f"{' '.join(s)} ({len(s)})", "strong.brass") for s in stacks if s])
        grid.add_row(Drawn(text("Row").render(language), label), row if row.plain else Drawn("-"))
    return grid


def _needle(view: Any, language: str) -> Drawn:
    if not view.needle:
        return Drawn("-")
    if view.needle == UP:
        arrow, said = "▲", text("Up")
        needed = text("higher than {number}", number=view.center_number)
    else:
        arrow, said = "▼", text("Down")
        needed = text("lower than {number}", number=view.center_number)
    line = Drawn.assemble((f"{arrow} {said.render(language)}", "strong.brass"))
    if view.center_number:
        line.append(f"  {needed.render(language)}", "ink")
    return line


def _seats(view: Any, language: str) -> RenderableType:
    grid = Table.grid(padding=(0, 2, 0, 0))
    windows = " ".join(f"{number}" for number in range(1, NUMBERS + 1))
    known = text("in hand, seen by all").render(language)
    grid.add_column(no_wrap=True, min_width=9)
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_row(
        "",
        Drawn(text("cards").render(language), "soft"),
        Drawn(windows, "soft"),
        Drawn(text("● green").render(language), "soft"),
        Drawn(known, "soft"),
    )
    for seat in range(view.players):
        name = f"{LETTERS[seat]} {text('you').render(language)}" if seat == view.seat else LETTERS[seat]
        marker = "►" if seat == view.turn and view.phase in (PLAY, TAKE) else " "
        style = "you" if seat == view.seat else "strong.ink"
        grid.add_row(
            Drawn(f"{marker}{name}", style),
            str(view.hand_sizes[seat]),
            _windows(view, seat),
            _nearness(view, seat),
            Drawn(" ".join(cards_in(view, view.known[seat])), "soft"),
        )
    return grid


def _windows(view: Any, seat: int) -> Drawn:
    line = Drawn()
    for ghost in ghosts(view, seat):
        if ghost == GREEN_GHOST:
            line.append(f"{GREEN} ", "strong.velvet")
        elif ghost == WHITE_GHOST:
            line.append(f"{WHITE} ", "ink")
        else:
            line.append(f"{NONE} ", "soft")
    return line


def _nearness(view: Any, seat: int) -> Drawn:
    green = greens(view, seat)
    return Drawn(f"{green}/{MOST_GREEN}", "strong.velvet" if green >= MOST_GREEN - 1 else "ink")


def own(view: Any, language: str) -> RenderableType:
    """The seat's hand, sorted; what it can play is bold, with a mark above no colour could lose."""
    hand = view.hands[view.seat]
    choosing = view.phase == PLAY and view.turn == view.seat
    playable = playable_pairs(view, hand, fewest_cards(view)) if choosing else 0
    line = Drawn.assemble((text("Your hand").render(language) + "  ", "soft"))
    for number in range(1, NUMBERS + 1):
        can = has(playable, 6 * (number - 1))
        for card in stack_in(view, hand, number):
            line.append(f"[{card}]" if can else f" {card} ", "strong.bottle" if can else "ink")
    return line


def ask(view: Any, language: str) -> str:
    """What the seat is to do now."""
    return _ask(view).render(language)


def _ask(view: Any) -> Text:
    if view.phase == TAKE:
        if may_leave(view):
            return text("take a stack from the row, or leave")
        return text("you passed: take a stack from the row")
    if view.center_number == 0:
        if view.rules == SIMPLIFIED:
            return text("you lead: play any number of cards of one number")
        return text("you lead: play one card, or your whole hand if it is all one number")
    if not playable_pairs(view, view.hands[view.seat], fewest_cards(view)):
        return text("nothing in your hand fits: pass")
    if view.rules == SIMPLIFIED:
        if view.needle == UP:
            return text("play any number of cards of one number above {number}, or pass", number=view.center_number)
        return text("play any number of cards of one number below {number}, or pass", number=view.center_number)
    few, most = view.center_size, view.center_size + 1
    if view.needle == UP:
        return text(
            "play {few} or {most} of one number above {number}, or pass", few=few, most=most, number=view.center_number
        )
    return text(
        "play {few} or {most} of one number below {number}, or pass", few=few, most=most, number=view.center_number
    )


def explain(view: Any, move: str, language: str) -> str:
    """What a move would do."""
    return _explain(view, move).render(language)


def _explain(view: Any, move: str) -> Text:
    if move == "pass":
        if view.rules == SIMPLIFIED:
            return text("draws a card")
        return text("for this turn only")
    if move == "leave":
        return text("takes nothing")
    if move.startswith("take "):
        stack = stack_in(view, view.row, int(move.removeprefix("take ")))
        return text("into your hand: {cards}", cards=" ".join(stack))
    cards = move.split("+")
    if len(cards) == view.hand_sizes[view.seat]:
        return text("your last: the round ends")
    if all(card.isdecimal() for card in cards):
        return text("")
    return text("the needle points Up") if needle_after(view, move) == UP else text("the needle points Down")


def account(history: Iterable[tuple[Any, Any]], language: str) -> RenderableType:
    """Round by round: who went out, and which ghosts came to whom."""
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="strong.brass")
    table.add_column(text("round").render(language), justify="right")
    table.add_column(text("went out").render(language))
    seen = list(history)
    if not seen:
        return Drawn("")
    last = seen[-1][1]
    rows = [
        [Drawn(str(number)), Drawn(LETTERS[end.out]), *(_new_ghosts(end, seat) for seat in range(last.players))]
        for number, end in enumerate(round_ends(seen), 1)
    ]
    for seat in range(last.players):
        table.add_column(LETTERS[seat])
    for row in rows:
        table.add_row(*row)
    table.add_section()
    totals = [Drawn(f"{GREEN} {greens(last, seat)}  {WHITE} {size(last.white[seat])}") for seat in range(last.players)]
    table.add_row("", text("tokens").render(language), *totals)
    legend = text("{white} a first visit, white; {green} a second visit, green", white=WHITE, green=GREEN)
    return Group(table, Drawn(legend.render(language), "soft"))


def _new_ghosts(end: RoundEnd, seat: int) -> Drawn:
    """`3○ 9●`: the tokens that came or turned."""
    marks = dict.fromkeys(end.white[seat], WHITE) | dict.fromkeys(end.green[seat], GREEN)
    return Drawn(" ".join(f"{number}{marks[number]}" for number in sorted(marks)))
