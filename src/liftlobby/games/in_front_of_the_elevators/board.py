"""In Front of the Elevators in the browser: lifts with boxes and lines, what each card would do, decks and families."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from types import SimpleNamespace as Facts
from typing import Any

from liftlobby.core.fields import View
from liftlobby.core.packed import has
from liftlobby.games.in_front_of_the_elevators.facts import (
    backs_of,
    cafes_of,
    colours_of,
    person_at,
    plays_to_come,
    points_now,
    preview,
    rounds,
    sent_alone,
)
from liftlobby.games.in_front_of_the_elevators.notation import COLOUR_NAMES, DECK_NAMES, person_text
from liftlobby.games.in_front_of_the_elevators.rules import (
    LINES,
    LOST,
    OVER,
    PLAY,
    ROUNDS,
    SWAP,
    TYPES,
    num_riders,
    score,
)
from liftlobby.games.in_front_of_the_elevators.words import COLOUR_WORDS, GROUP_WORDS, LEVELS, TYPE_WORDS, cards, person

SIGNS = ("●B", "◆R", "▲G", "★Y", "■N")
KEYS = "345"
"""The keys of the three lines; 1 and 2 are the cards of the hand."""


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
    """The hand, and the table; for a hand that is to play also where each card would go in each line.

    The table looks the same to all who cannot do anything now, and much of it does from move to move: so it is given as
    (what decides how it looks, how to make the facts to draw it from).
    """
    hand = cards(view.hands[view.seat]) if view.seat is not None else []
    is_playing = bool(moves) and view.phase == PLAY
    said = words(language)
    presses = tuple(moves) if not is_playing else tuple(hand)
    lines = (tuple(view.line_types), tuple(view.line_colours), view.round, str(view.boxes[view.round]))
    decks = (tuple(view.top_colours), tuple(view.deck_sizes), view.side_pile, view.plays_left)
    seats = (view.players, view.turn, tuple(view.hand_colours), tuple(view.cafes), str(view.round_scores))
    key = ("fe", language, lines, decks, seats, view.phase, presses, last[0][2:] if last else "")
    return {
        "table": (key, lambda: _table(view, hand if is_playing else [], moves, last, lines, language)),
        "hand": [(card, COLOUR_NAMES[card // 8], SIGNS[card // 8], said["persons"][card], card % 8) for card in hand],
        "is_playing": is_playing,
        "swaps": [(move, said["colours"][COLOUR_NAMES.index(move[5:])]) for move in moves if move.startswith("swap")],
    }


def _table(
    view: View, hand: list[int], moves: list[str], last: list[str], lines: tuple[object, ...], language: str
) -> Facts:
    """All that lies on the table, part by part."""
    sends = tuple(move for move in moves if move.startswith("send"))
    return Facts(
        lines=[_line_part(view, line, hand, sends, last, language) for line in range(LINES)],
        decks=[_deck(view, deck, moves, words(language)) for deck in range(LINES + view.side_pile)],
        circle=(("fe-circle", language), lambda: words(language)["types"][:LOST]),
        players=[_player_part(view, seat, lines, language) for seat in range(view.players)],
        round=LEVELS[view.round],
        to_come=plays_to_come(view),
        is_least=bool(view.side_pile),
        is_over=view.phase == OVER,
    )


Part = tuple[object, Callable[[], Any]]
"""What decides how a part looks, and what gives the facts to draw it."""


def _line_part(view: View, line: int, hand: list[int], sends: tuple[str, ...], last: list[str], language: str) -> Part:
    fresh = _fresh(last, line)
    boxes = tuple(view.boxes[view.round][line][: view.capacities[view.round][line]])
    here = (line, view.line_types[line], view.line_colours[line], boxes, view.doubled[line])
    mine = sends if view.line == line else ()
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
    level = view.round
    capacity = view.capacities[level][line]
    riders = num_riders(view, line)
    boxes = view.boxes[level][line][:capacity]
    ghosts: dict[int, list[Facts]] = {}
    for number, card in enumerate(hand):
        seen = preview(view, card, line)
        ghosts.setdefault(seen.at, []).append(_ghost(view, number, card, line, seen, said))
    people = []
    for at in range(view.line_sizes[line]):
        colour, kind = person_at(view, line, at)
        text_of_it = person_text(8 * colour + kind)
        send = f"send {text_of_it}"
        people.append(
            Facts(
                box=boxes[capacity - riders + at] if at < riders else None,
                doubled=at < riders and has(view.doubled[line], kind),
                colour=COLOUR_NAMES[colour],
                sign=SIGNS[colour],
                kind=kind,
                name=said["persons"][8 * colour + kind],
                travel=text_of_it,
                send=send if send in sends else "",
                is_last=text_of_it == fresh,
                ghosts=ghosts.get(at, []),
            )
        )
    return Facts(
        number=line + 1,
        name=said["lines"][line],
        empty=boxes[: capacity - riders],
        people=people,
        doubled=[said["types"][kind] for kind in range(TYPES) if has(view.doubled[line], kind)],
        ghosts=ghosts.get(view.line_sizes[line], []),
    )


def _ghost(view: Any, number: int, card: int, line: int, seen: Any, said: dict[str, list[str]]) -> Facts:
    """A card of the hand where it would stand."""
    sent = sent_alone(view, card, line)
    victim = person_at(view, line, seen.victim) if seen.victim >= 0 else None
    moved = person_at(view, line, sent) if sent >= 0 else None
    return Facts(
        card=number,
        colour=COLOUR_NAMES[card // 8],
        sign=SIGNS[card // 8],
        kind=card % 8,
        name=said["persons"][card],
        move=f"{person_text(card)} {line + 1}",
        key=KEYS[line],
        victim=said["persons"][8 * victim[0] + victim[1]] if victim else "",
        moved=said["persons"][8 * moved[0] + moved[1]] if moved else "",
        chooses=seen.sendable > 1,
        cafe=seen.opens_cafe,
    )


def _deck(view: Any, deck: int, moves: list[str], said: dict[str, list[str]]) -> Facts:
    """A deck: the colour of its top and how many are left."""
    colour = view.top_colours[deck] - 1
    move = f"draw {DECK_NAMES[deck]}"
    return Facts(
        name=DECK_NAMES[deck],
        colour=COLOUR_NAMES[colour] if colour >= 0 else "",
        sign=SIGNS[colour] if colour >= 0 else "",
        colour_name=said["colours"][colour] if colour >= 0 else "",
        size=view.deck_sizes[deck],
        move=move if move in moves else "",
        key=deck + 1,
    )


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
    """Round by round: who rode where for how much, the cafes, and the sums."""
    said = words(language)
    found = [
        {
            "level": LEVELS[scored.level],
            "lines": [
                [(COLOUR_NAMES[r.colour], SIGNS[r.colour], said["types"][r.kind], r.seat, r.points) for r in line]
                for line in scored.lines
            ],
            "cafes": [[(said["types"][kind], points) for kind, points in sets] for sets in scored.cafes],
            "sums": scored.sums,
        }
        for scored in rounds(history)
    ]
    return {"rounds": found, "line_names": said["lines"]}
