"""Ratings: how strong each bot is on one scale, from who finished ahead of whom.

Bradley and Terry's model (Biometrika 39, 1952): a bot finishes ahead of another with odds of 10 to the power of the
difference of their ratings / 400. A match of any number of seats is all its pairs of seats, a tie half a win each
way; one loser or several winners need nothing more.
"""

from __future__ import annotations

import numpy as np

from liftlobby.lab.intervals import Numbers

SCALE = 400 / np.log(10)
ROUNDS = 60
LARGEST_STEP = 2.0
ENOUGH = 1e-9


def ratings(ahead: Numbers) -> Numbers:
    """Ratings with mean 0, shape [..., bots], that make the meetings `ahead` [..., bots, bots] likeliest.

    `ahead[a, b]` is how often a finished ahead of b, and must be more than 0 in both directions for every pair.
    """
    bots = ahead.shape[-1]
    meetings = ahead + np.swapaxes(ahead, -1, -2)
    strengths = np.zeros(ahead.shape[:-1])
    won = ahead.sum(axis=-1)
    for _ in range(ROUNDS):  # Newton's method
        chances = 1 / (1 + np.exp(strengths[..., None, :] - strengths[..., :, None]))
        slope = won - (meetings * chances).sum(axis=-1)
        bends = meetings * chances * (1 - chances)
        # Only differences matter: the 1 everywhere keeps the mean where it is.
        curvature = bends.sum(axis=-1)[..., None] * np.eye(bots) - bends + 1.0
        step = np.linalg.solve(curvature, slope[..., None])[..., 0]
        strengths += np.clip(step, -LARGEST_STEP, LARGEST_STEP)
        if np.abs(step).max() < ENOUGH:
            break
    return np.asarray((strengths - strengths.mean(axis=-1, keepdims=True)) * SCALE, np.float64)
