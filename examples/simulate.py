"""Many matches at once: does it help to begin in Ghost Lift?

python examples/simulate.py
"""

import polars

import liftlobby as ll
from liftlobby.lab.intervals import wilson_interval

MATCHES = 2_000

game = ll.game("ghost-lift", players=4, rules="simplified", first="A")
columns = ll.simulate(game, bots=["heuristic"] * 4, matches=MATCHES, seed=1, threads=2)

print(f"{MATCHES:,} matches of {columns['turns'].mean():.0f} turns on average. How often each seat is haunted:")
for seat in game.seats:
    share = (columns[f"returns_{seat}"] < 0).mean()
    low, high = wilson_interval(share, MATCHES)
    print(f"  {seat}: {share:.1%} (95 %: {low:.1%} to {high:.1%}), with {columns[f'score_{seat}'].mean():.2f} ghosts")

# The columns are NumPy arrays, so any table takes them; this one writes Parquet, CSV and more.
print(polars.DataFrame(columns).group_by("winners").len().sort("len", descending=True).head(3))
