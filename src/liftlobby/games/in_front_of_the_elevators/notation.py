"""In Front of the Elevators: actions as text, and who knows which."""

from collections.abc import Hashable

from liftlobby.core.fields import CHANCE, LETTERS
from liftlobby.core.match import Known, Step
from liftlobby.games.in_front_of_the_elevators.rules import (
    COLOURS,
    DEAL,
    DEALT,
    DRAW,
    DRAW_0,
    FIRST,
    LINES,
    NUM_ACTIONS,
    NUM_OUTCOMES,
    PLAY,
    REMOVED,
    SEND_0,
    SIDE,
    SWAP,
    SWAP_0,
    SWAP_DEAL,
    TOP_0,
    TYPES,
    YELLOW,
    State,
    dealt_seat,
)

COLOUR_NAMES = ["blue", "red", "green", "yellow", "brown"]
TYPE_NAMES = ["girl", "boy", "mother", "father", "grandma", "grandpa", "lost"]
DECK_NAMES = ["1", "2", "3", "side"]


def person_text(person: int) -> str:
    """A card: `blue-girl`."""
    return f"{COLOUR_NAMES[person // 8]}-{TYPE_NAMES[person % 8]}"


def _is_person(person: int) -> bool:
    return person < 8 * COLOURS and person % 8 < TYPES


def _action_text(action: int) -> str:
    if action >= SWAP_0:
        return f"swap {COLOUR_NAMES[action - SWAP_0]}"
    if action >= DRAW_0:
        return f"draw {DECK_NAMES[action - DRAW_0]}"
    if action >= SEND_0:
        return f"send {person_text(action - SEND_0)}" if _is_person(action - SEND_0) else ""
    return f"{person_text(action // 4)} {action % 4 + 1}" if _is_person(action // 4) and action % 4 < LINES else ""


def _outcome_text(outcome: int) -> str:
    use, person = divmod(outcome, 64)
    if use == FIRST:
        return f"first {LETTERS[person]}" if person < 4 else ""
    if not _is_person(person):
        return ""
    if use == DEALT:
        return person_text(person)
    if use == REMOVED:
        return f"remove {person_text(person)}"
    return f"top{DECK_NAMES[use - TOP_0]} {person_text(person)}"


ACTIONS = [_action_text(action) for action in range(NUM_ACTIONS)]
OUTCOMES = [_outcome_text(outcome) for outcome in range(NUM_OUTCOMES)]
ACTION_OF = {text: action for action, text in enumerate(ACTIONS) if text}
OUTCOME_OF = {text: outcome for outcome, text in enumerate(OUTCOMES) if text}


def text_of(state: State, player: int, action: int) -> str:
    """`blue-girl 2`, `send blue-boy`, `draw 2`, `swap blue`; for chance `blue-girl`, `top2 red-boy`, `first A`."""
    return OUTCOMES[action] if player == CHANCE else ACTIONS[action]


def action_of(state: State, player: int, move: str) -> int:
    """The action or outcome with this text, or -1."""
    return (OUTCOME_OF if player == CHANCE else ACTION_OF).get(move, -1)


def witness(known: Known, step: Step) -> None:
    """Of cards in others' hands and on the decks only the colour is seen."""
    if step.player == CHANCE:
        witness_chance(known, step)
        return
    known.show(step.text)
    before, seat = step.before, step.player
    if before.phase == PLAY:
        witness_play(known, step)
    elif before.phase == SWAP:
        for colour in range(COLOURS):
            known.reveal((seat, colour))
    elif before.phase == DRAW:
        deck = step.action - DRAW_0
        colour = before.top_colours[deck] - 1
        removed = deck == SIDE and colour == YELLOW
        drawn: Hashable = "removed" if removed else ("top", deck)
        if seat == known.seat:
            known.reveal(drawn)
        else:
            known.follow(drawn, ("removed", seat) if removed else (seat, colour))


def witness_chance(known: Known, step: Step) -> None:
    """A dealt card is seen by its owner, a deck's top and the removed card by nobody, a line's first person by all."""
    before = step.before
    use, person = divmod(step.action, 64)
    colour = person // 8
    masked = step.text.rsplit("-", 1)[0] + "-?"
    if before.phase == DEAL and before.dealt == 0:
        for seat in range(before.players):
            known.follow(("removed", seat), "removed")
        known.forget_all(but="removed")
    if use == REMOVED:
        known.hide(step.text, masked, "removed")
    elif use in range(TOP_0, TOP_0 + 4):
        if use != TOP_0 + SIDE or colour != YELLOW:
            known.hide(step.text, masked, ("top", before.deck))
        elif known.hidden("removed"):
            known.hide(step.text, masked, "removed")  # the only yellow card of a side pile is the removed one
        else:
            known.show(step.text)
    elif before.phase in (DEAL, SWAP_DEAL):
        owner = dealt_seat(before) if before.phase == DEAL else before.turn
        if owner == known.seat:
            known.show(step.text)
        else:
            known.hide(step.text, masked, (owner, colour))
    else:
        known.show(step.text)


def witness_play(known: Known, step: Step) -> None:
    """A played card tells which draw it was if it can have been no other; with two of a colour that stays open."""
    seat, person = step.player, step.action // 4
    colour = person // 8
    drawn, removed = (seat, colour), ("removed", seat)
    key: Hashable
    if colour != YELLOW or not known.hidden(removed):
        key, is_one = drawn, known.hidden(drawn) == 1
    else:
        key, is_one = removed, not known.hidden(drawn)
    if is_one and known.full_text(key).endswith(person_text(person)):
        known.reveal(key)
    elif (step.after.hand_colours[seat] >> (2 * colour)) & 3 == 0:
        known.forget(drawn)
        if colour == YELLOW:
            known.follow(removed, "removed")
