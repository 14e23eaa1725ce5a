"""In Front of the Elevators in the browser: lifts with boxes and lines, what each card would do, decks and families."""

from collections.abc import Iterable
from functools import lru_cache, partial
from types import SimpleNamespace as Facts
from typing import Any

from liftlobby.core.fields import View
from liftlobby.core.packed import has
from liftlobby.core.parts import Board, Part
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


FACE = (
    '<svg class="face" viewBox="0 0 24 24" aria-hidden="true"><use href="#fe{kind}"/></svg>'
    '<span class="sign" aria-hidden="true">{sign}</span>'
    '<span class="nm">{type}<span class="unseen">, {colour_name}</span></span>'
)
"""What stands on a card. It is drawn once a language: a board has up to thirty."""


@lru_cache
def words(language: str) -> dict[str, Any]:
    """What persons, types, colours and lines are called, and what is drawn of each person."""
    types = [word.render(language) for word in TYPE_WORDS]
    colours = [word.render(language) for word in COLOUR_WORDS]
    people = []
    for card in range(40):
        colour, kind = divmod(card, 8)
        about = {"kind": kind, "type": [*types, ""][kind], "sign": SIGNS[colour], "colour_name": colours[colour]}
        names = {"colour": COLOUR_NAMES[colour], "travel": person_text(card) if kind < TYPES else ""}
        people.append(about | names | {"face": FACE.format(**about)})
    return {
        "people": people,
        "persons": [person(card).render(language) if card % 8 < TYPES else "" for card in range(40)],
        "types": types,
        "colours": colours,
        "lines": [word.render(language) for word in GROUP_WORDS],
    }


def board(view: View, moves: list[str], last: list[str], language: str) -> Board:
    """What is at hand (own cards, decks), the three lines with what each card would do there, the seats."""
    state: Any = view
    hand = cards(state.hands[state.seat]) if state.seat is not None else []
    is_playing = bool(moves) and state.phase == PLAY
    is_over = state.phase == OVER
    said = words(language)
    types, colours = state.line_types, state.line_colours
    lines = (*types, *colours, state.round)
    tries = (state.phase, *moves) if moves and state.phase in (PLAY, SEND, DRAW) else ()
    swaps = [move for move in moves if move.startswith("swap")]
    parts = {
        "hand": Part((*hand, is_playing, *swaps), lambda: _hand(hand, is_playing, swaps, said)),
        "decks": Part(
            (*state.top_colours, *state.deck_sizes, tries, is_over),
            lambda: [] if is_over else _decks(view, moves, bool(tries), said),
        ),
        "round": Part((state.round, is_over, plays_to_come(view), *nobodys_colours(view)), lambda: _round(view, said)),
    }
    sends = [move for move in moves if move.startswith("send")]
    for line in range(LINES):
        fresh = _fresh(last, line)
        trying = hand if is_playing else []
        mine = sends if state.line == line else []
        key = (types[line], colours[line], state.round, *trying, "|", *mine, fresh)
        parts[f"line-{line}"] = Part(key, partial(_line, view, line, trying, mine, fresh, said))
    for seat in range(state.players):
        is_turn = seat == state.turn and SWAP <= state.phase < OVER
        own = (is_turn, state.hand_colours[seat], state.cafes[seat], is_over, *state.round_scores[seat])
        parts[f"player-{seat}"] = Part((*lines, own), partial(_player, view, seat, is_turn, said))
    frame = {"circle": said["types"][:LOST], "lines": said["lines"][:LINES], "players": state.players}
    return Board(frame | {"is_over": is_over, "has_bar": bool(hand) or not is_over}, parts)


def _hand(hand: list[int], is_playing: bool, swaps: list[str], said: dict[str, Any]) -> Facts:
    """The own cards, to choose from, to swap (FE-30) or to look at."""
    return Facts(
        cards=[_card(card, said) for card in hand],
        is_playing=is_playing,
        swaps=[(move, said["colours"][COLOUR_NAMES.index(move[5:])]) for move in swaps],
    )


def _round(view: Any, said: dict[str, Any]) -> Facts:
    """How far the match has come, and the colours that are nobody's family."""
    return Facts(
        nobodys=[(COLOUR_NAMES[c], SIGNS[c], said["colours"][c]) for c in nobodys_colours(view)],
        round=LEVELS[view.round],
        rounds=LEVELS[-1],
        to_come=plays_to_come(view),
        is_least=bool(view.side_pile),
        is_over=view.phase == OVER,
    )


def _card(card: int, said: dict[str, Any]) -> Facts:
    """A person as it is drawn; a new object, since a place in a line adds to it."""
    return Facts(**said["people"][card])


def _fresh(last: list[str], line: int) -> str:
    """The card that the last move has brought to this line, or sent back in whichever it stands; "" if none."""
    if not last:
        return ""
    what, _, where = last[0][2:].partition(" ")
    if what == "send":
        return where
    return what if where == str(line + 1) else ""


def _line(view: Any, line: int, hand: list[int], sends: list[str], fresh: str, said: dict[str, Any]) -> Facts:
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


def _ghost(number: int, card: int, line: int, seen: Preview, names: list[str], said: dict[str, Any]) -> Facts:
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


def _decks(view: Any, moves: list[str], may_try: bool, said: dict[str, Any]) -> list[Facts]:
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


def _player(view: Any, seat: int, is_turn: bool, said: dict[str, Any]) -> Facts:
    """A seat: its families, the backs in its hand, its sets in the cafe, its points."""
    return Facts(
        seat=seat,
        is_turn=is_turn,
        is_over=view.phase == OVER,
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
