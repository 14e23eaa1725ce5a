"""Ghost Lift: actions as text, and who knows which."""

from liftlobby.core.fields import CHANCE, LETTERS, NOBODY
from liftlobby.core.match import Known, Step
from liftlobby.core.packed import has
from liftlobby.games.ghost_lift.rules import (
    DEAL,
    FIRST_SEAT,
    KINDS,
    LEAVE,
    NUMBERS,
    PASS,
    PASS_DRAW,
    TAKE_0,
    State,
)


def card_text(state: State, kind: int) -> str:
    """A card: `7`, `7^` (Up) or `7v` (Down)."""
    number = kind // 2 + 1
    if kind % 2 == 0:
        return str(number)
    return f"{number}{'^' if has(state.icon_up, number - 1) else 'v'}"


def text_of(state: State, player: int, action: int) -> str:
    """`7+7^`, `pass`, `take 5`, `leave`; for chance a card, or `first A`."""
    if player == CHANCE:
        return f"first {LETTERS[action - FIRST_SEAT]}" if action >= FIRST_SEAT else card_text(state, action)
    if action == PASS:
        return "pass"
    if action == LEAVE:
        return "leave"
    if action > TAKE_0:
        return f"take {action - TAKE_0}"
    number, plain, icon = action // 64 + 1, action // 8 % 8, action % 8
    plain_card, icon_card = card_text(state, 2 * number - 2), card_text(state, 2 * number - 1)
    return "+".join([plain_card] * plain + [icon_card] * icon)


def action_of(state: State, player: int, move: str) -> int:
    """The action or outcome with this text, or -1. Copies are written plain ones first."""
    kinds = {card_text(state, kind): kind for kind in range(KINDS)}
    if player == CHANCE:
        if move in kinds:
            return kinds[move]
        word, _, letter = move.partition(" ")
        seat = LETTERS.find(letter) if word == "first" and letter else NOBODY
        return FIRST_SEAT + seat if 0 <= seat < state.players else -1
    if move == "pass":
        return PASS
    if move == "leave":
        return LEAVE
    if move.startswith("take "):
        taken = move.removeprefix("take ")
        return TAKE_0 + int(taken) if taken in map(str, range(1, NUMBERS + 1)) else -1
    cards = [kinds.get(card, -1) for card in move.split("+")]
    number = cards[0] // 2 + 1
    if min(cards) < 0 or len(cards) > 6 or any(card // 2 + 1 != number for card in cards):
        return -1
    icon = sum(card % 2 for card in cards)
    return 64 * (number - 1) + 8 * (len(cards) - icon) + icon


def witness(known: Known, step: Step) -> None:
    """A card that is dealt or drawn to a hand is seen by its owner alone; which draw it was never comes out."""
    owner = NOBODY
    if step.player == CHANCE and step.before.phase == DEAL:
        owner = step.before.dealing
    elif step.player == CHANCE and step.before.phase == PASS_DRAW:
        owner = step.before.turn
    if owner in (NOBODY, known.seat):
        known.show(step.text)
    else:
        known.hide(step.text, "* ?", "hand")
        known.forget("hand")
