"""I'm Stuck in the Lift: what happened, told from what a seat sees before and after. SL- numbers are rules."""

from collections.abc import Iterable

from liftlobby.core.fields import LETTERS, View
from liftlobby.core.packed import has
from liftlobby.core.text import Text, listing, text
from liftlobby.games.stuck_in_the_lift.notation import FLOOR_NAMES
from liftlobby.games.stuck_in_the_lift.rules import (
    DRIVING,
    OVER,
    TOP,
    WRITING,
    floor_at,
)

UNKNOWN = "?"


def tell(before: View, after: View, player: int, move: str) -> list[Text]:
    """The lines for one move: own choices as they are, others' only as made; then the ride and what it pays."""
    kind, choice = move.split()
    lines = _tell_choice(after, player, kind, choice)
    if after.turns > before.turns:
        lines += _tell_ride(before, after) + _tell_stop(before, after)
    if after.phase == OVER:
        return [*lines, ending(after)]
    if after.phase == DRIVING and (before.phase == WRITING or after.cone < before.cone):
        lines.append(_tell_round(after))
    return lines


def ending(view: View) -> Text:
    """SL-12, SL-14: who has the most points; what decides a tie was written in secret and stays so."""
    best = max(view.scores[: view.players])
    tied = [seat for seat in range(view.players) if view.scores[seat] == best]
    if len(tied) == 1:
        return text("After nine rounds {seat} has the most points, {points}, and wins.", seat=seats(tied), points=best)
    return text(
        "After nine rounds {seats} tie with {points}: whose floor the lift would reach first wins.",
        seats=seats(tied),
        points=best,
    )


def seats(members: Iterable[int]) -> Text:
    """`A, B and C`."""
    row = [text("{word}", word=LETTERS[seat]) for seat in members]
    if len(row) == 1:
        return row[0]
    return listing([listing(row[:-1], text("{before}, {after}")), row[-1]], text("{before} and {after}"))


def commas(items: Iterable[Text]) -> Text:
    """`a, b, c`."""
    return listing(list(items), text("{before}, {after}"))


def card_name(card: int) -> Text:
    """A target card."""
    return text("the 2-star card") if card else text("the 1-star card")


def _tell_choice(after: View, player: int, kind: str, choice: str) -> list[Text]:
    """SL-4, SL-5, SL-10: the own choice; of others, that they have made it."""
    seat = LETTERS[player]
    if kind == "drive":
        if choice == UNKNOWN or after.seat != player:
            return [text("{seat} has chosen a drive card.", seat=seat)]
        return [text("{seat} chooses the drive card {choice}.", seat=seat, choice=choice)]
    if choice != UNKNOWN:
        card = card_name(kind == "write2")
        return [text("{seat} writes {floor} on {card}.", seat=seat, floor=choice, card=card)]
    if after.phase == WRITING and has(after.waiting, player):
        return []
    return [text("{seat} has written.", seat=seat)]


def _tell_round(after: View) -> Text:
    """SL-3, SL-12: the next round and where the cone stands."""
    floor = FLOOR_NAMES[after.cone]
    if after.cone == 0:
        return text("The cone is on {floor}: the last round begins.", floor=floor)
    return text("Round {round} begins with the cone on {floor}.", round=after.turns + 1, floor=floor)


def _tell_ride(before: View, after: View) -> list[Text]:
    """SL-5 to SL-7: the drive cards, their sum, and how the lift rides."""
    drives = [5 * (after.shown[seat] - 1) for seat in range(after.players)]
    shown = commas(text("{seat} {drive}", seat=LETTERS[seat], drive=drive) for seat, drive in enumerate(drives))
    lines = [text("The drive cards: {drives}; the sum is {sum}.", drives=shown, sum=sum(drives))]
    start, stop = FLOOR_NAMES[floor_at(before.position)], FLOOR_NAMES[floor_at(after.position)]
    turns = [FLOOR_NAMES[floor_at(step)] for step in _turning_points(before.position, sum(drives) // 5)]
    if sum(drives) == 0:
        return [*lines, text("The lift stays on {floor}.", floor=stop)]
    pointing = text("up") if after.position < TOP else text("down")
    facts = {"start": start, "stop": stop, "arrow": pointing}
    if not turns:
        return [*lines, text("The lift rides from {start} to {stop}; the arrow points {arrow}.", **facts)]
    via = commas(text("{word}", word=floor) for floor in turns)
    lines.append(
        text("The lift rides from {start} by way of {via} to {stop}; the arrow points {arrow}.", via=via, **facts)
    )
    return lines


def _turning_points(position: int, steps: int) -> list[int]:
    """Where the arrow turns on the way, before the stop."""
    return [step for step in range(position + 1, position + steps) if step % TOP == 0]


def _tell_stop(before: View, after: View) -> list[Text]:
    """SL-9 to SL-11: who reveals what, for how many points, and who writes anew."""
    floor = floor_at(after.position)
    hits = [seat for seat in range(after.players) if after.hits[seat]]
    if not hits:
        return [text("Nobody has written {floor}.", floor=FLOOR_NAMES[floor])]
    cone = floor == before.cone
    lines = [_tell_cone(floor)] if cone else []
    return lines + [_tell_hit(before, after, seat, floor, cone) for seat in hits]


def _tell_cone(floor: int) -> Text:
    return text("The cone is on {floor}: nobody is paid.", floor=FLOOR_NAMES[floor])


def _tell_hit(before: View, after: View, seat: int, floor: int, cone: bool) -> Text:
    """SL-9: stars, doubled on E and 40; SL-11: with the cone nothing, and both cards are rewritten."""
    if after.hits[seat] == 3:
        which = text("both cards")
    else:
        which = card_name(after.hits[seat] - 1)
    facts = {"seat": LETTERS[seat], "floor": FLOOR_NAMES[floor], "card": which}
    if cone:
        return text("{seat} reveals {floor} on {card} and must write both cards anew.", **facts)
    facts["points"] = after.scores[seat] - before.scores[seat]
    if floor in (0, TOP):
        return text("{seat} scores {points}, doubled, with {floor} on {card}, to be written anew.", **facts)
    return text("{seat} scores {points} with {floor} on {card}, to be written anew.", **facts)
