"""In Front of the Elevators in the browser: lifts with boxes and lines, what each card would do, decks and families."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from types import SimpleNamespace as Facts
from typing import Any

from liftlobby.core.fields import View
from liftlobby.core.packed import has
from liftlobby.games.in_front_of_the_elevators.facts import (
    Preview,
    backs_of,
    cafes_of,
    colours_of,
    nobodys_colours,
    person_at,
    plays_to_come,
    points_now,
    preview,
    rounds,
)
from liftlobby.games.in_front_of_the_elevators.notation import COLOUR_NAMES, DECK_NAMES, person_text
from liftlobby.games.in_front_of_the_elevators.rules import (
    DRAW,
    LINES,
    LOST,
    OVER,
    PLAY,
    ROUNDS,
    SEND,
    SWAP,
    TYPES,
    num_riders,
    score,
)
from liftlobby.games.in_front_of_the_elevators.words import COLOUR_WORDS, GROUP_WORDS, LEVELS, TYPE_WORDS, cards, person

SIGNS = ("●B", "◆R", "▲G", "★Y", "■N")
KEYS = "345"
"""The keys of the three lines; 1 and 2 are the cards of the hand."""
FITS = 8
"""Longer lines take a second row; up to this many persons overlap where there is no room for all."""


@lru_cache
def words(language: str) -> dict[str, list[str]]:
    """What persons, types, colours and lines are called."""
    return {
        "persons": [person(card).render(language) if card % 8 < TYPES else "" for card in range(40)],
        "types": [word.render(language) for word in TYPE_WORDS],
        "colours": [word.render(language) for word in COLOUR_WORDS],
        "lines": [word.render(language) for word in GROUP_WORDS],
    }


def board(view: View, moves: list[str], last: list[str], language: str) -> dict[str, Any]:
    """The table, and what lies before the viewer: the hand, the decks and who cuts in before whom.

    The table looks the same to all who cannot do anything now, and much of it does from move to move: so its parts are
    given as (what decides how it looks, how to make the facts to draw it from).
    """
    hand = cards(view.hands[view.seat]) if view.seat is not None else []
    is_playing = bool(moves) and view.phase == PLAY
    said = words(language)
    presses = tuple(moves) if not is_playing else tuple(hand)
    lines = (tuple(view.line_types), tuple(view.line_colours), view.round, str(view.boxes[view.round]))
    seats = (view.players, view.turn, tuple(view.hand_colours), tuple(view.cafes), str(view.round_scores))
    to_come = (plays_to_come(view), view.side_pile)
    key = ("fe", language, lines, to_come, seats, view.phase, presses, last[0][2:] if last else "")
    tops = (tuple(view.top_colours), tuple(view.deck_sizes), view.side_pile)
    tries = (view.phase, *moves) if moves and view.phase in (PLAY, SEND, DRAW) else ()
    return {
        "table": (key, lambda: _table(view, hand if is_playing else [], moves, last, lines, language)),
        "decks": (("fe-decks", language, tops, tries), lambda: _decks(view, moves, bool(tries), said)),
        "circle": (("fe-circle", language), lambda: said["types"][:LOST]),
        "hand": [_card(card, said) for card in hand],
        "is_playing": is_playing,
        "is_over": view.phase == OVER,
        "swaps": [(move, said["colours"][COLOUR_NAMES.index(move[5:])]) for move in moves if move.startswith("swap")],
    }


def _card(card: int, said: dict[str, list[str]]) -> Facts:
    """A person as it is drawn."""
    colour, kind = divmod(card, 8)
    name = person_text(card)
    return Facts(
        colour=COLOUR_NAMES[colour],
        sign=SIGNS[colour],
        kind=kind,
        type=said["types"][kind],
        colour_name=said["colours"][colour],
        travel=name,
    )


def _table(
    view: View, hand: list[int], moves: list[str], last: list[str], lines: tuple[object, ...], language: str
) -> Facts:
    """All that lies on the table, part by part."""
    is_sending = any(move.startswith("send") for move in moves)
    said = words(language)
    return Facts(
        lines=[_line_part(view, line, hand, moves if is_sending else [], last, language) for line in range(LINES)],
        players=[_player_part(view, seat, lines, language) for seat in range(view.players)],
        nobodys=[(COLOUR_NAMES[c], SIGNS[c], said["colours"][c]) for c in nobodys_colours(view)],
        round=LEVELS[view.round],
        rounds=LEVELS[-1],
        to_come=plays_to_come(view),
        is_least=bool(view.side_pile),
        is_over=view.phase == OVER,
    )


Part = tuple[object, Callable[[], Any]]
"""What decides how a part looks, and what gives the facts to draw it."""


def _line_part(view: View, line: int, hand: list[int], sends: list[str], last: list[str], language: str) -> Part:
    fresh = _fresh(last, line)
    boxes = tuple(view.boxes[view.round][line][: view.capacities[view.round][line]])
    here = (line, view.line_types[line], view.line_colours[line], boxes, view.doubled[line])
    mine = tuple(sends) if view.line == line else ()
    key = ("fe-line", language, here, tuple(hand), mine, fresh)
    return key, lambda: _line(view, line, hand, mine, fresh, words(language))


def _fresh(last: list[str], line: int) -> str:
    """The card that the last move has brought to this line, or sent back in whichever it stands; "" if none."""
    if not last:
        return ""
    what, _, where = last[0][2:].partition(" ")
    if what == "send":
        return where
    return what if where == str(line + 1) else ""


def _player_part(view: View, seat: int, lines: object, language: str) -> tuple[object, Callable[[], Any], bool]:
    own = (view.hand_colours[seat], view.cafes[seat], view.phase == OVER, view.players)
    key = ("fe-player", language, seat, own, lines, tuple(view.round_scores[seat]))
    is_turn = (seat == view.turn and PLAY <= view.phase < OVER) or (view.phase == SWAP and seat == view.turn)
    return key, lambda: _player(view, seat, words(language)), is_turn


def _line(
    view: Any, line: int, hand: list[int], sends: tuple[str, ...], fresh: str, said: dict[str, list[str]]
) -> Facts:
    """A lift and its line, front first: the riders stand in the boxes, the rearmost of them in the last."""
    capacity = view.capacities[view.round][line]
    number = view.line_sizes[line]
    riders = num_riders(view, line)
    boxes = view.boxes[view.round][line][:capacity]
    there = [person_at(view, line, at) for at in range(number)]
    names = [said["persons"][8 * colour + kind] for colour, kind in there]
    ghosts: list[list[Facts]] = [[] for _ in range(number + 1)]
    marks = [""] * number
    for n, card in enumerate(hand):
        seen = preview(view, card, line)
        ghosts[seen.at].append(_ghost(n, card, line, seen, names, said))
        for at in range(number):
            marks[at] += f" b{n}" if at == seen.victim else ""
            marks[at] += f" m{n}" if at in seen.sendable else ""
            marks[at] += f" q{n}" if at in seen.friends else ""
    people = [_card(8 * colour + kind, said) for colour, kind in there]
    for at, (one, (_, kind)) in enumerate(zip(people, there, strict=True)):
        one.box = boxes[capacity - riders + at] if at < riders else None
        one.is_rear = at == riders - 1
        one.doubled = at < riders and has(view.doubled[line], kind)
        one.is_last = one.travel == fresh
        one.marks = marks[at]
        one.ghosts = ghosts[at]
        one.send = f"send {one.travel}" if sends else ""
        one.can_send = one.send in sends
    return Facts(
        number=line + 1,
        name=said["lines"][line],
        empty=boxes[: capacity - riders],
        people=people,
        doubled=[(kind, said["types"][kind]) for kind in range(TYPES) if has(view.doubled[line], kind)],
        ghosts=ghosts[number],
        is_long=number > FITS or bool(sends),
    )


def _ghost(number: int, card: int, line: int, seen: Preview, names: list[str], said: dict[str, list[str]]) -> Facts:
    """A card of the hand where it would stand."""
    ghost = _card(card, said)
    ghost.card = number
    ghost.move = f"{ghost.travel} {line + 1}"
    ghost.key = KEYS[line]
    ghost.victim = names[seen.victim] if seen.victim >= 0 else ""
    ghost.moved = names[seen.sendable[0]] if len(seen.sendable) == 1 else ""
    ghost.chooses = len(seen.sendable) > 1
    ghost.cafe = bool(seen.friends)
    return ghost


def _decks(view: Any, moves: list[str], may_try: bool, said: dict[str, list[str]]) -> list[Facts]:
    """The decks: the colour of each top and how many are left; whoever's turn it is may at least try them."""
    found = []
    for deck in range(LINES + view.side_pile):
        colour = view.top_colours[deck] - 1
        move = f"draw {DECK_NAMES[deck]}"
        found.append(
            Facts(
                name=DECK_NAMES[deck],
                colour=COLOUR_NAMES[colour] if colour >= 0 else "out",
                sign=SIGNS[colour] if colour >= 0 else "",
                colour_name=said["colours"][colour] if colour >= 0 else "",
                size=view.deck_sizes[deck],
                move=move if may_try else "",
                can_draw=move in moves,
                key=deck + 1,
            )
        )
    return found


def _player(view: Any, seat: int, said: dict[str, list[str]]) -> Facts:
    """A seat: its families, the backs in its hand, its sets in the cafe, its points."""
    return Facts(
        families=[(COLOUR_NAMES[c], SIGNS[c], said["colours"][c]) for c in colours_of(view, seat)],
        backs=[(COLOUR_NAMES[c], SIGNS[c], said["colours"][c]) for c in backs_of(view, seat)],
        cafes=[said["types"][kind] for kind in cafes_of(view, seat)],
        rounds=view.round_scores[seat][: ROUNDS if view.phase == OVER else view.round],
        now=points_now(view, seat),
        sum=score(view, seat),
    )


def account(history: Iterable[tuple[View, View]], language: str) -> dict[str, Any]:
    """Round by round and seat by seat, at last for nobody: who rode where for how much, and the cafes."""
    said = words(language)
    played = list(history)
    if not played:
        return {"rounds": [], "line_names": said["lines"], "sums": [], "players": 0}
    last: Any = played[-1][1]
    found = []
    for scored in rounds(played):
        rides: list[list[Facts]] = [[] for _ in range(last.players + 1)]
        for line, riders in enumerate(scored.lines):
            for ride in riders:
                shown = _card(8 * ride.colour + ride.kind, said)
                shown.line, shown.box, shown.times, shown.points = line + 1, ride.box, ride.times, ride.points
                rides[ride.seat].append(shown)
        cafes = [[(said["types"][kind], points) for kind, points in sets] for sets in scored.cafes]
        found.append({"level": LEVELS[scored.level], "rides": rides, "cafes": cafes, "sums": scored.sums})
    sums = [score(last, seat) for seat in range(last.players)]
    return {"rounds": found, "line_names": said["lines"], "sums": sums, "players": last.players}
