"""In Front of the Elevators by its numbered rules."""

from collections import Counter

import pytest
from positions import play_all, stand

import liftlobby as ll
from liftlobby.core.match import Match
from liftlobby.core.packed import add, insert
from liftlobby.games.in_front_of_the_elevators import rules
from liftlobby.games.in_front_of_the_elevators.notation import COLOUR_NAMES, OUTCOME_OF, TYPE_NAMES, person_text
from liftlobby.games.in_front_of_the_elevators.rules import PLAY, cafe_points, end_round, next_starter

SLUG = "in-front-of-the-elevators"


def line_of(match: Match, line: int) -> list[str]:
    """Who stands in a line, front first."""
    view = match.view().as_dict()
    pairs = zip(view["line_colours"][line], view["line_types"][line], strict=True)
    return [f"{COLOUR_NAMES[colour - 1]}-{TYPE_NAMES[kind - 1]}" for colour, kind in pairs if kind]


def table(
    lines: list[list[str]], hands: list[str], players: int = 3, *, turn: int = 0, decks: int = 3, **fields: object
) -> Match:
    """A position in which the seat `turn` is to play; each hand is one text of persons."""
    options = {"players": players, "first": "A"}
    types, colours = [0, 0, 0], [0, 0, 0]
    for number, line in enumerate(lines):
        for at, person in enumerate(line):
            colour, kind = person.split("-")
            types[number] = insert(types[number], at, TYPE_NAMES.index(kind) + 1)
            colours[number] = insert(colours[number], at, COLOUR_NAMES.index(colour) + 1)
    held, held_colours = {}, {}
    for seat, hand in enumerate(hands):
        persons = [OUTCOME_OF[person] for person in hand.split()]
        persons += [OUTCOME_OF["brown-grandpa"]] if len(persons) == 1 else []  # a hand has two cards at a play
        held[seat] = sum(1 << person for person in persons)
        held_colours[seat] = sum(1 << 2 * (person // 8) for person in persons)
    return stand(
        SLUG,
        options,
        phase=PLAY,
        turn=turn,
        starter=0,
        removed=4,
        line_types=types,
        line_colours=colours,
        line_sizes=[len(line) for line in lines] + [0] * (3 - len(lines)),
        hands=held,
        hand_colours=held_colours,
        deck_sizes=[decks, decks, decks, 0],
        open_decks=0b111 if decks else 0,
        top_colours=[1, 1, 1, 0] if decks else [0] * 4,
        top_types=[1, 2, 3, 0] if decks else [0] * 4,
        undealt=rules.OF_COLOUR << 8,
        plays_left=0 if decks else players,
        **fields,
    )


def deal(players: int, **options: object) -> Match:
    return ll.game(SLUG, players=players, first="A", **options).match(chance="given")


# --- FE-2 to FE-10: the deal ------------------------------------------------------------------------------------------


def test_fe_03_07_two_cards_of_the_own_colour_each() -> None:
    match = ll.game(SLUG, players=4).match(seed=2)
    assert [match.view().as_dict()["hand_colours"][seat] for seat in range(4)] == [
        [2, 0, 0, 0, 0], [0, 2, 0, 0, 0], [0, 0, 2, 0, 0], [0, 0, 0, 2, 0],
    ]  # fmt: skip


def test_fe_03_07_two_players_one_of_each_own_colour() -> None:
    match = deal(2)
    play_all(match, ["* blue-girl", "* red-girl", "* green-girl", "* yellow-girl"])
    assert match.view().as_dict()["hand_colours"][:2] == [[1, 1, 0, 0, 0], [0, 0, 1, 1, 0]]


def test_fe_04_three_players_remove_an_unseen_yellow_card() -> None:
    match = deal(3)
    assert match.legal_moves("*") == sorted(f"remove yellow-{kind}" for kind in TYPE_NAMES)
    match.play("*", "remove yellow-boy")
    for seat in ("A", "B", "C", None):
        assert match.information_state(seat) == "* remove yellow-?"


def test_fe_08_two_lost_children_are_swapped_before_the_next_seat() -> None:
    match = play_all(deal(2), ["* blue-lost", "* red-lost"])
    assert match.legal_moves("A") == ["swap blue", "swap red"]
    match.play("A", "swap red")
    assert match.legal_moves("*") == sorted(f"red-{kind}" for kind in TYPE_NAMES if kind != "lost")
    play_all(match, ["* red-girl", "* green-girl"])
    assert match.record(seat="B")["moves"] == ["* blue-lost", "* red-lost", "A swap red", "* red-?", "* green-girl"]
    assert match._state.undealt >> OUTCOME_OF["red-lost"] & 1, "the lost child is back in the stack"


def test_fe_08_one_lost_child_stays() -> None:
    assert play_all(deal(2), ["* blue-lost", "* red-girl"]).to_act == ("*",)


def test_fe_09_no_lost_child_and_not_three_of_a_type_in_the_lines() -> None:
    hands = [f"* {colour}-{kind}" for colour in ("blue", "red", "green", "yellow") for kind in ("girl", "boy")]
    match = play_all(deal(4), hands)
    assert not any("lost" in move for move in match.legal_moves("*"))
    play_all(match, ["* blue-mother", "* red-mother"])
    assert not any("mother" in move for move in match.legal_moves("*"))
    assert "green-father" in match.legal_moves("*")


@pytest.mark.parametrize(("players", "sizes"), [(2, [10, 9, 9]), (3, [6, 6, 6]), (4, [8, 8, 8])])  # 28, 18 and 24 cards
def test_fe_10_three_decks_as_equal_as_possible(players: int, sizes: list[int]) -> None:
    view = ll.game(SLUG, players=players).match(seed=5).view()
    assert view.deck_sizes == [*sizes, 0]
    assert all(view.top_colours[:3])


def test_fe_10_a_top_shows_its_colour_and_nobody_its_type() -> None:
    match = ll.game(SLUG, players=3).match(seed=5)
    for seat in ("A", "B", "C", None):
        assert all(move.endswith("-?") for move in match.information_state(seat).split(" / ") if "top" in move)


# --- FE-11 to FE-18: a turn -------------------------------------------------------------------------------------------


def test_fe_11_a_card_into_a_line_then_a_deck() -> None:
    match = table([["red-girl"], [], []], ["blue-girl blue-lost", "red-boy", "green-boy"])
    assert match.legal_moves("A") == sorted(f"blue-{kind} {n}" for kind in ("girl", "lost") for n in (1, 2, 3))
    match.play("A", "blue-girl 2")
    assert match.legal_moves("A") == ["draw 1", "draw 2", "draw 3"]
    match.play("A", "draw 2")
    assert match.view("A").hands[0] == 1 << OUTCOME_OF["blue-lost"] | 1 << OUTCOME_OF["blue-boy"]


@pytest.mark.parametrize(
    ("kind", "victim"),
    [("girl", "boy"), ("boy", "mother"), ("mother", "father"), ("father", "grandma"), ("grandma", "grandpa"),
     ("grandpa", "girl")],
)  # fmt: skip
def test_fe_12_who_cuts_in_before_whom_whatever_the_colour(kind: str, victim: str) -> None:
    match = table([["red-lost", f"red-{victim}", "green-lost"]], [f"blue-{kind}", "red-boy", "green-boy"])
    match.play("A", f"blue-{kind} 1")
    assert line_of(match, 0) == ["red-lost", f"blue-{kind}", f"red-{victim}", "green-lost"]


def test_fe_12_otherwise_to_the_rear() -> None:
    match = table([["red-mother", "red-girl"]], ["blue-girl", "red-boy", "green-boy"])
    match.play("A", "blue-girl 1")
    assert line_of(match, 0)[-1] == "blue-girl"


def test_fe_13_case_1_the_frontmost_of_two() -> None:
    match = table([["red-girl", "red-grandma", "green-grandma"]], ["blue-father", "red-boy", "green-boy"])
    match.play("A", "blue-father 1")
    assert line_of(match, 0) == ["red-girl", "blue-father", "red-grandma", "green-grandma"]


def test_fe_14_the_player_chooses_who_moves_behind_the_lost_child() -> None:
    match = table([["blue-girl", "red-boy", "blue-boy"]], ["blue-lost", "red-mother", "green-boy"])
    match.play("A", "blue-lost 1")
    assert match.legal_moves("A") == ["send blue-boy", "send blue-girl"]
    match.play("A", "send blue-girl")
    assert line_of(match, 0) == ["red-boy", "blue-boy", "blue-lost", "blue-girl"]


def test_fe_14_with_one_of_the_colour_there_is_no_choice_with_none_nothing() -> None:
    match = table([["blue-girl", "red-boy"]], ["blue-lost", "red-mother", "green-boy"])
    match.play("A", "blue-lost 1")
    assert line_of(match, 0) == ["red-boy", "blue-lost", "blue-girl"]
    match = table([["red-girl", "red-boy"]], ["blue-lost", "red-mother", "green-boy"])
    match.play("A", "blue-lost 1")
    assert line_of(match, 0) == ["red-girl", "red-boy", "blue-lost"]


def test_fe_14_a_lost_child_does_not_cut_in() -> None:
    match = table([["red-girl"]], ["blue-lost", "red-mother", "green-boy"])
    match.play("A", "blue-lost 1")
    assert line_of(match, 0) == ["red-girl", "blue-lost"]


def test_fe_15_case_4_three_of_a_type_leave_for_the_cafe() -> None:
    match = table([["red-girl", "red-boy", "green-girl"]], ["blue-girl", "red-mother", "green-mother"])
    match.play("A", "blue-girl 1")
    assert line_of(match, 0) == ["red-boy"]
    assert match.view().as_dict()["cafes"][0] == [1, 0, 0, 0, 0, 0, 0]
    guests = ["red-girl", "green-girl", "blue-girl"]
    assert match.view().guests == sum(1 << OUTCOME_OF[person] for person in guests), "all see who they are"


def test_fe_16_case_5_three_lost_children_nobody_to_send() -> None:
    match = table([["red-lost", "red-boy", "blue-lost"]], ["", "", "green-lost"], turn=2)
    match.play("C", "green-lost 1")
    assert line_of(match, 0) == ["red-boy"]
    assert match.view().as_dict()["cafes"][2][6] == 1


def test_fe_16_case_6_first_the_ability_then_the_cafe() -> None:
    match = table([["red-lost", "green-boy", "red-boy", "blue-lost"]], ["", "", "green-lost"], turn=2)
    match.play("C", "green-lost 1")
    assert line_of(match, 0) == ["red-boy", "green-boy"]


def test_fe_16_the_cafe_waits_for_the_choice() -> None:
    match = table([["red-lost", "green-boy", "green-girl", "blue-lost"]], ["", "", "green-lost"], turn=2)
    match.play("C", "green-lost 1")
    assert match.view().cafes[2] == 0
    match.play("C", "send green-boy")
    assert line_of(match, 0) == ["green-girl", "green-boy"]


def test_fe_17_18_decks_run_out_one_by_one_then_each_plays_once_more() -> None:
    for players, turns in ((2, 15), (3, 7), (4, 7)):
        match = ll.game(SLUG, players=players).match(seed=players)
        played: Counter[str] = Counter()
        while match.view().round == 0:
            who = match.to_act[0]
            move = match.legal_moves(who)[0]
            played[who] += not move.startswith(("draw", "send", "swap"))
            match.play(who, move)
        assert set(played.values()) == {turns}


def test_fe_18_the_refill_is_skipped() -> None:
    match = table([[], [], []], ["blue-girl blue-boy", "red-boy red-girl", "green-boy green-girl"], decks=0)
    match.play("A", "blue-girl 1")
    assert match.to_act == ("B",)


# --- FE-19 to FE-26: scoring ------------------------------------------------------------------------------------------


def scored(lines: list[list[str]], cafes: dict[int, list[str]], players: int = 3) -> list[int]:
    """The points of a round of level I that ends with these lines and cafes."""
    match = table(lines, [""] * players, players)
    for seat, kinds in cafes.items():
        for kind in kinds:
            match._state.cafes[seat] = add(match._state.cafes[seat], TYPE_NAMES.index(kind))
    end_round(match._state)
    return [row[0] for row in match._state.round_scores[:players]]


def test_fe_19_case_2_the_printed_round() -> None:
    lines = [
        ["red-grandma", "yellow-father", "green-lost", "green-girl"],
        ["yellow-boy", "green-grandpa", "red-mother"],
        ["red-boy", "blue-father", "blue-mother"],
    ]
    assert scored(lines, {1: ["girl", "boy"], 0: ["lost"]}) == [15, 10, 14]


def test_fe_19_case_3_two_riders_take_the_rear_boxes() -> None:
    assert scored([["red-father", "blue-father"], [], []], {}) == [4, 3, 0]


def test_fe_19_those_beyond_the_boxes_stay_behind() -> None:
    assert scored([[], ["yellow-boy"] * 3 + ["blue-boy"], []], {}) == [0, 0, 0]


def test_fe_20_21_doubled_types_and_lost_children() -> None:
    assert scored([["blue-lost", "red-girl"], [], []], {}) == [0, 8, 0]


def test_fe_22_two_players_own_two_colours_and_brown_scores_for_nobody() -> None:
    lines = [["blue-father", "red-father", "green-father", "brown-father"], [], []]
    assert scored(lines, {}, players=2) == [2 + 2, 3]


def test_fe_23_cafes() -> None:
    match = table([], ["", "", ""])
    match._state.cafes[1] = 0b1000011
    assert cafe_points(match._state, 1) == 4


def test_fe_24_the_next_round_uses_the_next_level_and_all_cards_but_the_removed_one() -> None:
    match = table([["blue-father"], [], []], ["", "", ""])
    match._state.removed = OUTCOME_OF["yellow-girl"] + 1
    match._state.phase = rules.END_ROUND
    end_round(match._state)
    rules.begin_round(match._state)
    assert match.view().round == 1
    assert match._state.undealt.bit_count() == 27
    assert not match._state.undealt >> OUTCOME_OF["yellow-girl"] & 1


@pytest.mark.parametrize(
    ("points", "last", "start"), [([3, 9, 1], 0, 1), ([5, 9, 9], 0, 1), ([9, 5, 9], 2, 2), ([9, 9, 5], 2, 0)]
)
def test_fe_25_who_scored_most_starts_ties_go_clockwise_from_the_last(points: list[int], last: int, start: int) -> None:
    match = table([], ["", "", ""])
    match._state.starter = last
    for seat, number in enumerate(points):
        match._state.round_scores[seat][0] = number
    assert next_starter(match._state) == start


def test_fe_26_the_highest_sum_wins_and_all_tied_do() -> None:
    match = table([], ["", "", ""])
    match._state.phase = rules.OVER
    for seat, row in enumerate([[10, 10, 10], [20, 5, 5], [1, 2, 3]]):
        match._state.round_scores[seat] = row
    assert match.result
    assert match.result.winners == ["A", "B"]
    assert match.result.returns == [0.5, 0.5, -1.0]


# --- FE-31: the side pile, FE-5: own cards ----------------------------------------------------------------------------


def test_fe_31_the_side_pile_is_a_fourth_deck_that_does_not_count() -> None:
    match = ll.game(SLUG, players=3, side_pile=True).match(seed=9)
    assert match.view().deck_sizes[3] == 8
    drawn = 0
    turns: Counter[str] = Counter()
    while match.view().round == 0:
        who = match.to_act[0]
        moves = match.legal_moves(who)
        turns[who] += match.view().phase == PLAY
        move = "draw side" if "draw side" in moves and drawn < 5 else moves[0]
        drawn += move == "draw side"
        match.play(who, move)
    assert drawn == 5
    assert sum(turns.values()) == 21 + 5


def test_fe_31_brown_and_the_removed_card_only_come_from_the_side_pile() -> None:
    match = ll.game(SLUG, players=3, side_pile=True).match(seed=1)
    tops = [move for move in match.moves if move.startswith("* topside")]
    removed = next(move.split(" ")[2] for move in match.moves if "remove" in move)
    assert len(tops) == 1
    assert tops[0].split(" ")[2] in [f"brown-{kind}" for kind in TYPE_NAMES] + [removed]


def test_fe_31_only_with_three_players() -> None:
    with pytest.raises(ll.UnknownName, match="FE-31"):
        ll.game(SLUG, players=4, side_pile=True)


def test_fe_05_elevator_cards_of_ones_own() -> None:
    own = {"group": [{"name": "children", "players_3": [[7], [1, 2], [3]]}]}
    game = ll.game(SLUG, players=3, elevators=own)
    assert game.options["elevators"] == "custom"
    view = game.match(seed=1).view()
    assert view.boxes[0][0][:2] == [7, 0]
    assert view.capacities[0] == [1, 3, 3]
    record = game.match(seed=1).record()
    assert record["data"] == {"elevators": own}
    assert ll.replay(record).view().boxes[0][0][0] == 7


@pytest.mark.parametrize(
    "wrong",
    [
        {"groups": []},
        {"group": [{"name": "dogs"}]},
        {"group": [{"name": "men", "players_3": [[1], [2]]}]},
        {"group": [{"name": "men", "players_3": [[1], [2], []]}]},
        {"group": [{"name": "men", "players_3": [[1], [2], [True]]}]},
        {"group": [{"name": "men", "doubled": ["girl", "lost"]}]},
        {"group": [{"name": "men", "doubled": [["girl"], "boy"]}]},
        {"group": [{"name": "men", "wheels": 4}]},
        {"group": ["men"]},
        {"group": [{"name": ["men"]}]},
    ],
)
def test_fe_05_a_malformed_table_is_a_sentence(wrong: dict[str, object]) -> None:
    with pytest.raises(ll.LiftError, match=r"[a-z].*\."):
        ll.game(SLUG, players=3, elevators=wrong)


# --- what a seat knows ------------------------------------------------------------------------------------------------


def test_a_played_card_tells_which_it_was_only_if_it_can_have_been_no_other() -> None:
    match = deal(3)
    play_all(match, ["* remove yellow-boy", "* blue-girl", "* blue-boy", "* red-girl", "* red-boy"])
    play_all(match, ["* green-girl", "* green-boy", "* blue-mother", "* red-mother", "* green-father"])
    play_all(match, ["* top1 red-father", "* top2 blue-father", "* top3 green-mother"])
    play_all(match, ["A blue-girl 1", "A draw 1", "* top1 yellow-girl"])
    seen = match.record(seat="B")["moves"]
    assert seen[1:3] == ["* blue-?", "* blue-?"], "one of the two blue cards was played, but which came first?"
    play_all(
        match, ["B red-girl 3", "B draw 2", "* top2 yellow-mother", "C green-girl 2", "C draw 3", "* top3 red-lost"]
    )
    play_all(match, ["A red-father 2"])
    assert "* top1 red-father" in match.record(seat="B")["moves"], "A held one red card, and it was this"


def test_person_texts() -> None:
    assert person_text(0) == "blue-girl"
    assert person_text(8 * 4 + 6) == "brown-lost"


def test_fe_31_who_draws_the_removed_card_knows_it_in_every_round() -> None:
    match = ll.game(SLUG, players=3, side_pile=True, first="A").match(seed=1)
    while match.to_act:
        who = match.to_act[0]
        moves = match.legal_moves(who)
        late = match.view().round > 0
        match.play(who, "draw side" if late and "draw side" in moves else moves[0])
    mine = match.record(seat="A")["moves"]
    removed = next(move.split(" ")[-1] for move in match.moves if "remove" in move)
    if any(move.endswith(removed) and "topside" in move for move in mine):
        assert f"* remove {removed}" in mine
        assert "* topside yellow-?" not in mine
    for seat in "ABC":
        seen = match.record(seat=seat)["moves"]
        known = f"* remove {removed}" in seen
        assert known == ("* topside yellow-?" not in seen), "one card, known or not"
