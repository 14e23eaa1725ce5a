"""In Front of the Elevators at the terminal: three lifts with their lines, decks, families and the hand.

A family is always a shape, a letter and a colour: ●B ◆R ▲G ★Y ■N.
"""

from collections.abc import Iterable
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Drawn

from liftlobby.core.fields import LETTERS
from liftlobby.core.packed import has, nth, place, size
from liftlobby.core.text import Text, listing, text
from liftlobby.games.in_front_of_the_elevators.facts import (
    Scored,
    backs_of,
    cafes_of,
    colours_of,
    points_now,
    preview,
    rounds,
)
from liftlobby.games.in_front_of_the_elevators.notation import ACTION_OF, DECK_NAMES
from liftlobby.games.in_front_of_the_elevators.rules import (
    DRAW,
    LINES,
    LOST,
    OVER,
    PLAY,
    ROUNDS,
    SEND,
    SIDE,
    SWAP,
    TYPES,
    num_riders,
    rider_points,
    score,
)
from liftlobby.games.in_front_of_the_elevators.words import GROUP_WORDS, LEVELS, TYPE_WORDS

FAMILIES = (("●B", "blue"), ("◆R", "red"), ("▲G", "green"), ("★Y", "yellow"), ("■N", "brown"))
WIDTH = 74
INDENT = 4


def draw(view: Any, language: str) -> RenderableType:
    """Lifts and lines, decks and the circle, a row a seat, the own hand."""
    parts: list[RenderableType] = []
    for line in range(LINES):
        parts += [_lift(view, line, language), _line(view, line, view.round, language)]
    parts += [_decks(view, language), _circle(view, language), _seats(view, language)]
    if view.seat is not None:
        parts.append(own(view, language))
    return Group(*parts)


def _person(colour: int, kind: int, language: str, more: str = "") -> Drawn:
    mark, style = FAMILIES[colour]
    return Drawn(f"{mark} {TYPE_WORDS[kind].render(language)}{more}", style)


def _lift(view: Any, line: int, language: str) -> Drawn:
    boxes = view.boxes[view.round][line][: view.capacities[view.round][line]]
    row = Drawn.assemble((f" {line + 1} ", "plate"))
    row.append(f" {GROUP_WORDS[line].render(language):<9}", "strong.brass")
    row.append(" ".join(f"[{points}]" for points in boxes), "brass")
    doubled = [TYPE_WORDS[kind].render(language) for kind in range(TYPES) if has(view.doubled[line], kind)]
    row.append(f"  x2 {', '.join(doubled)}", "soft")
    return row


def _line(view: Any, line: int, level: int, language: str) -> Drawn:
    """The persons, front first; riders with the points they would get now, and a bar behind the last of them."""
    riders = num_riders(view, line)
    people = []
    for at in range(view.line_sizes[line]):
        colour, kind = place(view.line_colours[line], at) - 1, place(view.line_types[line], at) - 1
        if at < riders:
            person = _person(colour, kind, language, f" +{rider_points(view, line, at)}")
            person.stylize("bold")
        else:
            person = _person(colour, kind, language)
        if at == riders:
            person = Drawn.assemble(("│ ", "brass"), person)
        people.append(person)
    return _wrapped(people, Drawn(" " * INDENT))


def _wrapped(people: list[Drawn], indent: Drawn) -> Drawn:
    """Persons in as many rows as they need, two spaces apart."""
    rows = [indent.copy()]
    for person in people:
        if rows[-1].cell_len + person.cell_len > WIDTH and rows[-1].cell_len > indent.cell_len:
            rows.append(Drawn(" " * indent.cell_len))
        rows[-1].append_text(person).append("  ")
    if not people:
        rows[0].append("-", "soft")
    return Drawn("\n").join(rows)


def _decks(view: Any, language: str) -> Drawn:
    row = Drawn.assemble((text("Decks").render(language) + "   ", "soft"))
    for deck in range(LINES + view.side_pile):
        name = DECK_NAMES[deck] if deck != SIDE else text("side").render(language)
        row.append(f"{name} ", "strong.ink")
        if view.top_colours[deck]:
            row.append(*FAMILIES[view.top_colours[deck] - 1])
        else:
            row.append("-")
        row.append(f" ({view.deck_sizes[deck]})    ", "soft")
    return row


def _circle(view: Any, language: str) -> Drawn:
    kinds = [*TYPE_WORDS[:LOST], TYPE_WORDS[0]]
    label = text("Cuts in").render(language)
    return Drawn.assemble((f"{label} ", "soft"), " › ".join(kind.render(language) for kind in kinds))


def _marks(colours: Iterable[int]) -> Drawn:
    return Drawn(" ").join([Drawn(*FAMILIES[colour]) for colour in colours])


def _seats(view: Any, language: str) -> RenderableType:
    grid = Table.grid(padding=(0, 2, 0, 0))
    for justify in ("left", "left", "left", "left", "right", "right", "right"):
        grid.add_column(justify=justify, no_wrap=justify == "right")
    heads = (text("family"), text("hand"), text("cafe"), text("rounds"), text("now"), text("sum"))
    grid.add_row("", *(Drawn(head.render(language), "soft") for head in heads))
    for seat in range(view.players):
        name = f"{LETTERS[seat]} {text('you').render(language)}" if seat == view.seat else LETTERS[seat]
        marker = "►" if seat == view.turn and view.phase in (PLAY, SEND, DRAW, SWAP) else " "
        held = backs_of(view, seat)
        cafes = [TYPE_WORDS[kind].render(language) for kind in cafes_of(view, seat)]
        rounds = view.round_scores[seat][: ROUNDS if view.phase == OVER else view.round]
        grid.add_row(
            Drawn(f"{marker}{name}", "you" if seat == view.seat else "strong.ink"),
            _marks(colours_of(view, seat)),
            _marks(held),
            Drawn(", ".join(cafes) or "-"),
            Drawn(" ".join(map(str, rounds)) or "-"),
            Drawn("-" if view.phase == OVER else f"+{points_now(view, seat)}", "brass"),
            Drawn(str(score(view, seat)), "strong.ink"),
        )
    return grid


def own(view: Any, language: str) -> RenderableType:
    """The seat's hand."""
    hand = view.hands[view.seat]
    people = [_person(nth(hand, n) // 8, nth(hand, n) % 8, language) for n in range(size(hand))]
    for person in people:
        person.stylize("bold")
    return _wrapped(people, Drawn(text("Your hand").render(language) + "  ", "soft"))


def ask(view: Any, language: str) -> str:
    """What the seat is to do now."""
    if view.phase == SEND:
        asked = text("choose who moves behind the lost child")
    elif view.phase == DRAW:
        asked = text("take the top card of a deck")
    elif view.phase == SWAP:
        asked = text("two lost children: choose the one to swap")
    elif view.plays_left:
        asked = text("the decks are out: play your last card into a line")
    else:
        asked = text("play a card into a line")
    return asked.render(language)


def explain(view: Any, move: str, language: str) -> str:
    """What a move would do."""
    words = move.split()
    if words[0] == "draw":
        deck = DECK_NAMES.index(words[1])
        mark = FAMILIES[view.top_colours[deck] - 1][0]
        return text("top {mark}, {number} left", mark=mark, number=view.deck_sizes[deck]).render(language)
    if words[0] == "send":
        return text("moves to the rear").render(language)
    if words[0] == "swap":
        return text("for another of that colour").render(language)
    action = ACTION_OF[move]
    return _explain_play(view, action // 4, action % 4).render(language)


def _explain_play(view: Any, person: int, line: int) -> Text:
    """FE-12 to FE-16: where the card would stand, who would move, and whether three go to the cafe."""
    seen = preview(view, person, line)
    done = text("to the rear")
    if seen.victim >= 0:
        done = text("before {person}", person=_standing_text(view, line, seen.victim))
    elif seen.sendable:
        is_alone = len(seen.sendable) == 1
        moved = _standing_text(view, line, seen.sendable[0]) if is_alone else text("one of its colour")
        done = text("to the rear, {person} moves behind", person=moved)
    if seen.friends:
        return listing([done, text("then three to the cafe")], text("{before}; {after}"))
    return done


def _standing_text(view: Any, line: int, at: int) -> Text:
    mark = FAMILIES[place(view.line_colours[line], at) - 1][0]
    return text("{mark} {type}", mark=mark, type=TYPE_WORDS[place(view.line_types[line], at) - 1])


def account(history: Iterable[tuple[Any, Any]], language: str) -> RenderableType:
    """Round by round: who rode where for how much, the cafes, and the sums."""
    seen = list(history)
    if not seen:
        return Drawn("")
    last = seen[-1][1]
    parts = [part for scored in rounds(seen) for part in _round(scored, language)]
    totals = "   ".join(f"{LETTERS[seat]} {score(last, seat)}" for seat in range(last.players))
    parts.append(Drawn(text("Sum: {totals}", totals=totals).render(language), "strong.ink"))
    return Group(*parts)


def _round(scored: Scored, language: str) -> list[RenderableType]:
    level = LEVELS[scored.level]
    parts: list[RenderableType] = [Drawn(text("Round {level}", level=level).render(language), "strong.brass")]
    for line, riders in enumerate(scored.lines):
        people = [
            _person(r.colour, r.kind, language, f"{f' {LETTERS[r.seat]}' if r.seat >= 0 else ''} +{r.points}")
            for r in riders
        ]
        name = GROUP_WORDS[line].render(language)
        parts.append(_wrapped(people, Drawn(f" {line + 1} {name:<9}", "soft")))
    cafes = [
        f"{LETTERS[seat]} {TYPE_WORDS[kind].render(language)} +{points}"
        for seat, sets in enumerate(scored.cafes)
        for kind, points in sets
    ]
    parts.append(Drawn(f" {text('cafe').render(language)}: {', '.join(cafes) or '-'}", "soft"))
    sums = "   ".join(f"{LETTERS[seat]} {points}" for seat, points in enumerate(scored.sums))
    parts += [Drawn(f" {text('points').render(language)}: {sums}"), Drawn("")]
    return parts
