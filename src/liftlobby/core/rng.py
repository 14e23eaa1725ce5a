"""Random numbers that are the same in Python and compiled, for one (seed, index) on any machine.

A stream is a one-element list or array that holds 63 bits. Each step is a multiply-add modulo 2**63 whose upper bits,
shifted by an amount taken from the uppermost (the XSH-RS output of O'Neill's PCG family, pcg-random.org), give 32 bits.
One source serves Python and compiled code, since both agree on the lower 63 bits of a product.
"""

from collections.abc import MutableSequence

from liftlobby.core.packed import multiply_add

Stream = MutableSequence[int]

LOWER_32 = 0xFFFF_FFFF


def start(seed: int, index: int) -> int:
    """The first state of the stream for (seed, index): a hash that sets neighbours far apart."""
    mixed = multiply_add(seed, 0x1E37_79B9_7F4A_7C15, 0x632B_E59B_D9B4_E019)
    mixed = multiply_add(mixed ^ (mixed >> 30), 0x3F58_476D_1CE4_E5B9, index)
    mixed = multiply_add(mixed ^ (mixed >> 27), 0x14D0_49BB_1331_11EB, 0x2545_F491_4F6C_DD1D)
    mixed = multiply_add(mixed ^ (mixed >> 30), 0x3F58_476D_1CE4_E5B9, 1)
    return mixed ^ (mixed >> 31)


def next_32(stream: Stream) -> int:
    """The next 32 random bits."""
    state = stream[0]
    stream[0] = multiply_add(state, 6364136223846793005, 1442695040888963407)
    return ((state ^ (state >> 21)) >> (21 + (state >> 60))) & LOWER_32


def below(stream: Stream, n: int) -> int:
    """A number from 0 to n - 1, each exactly as likely as the others; 1 <= n < 2**31 (Lemire, arXiv:1805.10941)."""
    product = next_32(stream) * n
    if product & LOWER_32 < n:
        unfair = (1 << 32) % n
        while product & LOWER_32 < unfair:
            product = next_32(stream) * n
    return product >> 32
