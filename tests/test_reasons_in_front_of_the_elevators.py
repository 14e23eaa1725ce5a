"""In Front of the Elevators: each kind of refusal, by the rule it names."""

from laid import Table, lines_of_boys, lost_child, two_lost
from laid import elevators as table
from refused import refused, said

from liftlobby.core.fields import View
from liftlobby.games.in_front_of_the_elevators import reasons
from liftlobby.games.in_front_of_the_elevators.rules import (
    CHOOSE_FIRST,
    DEAL,
    DRAW,
    OPEN_DECKS,
    OPEN_LINES,
    OVER,
    REMOVE,
    SIDE,
    SWAP_DEAL,
    TURN_UP,
)


def why_not(table: Table, action: int) -> tuple[str, str]:
    """What A is told of an action that has no text."""
    return said(reasons.why_not(View(table[1], 0), 0, action))


def why_not_chance(table: Table, outcome: int) -> tuple[str, str]:
    """What is said of a card that cannot come."""
    return said(reasons.why_not_chance(table[1], outcome))


def test_fe_01_nobody_is_first_yet() -> None:
    assert refused(table(phase=CHOOSE_FIRST, first="random"), "A", "red-boy 1") == (
        "FE-1: It is not decided yet who begins.",
        "FE-1: Chưa biết ai đi trước.",
    )


def test_fe_01_a_card_before_the_first_player() -> None:
    assert refused(table(phase=CHOOSE_FIRST, first="random"), "*", "red-boy") == (
        "FE-1: First comes who begins: write first and a seat from A to C.",
        "FE-1: Trước hết phải chọn người đi trước: viết first và một ghế từ A đến C.",
    )


def test_fe_01_the_first_player_is_decided() -> None:
    assert refused(table(phase=DEAL), "*", "first A") == (
        "FE-1: It is decided who begins; a card comes now.",
        "FE-1: Người đi trước đã được chọn; bây giờ là một lá bài.",
    )


def test_fe_02_no_eighth_person() -> None:
    assert why_not(table(), 4 * 7) == (
        "FE-2: There is no such person: each colour has seven.",
        "FE-2: Không có Người nào như thế: mỗi màu có bảy Người.",
    )


def test_fe_02_every_card_once() -> None:
    assert refused(table(phase=DEAL, undealt="blue-girl"), "*", "blue-boy") == (
        "FE-2: Not in the stack any more: the blue boy. Every card exists once.",
        "FE-2: Không còn trong chồng bài: cậu bé xanh lam. Mỗi thẻ chỉ có một.",
    )


def test_fe_04_no_brown_with_three() -> None:
    assert refused(table(), "A", "brown-boy 1") == (
        "FE-4: With 3 players there are no brown cards.",
        "FE-4: Với 3 người chơi không có thẻ màu nâu.",
    )


def test_fe_04_a_yellow_card_is_put_aside() -> None:
    assert refused(table(phase=REMOVE), "*", "yellow-boy") == (
        "FE-4: A yellow card is put aside now: write remove and the card.",
        "FE-4: Bây giờ một thẻ vàng bị bỏ ra ngoài: viết remove và thẻ đó.",
    )


def test_fe_04_only_yellow_is_put_aside() -> None:
    assert refused(table(phase=REMOVE), "*", "remove red-boy") == (
        "FE-4: The card put aside is yellow, the colour of nobody.",
        "FE-4: Thẻ bỏ ra ngoài là thẻ vàng, màu không thuộc về ai.",
    )


def test_fe_06_three_lines() -> None:
    assert why_not(table(), 4 * 0 + 3) == (
        "FE-6: There are three lines: 1, 2 and 3.",
        "FE-6: Có ba Đường: 1, 2 và 3.",
    )


def test_fe_07_the_own_colour_is_dealt() -> None:
    assert refused(table(phase=DEAL, undealt="blue-girl red-girl"), "*", "red-girl") == (
        "FE-7: A is dealt a blue card now.",
        "FE-7: Bây giờ A được chia một thẻ màu xanh lam.",
    )


def test_fe_07_a_card_is_dealt() -> None:
    assert refused(table(phase=DEAL, undealt="blue-girl"), "*", "top1 blue-girl") == (
        "FE-7: A is dealt a card now: write it.",
        "FE-7: Bây giờ A được chia một thẻ: viết thẻ đó.",
    )


def test_fe_08_no_exchange_in_a_turn() -> None:
    assert refused(table(), "A", "swap red") == (
        "FE-8: Lost children are exchanged only while hands are dealt, with 2 players.",
        "FE-8: Chỉ đổi Trẻ Lạc khi đang chia bài, với 2 người chơi.",
    )


def test_fe_08_exchange_first() -> None:
    assert refused(two_lost(), "A", "blue-lost 1") == (
        "FE-8: First exchange one of your lost children: blue or red.",
        "FE-8: Trước hết hãy đổi một Trẻ Lạc của bạn: xanh lam hoặc đỏ.",
    )


def test_fe_08_exchange_an_own_colour() -> None:
    assert refused(two_lost(), "A", "swap green") == (
        "FE-8: You have no green lost child: exchange blue or red.",
        "FE-8: Bạn không có Trẻ Lạc màu xanh lá: hãy đổi xanh lam hoặc đỏ.",
    )


def test_fe_08_what_an_exchange_looks_like() -> None:
    assert refused(two_lost(), "A", "swap") == (
        "FE-8: Write swap and the colour of a lost child: swap blue.",
        "FE-8: Viết swap và màu của một Trẻ Lạc: swap blue.",
    )


def test_fe_08_another_exchanges() -> None:
    assert refused(two_lost(), "B", "green-lost 1") == (
        "FE-8: A exchanges a lost child; B waits.",
        "FE-8: A đang đổi một Trẻ Lạc; B hãy chờ.",
    )


def test_fe_08_another_card_of_the_colour() -> None:
    assert refused(two_lost(SWAP_DEAL, deck=1, undealt="red-boy blue-boy"), "*", "blue-boy") == (
        "FE-8: A exchanges for another red card.",
        "FE-8: A đổi lấy một thẻ màu đỏ khác.",
    )


def test_fe_08_another_card_is_dealt() -> None:
    assert refused(two_lost(SWAP_DEAL, deck=1, undealt="red-boy"), "*", "red") == (
        "FE-8: A is dealt another card now: write it.",
        "FE-8: Bây giờ A được chia một thẻ thay thế: viết thẻ đó.",
    )


def test_fe_09_no_lost_child_opens_a_line() -> None:
    assert refused(table(phase=OPEN_LINES, undealt="red-lost red-boy"), "*", "red-lost") == (
        "FE-9: No line begins with a lost child: another person is turned up.",
        "FE-9: Không Đường nào bắt đầu bằng Trẻ Lạc: lật một Người khác.",
    )


def test_fe_09_no_three_of_a_type_open() -> None:
    assert refused(lines_of_boys(), "*", "green-boy") == (
        "FE-9: The three lines do not all begin with the same type: another person is turned up.",
        "FE-9: Ba Đường không được bắt đầu bằng cùng một loại Người: lật một Người khác.",
    )


def test_fe_09_a_person_opens_the_line() -> None:
    assert refused(table(phase=OPEN_LINES, undealt="red-boy"), "*", "top1 red-boy") == (
        "FE-9: A person for line 1 comes now: write the card.",
        "FE-9: Bây giờ là Người đầu tiên của Đường 1: viết thẻ đó.",
    )


def test_fe_10_wait_for_the_deal() -> None:
    assert refused(table(phase=DEAL), "A", "red-boy 1") == (
        "FE-10: Cards are still being dealt or turned up; then it goes on.",
        "FE-10: Bài còn đang được chia hoặc lật; xong rồi mới đi tiếp.",
    )


def test_fe_10_a_top_is_turned_up() -> None:
    assert refused(table(phase=TURN_UP, deck=1, undealt="red-boy"), "*", "red-boy") == (
        "FE-10: Deck 2 gets a new top: write top2 and the card.",
        "FE-10: Bộ bài 2 có thẻ trên cùng mới: viết top2 và thẻ đó.",
    )


def test_fe_11_not_your_turn() -> None:
    assert refused(table(), "B", "red-boy 1") == (
        "FE-11: It is the turn of A; B waits.",
        "FE-11: Đang là lượt của A; B hãy chờ.",
    )


def test_fe_11_not_in_hand() -> None:
    assert refused(table(), "A", "red-girl 1") == (
        "FE-11: You do not have the red girl: you hold the blue girl and the red boy.",
        "FE-11: Bạn không có cô gái đỏ: bạn đang cầm cô gái xanh lam và cậu bé đỏ.",
    )


def test_fe_11_no_draw_before_the_play() -> None:
    assert refused(table(), "A", "draw 1") == (
        "FE-11: First play a card into a line; then draw.",
        "FE-11: Hãy đặt một thẻ vào một Đường trước; sau đó mới rút.",
    )


def test_fe_11_no_second_play() -> None:
    assert refused(table(phase=DRAW), "A", "red-boy 1") == (
        "FE-11: You have played a card: now draw from deck 1, deck 2 or deck 3.",
        "FE-11: Bạn đã chơi một thẻ: bây giờ hãy rút từ bộ bài 1, bộ bài 2 hoặc bộ bài 3.",
    )


def test_fe_11_what_a_play_looks_like() -> None:
    assert refused(table(), "A", "red-boy 4") == (
        "FE-11: Write a person from your hand and a line from 1 to 3: blue-girl 1.",
        "FE-11: Viết một Người trên tay bạn và một Đường từ 1 đến 3: blue-girl 1.",
    )


def test_fe_11_what_a_draw_looks_like() -> None:
    assert refused(table(phase=DRAW, open_decks=7), "A", "draw") == (
        "FE-11: Write draw and a deck: draw 1.",
        "FE-11: Viết draw và một bộ bài: draw 1.",
    )


def test_fe_11_nothing_is_dealt_in_a_turn() -> None:
    assert refused(table(), "*", "red-boy") == (
        "FE-11: Nothing is dealt now: it is the turn of A.",
        "FE-11: Lúc này không chia bài: đang là lượt của A.",
    )


def test_fe_14_nobody_to_send_before_the_play() -> None:
    assert refused(table(line="red-girl"), "A", "send red-girl") == (
        "FE-14: Nobody is sent now: only a lost child brings somebody to the rear. Play a card.",
        "FE-14: Lúc này không ai phải ra sau: chỉ Trẻ Lạc mới đưa người khác ra sau. Hãy chơi một thẻ.",
    )


def test_fe_14_nobody_to_send_after_the_play() -> None:
    assert refused(table(line="red-girl", phase=DRAW), "A", "send red-girl") == (
        "FE-14: Nobody is sent now: draw from deck 1, deck 2 or deck 3.",
        "FE-14: Lúc này không ai phải ra sau: hãy rút từ bộ bài 1, bộ bài 2 hoặc bộ bài 3.",
    )


def test_fe_14_send_first() -> None:
    assert refused(lost_child(), "A", "draw 1") == (
        "FE-14: First choose who moves behind the lost child: the red boy or the red girl.",
        "FE-14: Trước hết hãy chọn ai ra sau Trẻ Lạc: cậu bé đỏ hoặc cô gái đỏ.",
    )


def test_fe_14_not_the_lost_child_itself() -> None:
    assert refused(lost_child(), "A", "send red-lost") == (
        "FE-14: The lost child itself stays where it is: send the red boy or the red girl.",
        "FE-14: Chính Trẻ Lạc thì đứng yên: hãy đưa cậu bé đỏ hoặc cô gái đỏ ra sau.",
    )


def test_fe_14_another_colour_stays() -> None:
    assert refused(lost_child(), "A", "send blue-father") == (
        "FE-14: Only red persons follow this lost child: send the red boy or the red girl.",
        "FE-14: Chỉ Người màu đỏ theo Trẻ Lạc này: hãy đưa cậu bé đỏ hoặc cô gái đỏ ra sau.",
    )


def test_fe_14_not_in_the_line() -> None:
    assert refused(lost_child(), "A", "send red-mother") == (
        "FE-14: Not in line 2: the red mother. Send the red boy or the red girl.",
        "FE-14: Không có trong Đường 2: mẹ đỏ. Hãy đưa cậu bé đỏ hoặc cô gái đỏ ra sau.",
    )


def test_fe_14_what_sending_looks_like() -> None:
    assert refused(lost_child(), "A", "send") == (
        "FE-14: Write send and a person in the line: send red-girl.",
        "FE-14: Viết send và một Người trong Đường: send red-girl.",
    )


def test_fe_17_an_empty_deck() -> None:
    assert refused(table(phase=DRAW, decks="5 0 5 0"), "A", "draw 2") == (
        "FE-17: Deck 2 is empty: draw from deck 1 or deck 3.",
        "FE-17: Bộ bài 2 đã hết: hãy rút từ bộ bài 1 hoặc bộ bài 3.",
    )


def test_fe_26_over() -> None:
    assert refused(table(phase=OVER, round_scores=[[1, 2, 3], [9, 0, 0], [0, 0, 0], [0, 0, 0]]), "A", "red-boy 1") == (
        "FE-26: The match is over. B has the most points after three rounds, 9, and wins.",
        "FE-26: Ván chơi đã kết thúc. Sau ba vòng B có nhiều điểm nhất, 9, và thắng.",
    )


def test_fe_26_over_and_shared() -> None:
    assert refused(table(phase=OVER, round_scores=[[9, 0, 0], [9, 0, 0], [0, 0, 0], [0, 0, 0]]), "A", "red-boy 1") == (
        "FE-26: The match is over. A and B share the most points after three rounds, 9, and win.",
        "FE-26: Ván chơi đã kết thúc. Sau ba vòng A và B cùng có nhiều điểm nhất, 9, và cùng thắng.",
    )


def test_fe_26_no_card_after_the_end() -> None:
    assert why_not_chance(table(phase=OVER), 4) == (
        "FE-26: Nothing is dealt any more: the match is over.",
        "FE-26: Không chia bài nữa: ván chơi đã kết thúc.",
    )


def test_fe_31_no_side_pile() -> None:
    assert refused(table(phase=DRAW), "A", "draw side") == (
        "FE-31: This match has no side pile: draw from deck 1, deck 2 or deck 3.",
        "FE-31: Ván này không có chồng bài để ngoài: hãy rút từ bộ bài 1, bộ bài 2 hoặc bộ bài 3.",
    )


def test_fe_31_an_empty_side_pile() -> None:
    assert refused(table(phase=DRAW, side_pile=True), "A", "draw side") == (
        "FE-31: The side pile is empty: draw from deck 1, deck 2 or deck 3.",
        "FE-31: Chồng bài để ngoài đã hết: hãy rút từ bộ bài 1, bộ bài 2 hoặc bộ bài 3.",
    )


def test_fe_31_the_side_pile_has_a_new_top() -> None:
    assert refused(table(phase=TURN_UP, side_pile=True, deck=SIDE), "*", "top1 red-boy") == (
        "FE-31: The side pile gets a new top: write topside and the card.",
        "FE-31: Chồng bài để ngoài có thẻ trên cùng mới: viết topside và thẻ đó.",
    )


def test_fe_31_not_in_the_side_pile() -> None:
    assert refused(table(phase=OPEN_DECKS, side_pile=True, deck=SIDE), "*", "topside red-boy") == (
        "FE-31: Not in the side pile: the red boy.",
        "FE-31: Không có trong chồng bài để ngoài: cậu bé đỏ.",
    )
