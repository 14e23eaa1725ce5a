"""A bot of your own, against one that plays any legal move.

    python examples/write_a_bot.py

A bot is given a view, which holds what its seat may see and nothing else, and the legal moves as text.
"""

import random
from collections.abc import Callable, Sequence

import liftlobby as ll
from liftlobby.lab.intervals import wilson_interval

Bot = Callable[[ll.View, list[str]], str]
MATCHES = 100


def get_rid_of_most(view: ll.View, moves: list[str]) -> str:
    """Ghost Lift: play as many cards at once as may be, and pass only when nothing else is left."""
    return max(moves, key=lambda move: 0 if move == "pass" else 1 + move.count("+"))


def any_move(view: ll.View, moves: list[str]) -> str:
    """Play any legal move."""
    return random.choice(moves)


def play(game: ll.Game, bots: Sequence[Bot], seed: int) -> ll.Result:
    """One match between bots, one a seat."""
    match = game.match(seed=seed)
    while not match.result:
        seat = match.to_act[0]
        bot = bots[game.seat(seat)]
        match.play(seat, bot(match.view(seat), match.legal_moves(seat)))
    return match.result


random.seed(1)
game = ll.game("ghost-lift", players=3, rules="simplified")
losses = 0
for number in range(MATCHES):
    mine = number % game.players  # every seat in turn, so that none is an advantage
    bots = [get_rid_of_most if seat == mine else any_move for seat in range(game.players)]
    losses += play(game, bots, seed=number).returns[mine] < 0

low, high = wilson_interval(losses / MATCHES, MATCHES)
print(
    f"My bot is haunted in {losses / MATCHES:.0%} of matches (95 %: {low:.0%} to {high:.0%}); by luck it would be 33 %."
)
