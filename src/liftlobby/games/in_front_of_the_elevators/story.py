"""In Front of the Elevators: what happened, told from what a seat sees before and after. FE- numbers are rules."""

from liftlobby.core.fields import CHANCE, LETTERS, View
from liftlobby.core.packed import has
from liftlobby.core.text import Text, text
from liftlobby.games.in_front_of_the_elevators.notation import ACTION_OF, COLOUR_NAMES, DECK_NAMES
from liftlobby.games.in_front_of_the_elevators.rules import (
    CHOOSE_FIRST,
    DEAL,
    DRAW,
    LINES,
    LOST,
    OPEN_DECKS,
    OPEN_LINES,
    OVER,
    PLAY,
    REMOVE,
    SEND,
    SEND_0,
    SIDE,
    SWAP,
    SWAP_DEAL,
    TURN_UP,
)
from liftlobby.games.in_front_of_the_elevators.words import (
    COLOUR_WORDS,
    LEVELS,
    THREE_WORDS,
    all_of,
    cards,
    commas,
    deck_name,
    line_of,
    person,
    persons,
    seats,
    types,
)


def tell(before: View, after: View, player: int, move: str) -> list[Text]:
    """The lines for one move and what follows from it."""
    if player == CHANCE:
        return _tell_chance(before, after, move)
    seat = LETTERS[player]
    if before.phase == SWAP:
        colour = COLOUR_WORDS[COLOUR_NAMES.index(move.removeprefix("swap "))]
        return [text("{seat} has two lost children and gives the {colour} one back.", seat=seat, colour=colour)]
    if before.phase == DRAW:
        return _tell_draw(before, after, player, DECK_NAMES.index(move.removeprefix("draw ")))
    if before.phase == PLAY:
        card, line = divmod(ACTION_OF[move], 4)
        lines = [_tell_play(before, after, seat, card, line)]
    else:
        card, line = ACTION_OF[move] - SEND_0, before.line
        lines = [text("{seat} sends {person} behind the lost child.", seat=seat, person=person(card))]
    for kind in types(after.cafes[player] & ~before.cafes[player]):
        friends = THREE_WORDS[kind]
        lines.append(
            text(
                "{friends} leave line {line} for the cafe, a set for {seat}.", friends=friends, line=line + 1, seat=seat
            )
        )
    if after.phase == OVER or after.round > before.round:
        lines += _tell_round_end(before, after)
    return lines


def ending(view: View) -> Text:
    """FE-26: who has the most points."""
    sums = [sum(view.round_scores[seat]) for seat in range(view.players)]
    best = max(sums)
    winners = [seat for seat in range(view.players) if sums[seat] == best]
    if len(winners) == 1:
        return text(
            "{seat} has the most points after three rounds, {points}, and wins.", seat=seats(winners), points=best
        )
    return text(
        "{seats} share the most points after three rounds, {points}, and win.", seats=seats(winners), points=best
    )


# --- dealing ----------------------------------------------------------------------------------------------------------


def _tell_chance(before: View, after: View, move: str) -> list[Text]:
    """FE-1, FE-4, FE-7 to FE-10, FE-31: each part of the deal once it is complete, and each new top."""
    if before.phase == CHOOSE_FIRST:
        return [text("{seat} is the start player.", seat=move.removeprefix("first "))]
    if before.phase == REMOVE:
        return [text("A yellow card is put aside unseen for the whole match.")]
    if before.phase == TURN_UP:
        return [_tell_top(after, before.deck)]
    lines = []
    if before.phase == SWAP_DEAL:
        lines.append(_tell_exchanged(before, after))
    if before.phase in (DEAL, SWAP_DEAL) and after.phase == OPEN_LINES:
        lines += _tell_hands(after)
    if before.phase == OPEN_LINES and after.phase == OPEN_DECKS:
        first = all_of(person(line_of(after, line)[0]) for line in range(LINES))
        lines.append(text("In lines 1, 2 and 3 stand {persons}.", persons=first))
    if before.phase == OPEN_DECKS and after.phase == PLAY:
        lines += [_tell_top(after, deck) for deck in range(LINES + after.side_pile)]
        lines.append(text("{seat} begins.", seat=LETTERS[after.starter]))
    return lines


def _tell_exchanged(before: View, after: View) -> Text:
    """FE-8: the card that came for the lost child; others see its colour."""
    seat = LETTERS[before.turn]
    if after.seat == before.turn:
        new = cards(after.hands[before.turn] & ~before.hands[before.turn])
        return text("{seat} gets {person} instead.", seat=seat, person=person(new[0]))
    return text("{seat} gets another {colour} card instead.", seat=seat, colour=COLOUR_WORDS[before.deck])


def _tell_hands(after: View) -> list[Text]:
    """FE-7: the hands are complete; a seat is told its own."""
    lines = [text("Round {round}: everybody has two cards of the own family.", round=LEVELS[after.round])]
    if after.seat is not None:
        hand = all_of(persons(after.hands[after.seat]))
        lines.append(text("{seat} holds {persons}.", seat=LETTERS[after.seat], persons=hand))
    return lines


def _tell_top(after: View, deck: int) -> Text:
    """FE-10: the colour of a deck's top."""
    colour = COLOUR_WORDS[after.top_colours[deck] - 1]
    if deck == SIDE:
        return text("The side pile shows {colour}.", colour=colour)
    return text("Deck {deck} shows {colour}.", deck=deck + 1, colour=colour)


# --- turns ------------------------------------------------------------------------------------------------------------


def _tell_play(before: View, after: View, seat: str, card: int, line: int) -> Text:
    """FE-12 to FE-14: where the person goes, and who moves behind a lost child."""
    there = line_of(before, line)
    facts = {"seat": seat, "person": person(card), "line": line + 1}
    if card % 8 == LOST:
        same = [other for other in there if other // 8 == card // 8]
        if after.phase == SEND:
            return text("{seat} plays {person} into line {line} and chooses who moves behind it.", **facts)
        if same:
            return text(
                "{seat} plays {person} into line {line}: {other} moves behind it.", other=person(same[0]), **facts
            )
    else:
        cut = [other for other in there if other % 8 == (card % 8 + 1) % LOST]
        if cut:
            return text("{seat} plays {person} into line {line}, in front of {other}.", other=person(cut[0]), **facts)
    return text("{seat} plays {person} into line {line}.", **facts)


def _tell_draw(before: View, after: View, player: int, deck: int) -> list[Text]:
    """FE-11: the card drawn, of which others see the colour; FE-17, FE-18: a deck, and all three, running out."""
    facts = {"seat": LETTERS[player], "deck": deck_name(deck)}
    if after.seat == player:
        new = cards(after.hands[player] & ~before.hands[player])
        lines = [text("{seat} draws {person} from {deck}.", person=person(new[0]), **facts)]
    else:
        colour = COLOUR_WORDS[before.top_colours[deck] - 1]
        lines = [text("{seat} draws a {colour} card from {deck}.", colour=colour, **facts)]
    if after.plays_left:
        lines.append(text("All three decks are empty: everybody plays once more."))
    elif deck == SIDE and not after.deck_sizes[SIDE]:
        lines.append(text("The side pile is empty."))
    elif not after.deck_sizes[deck]:
        lines.append(text("Deck {deck} is empty.", deck=deck + 1))
    return lines


# --- scoring ----------------------------------------------------------------------------------------------------------


def _tell_round_end(before: View, after: View) -> list[Text]:
    """FE-19 to FE-26: who rides for how much, the cafes, the points of the round and the sum, and what comes next.

    The lines and cafes of the round are still to be seen after it.
    """
    now = before.round
    lines = [_tell_ride(after, now, line) for line in range(LINES)]
    cafes = [
        text("{seat} {points}", seat=LETTERS[seat], points=points) for seat, points in _cafe_points(after) if points
    ]
    if cafes:
        lines.append(text("Cafe: {points}.", points=commas(cafes)))
    points = [after.round_scores[seat][now] for seat in range(after.players)]
    lines.append(text("Points of round {round}: {points}.", round=LEVELS[now], points=_by_seat(points)))
    if now:
        sums = [sum(after.round_scores[seat]) for seat in range(after.players)]
        lines.append(text("Sum of the rounds: {points}.", points=_by_seat(sums)))
    if after.phase == OVER:
        return [*lines, ending(after)]
    best = [seat for seat in range(after.players) if points[seat] == max(points)]
    starter = LETTERS[after.starter]
    if len(best) == 1:
        return [*lines, text("{seat} scored most and begins the next round.", seat=starter)]
    return [*lines, text("{seats} scored most; {seat} begins the next round.", seats=seats(best), seat=starter)]


def _by_seat(points: list[int]) -> Text:
    return commas(text("{seat} {points}", seat=LETTERS[seat], points=number) for seat, number in enumerate(points))


def _cafe_points(view: View) -> list[tuple[int, int]]:
    """FE-23: 1 for each set, 2 for one of lost children."""
    return [(seat, sum(1 + (kind == LOST) for kind in types(view.cafes[seat]))) for seat in range(view.players)]


def _tell_ride(view: View, level: int, line: int) -> Text:
    """FE-19 to FE-22: the riders of a line from the front, each with points and who gets them; and who stays behind."""
    capacity = view.capacities[level][line]
    there = line_of(view, line)
    riders, left = there[:capacity], there[capacity:]
    if not riders:
        return text("Elevator {line} rides empty.", line=line + 1)
    boxes = view.boxes[level][line][capacity - len(riders) : capacity]
    told = commas(_tell_rider(view, line, card, box) for card, box in zip(riders, boxes, strict=True))
    if left:
        return text("Elevator {line}: {riders}; left behind: {left}.", line=line + 1, riders=told, left=len(left))
    return text("Elevator {line}: {riders}.", line=line + 1, riders=told)


def _tell_rider(view: View, line: int, card: int, box: int) -> Text:
    """FE-20 to FE-22: a rider's points."""
    owner = card // 8 // 2 if view.players == 2 else card // 8
    if card % 8 == LOST:
        return text("{person} 0", person=person(card))
    points = text("{number}", number=box)
    if has(view.doubled[line], card % 8):
        points = text("2 x {box} = {points}", box=box, points=2 * box)
    if owner < view.players:
        return text("{person} {points} for {seat}", person=person(card), points=points, seat=LETTERS[owner])
    return text("{person} {points} for nobody", person=person(card), points=points)
