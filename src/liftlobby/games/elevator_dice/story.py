"""The elevator dice race: what happened. ED- numbers are rules. Every seat sees everything."""

from liftlobby.core.fields import CHANCE, LETTERS, View
from liftlobby.core.text import Text, text
from liftlobby.games.elevator_dice.rules import CHOOSE_FIRST, FILL, OVER, ROLL


def tell(before: View, after: View, player: int, move: str) -> list[Text]:
    """The lines for one move: the shaft once it is full, then each throw; asking for a throw tells nothing."""
    if player != CHANCE:
        return []
    if before.phase == CHOOSE_FIRST:
        return [text("{seat} begins the race.", seat=move.removeprefix("first "))]
    if before.phase == FILL:
        if after.phase != ROLL:
            return []
        numbers = " ".join(map(str, after.shaft))
        return [
            text("The shaft carries {numbers}, from the top down.", numbers=numbers),
            text("A starts beside row 4, B beside row 7; {seat} throws first.", seat=LETTERS[after.turn]),
        ]
    return [_tell_throw(before, after, int(move))]


def ending(view: View) -> Text:
    """ED-8: who entered the goal."""
    if view.winner == 0:
        return text("A is the first to enter the goal, the basement, and wins.")
    return text("B is the first to enter the goal, the penthouse, and wins.")


def _tell_throw(before: View, after: View, face: int) -> Text:
    """ED-5 to ED-8: the throw, the number beside the counter, and how far it goes."""
    seat = before.turn
    row = before.rows[seat]
    number = before.shaft[row - 1]
    facts = {"seat": LETTERS[seat], "face": face, "number": number, "row": after.rows[seat]}
    if after.phase == OVER:
        if seat == 0:
            return text("{seat} throws {face} beside {number} and enters the basement.", **facts)
        return text("{seat} throws {face} beside {number} and enters the penthouse.", **facts)
    if face == number:
        return text("{seat} throws {face}, the number beside the counter: two forward, to row {row}.", **facts)
    if after.rows[seat] == row:
        return text("{seat} throws {face} beside {number}: no further back than row {row}.", **facts)
    if face % 2 != number % 2:
        return text("{seat} throws {face} beside {number}: one back, to row {row}.", **facts)
    return text("{seat} throws {face} beside {number}: one forward, to row {row}.", **facts)
