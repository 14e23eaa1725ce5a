"""What does a house rule do? In Front of the Elevators with a fourth deck, as one edition has it.

python examples/balance_house_rule.py
"""

from pathlib import Path

import liftlobby as ll

usual = ll.game("in-front-of-the-elevators", players=3)
house = ll.game("in-front-of-the-elevators", players=3, side_pile=True)

# Both are played with the same bots in the same seats, and where the rules agree with the same cards.
report = ll.balance(usual, ["heuristic"], matches=150, seed=1, threads=2, compare=house)

print(f"Of {len(report.changes)} measures these are seen to change:")
for change in report.changes:
    if change.is_seen:
        print(f"  {change.title}: {change.difference}")

page = Path("house_rule.html")
page.write_text(report.page(), encoding="utf-8")
print(f"{page} tells the rest.")
