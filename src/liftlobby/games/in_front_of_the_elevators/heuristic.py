"""In Front of the Elevators: a quick, sensible player.

It plays the card whose line would then be worth most if the doors closed at once: own points, less a share of what the
others get, plus the cafe. It draws its own colours. It reads only what its seat may see.
"""

from collections.abc import MutableSequence

from liftlobby.core.packed import full, has, insert, leave, leave_all, lowest, place, size, standing
from liftlobby.core.rng import Stream
from liftlobby.games.in_front_of_the_elevators.rules import (
    DRAW,
    DRAW_0,
    LOST,
    PLAY,
    SEND,
    SEND_0,
    State,
    cuts_before,
    legal_actions,
    owner,
)

OWN, OTHERS, CAFE = 6, 2, 6
"""What a point of one's own, a point of somebody else and a point from the cafe weigh."""


def heuristic_action(state: State, seat: int, stream: Stream, actions: MutableSequence[int]) -> int:
    """The action that promises most; the first of equals."""
    number = legal_actions(state, seat, actions)
    chosen = actions[0]
    best = value(state, seat, chosen)
    for n in range(1, number):
        promise = value(state, seat, actions[n])
        if promise > best:
            best = promise
            chosen = actions[n]
    return chosen


def value(state: State, seat: int, action: int) -> int:
    """How good an action looks."""
    if state.phase == PLAY:
        return value_of_play(state, seat, action // 4, action % 4)
    if state.phase == SEND:
        return value_of_send(state, seat, action - SEND_0)
    if state.phase == DRAW and owner(state, state.top_colours[action - DRAW_0] - 1) == seat:
        return 1
    return 0


def value_of_play(state: State, seat: int, person: int, line: int) -> int:
    """FE-12 to FE-16: what the line gains by this person; of a lost child's candidates the frontmost is sent."""
    kind = person % 8
    colour = person // 8
    types = state.line_types[line]
    colours = state.line_colours[line]
    rear = state.line_sizes[line]
    before = worth(state, seat, line, types, colours, rear)
    at = lowest(standing(types, cuts_before(kind)) | 1 << (4 * rear)) // 4
    types = insert(types, at, kind + 1)
    colours = insert(colours, at, colour + 1)
    if kind == LOST:
        same = standing(colours, colour + 1) & full(4 * rear)
        if same:
            sent = lowest(same) // 4
            moved = place(types, sent)
            types = insert(leave(types, sent), rear, moved)
            colours = insert(leave(colours, sent), rear, colour + 1)
    return worth_after_cafe(state, seat, line, types, colours, rear + 1, kind) - before


def value_of_send(state: State, seat: int, person: int) -> int:
    """FE-14: what the line is worth with this person behind the lost child."""
    line = state.line
    types = state.line_types[line]
    colours = state.line_colours[line]
    rear = state.line_sizes[line] - 1
    found = standing(types, person % 8 + 1) & standing(colours, person // 8 + 1)
    sent = lowest(found) // 4
    types = insert(leave(types, sent), rear, person % 8 + 1)
    colours = insert(leave(colours, sent), rear, person // 8 + 1)
    return worth_after_cafe(state, seat, line, types, colours, rear + 1, LOST)


def worth_after_cafe(state: State, seat: int, line: int, types: int, colours: int, number: int, kind: int) -> int:
    """FE-15: what the line is worth once three of a type have left, with the points for them."""
    friends = standing(types, kind + 1)
    if size(friends) != 3:
        return worth(state, seat, line, types, colours, number)
    types = leave_all(types, friends)
    colours = leave_all(colours, friends)
    points = CAFE
    if kind == LOST:
        points = 2 * CAFE
    return worth(state, seat, line, types, colours, number - 3) + points


def worth(state: State, seat: int, line: int, types: int, colours: int, number: int) -> int:
    """FE-19 to FE-22: what the riders would score now, one's own weighed against the others'."""
    boxes = state.capacities[state.round][line]
    riders = min(number, boxes)
    total = 0
    for at in range(riders):
        kind = place(types, at) - 1
        if kind != LOST:
            points = state.boxes[state.round][line][boxes - riders + at]
            if has(state.doubled[line], kind):
                points = 2 * points
            of = owner(state, place(colours, at) - 1)
            if of == seat:
                total += OWN * points
            elif of < state.players:
                total -= OTHERS * points
    return total
