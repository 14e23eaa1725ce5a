"""Ghost Lift: what happened, told from what a seat sees before and after. GL- numbers are rules."""

from typing import Any

from liftlobby.core.fields import CHANCE, LETTERS, View
from liftlobby.core.packed import full, has, size
from liftlobby.core.text import Text, text
from liftlobby.games.ghost_lift.rules import (
    CHOOSE_FIRST,
    DEAL,
    FILL_ROW,
    OPEN,
    OVER,
    PASS_DRAW,
    PLAY,
    SIMPLIFIED,
    row_length,
)
from liftlobby.games.ghost_lift.words import all_of, cards, needle, numbers, seats, stack, stacks

UNKNOWN = "?"
GREEN_LIMIT = 3


def tell(before: View, after: View, player: int, move: str) -> list[Text]:
    """The lines for one move. What follows from it comes in the order of GL-14, GL-17 to GL-21."""
    if player == CHANCE:
        return _tell_chance(before, after, move) + _tell_new_deck(before, after, drawn=1) + _tell_row(before, after)
    if move == "pass":
        lines = [text("{seat} passes.", seat=LETTERS[player])]
        if after.rules == SIMPLIFIED and after.phase != PASS_DRAW:
            lines.append(text("There is no card to draw."))
    elif move == "leave":
        lines = [text("{seat} takes no stack.", seat=LETTERS[player])]
    elif move.startswith("take "):
        taken = stack(after, before.row, int(move.removeprefix("take ")))
        lines = [text("{seat} takes {cards} from the row.", seat=LETTERS[player], cards=taken)]
    else:
        lines = _tell_play(before, after, player, move)
    if after.phase in (DEAL, OVER):
        return lines + _tell_round_end(before, after, player)
    return lines + _tell_cleared(before, after) + _tell_new_deck(before, after, drawn=0) + _tell_row(before, after)


def ending(view: View) -> Text:
    """GL-19, GL-20: who lost, and to which of the two."""
    losers = all_of(seats(view.losers))
    winners = all_of(seats(full(view.players) & ~view.losers))
    green = max(size(view.green[seat]) for seat in range(view.players) if has(view.losers, seat))
    if size(view.losers) == 1:
        if green >= GREEN_LIMIT:
            return text(
                "{seat} has {green} green tokens and loses to {winners}.", seat=losers, green=green, winners=winners
            )
        return text(
            "{seat} is haunted a third time by the same ghost and loses to {winners}.", seat=losers, winners=winners
        )
    if green >= GREEN_LIMIT:
        return text(
            "{seats} have {green} green tokens each and lose to {winners}.", seats=losers, green=green, winners=winners
        )
    return text(
        "{seats} are haunted a third time by the same ghosts and lose to {winners}.", seats=losers, winners=winners
    )


def _tell_chance(before: View, after: View, move: str) -> list[Text]:
    """GL-1, GL-3, GL-27: who begins, hands once they are complete, the opening card, a card drawn after a pass."""
    if before.phase == CHOOSE_FIRST:
        return [text("{seat} is the first player.", seat=move.removeprefix("first "))]
    if before.phase == OPEN:
        pointing = needle(after.needle)
        return [text("The opening card is {card}: the needle points {needle}.", card=move, needle=pointing)]
    if before.phase == DEAL and after.phase == OPEN:
        size_of_hand, starter = after.hand_sizes[0], LETTERS[after.starter]
        lines = [text("Everybody has {number} cards; {starter} plays first.", number=size_of_hand, starter=starter)]
        if after.seat is not None:
            hand = cards(after, after.hands[after.seat]).replace("+", " ")
            lines.append(text("{seat} holds {cards}.", seat=LETTERS[after.seat], cards=hand))
        return lines
    if before.phase == PASS_DRAW:
        seat = LETTERS[before.turn]
        if move == UNKNOWN:
            lines = [text("{seat} draws a card.", seat=seat)]
        else:
            lines = [text("{seat} draws {card}.", seat=seat, card=move)]
        return lines + _tell_cleared(before, after)
    return []


def _tell_play(before: View, after: View, player: int, move: str) -> list[Text]:
    """GL-9: the cards, and the needle if they move it."""
    seat = LETTERS[player]
    if after.needle == before.needle:
        return [text("{seat} plays {cards}.", seat=seat, cards=move)]
    pointing = needle(after.needle)
    return [text("{seat} plays {cards}: the needle turns {needle}.", seat=seat, cards=move, needle=pointing)]


def _tell_cleared(before: View, after: View) -> list[Text]:
    """GL-12, GL-13, GL-24: the Center goes to the side when all have passed on it."""
    if not before.center_number or after.center_number:
        return []
    leader = LETTERS[after.turn]
    if after.players == 2:
        return [text("The Center goes to the side; {leader} leads.", leader=leader)]
    if before.last_player < 0:
        return [text("All have passed on the opening card: it goes to the side, {leader} leads.", leader=leader)]
    return [text("All others have passed: the Center goes to the side, {leader} leads.", leader=leader)]


def _tell_new_deck(before: View, after: View, drawn: int) -> list[Text]:
    """GL-16: the deck was empty, and the cards at the side and beneath the Center became the new one."""
    if before.phase == CHOOSE_FIRST or after.deck_size <= before.deck_size - drawn:
        return []
    return [
        text(
            "The deck is empty: {number} cards, from the side and from beneath the Center, are shuffled anew.",
            number=after.deck_size,
        )
    ]


def _tell_row(before: View, after: Any) -> list[Text]:
    """GL-4, GL-15, GL-16: the row once it is complete, or as complete as it gets."""
    changed = before.phase == FILL_ROW or before.row != after.row
    if after.phase != PLAY or after.rules == SIMPLIFIED or not changed:
        return []
    if not after.row:
        return [text("There are no cards left for the row.")]
    shown = all_of(stacks(after, after.row))
    if size(after.row_numbers) < row_length(after):
        return [text("The row shows {stacks}; there are no more cards for it.", stacks=shown)]
    return [text("The row shows {stacks}.", stacks=shown)]


def _tell_round_end(before: View, after: View, player: int) -> list[Text]:
    """GL-17 to GL-21: who is out, the new tokens of each seat, and who begins next or why the game is over."""
    lines = [text("{seat} has no cards left: the round is over.", seat=LETTERS[player])]
    for seat in range(after.players):
        if tokens := _new_tokens(before, after, seat):
            lines.append(text("{seat} is haunted: {tokens}.", seat=LETTERS[seat], tokens=all_of(tokens)))
    if after.phase == OVER:
        lines.append(ending(after))
    else:
        lines.append(text("{seat} begins the next round.", seat=LETTERS[after.starter]))
    return lines


def _new_tokens(before: View, after: View, seat: int) -> list[Text]:
    """GL-18, GL-19: the tokens a seat got or turned, and the ghosts that came a third time."""
    white = after.white[seat] & ~before.white[seat]
    green = after.green[seat] & ~before.green[seat]
    return [
        *(text("white {number}", number=number) for number in numbers(white)),
        *(text("green {number}", number=number) for number in numbers(green)),
        *(text("{number} a third time", number=number) for number in numbers(after.thrice[seat])),
    ]
