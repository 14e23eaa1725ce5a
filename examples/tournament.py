"""Who is stronger, and how sure is that? It stops as soon as it is plain.

python examples/tournament.py
"""

import liftlobby as ll

game = ll.game("in-front-of-the-elevators", players=3)
found = ll.tournament(game, ["random", "heuristic"], matches=3_000, seed=1, early=True)

print(f"{found.matches} matches: {found.deals} deals in {len(found.seatings)} seatings.")
for each in found.standings:
    share, rating = each.win_share, each.rating
    print(
        f"{each.bot}: {share.value:.1%} of the wins ({share.low:.1%} to {share.high:.1%}), rating {rating.value:+.0f}"
    )
for pair in found.comparisons:
    print(f"{pair.first} and {pair.second}: stronger is {pair.stronger or 'neither, as far as one can see'}.")
