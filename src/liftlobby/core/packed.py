"""Sets, queues and bags that live in one integer: the small change of the rulebooks.

All of them are plain non-negative ints below 2**63, so the same code runs in Python and,
compiled, on 64-bit fields. A *set* has one bit a member. A *queue* has four bits a place, front first,
and holds the values 1-7 (0 is an empty place; at most 15 places). A *bag* has three bits a kind and counts
0-7 copies of each (at most 20 kinds).
"""

LOWER_63 = 0x7FFF_FFFF_FFFF_FFFF
QUEUE_ONES = 0x111_1111_1111_1111
QUEUE_SEVENS = 0x777_7777_7777_7777
BAG_PAIRS = 0o07_07_07_07_07_07_07_07_07_07
BAG_ONES = 0o01_01_01_01_01_01_01_01_01_01


def has(members: int, item: int) -> bool:
    """Is `item` in the set?"""
    return (members >> item) & 1 != 0


def add(members: int, item: int) -> int:
    """The set with `item` in it."""
    return members | (1 << item)


def remove(members: int, item: int) -> int:
    """The set without `item`; it must be in it."""
    return members ^ (1 << item)


def full(count: int) -> int:
    """The set of 0 ... count - 1."""
    return (1 << count) - 1


def size(members: int) -> int:
    """How many members the set has."""
    return members.bit_count()


def lowest(members: int) -> int:
    """The least member; the set must not be empty."""
    return (members & -members).bit_length() - 1


def nth(members: int, n: int) -> int:
    """The n-th member in rising order, from 0; n must be below `size`."""
    for _ in range(n):
        members &= members - 1
    return lowest(members)


def place(queue: int, i: int) -> int:
    """The value at place i of a queue, 0 if it is empty."""
    return (queue >> (4 * i)) & 15


def insert(queue: int, i: int, value: int) -> int:
    """The queue with `value` at place i; whoever stood there and behind moves back."""
    front = queue & ((1 << (4 * i)) - 1)
    return front | (value << (4 * i)) | ((queue ^ front) << 4)


def leave(queue: int, i: int) -> int:
    """The queue without place i; the gap closes."""
    front = queue & ((1 << (4 * i)) - 1)
    return front | (((queue ^ front) >> (4 * i + 4)) << (4 * i))


def leave_all(queue: int, places: int) -> int:
    """The queue without all the places in a set as `standing` gives it; the gaps close."""
    gone = 0
    while places:
        queue = leave(queue, lowest(places) // 4 - gone)
        gone += 1
        places &= places - 1
    return queue


def standing(queue: int, value: int) -> int:
    """Where `value` stands: a set with the member 4 * i for each place i that holds it."""
    # A place that differs is 1-7 here; adding 7 then sets its top bit, with no carry into the next place.
    differs = (queue ^ (value * QUEUE_ONES)) + QUEUE_SEVENS
    return ~(differs >> 3) & QUEUE_ONES


def count(bag: int, kind: int) -> int:
    """How many copies of a kind the bag holds."""
    return (bag >> (3 * kind)) & 7


def copies(kind: int, number: int) -> int:
    """A bag of `number` copies of one kind. Bags add and subtract with + and -."""
    return number << (3 * kind)


def total(bag: int) -> int:
    """How many cards the bag holds: at most 63, and at most 7 in each pair of kinds 2k and 2k + 1."""
    pairs = (bag & BAG_PAIRS) + ((bag >> 3) & BAG_PAIRS)
    # The product gathers the sum of all ten pairs in its top pair.
    return (multiply_add(pairs, BAG_ONES, 0) >> 54) & 63


def pairs_with(bag: int, least: int) -> int:
    """The pairs that hold at least `least` (1 to 7) cards: a set with the member 6 * i for pair i."""
    pairs = (bag & BAG_PAIRS) + ((bag >> 3) & BAG_PAIRS)
    # Adding 8 - least sets the fourth bit of the pairs that hold enough, with no carry into the next pair.
    return ((pairs + (8 - least) * BAG_ONES) >> 3) & BAG_ONES


def nth_kind(bag: int, n: int) -> int:
    """The kind of the n-th card, from 0, when the cards of a bag lie sorted by kind; n must be below `total`."""
    pairs = (bag & BAG_PAIRS) + ((bag >> 3) & BAG_PAIRS)
    upto = multiply_add(pairs, BAG_ONES, 0) << 6  # at 6 * i the cards of all pairs before pair i
    # Halving ten pairs four times; written without branches, which chance would make the processor guess wrong.
    i = 5 * int((upto >> 30) & 63 <= n)
    i += 2 * int((upto >> (6 * i + 12)) & 63 <= n)
    i += int((upto >> (6 * i + 6)) & 63 <= n)
    i += int((upto >> (6 * i + 6)) & 63 <= n)
    n -= (upto >> (6 * i)) & 63
    return 2 * i + int(n >= count(bag, 2 * i))


def multiply_add(a: int, b: int, c: int) -> int:
    """The lower 63 bits of a * b + c. The only place where a number may outgrow 63 bits on the way."""
    return (a * b + c) & LOWER_63
