"""The station's page in a real browser: followed, looked through, by staff, by keys alone, small, pale."""

import json
import random
import re
import shutil
import zipfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.game import rules_for
from companion.journal import Database, Journal
from companion.journal.games import EVENTS
from companion.presentation.words import LANGUAGES
from companion.settings.settings_file import read_settings
from tests.support.page_server import KEY, AnsweringStation, Served, served
from tests.support.playing import Table, noon
from tests.support.real_station import PIN, real_station

sync_api = pytest.importorskip("playwright.sync_api")

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium: apt install chromium")

SHORT = rules_for("schaedler", ["limit=12"])

ANSWERS: dict[str, dict[str, Any]] = {
    "pin": {"set": True, "right": True},
    "health": {"version": "1.2.3", "faults": []},
    "hours": {"week": [["10:00-18:00"]] * 7, "closed_days": []},
    "texts": {"title": "Museum", "line": "", "about": "Clay.", "logo": False},
}
TEXTS = "/staff/texts/de"

LOOKED_AT = """() => {
  const lum = c => { const p = c.map(v => v / 255)
      .map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
    return .2126 * p[0] + .7152 * p[1] + .0722 * p[2]; };
  const rgb = text => (text.match(/[\\d.]+/g) || []).map(Number);
  const behind = node => { for (let n = node; n; n = n.parentElement) {
    const c = rgb(getComputedStyle(n).backgroundColor);
    if (c.length === 3 || c[3] === 1) return c.slice(0, 3); }
    return [255, 255, 255]; };
  const pale = [], nameless = [], small = [];
  for (const node of document.querySelectorAll("body *")) {
    const own = [...node.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
    const box = node.getBoundingClientRect();
    if (!own || node.closest("svg") || !box.width || getComputedStyle(node).visibility === "hidden") continue;
    const [a, b] = [lum(rgb(getComputedStyle(node).color)), lum(behind(node))].sort((x, y) => y - x);
    if ((a + .05) / (b + .05) < 4.5) pale.push(node.textContent.trim().slice(0, 40));
  }
  for (const node of document.querySelectorAll("a, button, input, textarea, summary, img, svg[role=img]")) {
    const label = node.id && document.querySelector(`label[for="${node.id}"]`);
    const own = node.getAttribute("aria-label") || node.alt;
    const name = own || (label && label.textContent) || node.textContent;
    if (!name.trim()) nameless.push(node.outerHTML.slice(0, 80));
    const box = node.getBoundingClientRect();
    const touched = node.matches("a, button, input, textarea, summary") && box.width && box.left > 0;
    if (touched && box.height < 40) small.push(name);
  }
  return {pale, nameless, small, wide: document.documentElement.scrollWidth - innerWidth};
}"""
"""Problems of a page: text too pale, things without a name or too small to touch, too great a width."""


MARK_STOPS = """() => {
  document.activeElement.blur();
  const all = document.querySelectorAll("a, button, input, textarea, summary, [tabindex]");
  // What is folded away is reached when it is opened.
  const stops = [...all].filter(it => it.checkVisibility() || it.matches(".skip"));
  stops.forEach((it, number) => { it.dataset.stop = number; });
  return stops.length;
}"""
"""Numbers everything that the tab key has to reach, in the order of the page; how many there are."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as play:
        found = play.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.sqlite", noon) as it:
        Table(it, SHORT, random.Random(1)).play()
        yield it


@pytest.fixture
def page(journal: Journal) -> Iterator[Served]:
    with served(journal.path, station=AnsweringStation(ANSWERS)) as it:
        yield it


def lines_on(phone: Any) -> list[tuple[int, str]]:
    found = phone.eval_on_selector_all(
        "#course li", "them => them.map(it => [it.dataset.entry, it.textContent])"
    )
    return [(int(number), text) for number, text in found]


def shown_wide(phone: Any) -> int:
    """How wide the picture is that was asked for, once it has come."""
    phone.wait_for_selector("img.shown:visible", timeout=60_000)
    wide: int = phone.evaluate(
        """async () => {
          const it = document.querySelector("img.shown");
          await it.decode();
          return it.naturalWidth;
        }"""
    )
    return wide


@pytest.mark.slow
def test_two_phones_follow_one_game_and_agree_with_the_journal(
    browser: Any, journal: Journal, page: Served
) -> None:
    table = Table(journal, SHORT, random.Random(2))
    table.play(1)
    phones = [browser.new_page(viewport={"width": 360, "height": 740}, locale="en") for _ in range(2)]
    for phone in phones:
        phone.goto(page.address, wait_until="load")
    table.play(5)
    with closing(Database.for_reading(journal.path)) as database:
        entries = database.game(table.game).entries
    wanted = [entry.number for entry in entries if isinstance(entry.happening, EVENTS)]
    for phone in phones:
        phone.wait_for_selector(f"body[data-after='{entries[-1].number}']")
        assert set(wanted) <= {number for number, _ in lines_on(phone)} <= {entry.number for entry in entries}
        numbers = [number for number, _ in lines_on(phone)]
        assert numbers == sorted(numbers, reverse=True)
    one, other = (lines_on(phone) for phone in phones)
    assert one == other
    boards = [phone.inner_html("#things") for phone in phones]
    assert boards[0] == boards[1]
    # A page that was away for a while shows the same as one that stayed.
    phones[0].goto("about:blank")
    table.play(3)
    phones[0].goto(page.address, wait_until="load")
    phones[1].wait_for_selector(f"body[data-after='{phones[0].get_attribute('body', 'data-after')}']")
    assert lines_on(phones[0]) == lines_on(phones[1])
    for phone in phones:
        phone.close()


@pytest.mark.slow
def test_a_stream_that_is_cut_goes_on_by_itself_without_a_gap(browser: Any, journal: Journal) -> None:
    table = Table(journal, SHORT, random.Random(2))
    table.play(1)
    with closing(browser.new_page(locale="en")) as phone:
        with served(journal.path) as first:
            phone.goto(first.address, wait_until="load")
            table.play(2)
            phone.wait_for_selector(f"body[data-after='{journal.newest_number}']")
            address, port = first.address, first.port
        # Nobody serves it now, and the game goes on.
        phone.wait_for_selector("#lost:visible")
        table.play(3)
        with served(journal.path, port=port) as again:
            assert again.address == address
            phone.wait_for_selector(f"body[data-after='{journal.newest_number}']")
            phone.wait_for_selector("#lost", state="hidden")
            numbers = [number for number, _ in lines_on(phone)]
            assert numbers == sorted(set(numbers), reverse=True)
            phone_told = lines_on(phone)
            # It was never loaded anew, and still it shows what one does that is loaded now.
            assert phone.evaluate("performance.getEntriesByType('navigation').length") == 1
            phone.goto(address, wait_until="load")
            assert lines_on(phone) == phone_told


@pytest.mark.slow
def test_a_station_at_its_virtual_table_is_followed_and_looked_after_from_a_phone(
    browser: Any, tmp_path: Path
) -> None:
    """The programs themselves, nothing in their place: station, link, and a phone of the staff's."""
    with real_station(tmp_path) as station, closing(browser.new_page(locale="en")) as phone:
        phone.goto(station.address, wait_until="load")
        before = len(lines_on(phone))
        phone.wait_for_selector(f"#course li:nth-child({before + 4})", timeout=60_000)
        with closing(Database.for_reading(station.journal)) as database:
            stored = {entry.number for entry in database.game(1).entries}
        shown = {number for number, _ in lines_on(phone) if number <= max(stored)}
        assert shown <= stored
        assert phone.text_content("#turn").strip()
        phone.goto(f"{station.address}/staff", wait_until="load")
        phone.fill("#pin", PIN)
        phone.keyboard.press("Enter")
        phone.wait_for_selector(".desk")
        for path in ("screen", "picture"):
            form = f'form[data-post="/staff/{path}"]'
            phone.press(f"{form} button", "Enter")  # by keys: pictures that come push what lies below
            phone.wait_for_function(
                "form => document.querySelector(`${form} img.shown`).naturalWidth > 300",
                arg=form,
                timeout=60_000,
            )
        message = 'form[data-post="/staff/message"]'
        phone.fill(f"{message} input", "Tea at four")
        phone.press(f"{message} button", "Enter")
        phone.wait_for_selector(f"{message} output.right", timeout=60_000)
        with phone.expect_download(timeout=60_000) as given:
            phone.focus('a[href="/staff/backup.zip"]')
            phone.keyboard.press("Enter")
        with zipfile.ZipFile(given.value.path()) as backup:
            assert {"station.toml", "journal.sqlite"} <= set(backup.namelist())
        phone.press("text=Deutsch >> nth=0", "Enter")
        phone.fill("#title", "Museum der Spiele")
        phone.fill("#line", "Willkommen!")
        phone.press("text=Show", "Enter")
        assert shown_wide(phone) > 300
        assert phone.text_content("output") == "Everything fits."
        phone.fill("#title", "Museum " * 25)
        phone.press("text=Use these", "Enter")
        phone.wait_for_selector("output.wrong", timeout=60_000)
        assert "Deutsch: the first line" in phone.text_content("output")
        phone.fill("#title", "Museum der Spiele")
        phone.press("text=Use these", "Enter")
        phone.wait_for_selector("output.right", timeout=60_000)
        kept = (station.folder / "data" / "texts" / "de.txt").read_text(encoding="utf-8")
        assert kept == "Museum der Spiele\nWillkommen!\n\n"
        phone.goto(f"{station.address}/staff", wait_until="load")
        phone.click('form[data-post="/staff/show-chances"] button')
        phone.wait_for_selector('form[data-post="/staff/hide-chances"]')
        assert read_settings(station.folder / "station.toml").link.page_hints
        phone.press("text=Sign out", "Enter")
        phone.wait_for_selector("#pin")


class Finger:
    """A finger on a phone; `touches` counts what a page has taken of it."""

    def __init__(self, phone: Any) -> None:
        self.phone = phone
        phone.evaluate(
            """() => {
              window.taken = [];
              addEventListener("click", event => {
                const it = event.target.closest("a, button, input, summary, textarea");
                if (it && !event.defaultPrevented) taken.push(it.textContent);
                event.preventDefault();
              });
            }"""
        )

    def over(self, selector: str) -> tuple[float, float]:
        box = self.phone.locator(selector).first.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def touch(self, place: tuple[float, float], between: str = "") -> list[str]:
        """Come down on a place, run `between` before it lifts, and return what the page has taken."""
        self.phone.mouse.move(*place)
        self.phone.mouse.down()
        if between:
            self.phone.evaluate(between)
        self.phone.mouse.up()
        taken: list[str] = self.phone.evaluate("taken.splice(0)")
        return taken

    def wait(self) -> None:
        """Let the page be as it is for the time in which it takes no touch."""
        self.phone.evaluate("window.until = performance.now() + Number(document.body.dataset.calm)")
        self.phone.wait_for_function("() => performance.now() > until")


@pytest.mark.slow
@pytest.mark.parametrize("address", ["/", "/games", "/games/1", "/rules", "/rules/kidd", "/staff"])
def test_what_comes_under_a_moving_finger_by_itself_takes_no_touch(
    browser: Any, page: Served, address: str
) -> None:
    with closing(browser.new_page(viewport={"width": 360, "height": 740}, locale="en")) as phone:
        phone.goto(page.address + address, wait_until="load")
        finger = Finger(phone)
        link = ".languages a:nth-child(2)"
        finger.wait()
        phone.locator(link).scroll_into_view_if_needed()
        assert finger.touch(finger.over(link)) == ["Deutsch"], "what stays takes every touch"
        # What was there before makes way, and the finger lifts from what has come.
        shift = "(it => it.prepend(it.lastElementChild))(document.querySelector('.languages'))"
        finger.wait()
        assert finger.touch(finger.over(link), shift) == []
        assert finger.touch(finger.over(link)) == [], "nor is one meant that began at once"
        finger.wait()
        assert len(finger.touch(finger.over(link))) == 1
        finger.wait()
        # A word that changes its meaning where it stands.
        other = f"document.querySelector('{link}').textContent = 'Other'"
        assert finger.touch(finger.over(link), other) == []
        finger.wait()
        assert finger.touch(finger.over(link)) == ["Other"]
        phone.evaluate(f"document.querySelector('{link}').textContent = 'Again'")
        phone.focus(link)
        phone.keyboard.press("Enter")
        assert phone.evaluate("taken") == ["Again"], "a key means what has the focus"


@pytest.mark.slow
def test_a_vote_that_is_refused_says_why(browser: Any, journal: Journal) -> None:
    table = Table(journal, SHORT, random.Random(2))
    while not (legal := table.referee.state.legal) or len(legal.choices) < 2:
        table.play(1)
    station = AnsweringStation({"key": {"vote": True}})
    with served(journal.path, station=station) as it, closing(browser.new_context(locale="en")) as context:
        phone = context.new_page()
        phone.goto(it.address)

        def vote(choice: int, says: str) -> None:
            phone.locator("#vote button").nth(choice).click()
            phone.locator("#vote h2", has_text=says).wait_for()

        vote(0, "Which move would you make?")
        phone.wait_for_selector("#vote [aria-pressed=true]")
        station.answers = {"vote": {"ok": False}}
        vote(1, "This turn is over.")
        station.answers = None
        vote(1, "Connection lost.")
        assert phone.locator("#vote [aria-pressed=true]").count() == 1
        # Without its mark it is another phone, and no more than one follow from here.
        context.clear_cookies()
        vote(1, "Everybody in this network has voted.")


@pytest.mark.slow
def test_the_next_game_comes_under_a_moving_finger(browser: Any, journal: Journal, page: Served) -> None:
    table = Table(journal, SHORT, random.Random(5))
    table.play(1)
    with closing(browser.new_page(viewport={"width": 360, "height": 740}, locale="en")) as phone:
        phone.goto(page.address, wait_until="load")
        before = phone.get_attribute("body", "data-game")
        phone.mouse.move(*Finger(phone).over(".top nav a:nth-child(3)"))
        phone.mouse.down()
        table.play()
        Table(journal, SHORT, random.Random(6)).play(1)
        phone.wait_for_selector(f"body:not([data-game='{before}'])")
        finger = Finger(phone)
        phone.mouse.up()
        assert finger.touch(finger.over(".top nav a:nth-child(3)")) == []
        finger.wait()
        assert finger.touch(finger.over(".top nav a:nth-child(3)")) == ["Rules"]


@pytest.mark.slow
def test_a_game_is_looked_through_by_slider_and_keys(browser: Any, page: Served) -> None:
    phone = browser.new_page(locale="en")
    phone.goto(f"{page.address}/games", wait_until="load")
    phone.click("text=Game 1")
    phone.wait_for_selector("#slider:enabled")
    last = int(phone.get_attribute("#slider", "max"))
    ended = phone.inner_html("#things")
    assert phone.text_content("#step") == f"{last + 1} / {last + 1}"
    phone.focus("#slider")
    phone.keyboard.press("Home")
    assert phone.text_content("#step") == f"1 / {last + 1}"
    assert "begins" in phone.text_content("#said")
    assert phone.inner_html("#things") != ended
    phone.keyboard.press("ArrowRight")
    assert phone.text_content("#step") == f"2 / {last + 1}"
    phone.click("#last")
    assert phone.inner_html("#things") == ended
    phone.go_back()
    assert phone.url.endswith("/games")
    phone.close()


@pytest.fixture
def kept(browser: Any, page: Served, tmp_path: Path) -> Path:
    """The file of the game, saved with one touch on a phone."""
    with closing(browser.new_page(viewport={"width": 390, "height": 844}, locale="el")) as phone:
        phone.goto(f"{page.address}/games/1", wait_until="load")
        box = phone.locator("a[download]").bounding_box()
        assert box["y"] + box["height"] < 844, "it is seen without scrolling"
        with phone.expect_download() as given:
            phone.click("a[download]")
        assert given.value.suggested_filename == "five-lines-1.html"
        given.value.save_as(tmp_path / "kept.html")
    return tmp_path / "kept.html"


def offline(browser: Any, **how: Any) -> tuple[Any, list[str]]:
    """A page of a browser without a network, and what went wrong there."""
    phone = browser.new_context(viewport={"width": 390, "height": 844}, offline=True, **how).new_page()
    wrong: list[str] = []
    phone.on("console", lambda message: wrong.append(message.text))
    phone.on("pageerror", lambda error: wrong.append(str(error)))
    phone.on("requestfailed", lambda request: wrong.append(request.url))
    return phone, wrong


@pytest.mark.slow
def test_a_game_that_was_taken_home_is_looked_through_without_a_network(
    browser: Any, journal: Journal, page: Served, kept: Path
) -> None:
    phone, wrong = offline(browser)
    # As where a file has no memory of its own.
    phone.add_init_script("Object.defineProperty(window, 'sessionStorage', {get() { throw new Error(); }})")
    phone.goto(kept.as_uri(), wait_until="load")
    phone.wait_for_selector("#slider:enabled")
    steps = json.loads(page.get("/games/1/steps", Accept_Language="el")[2])
    assert phone.get_attribute("#slider", "max") == str(len(steps) - 1)
    texts = "el => el.textContent"
    for at in (len(steps) - 1, 0, 1):
        phone.evaluate("at => { slider.value = at; slider.dispatchEvent(new Event('input')); }", at)
        assert phone.text_content("#step") == f"{at + 1} / {len(steps)}"
        assert phone.eval_on_selector("#said", texts) == re.sub("<[^>]*>", "", steps[at]["parts"]["said"])
        assert phone.text_content("#position") == steps[at]["parts"]["position"]
        assert phone.locator("#things use").count() == steps[at]["parts"]["things"].count("<use")
    assert not phone.locator(".strip").is_visible()
    found = phone.evaluate(LOOKED_AT)
    assert (found["wide"] <= 0, found["pale"], found["nameless"]) == (True, [], [])
    assert wrong == []
    phone.context.close()


@pytest.mark.slow
def test_a_game_that_was_taken_home_is_leafed_through_where_no_script_runs(
    browser: Any, page: Served, kept: Path
) -> None:
    phone, wrong = offline(browser, java_script_enabled=False)
    phone.goto(kept.as_uri(), wait_until="load")
    steps = json.loads(page.get("/games/1/steps", Accept_Language="el")[2])
    leaves = phone.locator(".strip > section")
    assert leaves.count() == len(steps)
    assert not phone.locator("#slider").is_visible()
    for at in (0, len(steps) - 1):
        leaves.nth(at).scroll_into_view_if_needed()
        assert leaves.nth(at).locator("svg.board").is_visible()
        assert f"{at + 1} / {len(steps)}" in leaves.nth(at).inner_text()
    assert phone.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert wrong == []
    phone.context.close()


@pytest.mark.slow
def test_who_followed_one_game_alone_sees_it_whole_when_the_next_begins(
    browser: Any, journal: Journal
) -> None:
    table = Table(journal, SHORT, random.Random(2))
    table.play(1)
    with (
        served(journal.path, house=lambda house: replace(house, open_to_all=False)) as page,
        closing(browser.new_page(locale="en")) as phone,
    ):
        phone.goto(f"{page.address}/?key={KEY}", wait_until="load")
        table.play()
        assert page.station.answers is not None
        page.station.answers["key"] = {"key": "the-next-game"}
        Table(journal, SHORT, random.Random(3)).play(1)
        phone.wait_for_url(f"{page.address}/games/{table.game}")
        assert phone.locator("a[download]").is_visible()


@pytest.mark.slow
def test_what_was_typed_is_there_again_when_a_session_had_ended(browser: Any, page: Served) -> None:
    phone = browser.new_page(locale="en")

    def sign_in() -> None:
        phone.wait_for_selector("#pin")
        phone.wait_for_load_state("load")
        phone.fill("#pin", "1234")
        phone.keyboard.press("Enter")
        phone.wait_for_selector(".desk")

    phone.goto(f"{page.address}/staff", wait_until="load")
    sign_in()
    phone.goto(f"{page.address}{TEXTS}", wait_until="load")
    phone.fill("#about", "Marble,\nfrom Paros.")
    phone.context.clear_cookies()
    phone.press("text=Use these", "Enter")
    sign_in()
    for about, told in (("Marble,\nfrom Paros.", "It is not saved yet."), ("Clay.", "")):
        phone.goto(f"{page.address}{TEXTS}", wait_until="load")
        assert phone.input_value("#about") == about
        assert phone.text_content("output").endswith(told)
    phone.close()


@pytest.mark.slow
def test_staff_sign_in_change_hours_and_sign_out_by_keys_alone(browser: Any, page: Served) -> None:
    phone = browser.new_page(locale="en")
    phone.goto(f"{page.address}/staff", wait_until="load")

    def tab_to(wanted: str) -> None:
        for _ in range(150):
            phone.keyboard.press("Tab")
            if phone.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
                return
        pytest.fail(f"{wanted} is not reached by the tab key")

    tab_to("#pin")
    phone.keyboard.type("1234")
    phone.keyboard.press("Enter")
    phone.wait_for_selector(".desk")
    tab_to("summary")
    phone.keyboard.press("Enter")
    for field, typed in (("0-from", "0900AM"), ("0-to", "1200PM"), ("1-from", "0100PM"), ("1-to", "0500PM")):
        tab_to(f"#day-0-{field}")
        phone.keyboard.type(typed)
    # On Tuesday it opens and never closes: the reason stands beside that day, which has the focus.
    tab_to("#day-1-1-from")
    phone.keyboard.type("0600PM")
    phone.keyboard.press("Enter")
    phone.wait_for_selector("#day-1-0-from:focus")
    assert "Tuesday: " in phone.text_content("fieldset:nth-of-type(2) + output.wrong")
    tab_to("#day-1-1-from")
    phone.keyboard.press("Backspace")
    phone.keyboard.press("Tab")
    phone.keyboard.press("Backspace")
    phone.keyboard.press("Tab")
    phone.keyboard.press("Backspace")
    phone.keyboard.press("Enter")
    phone.wait_for_selector("output.right")
    assert page.station.asked[-1]["do"] == "set-hours"
    assert page.station.asked[-1]["week"][0] == ["09:00-12:00", "13:00-17:00"]  # type: ignore[index]
    tab_to('form[data-post="/staff/sign-out"] button')
    phone.keyboard.press("Enter")
    phone.wait_for_selector("#pin")
    phone.close()


@pytest.mark.slow
def test_the_tab_key_goes_through_each_page_in_the_order_in_which_it_is_read(
    browser: Any, page: Served
) -> None:
    with closing(browser.new_page(viewport={"width": 320, "height": 640}, locale="en")) as phone:
        for address in ("/", "/games", "/games/1", "/rules", "/rules/kidd", "/staff", "/staff/in", TEXTS):
            if address == "/staff/in":
                phone.fill("#pin", "1234")
                phone.keyboard.press("Enter")
                phone.wait_for_selector(".desk")
                phone.wait_for_load_state("load")
            else:
                phone.goto(page.address + address, wait_until="load")
            phone.wait_for_selector("#slider:disabled", state="detached")
            wanted = phone.evaluate(MARK_STOPS)
            reached = []
            for _ in range(wanted):
                phone.keyboard.press("Tab")
                stop, ring = phone.evaluate(
                    "() => { const it = document.activeElement, look = getComputedStyle(it);"
                    "return [Number(it.dataset.stop), look.outlineStyle + ' ' + look.outlineWidth]; }"
                )
                assert ring == "solid 3px", (address, stop)
                reached.append(stop)
            assert reached == list(range(wanted)), address


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark", "contrast"])
def test_every_page_is_read_by_everybody_on_the_smallest_screen(
    browser: Any, journal: Journal, page: Served, scheme: str
) -> None:
    Table(journal, rules_for("kidd"), random.Random(3)).play(12)
    wished = {"contrast": "more"} if scheme == "contrast" else {"color_scheme": scheme}
    for language in LANGUAGES if scheme == "light" else ("en",):
        phone = browser.new_page(viewport={"width": 320, "height": 640}, locale=language, **wished)
        complaints: list[str] = []
        phone.on("pageerror", lambda error, told=complaints: told.append(str(error)))
        for address in ("/", "/games", "/games/1", "/rules", "/rules/kidd", "/staff"):
            phone.goto(page.address + address, wait_until="load")
            found = phone.evaluate(LOOKED_AT)
            assert found == {"pale": [], "nameless": [], "small": [], "wide": 0}, (language, address)
        phone.fill("#pin", "1234")
        phone.keyboard.press("Enter")
        phone.wait_for_selector(".desk")
        phone.wait_for_load_state("load")
        assert phone.evaluate(LOOKED_AT) == {"pale": [], "nameless": [], "small": [], "wide": 0}, language
        phone.goto(page.address + TEXTS, wait_until="load")
        assert phone.evaluate(LOOKED_AT) == {"pale": [], "nameless": [], "small": [], "wide": 0}, language
        assert complaints == []
        phone.close()


@pytest.mark.slow
def test_the_page_is_there_before_its_script_and_its_stream(
    browser: Any, journal: Journal, page: Served
) -> None:
    Table(journal, SHORT, random.Random(4)).play(2)
    context = browser.new_context(java_script_enabled=False)
    phone = context.new_page()
    phone.goto(page.address, wait_until="load")
    assert phone.locator("#things use").count() >= 10
    context.close()
