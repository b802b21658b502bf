"""The page of a game in a real browser: played by clicks and by keys, on a desk and on a phone."""

import contextlib
import re
import shutil

import pytest

pytest.importorskip("playwright", reason="the browser's tests need playwright, which comes with the extra dev")

from playwright.sync_api import expect, sync_playwright  # noqa: I001

from gangzzz_env.table import Table
from tests.serving import new_table, serving

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)
DESK, PHONE = {"width": 1400, "height": 900}, {"width": 360, "height": 740}
PATIENCE = 30_000  # milliseconds
SMALLEST = """(name) => Math.min(...[...document.querySelectorAll(name)].map((node) => node.getBoundingClientRect())
  .filter((box) => box.width).map((box) => Math.min(box.width, box.height)))"""
pytestmark = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here")]


@pytest.fixture(scope="module")
def browser():
    """A headless Chromium."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield running
        running.close()


@pytest.fixture
def path(tmp_path):
    """Where the game is kept."""
    return tmp_path / "game.json"


@pytest.fixture
def server(path):
    """A server of one person against an agent."""
    with serving(new_table(), path) as running:
        yield running


def is_mistake(message):
    """Whether the browser complains of more than an answer of the server that refuses something."""
    return message.type == "error" and "status of 400" not in message.text


@contextlib.contextmanager
def opened(browser, server, seat=0, viewport=DESK, pace="0"):
    """The page of a seat, without a mistake in its script and without a word to any other server."""
    context = browser.new_context(viewport=viewport, has_touch=viewport == PHONE)
    context.set_default_timeout(PATIENCE)
    context.add_init_script(f"localStorage.setItem('pace', '{pace}')")
    page, wrong = context.new_page(), []
    here = f"http://127.0.0.1:{server.server_address[1]}/"
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text) if is_mistake(message) else None)
    page.on(
        "request",
        lambda request: None if request.url.startswith((here, "blob:", "data:")) else wrong.append(request.url),
    )
    page.goto(f"{here}#{server.session.tokens.get(seat, '')}")
    expect(page.locator("#players .seat").first).to_be_visible(timeout=PATIENCE)
    yield page
    assert wrong == []
    context.close()


def ready(page, server):
    """Wait until the page shows the moves of the position in which the game is, or its end."""
    table = server.session.table
    table.wait_for_people(30)
    expect(page.locator('[data-part="head"]')).to_contain_text(f"after {table.position} decisions", timeout=PATIENCE)
    expect(page.locator("#end" if table.is_over else "#moves h2")).to_be_visible(timeout=PATIENCE)


def click_a_move(page, server, number=0):
    """Choose a move by clicks: on the drawing where it is there, else in the list."""
    ready(page, server)
    marks = page.locator(".mark:not(.side)")
    if marks.count():
        marks.nth(number % marks.count()).dispatch_event("click")
        page.locator("#choice .move").first.click()
    else:
        page.locator("#moves .move").first.click()
    expect(page.locator("#choice")).to_be_hidden()


def wait_for_position(server, position):
    """Wait until so many decisions have been made; others are made by agents."""
    table, tick = server.session.table, -1
    for _ in range(200):
        if table.position >= position:
            return
        tick = table.wait_for(tick, 1)
    raise AssertionError(f"{table.position} decisions instead of {position}")


def play_by_clicks(page, server, moves):
    """So many moves by clicks, or to the end."""
    for number in range(moves):
        ready(page, server)
        if server.session.table.is_over:
            return
        position = server.session.table.position
        click_a_move(page, server, 5 * number)
        wait_for_position(server, position + 1)


def test_a_whole_game_is_played_by_clicks_and_a_reload_loses_nothing(browser, server, path):
    with opened(browser, server) as page:
        play_by_clicks(page, server, 6)
        ready(page, server)
        before = [page.locator(name).inner_html() for name in ("#sheet .column >> nth=0", "#log")]
        moves = page.locator("#moves .move").all_inner_texts()
        page.reload()
        ready(page, server)
        assert [page.locator(name).inner_html() for name in ("#sheet .column >> nth=0", "#log")] == before
        assert page.locator("#moves .move").all_inner_texts() == moves
        play_by_clicks(page, server, 400)
        ready(page, server)
        expect(page.locator("#turn")).to_have_text("The game is over")
        money = server.session.table.view(0)["money"][0]
        sums = page.locator("#end tr").last.locator("th").all_inner_texts()
        assert sorted(sums[1:]) == sorted(f"${dollars}" for dollars in money[:2])
        with page.expect_download() as download:
            page.locator("#download").click()
        assert Table.load(download.value.path()).is_over


def test_two_seats_in_two_browsers_see_only_their_own_secrets(browser, path):
    with serving(new_table((None, None)), path) as server:
        with (
            opened(browser, server, 0) as first,
            opened(browser, server, 1) as second,
            opened(browser, server, 9) as third,
        ):
            pages = (first, second)
            for number in range(12):
                mover = server.session.table.mover
                ready(pages[mover], server)
                expect(pages[1 - mover].locator("#moves")).to_be_empty()
                position = server.session.table.position
                click_a_move(pages[mover], server, 3 * number)
                wait_for_position(server, position + 1)
            table = server.session.table
            for seat, page in ((0, first), (1, second), (table.spectator, third)):
                expect(page.locator('[data-part="head"]')).to_contain_text(f"after {table.position} decisions")
                view = table.view(seat)[0]
                own = {f"{card}" for card in range(len(view.place)) if 0 <= view.place[card] < 8}
                drawn = set(
                    page.evaluate("[...document.querySelectorAll('[data-card]')].map((node) => node.dataset.card)")
                )
                assert drawn == own
                assert (len(own) >= 8) == (page is not third)
            expect(third.locator("#players")).to_contain_text("you are a spectator")
            assert not re.search("you get", third.locator("#log").inner_text())
            expect(first.locator("#undo")).to_be_disabled()


def test_keys_alone_play_moves_and_go_back_in_time(browser, server):
    with opened(browser, server) as page:
        ready(page, server)
        page.keyboard.press("2")
        assert page.evaluate("document.activeElement.tagName") == "SUMMARY"
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowDown")
        words = page.evaluate("document.activeElement.textContent")
        assert words.startswith("place gangster B")
        page.keyboard.press("Enter")
        wait_for_position(server, 1)
        assert server.session.table.heard(0)[0].words == words
        ready(page, server)
        page.keyboard.press("d")
        first = page.evaluate("document.activeElement.dataset.place")
        for key in ("ArrowLeft", "ArrowUp"):
            page.keyboard.press(key)
        second = page.evaluate("document.activeElement.dataset.place")
        assert second != first
        page.keyboard.press("Enter")
        expect(page.locator("#choice")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("#choice")).to_be_hidden()
        assert page.evaluate("document.activeElement.dataset.place") == second
        page.keyboard.press("Enter")
        page.keyboard.press("1")
        position = server.session.table.position
        page.keyboard.press("Enter")
        wait_for_position(server, position + 1)
        ready(page, server)
        page.keyboard.press("PageUp")
        expect(page.locator("body")).to_have_class("past")
        page.keyboard.press("Escape")
        expect(page.locator("body")).not_to_have_class("past")
        page.keyboard.press("?")
        expect(page.locator("#keys")).to_be_visible()
        page.keyboard.press("Escape")
        page.keyboard.press("u")
        expect(page.locator('[data-part="head"]')).to_contain_text(f"after {position} decisions")


def test_each_thing_that_is_reached_by_keys_shows_it(browser, server):
    with opened(browser, server) as page:
        ready(page, server)
        seen = set()
        for _ in range(40):
            page.keyboard.press("Tab")
            seen.add(page.evaluate("document.activeElement.id || document.activeElement.tagName"))
            width = page.evaluate("getComputedStyle(document.activeElement).outlineWidth")
            assert page.evaluate("document.activeElement === document.body") or width == "3px"
        assert {"hint", "save", "load", "new", "help", "adviser", "SUMMARY"} <= {name for name in seen if name}


@pytest.mark.parametrize("decisions", [0, 14, 40, 60])
def test_on_a_phone_nothing_overflows_and_a_finger_finds_everything(browser, path, decisions):
    table = new_table(seed=6)
    while table.position < decisions and not table.is_over:
        table.let_agents_play()
        moves = table.moves(0)
        table.choose(0, moves[-1 - table.position % len(moves)].action)
    with serving(table, path) as server, opened(browser, server, viewport=PHONE) as page:
        ready(page, server)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        for name in ("#controls button", "#controls select", "#moves summary", "#moves .move", ".mark"):
            assert page.evaluate(SMALLEST, name) >= 40, name
        if not server.session.table.is_over:
            click_a_move(page, server)
            wait_for_position(server, decisions + 1)
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_undo_hint_save_and_load(browser, server, path):
    with opened(browser, server) as page:
        play_by_clicks(page, server, 3)
        ready(page, server)
        position = server.session.table.position
        page.locator("#hint").click()
        hint = page.locator("#advice .move")
        expect(hint).to_be_visible()
        assert hint.inner_text() == server.session.table.hint(0, "boss").move.words
        page.locator("#save").click()
        expect(page.locator("#say")).to_contain_text("Saved as")
        (kept,) = path.parent.glob("game-move-*.json")
        hint.click()
        wait_for_position(server, position + 1)
        ready(page, server)
        page.locator("#undo").click()
        expect(page.locator('[data-part="head"]')).to_contain_text(f"after {position} decisions")
        play_by_clicks(page, server, 2)
        ready(page, server)
        page.locator("#load").click()
        page.locator("#saves .move", has_text=kept.name).click()
        expect(page.locator('[data-part="head"]')).to_contain_text(f"after {position} decisions")
        play_by_clicks(page, server, 1)
        ready(page, server)
        page.locator("#load").click()
        page.locator("#file").set_input_files(kept)
        expect(page.locator('[data-part="head"]')).to_contain_text(f"after {position} decisions")
        page.locator("#load").click()
        page.locator("#file").set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": b"x"})
        expect(page.locator("#say")).to_contain_text("the file is not a replay")


def test_what_others_do_is_shown_step_by_step(browser, path):
    with serving(new_table((None, "greedy", "greedy")), path) as server:
        with opened(browser, server, pace="450") as page:
            click_a_move(page, server)
            told = []
            for seat in (0, 1, 2, 2):
                expect(page.locator("#event")).to_contain_text(re.compile("^You:" if seat == 0 else f"^player {seat}"))
                told.append(page.locator("#event").inner_text())
            ready(page, server)
            expect(page.locator(".pointer").first).to_be_visible()
            assert len(set(told)) >= 3
