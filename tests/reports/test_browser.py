"""The page in a real browser: nothing complains, pictures show, tables sort, dark text is legible, it prints."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from reports.report import PAGE, write_report
from tests.reports.test_palette import contrast

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FOUND = next((path for name in NAMES if (path := shutil.which(name))), None)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(FOUND is None, reason=f"no browser on the PATH; looked for {', '.join(NAMES)}"),
]

TEXTS = """() => [...document.querySelectorAll("p, li, td, th, caption, figcaption, a, h1, h2, h3, svg text, summary")]
  .filter((element) => element.textContent.trim() && element.getClientRects().length)
  .map((element) => {
    const style = getComputedStyle(element);
    let ground = element;
    while (ground && getComputedStyle(ground).backgroundColor === "rgba(0, 0, 0, 0)") ground = ground.parentElement;
    const inSvg = element.namespaceURI.endsWith("svg");
    return [element.tagName, inSvg ? style.fill : style.color, ground && getComputedStyle(ground).backgroundColor];
  })"""


@pytest.fixture(scope="module")
def folder(three_players: Path, four_players: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("shown") / "report"
    write_report([four_players, three_players], out)
    return out


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=FOUND, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def page(browser: Browser, folder: Path) -> Iterator[Page]:
    shown = browser.new_page(offline=True)
    shown.goto((folder / PAGE).as_uri())
    yield shown
    shown.close()


def rgb(colour: str) -> str:
    """Return "#rrggbb" for "rgb(r, g, b)"."""
    numbers = colour[colour.index("(") + 1 : -1].split(",")
    assert len(numbers) == 3 or float(numbers[3]) == 1.0, colour
    return "#" + "".join(f"{int(float(number)):02x}" for number in numbers[:3])


def test_nothing_complains_and_nothing_is_asked_for(browser: Browser, folder: Path) -> None:
    page, said, asked = browser.new_page(offline=True), [], []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto((folder / PAGE).as_uri())
    for button in page.query_selector_all("table.sortable th button")[:40]:
        button.click()
    assert said == [] and asked == [(folder / PAGE).as_uri()]
    page.close()


def test_all_pictures_of_the_page_are_shown(page: Page) -> None:
    sizes = page.eval_on_selector_all(
        "figure svg", "all => all.map((svg) => [svg.getBoundingClientRect().width, svg.getBBox().height])"
    )
    assert len(sizes) > 20 and all(width > 300 and height > 50 for width, height in sizes)


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_all_files_of_figures_are_pictures(browser: Browser, folder: Path, suffix: str) -> None:
    files = sorted((folder / "figures").glob(f"*.{suffix}"))
    holder = folder.parent / f"all_{suffix}.html"
    holder.write_text("".join(f'<img src="{file.as_uri()}">' for file in files), encoding="utf-8")
    page = browser.new_page()
    page.goto(holder.as_uri())
    widths = page.eval_on_selector_all("img", "all => all.map((image) => image.naturalWidth)")
    assert len(widths) == len(files) > 20 and min(widths) > 0
    page.close()


def column(page: Page, table: str, name: str) -> list[float]:
    cells = page.eval_on_selector_all(f"{table} [data-column={name}]", "all => all.map((cell) => cell.dataset.value)")
    return [float(cell) for cell in cells]


def test_tables_sort_by_mouse_and_by_keyboard_and_say_how(page: Page) -> None:
    table = '#fours-win-share-by-dog-and-seat table[data-csv="win_share_by_dog_and_seat.csv"]'
    heading = page.locator(f"{table} th", has_text="Share of wins").first
    before = column(page, table, "win_share")
    heading.locator("button").click()
    assert column(page, table, "win_share") == sorted(before) != before
    assert heading.get_attribute("aria-sort") == "ascending"
    heading.locator("button").focus()
    page.keyboard.press("Enter")
    assert column(page, table, "win_share") == sorted(before, reverse=True)
    assert heading.get_attribute("aria-sort") == "descending"
    other = page.locator(f"{table} th", has_text="Seat").first
    other.locator("button").click()
    assert column(page, table, "seat") == sorted(column(page, table, "seat"))
    assert heading.get_attribute("aria-sort") is None


def test_words_and_infinite_numbers_sort(page: Page) -> None:
    table = '#fours-balance table[data-csv="balance_by_dog.csv"]'
    page.eval_on_selector(f"{table} [data-column=more_games]", 'cell => { cell.dataset.value = "inf"; }')
    page.locator(f"{table} th button", has_text="Games more").click()
    found = column(page, table, "more_games")
    assert found == sorted(found) and found[-1] == float("inf")
    page.locator(f"{table} th button", has_text="Verdict").click()
    words = page.eval_on_selector_all(f"{table} [data-column=verdict]", "all => all.map((cell) => cell.dataset.value)")
    assert words == sorted(words)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_is_legible(browser: Browser, folder: Path, scheme: str) -> None:
    """Four and a half to one, as WCAG 2.2 asks of text (1.4.3), in page and pictures."""
    context = browser.new_context(color_scheme="dark" if scheme == "dark" else "light")
    page = context.new_page()
    page.goto((folder / PAGE).as_uri())
    found = {tuple(each) for each in page.evaluate(TEXTS)}
    assert {"P", "TD", "text", "A"} <= {tag for tag, _, _ in found}
    faint = {each: round(ratio, 2) for each in found if (ratio := contrast(rgb(each[1]), rgb(each[2]))) < 4.5}
    assert faint == {}
    ground = rgb(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert (ground < "#404040") == (scheme == "dark")
    context.close()


def test_links_of_the_contents_lead_to_what_they_name(page: Page) -> None:
    pairs = page.eval_on_selector_all(
        "nav a",
        "all => all.map((a) => [a.textContent, document.querySelector(a.getAttribute('href'))"
        ".querySelector('h2, h3').textContent])",
    )
    assert len(pairs) > 20 and all(link == heading for link, heading in pairs)


def test_it_prints(page: Page) -> None:
    printed = page.pdf()
    assert printed.startswith(b"%PDF") and len(printed) > 100_000


def test_nothing_is_wider_than_a_narrow_screen(browser: Browser, folder: Path) -> None:
    page = browser.new_page(viewport={"width": 400, "height": 800})
    page.goto((folder / PAGE).as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
    page.close()
