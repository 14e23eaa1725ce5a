"""Where chance comes from: a seed (for programs) or a fair draw that players can check afterwards.

With `chance="given"` neither is used: whoever runs the match chooses. Both sources are functions of the number of the
chance move, so a match resumed from its moves goes on as it would have. All choices are exactly as likely as their
weights say.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import Protocol

from liftlobby.core.errors import LiftError
from liftlobby.core.packed import LOWER_63
from liftlobby.core.rng import below, start

CLIENT_SEED_LENGTH = 64


class Chance(Protocol):
    """Picks chance moves."""

    def pick(self, i: int, weights: Sequence[int]) -> int:
        """The place in `weights` of the outcome of the match's i-th chance move, from 0."""
        ...


def by_weight(left: int, weights: Sequence[int]) -> int:
    """The first place whose running sum of weights exceeds `left`."""
    for place, weight in enumerate(weights):
        if left < weight:
            return place
        left -= weight
    raise AssertionError("left is below the sum of the weights")


class Seeded:
    """Chance from a whole number; the same number gives the same chance moves."""

    def __init__(self, seed: int | None = None) -> None:
        self.seed = secrets.randbits(62) if seed is None else seed

    def pick(self, i: int, weights: Sequence[int]) -> int:
        """The place of the outcome."""
        stream = [start(self.seed & LOWER_63, i)]
        return by_weight(below(stream, sum(weights)), weights)


class Fair:
    """Provably fair chance (docs: the match record): the server commits to a seed before the players add theirs."""

    def __init__(self, client_seeds: Sequence[str], server_seed: bytes | None = None) -> None:
        for client_seed in client_seeds:
            if not isinstance(client_seed, str) or len(client_seed) > CLIENT_SEED_LENGTH or not _is_utf8(client_seed):
                raise LiftError(f"A client seed is a text of at most {CLIENT_SEED_LENGTH} characters.")
        self.server_seed = secrets.token_bytes(32) if server_seed is None else server_seed
        if not isinstance(self.server_seed, bytes) or len(self.server_seed) != 32:
            raise LiftError("A server seed has 32 bytes.")
        self.client_seeds = list(client_seeds)
        self.commitment = hashlib.sha256(self.server_seed).hexdigest()
        suffix = b"".join(b"\0" + client_seed.encode() for client_seed in client_seeds)
        self._key = hashlib.sha256(self.server_seed + suffix).digest()

    def pick(self, i: int, weights: Sequence[int]) -> int:
        """The place of the outcome, by the recipe; `weights` must be sorted by the outcomes' text."""
        total = sum(weights)
        fair_below = 2**64 - 2**64 % total
        j = 0
        while True:
            message = i.to_bytes(8, "big") + j.to_bytes(4, "big")
            u = int.from_bytes(hmac.digest(self._key, message, "sha256")[:8], "big")
            if u < fair_below:
                return by_weight(u % total, weights)
            j += 1


def _is_utf8(given: str) -> bool:
    try:
        given.encode()
    except UnicodeEncodeError:
        return False
    return True
