"""Tables as they are lived with in a browser: people and tabs, lost connections, keys, chat, replays, settings."""

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from browsers import People, by_keys, choices, is_live, label_of, open_table, sit_down, wait_for_turn
from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect
from servers import Made, Server, serving

ROLL = "#board button[value=roll]"
LOST = "The connection is lost; trying again."


def with_a_friend(people: People, game: str, server: Server | None = None, **fields: str) -> tuple[Page, Page]:
    """Ann at a table that she has opened, and Ben, who has come by the link; Ann begins."""
    ann, ben = people.come("Ann", server=server), people.come("Ben", server=server)
    sit_down(ben, open_table(ann, game, seat_1="friend", **fields))
    for page in (ann, ben):
        is_live(page)
        page.evaluate("window.isTheSamePage = true")
    return ann, ben


def with_bots(people: People, game: str, **fields: str) -> Page:
    """Ann at a table with bots, at her turn."""
    ann = people.come("Ann")
    open_table(ann, game, **fields)
    is_live(ann)
    wait_for_turn(ann)
    return ann


def throws(page: Page, seat: str) -> Locator:
    """The lines of the log that tell of a seat's throws."""
    return page.locator("#log li").filter(has_text=re.compile(rf"^{seat} throws \d"))


def was_not_loaded_again(page: Page) -> bool:
    """Is it still the page that it was?"""
    return bool(page.evaluate("window.isTheSamePage === true"))


# --- several people, several tabs ---------------------------------------------------------------------------------


def test_each_sees_the_others_move_without_a_reload(people: People) -> None:
    ann, ben = with_a_friend(people, "elevator-dice", option_first="A")
    expect(ben.locator("#moment")).to_have_text("Waiting for Ann.")
    ann.locator(ROLL).click()
    expect(throws(ben, "A")).to_have_count(1)
    ben.locator(ROLL).click()
    expect(throws(ann, "B")).to_have_count(1)
    expect(ann.locator("#moment")).to_contain_text("Your turn")
    assert was_not_loaded_again(ann)
    assert was_not_loaded_again(ben)


def test_ten_tabs_of_one_table_all_stay_live(people: People) -> None:
    ann = with_bots(people, "elevator-dice", option_first="A")
    tabs = [ann.context.new_page() for _ in range(9)]
    for tab in tabs:
        tab.goto(ann.url, wait_until="commit")
    for tab in tabs:
        is_live(tab)
    ann.locator(ROLL).click()
    for tab in [ann, *tabs]:
        expect(throws(tab, "A")).to_have_count(1)


def test_a_reload_and_a_second_tab_keep_the_seat(people: People) -> None:
    first = with_bots(people, "elevator-dice", option_first="A")
    first.reload()
    expect(first.locator("#table")).to_have_attribute("data-seat", "A")
    second = first.context.new_page()
    second.goto(first.url)
    is_live(first)
    is_live(second)
    second.locator(ROLL).click()
    expect(throws(first, "A")).to_have_count(1)
    wait_for_turn(first, "0")
    first.locator(ROLL).click()
    expect(throws(second, "A")).to_have_count(2)


def test_the_lobby_shows_open_tables_and_turns_without_a_reload(people: People) -> None:
    eve, ann, ben = people.come("Eve"), people.come("Ann"), people.come("Ben")
    eve.goto("/")
    is_live(eve)
    ann.goto("/new/elevator-dice")
    ann.get_by_text("Listed in the lobby").click()
    ann.locator("[name=name-0]").fill("Zacharias")
    ann.locator("[name=seat-1]").select_option("friend")
    ann.locator("[name=option-first]").select_option("A")
    ann.get_by_role("button", name="Open the table").click()
    expect(eve.locator("#lists")).to_contain_text("Zacharias")
    lobby = ann.context.new_page()
    lobby.goto("/")
    is_live(lobby)
    expect(lobby.locator("#lists .turn")).to_have_count(0)
    sit_down(ben, ann.url)
    expect(lobby.locator("#lists .turn")).to_have_count(1)


def test_several_at_one_screen_see_no_hand_before_they_open_their_side(people: People) -> None:
    page = people.come("Ann")
    open_table(page, "ghost-lift", option_players="3", seat_1="here", seat_2="here")
    covers = 0
    for _ in range(8):
        if page.locator(".cover").count():
            covers += 1
            assert not page.locator("#board .own").count()
            assert not choices(page).moves
            acting = page.locator(".seats li:has(> .acting)").first.get_attribute("id") or ""
            page.locator(f".cover a.s{acting.removeprefix('seat-')}").click()
            page.wait_for_url("**?seat=*")
        assert not page.locator(".cover").count()
        expect(page.locator("#board .own")).to_be_visible()
        if not choices(page).moves:
            label_of(page, choices(page).cards[0][0]).click()
        with page.expect_navigation():
            page.locator(f'#board button[value="{choices(page).moves[0][0]}"]').click()
    assert covers >= 3


# --- lost connections ---------------------------------------------------------------------------------------------


def test_a_lost_connection_is_told_and_comes_back_with_the_newest_state(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        people = People(browser, server)
        ann, ben = with_a_friend(people, "elevator-dice", option_first="A")
        server.kill()
        for page in (ann, ben):
            expect(page.locator("#refusal")).to_have_text(LOST)
        server.start()
        ann.locator(ROLL).click()
        expect(throws(ben, "A")).to_have_count(1, timeout=15_000)
        ben.locator(ROLL).click()
        expect(throws(ann, "B")).to_have_count(1, timeout=15_000)
        for page in (ann, ben):
            is_live(page)
            expect(page.locator("#refusal")).to_be_hidden()
            assert was_not_loaded_again(page)
        people.leave()


def test_a_move_that_does_not_arrive_is_told_and_can_be_pressed_again(people: People) -> None:
    is_cut = True

    def pass_on(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        route.on_message(lambda said: None if is_cut else server.send(said))

    ann = with_bots(people, "elevator-dice", option_first="A")
    ann.route_web_socket("**/live*", pass_on)
    ann.reload()
    is_live(ann)
    ann.locator(ROLL).click()
    expect(ann.locator("#refusal")).to_have_text(LOST, timeout=15_000)
    is_cut = False
    is_live(ann)
    ann.locator(ROLL).click()
    expect(throws(ann, "A")).to_have_count(1)
    expect(ann.locator("#refusal")).to_be_hidden()


# --- moves --------------------------------------------------------------------------------------------------------


def test_a_double_click_is_one_move(people: People) -> None:
    ann = with_bots(people, "elevator-dice", option_first="A")
    ann.locator(ROLL).dblclick(delay=30)
    expect(throws(ann, "B")).to_have_count(1)
    ann.wait_for_timeout(300)
    expect(throws(ann, "A")).to_have_count(1)


def test_a_choice_is_taken_back_until_all_have_chosen(people: People) -> None:
    ann, ben = with_a_friend(people, "stuck-in-the-lift", option_players="2")
    before = wait_for_turn(ann)
    ann.locator(f'#board button[value="{before.moves[0][0]}"]').click()
    while not ann.locator("#tools form[action$=take-back]").count():
        offered = wait_for_turn(ann, before.turn)
        ann.locator(f'#board button[value="{offered.moves[0][0]}"]').click()
        ann.wait_for_timeout(100)
    moves = choices(ann).moves
    ann.locator("#tools form[action$=take-back] button").click()
    expect(ann.locator("#tools form[action$=take-back]")).to_have_count(0)
    expect(ann.locator("#moment")).to_contain_text("Your turn")
    assert choices(ann).moves != moves
    assert was_not_loaded_again(ben)


def test_a_refusal_names_the_rule_and_opens_it(people: People) -> None:
    ann = with_bots(people, "ghost-lift", option_players="2")
    refused = ann.locator("#board button[aria-disabled=true]:visible")
    while not refused.count():
        offered = choices(ann)
        assert not offered.is_over, "nothing was forbidden in the whole match"
        if not offered.moves:
            label_of(ann, offered.cards[0][0]).click()
        ann.locator(f'#board button[value="{choices(ann).moves[0][0]}"]').click()
        wait_for_turn(ann, offered.turn)
    refused.first.click(force=True)
    told = ann.locator("#refusal")
    expect(told).to_have_text(re.compile(r"^[A-Z]{2}-\d+ \w+.*"))
    rule = told.locator("b").inner_text()
    told.get_by_role("link").click()
    expect(ann.locator("#panel")).to_be_visible()
    expect(ann.locator(f"#panel a#{rule}")).to_be_in_viewport()


# --- keys, focus, what is announced --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["elevator-dice", "ghost-lift", "in-front-of-the-elevators", "stuck-in-the-lift"])
def test_the_focus_stays_on_something_sensible(people: People, game: str) -> None:
    ann = with_bots(people, game)
    rng = random.Random(1)
    for _ in range(4):
        if choices(ann).is_over:
            break
        by_keys(ann, rng)
        where = ann.evaluate("document.activeElement.closest('#board, #moment') !== null")
        assert where, ann.evaluate("document.activeElement.outerHTML.slice(0, 200)")


def test_the_focus_goes_to_the_sentence_when_nothing_is_left_to_press(people: People) -> None:
    ann, _ = with_a_friend(people, "elevator-dice", option_first="A")
    ann.keyboard.press("1")
    expect(ann.locator("#moment")).to_have_text("Waiting for Ben.")
    expect(ann.locator("#moment")).to_be_focused()


def test_sentence_and_log_are_announced_politely(people: People) -> None:
    ann, ben = with_a_friend(people, "elevator-dice", option_first="A")
    for place in ("#moment", "#log"):
        expect(ben.locator(place)).to_have_attribute("aria-live", "polite")
    before = ben.locator("#log").inner_text()
    ann.locator(ROLL).click()
    expect(ben.locator("#moment")).to_contain_text("Your turn")
    expect(ben.locator("#log")).not_to_have_text(before)
    expect(ben.locator("#log li.new").last).to_contain_text("A throws")


def test_escape_or_pressing_again_unselects(people: People) -> None:
    ann = with_bots(people, "in-front-of-the-elevators", option_players="3", option_first="A")
    chosen = ann.locator("#board input:checked")
    card = label_of(ann, choices(ann).cards[0][0])
    ways: list[Callable[[], None]] = [lambda: ann.keyboard.press("Escape"), lambda: card.click()]
    for unselect in ways:
        card.click()
        expect(chosen).to_have_count(1)
        assert choices(ann).moves
        unselect()
        expect(chosen).to_have_count(0)
        assert not choices(ann).moves
    ann.keyboard.press("2")
    expect(chosen).to_have_value("1")


def test_keys_and_rules_open_by_a_key_and_close_by_escape(people: People) -> None:
    ann = with_bots(people, "elevator-dice")
    panel = ann.locator("#panel")
    for key, holds in (("?", "from one thing to the next"), ("r", "die")):
        ann.keyboard.press(key)
        expect(panel).to_be_visible()
        expect(panel).to_contain_text(holds)
        ann.keyboard.press("Escape")
        expect(panel).to_be_hidden()
    ann.keyboard.press("l")
    expect(ann.locator("#log")).to_be_focused()
    ann.keyboard.press("c")
    expect(ann.locator("#said")).to_be_focused()
    ann.keyboard.type("?r1")
    expect(ann.locator("#said")).to_have_value("?r1")
    expect(panel).to_be_hidden()


def test_with_reduced_motion_nothing_travels_and_what_changed_is_outlined(people: People) -> None:
    ann = people.come("Ann", pace="calm", reduced_motion="reduce")
    open_table(ann, "elevator-dice", option_first="A", pace="instant")
    is_live(ann)
    ann.evaluate("() => { document.startViewTransition = () => { throw new Error('something travels'); }; }")
    ann.locator(ROLL).click()
    expect(ann.locator("#board .pulse")).to_have_count(1)
    assert ann.evaluate("document.getAnimations().filter((a) => a.effect.getTiming().duration > 0).length") == 0
    expect(throws(ann, "A")).to_have_count(1)


@pytest.mark.parametrize("pace", ["calm", "quick"])
def test_things_travel_at_the_pace_chosen(people: People, pace: str) -> None:
    ann = people.come("Ann", pace=pace)
    open_table(ann, "elevator-dice", option_first="A", pace="instant")
    is_live(ann)
    ann.evaluate("""() => {
      const start = document.startViewTransition.bind(document);
      window.travels = 0;
      document.startViewTransition = (change) => { window.travels += 1; return start(change); };
    }""")
    ann.locator(ROLL).click()
    expect(throws(ann, "B")).to_have_count(1)
    assert ann.evaluate("window.travels") == 2


# --- chat ---------------------------------------------------------------------------------------------------------


def test_chat_comes_to_the_others_and_survives_a_reload(people: People) -> None:
    ann, ben = with_a_friend(people, "elevator-dice")
    said = "<b>Good</b> luck & have fun"
    ann.keyboard.press("c")
    ann.keyboard.type(said)
    ann.keyboard.press("Enter")
    for page in (ben, ann):
        expect(page.locator("#chat-lines li")).to_have_text(f"Ann {said}")
    expect(ann.locator("#said")).to_have_value("")
    expect(ann.locator("#said")).to_be_focused()
    ben.reload()
    expect(ben.locator("#chat-lines li")).to_have_text(f"Ann {said}")


def test_a_muted_person_is_not_heard_until_unmuted(people: People) -> None:
    ann, ben = with_a_friend(people, "elevator-dice")
    ann.locator("#said").fill("one")
    ann.locator("#said").press("Enter")
    expect(ben.locator("#chat-lines")).to_contain_text("one")
    ben.reload()
    ben.get_by_role("button", name="Mute Ann").click()
    ben.wait_for_load_state()
    is_live(ben)
    ann.locator("#said").fill("two")
    ann.locator("#said").press("Enter")
    expect(ann.locator("#chat-lines")).to_contain_text("two")
    ben.locator("#said").fill("three")
    ben.locator("#said").press("Enter")
    expect(ben.locator("#chat-lines")).to_contain_text("three")
    expect(ben.locator("#chat-lines li:visible")).to_have_count(1)
    ben.get_by_role("button", name="Hear Ann again").click()
    expect(ben.locator("#chat-lines li:visible")).to_have_count(3)


# --- replay, records, settings ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played(server: Server) -> Made:
    """A match of two bots that is over."""
    made = server.table("stuck-in-the-lift", "random", "random")
    made.wait_for_end()
    return made


def test_a_replay_is_stepped_slid_and_played(people: People, played: Made) -> None:
    page = people.come()
    page.goto(f"{played.page}/replay?ply=0")
    last = int(page.locator("[name=ply]").get_attribute("max") or "")
    place = page.locator(".scrub label")
    expect(place).to_contain_text(f"Move 0 of {last}")
    page.keyboard.press("n")
    expect(place).not_to_contain_text("Move 0 of")
    page.locator("#back").click()
    expect(place).to_contain_text("Move 0 of")
    page.locator("[name=ply]").fill(str(last - 2))
    expect(place).to_contain_text(f"Move {last - 2} of")
    page.locator("#run").click()
    expect(page.locator("#run")).to_have_text("Stop")
    expect(place).to_contain_text(f"Move {last} of")
    expect(page.locator("#run")).to_have_text("Play")
    assert "ply=" in page.url


def test_a_replay_is_seen_with_the_knowledge_of_a_seat(people: People, played: Made) -> None:
    page = people.come()
    page.goto(f"{played.page}/replay?ply=3")
    outside = page.locator("#board").inner_html()
    page.get_by_role("link", name="A Ann").or_(page.locator("nav a[href$='seat=A']")).first.click()
    expect(page.locator("nav a.primary")).to_contain_text("A ")
    assert page.locator("#board").inner_html() != outside
    page.locator("#on").click()
    page.wait_for_url("**seat=A")
    expect(page.locator("nav a.primary")).to_contain_text("A ")


def test_a_replay_works_by_links_without_scripts(people: People, played: Made) -> None:
    page = people.come(java_script_enabled=False)
    page.goto(f"{played.page}/replay?ply=0")
    page.locator("#on").click()
    page.wait_for_url(re.compile("ply=[1-9]"))
    page.get_by_role("link", name="to the end").click()
    expect(page.locator(".scrub label")).to_have_text(re.compile(r"Move (\d+) of \1"))
    page.locator("[name=ply]").fill("2")
    page.get_by_role("button", name="Go").click()
    expect(page.locator(".scrub label")).to_contain_text("Move 2 of")
    page.locator("nav a[href$='seat=B']").click()
    expect(page.locator("nav a.primary")).to_contain_text("B ")


@pytest.mark.parametrize("has_scripts", [True, False], ids=["with-scripts", "without-scripts"])
def test_a_downloaded_record_can_be_brought_and_looked_at(
    people: People, played: Made, tmp_path: Path, has_scripts: bool
) -> None:
    page = people.come(java_script_enabled=has_scripts)
    page.goto(played.page)
    with page.expect_download() as download:
        page.get_by_text("Download the record").click()
    download.value.save_as(tmp_path / "match.json")
    assert json.loads((tmp_path / "match.json").read_text())["game"] == "stuck-in-the-lift"
    page.goto("/replay")
    page.locator("[name=record]").set_input_files(tmp_path / "match.json")
    page.get_by_role("button", name="Look at it").click()
    page.wait_for_url("**/r/*/replay")
    expect(page.locator(".scrub label")).to_contain_text("Move")


@pytest.mark.parametrize("has_scripts", [True, False], ids=["with-scripts", "without-scripts"])
def test_language_and_light_are_chosen_by_the_settings(people: People, has_scripts: bool) -> None:
    page = people.come("Ann", language="", java_script_enabled=has_scripts)
    open_table(page, "elevator-dice")
    at = page.url
    bright = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    page.locator(".settings summary").click()
    page.locator("[name=language]").select_option("vi")
    page.locator(".settings [name=theme]").select_option("dark")
    page.locator(".settings button").click()
    expect(page.locator("html")).to_have_attribute("lang", "vi")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.url == at
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") != bright
    expect(page.locator("#moment")).not_to_contain_text("Your turn")
