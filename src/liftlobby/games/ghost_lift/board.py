"""Ghost Lift in the browser: the dial, the Center, the row, everybody's windows, and the own hand to play from."""

import math
from collections.abc import Iterable
from functools import lru_cache, partial
from typing import Any

from liftlobby.core.fields import LETTERS, View
from liftlobby.core.packed import has, size, total
from liftlobby.core.parts import Board, Part
from liftlobby.core.text import text
from liftlobby.games.ghost_lift.facts import (
    MOST_GREEN,
    cards_in,
    greens,
    haunted_now,
    needle_after,
    passed,
    round_ends,
    stack_in,
)
from liftlobby.games.ghost_lift.rules import (
    DEAL,
    NUMBERS,
    OVER,
    PAIR,
    PLAY,
    SIMPLIFIED,
    TAKE,
    UP,
    fewest_cards,
    may_leave,
    may_pass,
)

TOKENS = ("", "w", "g")
"""How a window looks without a token, with a white and with a green one."""
BENEATH_SHOWN = 14
BACKS_SHOWN = 7
KEYS = "ASDFGJKZXBNMQWE"
"""Keys for the ways to play a number; the page has its own uses for C, H, L, R, T."""
RADIUS = 84.0
HUB = (36, 100)

Card = tuple[str, str, str]
"""A card: its number, the class of its icon ("", u, d), and its name in words."""


def _plates() -> list[tuple[int, int, int]]:
    """Where the plates of the dial stand: number, x, y; 10 at the top, 1 at the bottom."""
    plates = []
    for number in range(1, NUMBERS + 1):
        angle = math.radians(-76 + 152 * (number - 1) / (NUMBERS - 1))
        plates.append(
            (number, round(HUB[0] + RADIUS * math.cos(angle)), round(HUB[1] - RADIUS * 1.06 * math.sin(angle)))
        )
    return plates


PLATES = _plates()


@lru_cache
def card(name: str, language: str) -> Card:
    """A card as the template draws it."""
    if name.endswith("^"):
        return name[:-1], "u", text("{number} with Up", number=name[:-1]).render(language)
    if name.endswith("v"):
        return name[:-1], "d", text("{number} with Down", number=name[:-1]).render(language)
    return name, "", name


@lru_cache
def direction(needle: int, language: str) -> tuple[str, str]:
    """Where the needle points: the class (u, d, or "" before the first card) and the word."""
    if not needle:
        return "", ""
    return ("u", text("Up").render(language)) if needle == UP else ("d", text("Down").render(language))


@lru_cache
def wanted(needle: int, number: int, language: str) -> str:
    """GL-6: what the needle asks for."""
    if not number:
        return ""
    if needle == UP:
        return text("higher than {number}", number=number).render(language)
    return text("lower than {number}", number=number).render(language)


@lru_cache
def dial(needle: int, center: int) -> list[tuple[int, int, int, str]]:
    """The plates with what they are: at (the Center), on (would follow it) or neither."""
    plates = []
    for number, x, y in PLATES:
        follows = center and (number > center if needle == UP else number < center)
        plates.append((number, x, y, "at" if number == center else "on" if follows else ""))
    return plates


@lru_cache(maxsize=1024)
def windows(white: int, green: int, held: int) -> list[tuple[int, str]]:
    """The ten windows of a seat: number, and how it looks; `held` are the numbers whose ghosts would come now."""
    looks = []
    for n in range(NUMBERS):
        token = TOKENS[has(white, n) + 2 * has(green, n)]
        looks.append((n + 1, f"{token} soon" if has(held, n) else token))
    return looks


@lru_cache(maxsize=1024)
def windows_said(white: int, green: int, language: str) -> str:
    """The tokens of a seat in words."""
    return text(
        "white ghosts: {white}; green ghosts: {green}", white=_numbers(white) or "0", green=_numbers(green) or "0"
    ).render(language)


def _numbers(members: int) -> str:
    return ", ".join(str(n + 1) for n in range(NUMBERS) if has(members, n))


@lru_cache
def near(green: int, has_green: str, language: str) -> str:
    """GL-19: how near the seat is to losing."""
    if green == MOST_GREEN - 1:
        return text("one more green, or a third visit of {numbers}, is the end", numbers=has_green).render(language)
    if green:
        return text("a third visit of {numbers} is the end", numbers=has_green).render(language)
    return ""


@lru_cache
def in_hand(cards: int, language: str) -> str:
    """How many cards a seat holds, for who cannot see the backs."""
    return text("{number} cards in hand", number=cards).render(language)


@lru_cache
def greens_said(green: int, language: str) -> str:
    """GL-19: how many green tokens of how many."""
    return text("{green} of {most} green", green=green, most=MOST_GREEN).render(language)


def board(view: View, moves: list[str], last: list[str], language: str) -> Board:
    """The middle (dial, Center, row), the guests clockwise with the own seat last, and the own hand."""
    state: Any = view
    mover, move = _last_move(last)
    own = state.seat
    first = 0 if own is None else own + 1
    seats = [(first + n) % state.players for n in range(state.players)]
    is_on = state.phase in (PLAY, TAKE)
    takes = tuple(moves) if state.phase == TAKE else bool(moves)
    place = (state.center, state.last_player, state.beneath, mover == own, mover, move)
    parts = {
        "dial": Part((state.needle, state.center_number), lambda: _dial(view, language)),
        "mid": Part(place, lambda: _mid(view, mover, move, language)),
        "piles": Part((state.deck_size, state.side), lambda: {"deck": state.deck_size, "side": total(state.side)}),
    }
    if state.rules != SIMPLIFIED:
        parts["row"] = Part((state.row, move[:4] == "take" and move, takes), lambda: _row(view, moves, move, language))
    away = set(passed(view)) if is_on else set()
    for seat in seats:
        held = _held(view) if seat == own else 0
        about = (state.hand_sizes[seat], state.white[seat], state.green[seat], state.known[seat], held, seat == own)
        now = (is_on and state.turn == seat, seat in away, mover == seat and move, state.losers, state.phase == OVER)
        parts[f"guest-{seat}"] = Part(about + now, partial(_player, view, seat, away, mover, move, language))
    if own is not None:
        did = move if mover == own else ""
        key: tuple[object, ...] = (state.hands[own], state.white[own], state.green[own], did, _is_round(view))
        if moves:
            # GL-6 to GL-8: what lies on the table decides what can be played and where the needle would point.
            key += (state.phase, state.needle, state.center, *moves)
        parts["own"] = Part(key, lambda: _own(view, moves, did, language))
    frame = {"seats": seats, "has_row": state.rules != SIMPLIFIED, "has_hand": own is not None}
    return Board(frame, parts)


def _is_round(view: Any) -> bool:
    """Is a round on?"""
    return view.phase not in (DEAL, OVER)


def _dial(view: Any, language: str) -> dict[str, Any]:
    """The plates, where the needle points and what it asks for."""
    way, word = direction(view.needle, language)
    wants = wanted(view.needle, view.center_number, language)
    return {"way": way, "way_word": word, "wanted": wants, "plates": dial(view.needle, view.center_number)}


def _mid(view: Any, mover: int | None, move: str, language: str) -> dict[str, Any]:
    """The Center, and what lies beneath it."""
    center = cards_in(view, view.center)
    beneath = cards_in(view, view.beneath)
    is_played = move[:1].isdigit() and bool(center)
    return {
        "center": [card(name, language) for name in center],
        "by": view.last_player if view.last_player >= 0 else None,
        "is_played": is_played,
        "center_from": _from(mover, view.seat, view.center_number) if is_played else "",
        "beneath": [card(name, language) for name in beneath[-BENEATH_SHOWN:]],
        "num_beneath": len(beneath),
    }


def _own(view: Any, moves: list[str], did: str, language: str) -> dict[str, Any]:
    """The own hand with the ways to play it; `did` is the own move if it was the last."""
    return {
        "hand": _hand(view, moves, did, language),
        "pass": _pass(view, moves),
        "soon": _soon(view, language) if _is_round(view) else None,
    }


def _last_move(last: list[str]) -> tuple[int | None, str]:
    """The last move of a seat: who, and what."""
    for line in reversed(last):
        letter, _, move = line.partition(" ")
        if letter != "*":
            return LETTERS.index(letter), move
    return None, ""


def _from(mover: int | None, own: int | None, number: int) -> str:
    """The travel name of cards just played: that of the place they came from, which no longer bears it."""
    return f"own-{number}" if mover == own else f"seat-{mover}"


def _row(view: Any, moves: list[str], move: str, language: str) -> dict[str, Any]:
    """The stacks of the row, with the move that takes each ("" if it is nobody's to press); may it be left?"""
    is_mine = bool(moves)
    taken = int(move[5:]) if move.startswith("take ") else 0
    stacks = [
        {
            "number": n + 1,
            "cards": [card(name, language) for name in stack_in(view, view.row, n + 1)],
            "move": f"take {n + 1}" if is_mine else "",
            "can": f"take {n + 1}" in moves,
            "travel": f"row-{n + 1}" if n + 1 != taken else "",
        }
        for n in range(NUMBERS)
        if has(view.row_numbers, n)
    ]
    return {"stacks": stacks, "leave": _leave(view, moves)}


def _leave(view: Any, moves: list[str]) -> str:
    """Whether the row may be left: "can", "cannot" (GL-24), or "" when that is not the question."""
    if view.phase != TAKE or not moves:
        return ""
    return "can" if may_leave(view) else "cannot"


def _pass(view: Any, moves: list[str]) -> str:
    """Whether one may pass: "can", "only" (nothing else is left), "cannot" (GL-8), or ""."""
    if view.phase != PLAY or not moves:
        return ""
    if not may_pass(view):
        return "cannot"
    return "only" if len(moves) == 1 else "can"


def _player(view: Any, seat: int, away: set[int], mover: int | None, move: str, language: str) -> dict[str, Any]:
    """A seat: cards, windows, how near it is to losing, and what all have seen go to its hand."""
    green = greens(view, seat)
    took = move[5:] if mover == seat and move.startswith("take ") else ""
    is_turn = view.turn == seat and view.phase in (PLAY, TAKE)
    played = mover == seat and move[:1].isdigit()
    return {
        "seat": seat,
        "cards": view.hand_sizes[seat],
        "cards_said": in_hand(view.hand_sizes[seat], language),
        "backs": min(BACKS_SHOWN, view.hand_sizes[seat]),
        "travel": f"row-{took}" if took else "" if played else f"seat-{seat}",
        "tokens": windows(view.white[seat], view.green[seat], _held(view) if seat == view.seat else 0),
        "said": windows_said(view.white[seat], view.green[seat], language),
        "green": green,
        "green_said": greens_said(green, language),
        "near": near(green, _numbers(view.green[seat]), language) if view.phase != OVER else "",
        "known": [card(name, language) for name in cards_in(view, view.known[seat])],
        "is_turn": is_turn,
        "has_passed": seat in away,
        "has_moved": mover == seat,
        "has_lost": has(view.losers, seat),
    }


def _hand(view: Any, moves: list[str], move: str, language: str) -> list[dict[str, Any]]:
    """The own hand, a stack a number, with the ways to play each."""
    hand = view.hands[view.seat]
    ways: dict[int, list[str]] = {}
    if view.phase == PLAY:
        for play in moves:
            if play[0].isdigit():
                ways.setdefault(int(play.split("+")[0].rstrip("^v")), []).append(play)
    is_choosing = view.phase == PLAY and bool(moves)
    few = fewest_cards(view) if is_choosing else 0
    took = move[5:] if move.startswith("take ") else ""
    played = move.split("+")[0].rstrip("^v") if move[:1].isdigit() else ""
    stacks = []
    for number in range(1, NUMBERS + 1):
        names = stack_in(view, hand, number)
        if not names:
            continue
        plays = sorted(ways.get(number, []), key=lambda play: (play.count("+"), play.count("^") + play.count("v")))
        stacks.append(
            {
                "number": number,
                "key": number % 10,
                "cards": [card(name, language) for name in names],
                "said": ", ".join(card(name, language)[2] for name in names),
                "plays": [_play(view, play, key, language) for key, play in enumerate(plays)],
                "try": "+".join(names[: max(1, few)]) if is_choosing else "",
                "travel": f"row-{took}" if took == str(number) else "" if played == str(number) else f"own-{number}",
            }
        )
    return stacks


def _play(view: Any, play: str, key: int, language: str) -> dict[str, Any]:
    """One way to play a number: the cards, and where the needle would point."""
    names = play.split("+")
    needle = needle_after(view, play)
    return {
        "move": play,
        "cards": [card(name, language) for name in names],
        "way": direction(needle, language),
        "flips": needle != view.needle,
        "is_last": len(names) == view.hand_sizes[view.seat],
        "key": KEYS[key],
    }


def _held(view: Any) -> int:
    """The set of numbers in the own hand, 0 for number 1, while a round is on."""
    if not _is_round(view):
        return 0
    return sum(1 << n for n in range(NUMBERS) if view.hands[view.seat] & (PAIR << (6 * n)))


def _soon(view: Any, language: str) -> dict[str, Any]:
    """GL-18: what the own hand would bring if the round ended now."""
    then = haunted_now(view)
    return {
        "white": ", ".join(map(str, then.white)),
        "green": ", ".join(map(str, then.green)),
        "thrice": ", ".join(map(str, then.thrice)),
        "is_too_much": then.is_too_much,
    }


def account(history: Iterable[tuple[View, View]], language: str) -> dict[str, Any]:
    """Round by round: who went out, and which ghosts came to whom; then the tokens of all."""
    seen = list(history)
    if not seen:
        return {"rounds": [], "totals": []}
    view: Any = seen[-1][1]
    rounds = [
        {
            "number": number,
            "out": end.out,
            "tokens": [_came(*tokens) for tokens in zip(end.white, end.green, end.thrice, strict=True)],
        }
        for number, end in enumerate(round_ends(seen), 1)
    ]
    totals = [
        {
            "white": size(view.white[seat]),
            "green": greens(view, seat),
            "has_lost": has(view.losers, seat),
            "said": windows_said(view.white[seat], view.green[seat], language),
        }
        for seat in range(view.players)
    ]
    return {"rounds": rounds, "totals": totals}


def _came(white: list[int], green: list[int], thrice: list[int]) -> list[tuple[int, str]]:
    """The tokens of a round, by number: (number, w, g, or t for a third visit)."""
    return sorted([*((n, "w") for n in white), *((n, "g") for n in green), *((n, "t") for n in thrice)])
