"""Exact values: the dice race in fractions, and how large the other games are.

python examples/solve.py
"""

import liftlobby as ll
from liftlobby.games.elevator_dice import exact

for ends in ("beyond", "inside"):
    race = ll.game("elevator-dice", ends=ends, first="A")
    start = exact.start(race)
    print(f"{ends}: who begins wins with {start['win_a']}, about {float(start['win_a']):.4f},")
    print(f"  after {float(start['throws']):.1f} throws; {len(exact.solution(race))} positions have such fractions.")

# A game with decisions is solved by counterfactual regret, if it is small: ll.solve(game).strategy says what to play.
# Kuhn poker, a game of one's own in tests/kuhn.py, takes 0.05 s. The games of the house are too large:
for slug in ("stuck-in-the-lift", "in-front-of-the-elevators", "ghost-lift"):
    try:
        print(ll.solve(ll.game(slug)).values)
    except ll.TooLarge as error:
        print(error)
