"""Chance: seeded, given and fair, without bias."""

import hashlib
import hmac
import itertools
from collections import Counter

import pytest

import liftlobby as ll
from liftlobby.core.chance import Fair, Seeded, by_weight
from liftlobby.core.packed import multiply_add
from liftlobby.core.rng import below, next_32, start


def chi_square(counts: Counter[int], expected: dict[int, float]) -> float:
    return sum((counts[key] - number) ** 2 / number for key, number in expected.items())


@pytest.mark.parametrize("n", [2, 3, 6, 7, 52, 1000])
def test_below_is_even(n: int) -> None:
    stream = [start(5, n)]
    draws = 200 * n
    counts = Counter(below(stream, n) for _ in range(draws))
    assert set(counts) <= set(range(n))
    # Mean n - 1, standard deviation sqrt(2(n - 1)): six of them.
    assert chi_square(counts, dict.fromkeys(range(n), draws / n)) < n - 1 + 6 * (2 * (n - 1)) ** 0.5 + 6


def test_below_rejects_what_would_favour_small_numbers() -> None:
    # For n = 3 * 2**29 a plain product of 32 bits would give some numbers three times, others twice.
    n = 3 * 2**29
    stream = [start(1, 1)]
    assert 0.327 < sum(below(stream, n) % 3 == 0 for _ in range(20_000)) / 20_000 < 0.340


def test_neighbouring_streams_differ_in_half_of_their_bits() -> None:
    firsts = [next_32([start(seed, index)]) for seed in range(30) for index in range(30)]
    assert len(set(firsts)) == len(firsts)
    flips = [(a ^ b).bit_count() for a, b in itertools.pairwise(firsts)]
    assert 15 < sum(flips) / len(flips) < 17


def test_the_stream_is_a_multiply_add() -> None:
    stream = [12345]
    next_32(stream)
    assert stream[0] == multiply_add(12345, 6364136223846793005, 1442695040888963407)


def test_seeded_chance_follows_the_weights_and_the_number_of_the_move() -> None:
    source = Seeded(3)
    picks = [source.pick(i, [1, 2, 3]) for i in range(6000)]
    assert chi_square(Counter(picks), {0: 1000, 1: 2000, 2: 3000}) < 20
    assert [Seeded(3).pick(i, [1, 2, 3]) for i in range(50)] == picks[:50]


def test_by_weight_takes_the_first_whose_running_sum_exceeds() -> None:
    assert [by_weight(left, [2, 1, 3]) for left in range(6)] == [0, 0, 1, 2, 2, 2]


def test_fair_chance_is_the_recipe() -> None:
    server = bytes(range(32))
    clients = ["ann", "", "Ðức"]
    key = hashlib.sha256(server + b"\0ann" + b"\0" + b"\0" + "Ðức".encode()).digest()
    source = Fair(clients, server)
    assert source.commitment == hashlib.sha256(server).hexdigest()
    for i, weights in enumerate([[1, 1, 1], [3, 3, 1], [6], [1] * 60]):
        u = int.from_bytes(hmac.new(key, i.to_bytes(8, "big") + bytes(4), hashlib.sha256).digest()[:8], "big")
        total = sum(weights)
        assert u < 2**64 - 2**64 % total  # a retry has a chance of about 2**-60
        running = list(itertools.accumulate(weights))
        assert source.pick(i, weights) == next(place for place, s in enumerate(running) if s > u % total)


def test_a_fair_match_is_committed_at_once_and_proved_at_the_end() -> None:
    match = ll.game("elevator-dice").match(chance="fair", client_seeds=["ann", ""])
    commitment = match.commitment
    assert commitment
    assert "fair" not in match.record()
    while match.to_act:
        match.play(match.to_act[0], "roll")
    record = match.record()
    assert hashlib.sha256(bytes.fromhex(record["fair"]["server_seed"])).hexdigest() == commitment
    assert ll.verify(record).is_fair
    assert "fair" not in match.record(seat="A")


def test_a_fair_record_with_another_die_is_found_out() -> None:
    match = ll.game("elevator-dice", first="A").match(chance="fair")
    while match.to_act:
        match.play(match.to_act[0], "roll")
    record = match.record()
    record["moves"][3] = "* 1" if record["moves"][3] != "* 1" else "* 2"
    with pytest.raises(ll.BadRecord):
        ll.verify(record)
    other = match.record()
    other["fair"]["server_seed"] = "00" * 32
    with pytest.raises(ll.BadRecord, match="not the one that was committed to"):
        ll.verify(other)
    other["fair"]["commit"] = hashlib.sha256(bytes(32)).hexdigest()
    with pytest.raises(ll.BadRecord, match=r"Move \d+ .* is not what the seeds give"):
        ll.verify(other)


def test_given_chance_is_left_to_the_caller() -> None:
    match = ll.game("elevator-dice").match(chance="given")
    assert match.to_act == ("*",)
    assert match.legal_moves("*") == ["first A", "first B"]
    assert match.chance_outcomes() == [("first A", 0.5), ("first B", 0.5)]
    match.play("*", "first B")
    for _ in range(10):
        match.play("*", "6")
    assert match.to_act == ("B",)
    assert match.chance_outcomes() == []


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"chance": "dice"}, "There is no chance 'dice'"),
        ({"chance": "given", "seed": 1}, 'A seed goes with chance "seeded"'),
        ({"chance": "fair", "client_seeds": ["a"]}, "2 seats, so 2 client seeds"),
        ({"chance": "fair", "client_seeds": ["a" * 65, ""]}, "at most 64 characters"),
        ({"chance": "fair", "client_seeds": ["\ud800", ""]}, "at most 64 characters"),
        ({"client_seeds": ["a", "b"]}, 'go with chance "fair"'),
        ({"seed": "seven"}, "A seed is a whole number"),
        ({"seats": ["Ann"]}, "should be 2 names"),
    ],
)
def test_bad_settings_of_chance_are_a_sentence(settings: dict[str, object], sentence: str) -> None:
    with pytest.raises(ll.LiftError, match=sentence):
        ll.game("elevator-dice").match(**settings)  # type: ignore[arg-type]
