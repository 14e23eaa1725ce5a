"""The exchange test: change everything a seat may not see, and nothing it is shown may change.

First on single states: hidden fields get other values, whatever they are. Then on whole matches: a hidden move is
exchanged for another, or two hidden moves for each other, such that the seat's views stay the same all along; then its
log, masked record, information state, legal moves and tensor must be the same too.
"""

from __future__ import annotations

import random
from typing import Any

from liftlobby.core.errors import IllegalMove
from liftlobby.core.fields import LETTERS, Field, View, copy_state, fields_of
from liftlobby.core.game import Game
from liftlobby.core.match import Match, legal_actions


def check_exchange(game: Game, *, seed: int = 1, tries: int = 100, max_moves: int = 400) -> int:
    """Run the exchange test and return how many indistinguishable pairs of matches it compared.

    Raises AssertionError if anything shown depends on what is hidden, or if a game that hides something
    gave no pair in which another seat could see the difference (then the test would show nothing).
    """
    dice = random.Random(f"exchange {seed}")
    pairs = 0
    seen_by_others = 0
    hides = any(f.seen_by == "private" for f in fields_of(game.rules.State))
    for _ in range(tries):
        match = _some_match(game, dice, max_moves)
        viewer = dice.choice((*game.seats, None))
        check_state_exchange(match, viewer, dice)
        twin = _exchanged(match, viewer, dice)
        if twin is None:
            continue
        pairs += 1
        _compare(match, twin, viewer)
        seen_by_others += any(match.view(s) != twin.view(s) for s in game.seats if s != viewer)
    assert not hides or seen_by_others, f"{game.slug} {game.options}: {tries} exchanges changed nobody's view"
    return pairs


def _some_match(game: Game, dice: random.Random, max_moves: int) -> Match:
    """A match after a random number of random moves."""
    match = game.match(seed=dice.getrandbits(40))
    for _ in range(dice.randint(1, max_moves)):
        if not match.to_act:
            break
        who = dice.choice(match.to_act)
        match.play(who, dice.choice(match.legal_moves(who)))
    return match


def check_state_exchange(match: Match, viewer: str | None, dice: random.Random) -> None:
    """Fill what the viewer may not see with other values: view, tensor and legal moves stay as they are."""
    state = match._state
    seat = None if viewer is None else LETTERS.index(viewer)
    twin = exchanged_state(state, match.game.players, seat, dice)
    view, same = View(state, seat), View(twin, seat)
    assert view == same, "a view depends on hidden fields"
    assert (view.observation() == same.observation()).all(), "an observation depends on hidden fields"
    if viewer in match.to_act and seat is not None:
        rules = match.game.rules
        assert legal_actions(rules, twin, seat) == legal_actions(rules, state, seat), (
            "legal moves depend on hidden fields"
        )


def exchanged_state(state: Any, players: int, seat: int | None, dice: random.Random) -> Any:
    """The state with other values in place of those that a seat (None: a spectator) may not see, whatever they are."""
    twin = copy_state(state)
    for f in fields_of(state):
        if f.seen_by == "secret":
            setattr(twin, f.name, _other(f, getattr(state, f.name), dice))
        elif f.seen_by == "private":
            rows = getattr(twin, f.name)
            for row in range(players):
                if row != seat:
                    rows[row] = _other(f, rows[row], dice)
    return twin


def _other(f: Field, value: Any, dice: random.Random) -> Any:
    """A value of the same shape, each number another one within the bounds."""
    if isinstance(value, list):
        return [_other(f, item, dice) for item in value]
    if not f.width:
        return (value + dice.randint(1, f.greatest)) % (f.greatest + 1)
    return sum(
        ((digit + dice.randint(0, f.greatest)) % (f.greatest + 1)) << (f.width * i)
        for i, digit in enumerate(f.unpack(value))
    )


def _exchanged(match: Match, viewer: str | None, dice: random.Random) -> Match | None:
    """A match with hidden moves exchanged that the viewer cannot tell apart by its views; None if none was found."""
    moves = match.moves
    masked = match._known(match._viewer(viewer)).texts
    hidden = [i for i, (full, seen) in enumerate(zip(moves, masked, strict=True)) if full != seen]
    if not hidden:
        return None
    views = [step.after for step in match.steps()]
    for _ in range(8):
        # Late moves, whose card is still hidden, can be exchanged more often.
        i, j = dice.choice(hidden[-12:]), dice.choice(hidden[-30:])
        other = list(moves)
        if i != j and dice.random() < 0.5:
            who_i, _, move_i = moves[i].partition(" ")
            who_j, _, move_j = moves[j].partition(" ")
            other[i], other[j] = f"{who_i} {_recast(move_i, move_j)}", f"{who_j} {_recast(move_j, move_i)}"
        else:
            other[i] = "?"
        if twin := _replayed(match, other, views, viewer, dice):
            return twin
    return None


def _recast(move: str, like: str) -> str:
    """The first move with the last word of the second: `top2 red-boy` and `blue-girl` give `top2 blue-girl`."""
    return " ".join([*move.split(" ")[:-1], like.split(" ")[-1]])


def _replayed(
    match: Match, moves: list[str], states: list[Any], viewer: str | None, dice: random.Random
) -> Match | None:
    """Play other moves ("?" is any) while they are legal and the viewer's view is the same as it was."""
    twin = Match(match.game, None)
    seat = match._viewer(viewer)
    for number, line in enumerate(moves):
        who, _, move = line.partition(" ")
        if line == "?":
            who, _, was = match.moves[number].partition(" ")
            options = [m for m in twin.legal_moves(who) if m != was and m.split(" ")[:-1] == was.split(" ")[:-1]]
            if not options:
                return None
            move = dice.choice(options)
        try:
            twin.play(who, move)
        except IllegalMove:
            return None
        if View(states[number], seat) != twin.view(viewer):
            return None
    return twin if twin.moves != match.moves else None


def _compare(match: Match, twin: Match, viewer: str | None) -> None:
    """Everything the viewer is shown of two matches it cannot tell apart is the same."""
    where = f"for {viewer or 'a spectator'} in {match.moves} and {twin.moves}"
    assert match.log(viewer) == twin.log(viewer), f"logs differ {where}"
    assert match._known(match._viewer(viewer)).texts == twin._known(twin._viewer(viewer)).texts, f"masked {where}"
    assert match.information_state(viewer) == twin.information_state(viewer), f"information states differ {where}"
    assert (match.view(viewer).observation() == twin.view(viewer).observation()).all(), f"tensors differ {where}"
    assert viewer is None or match.legal_moves(viewer) == twin.legal_moves(viewer), f"legal moves differ {where}"
