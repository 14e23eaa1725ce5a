"""Ghost Lift: each kind of refusal, by the rule it names."""

from laid import Table, cards_to_come
from laid import ghost_lift as table
from refused import refused, said

from liftlobby.core.fields import View
from liftlobby.games.ghost_lift import reasons
from liftlobby.games.ghost_lift.rules import CHOOSE_FIRST, DEAL, DOWN, FILL_ROW, OVER


def why_not(table: Table, action: int) -> tuple[str, str]:
    """What A is told of an action that has no text."""
    return said(reasons.why_not(View(table[1], 0), 0, action))


def why_not_chance(table: Table, outcome: int) -> tuple[str, str]:
    """What is said of a card that cannot come."""
    return said(reasons.why_not_chance(table[1], outcome))


def test_gl_01_nobody_is_first_yet() -> None:
    assert refused(table(first="random", phase=CHOOSE_FIRST, turn=-1), "A", "5") == (
        "GL-1: It is not decided yet who begins.",
        "GL-1: Chưa biết ai đi trước.",
    )


def test_gl_01_a_card_before_the_first_player() -> None:
    assert refused(table(first="random", phase=CHOOSE_FIRST, turn=-1), "*", "5") == (
        "GL-1: First comes who begins: write first and a seat from A to C.",
        "GL-1: Trước hết phải chọn người đi trước: viết first và một ghế từ A đến C.",
    )


def test_gl_01_no_such_seat() -> None:
    assert refused(table(first="random", phase=CHOOSE_FIRST, turn=-1), "*", "first D") == (
        "GL-1: First comes who begins: write first and a seat from A to C.",
        "GL-1: Trước hết phải chọn người đi trước: viết first và một ghế từ A đến C.",
    )


def test_gl_01_the_first_player_is_decided() -> None:
    assert refused(cards_to_come(DEAL), "*", "first B") == (
        "GL-1: It is decided who begins; a card comes now.",
        "GL-1: Người đi trước đã được chọn; bây giờ là một lá bài.",
    )


def test_gl_02_no_such_card() -> None:
    assert refused(table(center="3"), "A", "5^") == (
        "GL-2: There is no card 5^ in the game.",
        "GL-2: Trò chơi không có lá 5^.",
    )


def test_gl_02_not_so_many_copies() -> None:
    assert refused(table("7 7 7", "3 3 3"), "A", "7+7+7+7") == (
        "GL-2: There are only three copies of 7 in the game.",
        "GL-2: Cả trò chơi chỉ có ba lá 7.",
    )


def test_gl_02_no_such_card_to_deal() -> None:
    assert refused(cards_to_come(DEAL), "*", "1") == (
        "GL-2: There is no card 1 in the game.",
        "GL-2: Trò chơi không có lá 1.",
    )


def test_gl_03_wait_for_the_deal() -> None:
    assert refused(cards_to_come(DEAL), "A", "5") == (
        "GL-3: Cards are still being dealt or turned up; then it goes on.",
        "GL-3: Bài còn đang được chia hoặc lật; xong rồi mới đi tiếp.",
    )


def test_gl_03_not_a_card() -> None:
    assert refused(cards_to_come(FILL_ROW), "*", "11") == (
        "GL-3: A card comes now: write its number, and ^ for Up or v for Down: 5 or 10v.",
        "GL-3: Bây giờ là một lá bài: viết số của nó, thêm ^ nếu là Lên hoặc v nếu là Xuống: 5 hoặc 10v.",
    )


def test_gl_05_not_your_turn() -> None:
    assert refused(table(center="3"), "B", "5") == (
        "GL-5: It is the turn of A; B waits.",
        "GL-5: Đang là lượt của A; B hãy chờ.",
    )


def test_gl_05_what_a_play_looks_like() -> None:
    assert refused(table("5 6", "3"), "A", "five") == (
        "GL-5: Write the cards you play with + between them, those without an icon first, or pass: 5.",
        "GL-5: Viết các lá bạn ra, nối bằng dấu +, lá không có biểu tượng trước, hoặc pass: 5.",
    )


def test_gl_05_nothing_is_drawn_in_a_turn() -> None:
    assert refused(table(center="3"), "*", "5") == (
        "GL-5: Nothing is drawn now: it is the turn of A.",
        "GL-5: Lúc này không rút bài: đang là lượt của A.",
    )


def test_gl_05_no_cards_at_all() -> None:
    assert why_not(table(center="3"), 0) == (
        "GL-5: Playing takes at least one card; to play none, pass.",
        "GL-5: Ra bài là ra ít nhất một lá; không muốn ra thì bỏ lượt.",
    )


def test_gl_06_needle_up_and_lower() -> None:
    assert refused(table("5", "7"), "A", "5") == (
        "GL-6: Needle Up: 5 is not higher than the Center's 7.",
        "GL-6: Kim chỉ Lên: 5 không cao hơn số 7 ở giữa bàn.",
    )


def test_gl_06_needle_up_and_equal() -> None:
    assert refused(table("7 2", "7"), "A", "7") == (
        "GL-6: Needle Up: 7 is not higher than the Center's 7.",
        "GL-6: Kim chỉ Lên: 7 không cao hơn số 7 ở giữa bàn.",
    )


def test_gl_06_needle_down_and_higher() -> None:
    assert refused(table("8 2", "7", needle=DOWN), "A", "8") == (
        "GL-6: Needle Down: 8 is not lower than the Center's 7.",
        "GL-6: Kim chỉ Xuống: 8 không thấp hơn số 7 ở giữa bàn.",
    )


def test_gl_06_too_many_for_one_card() -> None:
    assert refused(table("6 6 6 5", "4"), "A", "6+6+6") == (
        "GL-6: The Center has 1 card: play 1 or 2.",
        "GL-6: Giữa bàn có 1 lá: hãy ra 1 hoặc 2 lá.",
    )


def test_gl_06_too_few_for_two_cards() -> None:
    assert refused(table("6 6 6 6 5", "4 4"), "A", "6") == (
        "GL-6: The Center has 2 cards: play 2 or 3.",
        "GL-6: Giữa bàn có 2 lá: hãy ra 2 hoặc 3 lá.",
    )


def test_gl_06_too_many_for_two_cards() -> None:
    assert refused(table("6 6 6 6 5", "4 4"), "A", "6+6+6+6") == (
        "GL-6: The Center has 2 cards: play 2 or 3.",
        "GL-6: Giữa bàn có 2 lá: hãy ra 2 hoặc 3 lá.",
    )


def test_gl_06_six_cards_want_six() -> None:
    assert refused(table("6 6 6 6 5", "3 3 3 3^ 3^ 3^"), "A", "6+6+6+6") == (
        "GL-6: The Center has 6 cards: play 6.",
        "GL-6: Giữa bàn có 6 lá: hãy ra 6 lá.",
    )


def test_gl_07_two_of_four_without_center() -> None:
    assert refused(table("5 5 5 5"), "A", "5+5") == (
        "GL-7: There are no Center cards: play one card, or your whole hand if it is all one number.",
        "GL-7: Giữa bàn chưa có bài: hãy ra một lá, hoặc cả tay bài nếu tất cả cùng một số.",
    )


def test_gl_07_two_of_a_mixed_hand() -> None:
    assert refused(table("5 5 6"), "A", "5+5") == (
        "GL-7: There are no Center cards: play one card, or your whole hand if it is all one number.",
        "GL-7: Giữa bàn chưa có bài: hãy ra một lá, hoặc cả tay bài nếu tất cả cùng một số.",
    )


def test_gl_08_no_pass_without_center() -> None:
    assert refused(table("5 6"), "A", "pass") == (
        "GL-8: There are no Center cards: you lead and cannot pass.",
        "GL-8: Giữa bàn chưa có bài: bạn mở đầu nên không được bỏ lượt.",
    )


def test_gl_08_what_a_lead_looks_like() -> None:
    assert refused(table("5 6"), "A", "five") == (
        "GL-8: Write the cards you play with + between them, those without an icon first: 5.",
        "GL-8: Viết các lá bạn ra, nối bằng dấu +, lá không có biểu tượng trước: 5.",
    )


def test_gl_09_not_in_hand() -> None:
    assert refused(table("5 6", "3"), "A", "8") == (
        "GL-9: You have no 8 in your hand.",
        "GL-9: Trên tay bạn không có lá 8 nào.",
    )


def test_gl_09_one_in_hand_not_two() -> None:
    assert refused(table("5 6", "3"), "A", "5+5") == (
        "GL-9: You have one 5, not two.",
        "GL-9: Bạn có một lá 5, không phải hai.",
    )


def test_gl_09_two_in_hand_not_three() -> None:
    assert refused(table("5 5 6", "3 3"), "A", "5+5+5") == (
        "GL-9: You have two 5s, not three.",
        "GL-9: Bạn có hai lá 5, không phải ba.",
    )


def test_gl_09_other_copies() -> None:
    assert refused(table("7 7 7^", "3 3"), "A", "7^+7^") == (
        "GL-9: Your 7s are 7+7+7^: choose from these.",
        "GL-9: Các lá 7 của bạn là 7+7+7^: hãy chọn trong số này.",
    )


def test_gl_09_the_other_copy() -> None:
    assert refused(table("7^ 2", "3"), "A", "7") == (
        "GL-9: Your only 7 is 7^.",
        "GL-9: Lá 7 duy nhất của bạn là 7^.",
    )


def test_gl_14_no_take_before_the_play() -> None:
    assert refused(table("5 6", "3"), "A", "take 5") == (
        "GL-14: The Revealed row comes at the end of your turn: play or pass first.",
        "GL-14: Cuối lượt mới đến hàng bài ngửa: hãy ra bài hoặc bỏ lượt trước đã.",
    )


def test_gl_14_no_leave_before_the_play() -> None:
    assert refused(table("5 6", "3"), "A", "leave") == (
        "GL-14: The Revealed row comes at the end of your turn: play or pass first.",
        "GL-14: Cuối lượt mới đến hàng bài ngửa: hãy ra bài hoặc bỏ lượt trước đã.",
    )


def test_gl_14_no_second_play() -> None:
    assert refused(table("5 6", "3", row="2v 4 9"), "A", "5") == (
        "GL-14: You have played: now take a stack (2, 4 or 9) or leave.",
        "GL-14: Bạn đã ra bài: bây giờ hãy lấy một chồng (2, 4 hoặc 9) hoặc không lấy (leave).",
    )


def test_gl_14_no_play_after_a_pass() -> None:
    assert refused(table("5 6", "3", row="2v 4 9", passes=1), "A", "5") == (
        "GL-14: You have passed: now take a stack (2, 4 or 9) or leave.",
        "GL-14: Bạn đã bỏ lượt: bây giờ hãy lấy một chồng (2, 4 hoặc 9) hoặc không lấy (leave).",
    )


def test_gl_14_no_such_stack() -> None:
    assert refused(table("5 6", "3", row="2v 4 4v"), "A", "take 9") == (
        "GL-14: The row has no 9: take 2 or 4.",
        "GL-14: Hàng bài ngửa không có 9: hãy lấy 2 hoặc 4.",
    )


def test_gl_14_what_the_end_of_a_turn_looks_like() -> None:
    assert refused(table("5 6", "3", row="2v 4 9"), "A", "take nine") == (
        "GL-14: Write take and the number of a stack, or leave: take 2.",
        "GL-14: Viết take và số của một chồng, hoặc leave: take 2.",
    )


def test_gl_16_not_in_the_deck() -> None:
    assert refused(cards_to_come(FILL_ROW), "*", "7^") == (
        "GL-16: The deck holds no 7^ now.",
        "GL-16: Chồng rút không còn lá 7^.",
    )


def test_gl_19_over() -> None:
    assert refused(table(phase=OVER, losers=2, green=[0, 7, 0, 0, 0, 0]), "A", "5") == (
        "GL-19: The match is over. B has 3 green tokens and loses to A and C.",
        "GL-19: Ván chơi đã kết thúc. B có 3 thẻ ma xanh và thua A và C.",
    )


def test_gl_19_over_after_a_third_haunting() -> None:
    assert refused(table(phase=OVER, losers=6, green=[0, 1, 1, 0, 0, 0]), "A", "5") == (
        "GL-19: The match is over. B and C are haunted a third time by the same ghosts and lose to A.",
        "GL-19: Ván chơi đã kết thúc. B và C bị ma cũ ám lần thứ ba và cùng thua A.",
    )


def test_gl_19_no_card_after_the_end() -> None:
    assert why_not_chance(table(phase=OVER), 4) == (
        "GL-19: Nothing is drawn any more: the match is over.",
        "GL-19: Không rút bài nữa: ván chơi đã kết thúc.",
    )


def test_gl_19_over_for_one_haunted_thrice() -> None:
    assert refused(table(phase=OVER, losers=2, green=[0, 1, 0, 0, 0, 0]), "A", "5") == (
        "GL-19: The match is over. B is haunted a third time by the same ghost and loses to A and C.",
        "GL-19: Ván chơi đã kết thúc. B bị cùng một con ma ám lần thứ ba và thua A và C.",
    )


def test_gl_19_over_for_two_with_three_green() -> None:
    assert refused(table(phase=OVER, losers=6, green=[0, 7, 7, 0, 0, 0]), "A", "5") == (
        "GL-19: The match is over. B and C have 3 green tokens each and lose to A.",
        "GL-19: Ván chơi đã kết thúc. B và C mỗi người có 3 thẻ ma xanh và cùng thua A.",
    )


def test_gl_24_two_players_must_take() -> None:
    assert refused(table("5 6", "3", row="2v 4 9", passes=1, players=2), "A", "leave") == (
        "GL-24: With 2 players a pass costs a stack: take 2, 4 or 9.",
        "GL-24: Với 2 người chơi, bỏ lượt thì phải lấy một chồng: hãy lấy 2, 4 hoặc 9.",
    )


def test_gl_24_two_players_have_passed() -> None:
    assert refused(table("5 6", "3", row="2v 4 9", passes=1, players=2), "A", "5") == (
        "GL-24: You have passed: now take a stack (2, 4 or 9).",
        "GL-24: Bạn đã bỏ lượt: bây giờ hãy lấy một chồng (2, 4 hoặc 9).",
    )


def test_gl_24_what_a_take_looks_like() -> None:
    assert refused(table("5 6", "3", row="2v 4 9", passes=1, players=2), "A", "row") == (
        "GL-24: Write take and the number of a stack: take 2.",
        "GL-24: Viết take và số của một chồng: take 2.",
    )


def test_gl_25_no_row_when_simplified() -> None:
    assert refused(table("5 6", "3", rules="simplified"), "A", "take 5") == (
        "GL-25: The simplified game has no Revealed row: play cards or pass.",
        "GL-25: Luật giản lược không có hàng bài ngửa: hãy ra bài hoặc bỏ lượt.",
    )


def test_gl_26_the_needle_when_simplified() -> None:
    assert refused(table("5 5", "7", rules="simplified"), "A", "5+5") == (
        "GL-26: Needle Up: 5 is not higher than the Center's 7.",
        "GL-26: Kim chỉ Lên: 5 không cao hơn số 7 ở giữa bàn.",
    )


def test_gl_26_the_needle_down_when_simplified() -> None:
    assert refused(table("8", "7", rules="simplified", needle=DOWN), "A", "8") == (
        "GL-26: Needle Down: 8 is not lower than the Center's 7.",
        "GL-26: Kim chỉ Xuống: 8 không thấp hơn số 7 ở giữa bàn.",
    )
