# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""Charts of lists, of numbers over their inputs, and the curves on cards."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Editor, Server
from playwright.sync_api import Browser

Serve = Callable[..., Server]
Open = Callable[[Server], Editor]

LISTS = (
    "prices = [12, 15, 9, 22]", "factor = 2", "costs = prices * factor", "total = sum(costs)",
    'months = ["Jan", "Feb", "Mar", "Apr"]', "short = [1, 2]", "weights = [1 kg, 2 kg, 3 kg, 4 kg]",
)
MORTGAGE = (
    "principal = 200000", "rate = 4%", "years = 30",
    "payment = principal * (rate / 12) / (1 - (1 + rate / 12)^(-12 * years))",
)


@pytest.fixture
def start(serve: Serve, tmp_path: Path, open_editor: Open) -> Callable[..., Editor]:
    """Opens a script of the given lines."""

    def begin(*lines: str) -> Editor:
        file = tmp_path / "chart.nc"
        file.write_text("\n".join(lines) + "\n")
        return open_editor(serve(file))

    return begin


def summary(editor: Editor) -> str:
    return editor.page.locator("#chart-canvas").get_attribute("aria-label") or ""


def remark(editor: Editor) -> str:
    return editor.page.locator("#chart-remark").inner_text()


def control(editor: Editor, key: str) -> str:
    return f'#chart [data-key="{key}"]'


def press(editor: Editor, key: str) -> None:
    editor.page.locator(control(editor, key)).click()
    editor.settle()


def choose(editor: Editor, key: str, name: str) -> None:
    editor.page.locator(control(editor, key)).select_option(label=name)
    editor.settle()


def chart(editor: Editor, name: str) -> None:
    """Opens the chart of a node by the menu."""
    editor.page.mouse.click(*editor.middle(name), button="right")
    editor.settle()
    editor.page.locator("#menu [data-command=chart-this]").click()
    editor.settle()


def slide(editor: Editor, name: str, share: float) -> None:
    """Drags the value of a pill to the right by a share of its width."""
    left, top, width, _ = editor.places()[name]
    start = (left + width * 0.65, top + 18)
    editor.drag(start, (start[0] + width * share, start[1]))


def inked(editor: Editor) -> int:
    """How many pixels of the chart are not its ground."""
    return int(editor.page.evaluate(
        """(() => {
          const canvas = document.getElementById("chart-canvas");
          if (canvas.width === 0 || canvas.height === 0) return 0;
          const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
          let count = 0;
          for (let place = 3; place < data.length; place += 4) if (data[place] > 0) count += 1;
          return count;
        })()"""))


def test_a_list_has_a_chart_that_follows_its_value(start: Callable[..., Editor]) -> None:
    editor = start(*LISTS)
    chart(editor, "costs")
    assert summary(editor) == "Line chart of costs: 4 numbers from 18 to 44" and inked(editor) > 500
    assert editor.page.locator("#chart").get_attribute("aria-label") == "Chart"
    slide(editor, "factor", 0.2)
    assert summary(editor).startswith("Line chart of costs: 4 numbers from ") and "18 to 44" not in summary(editor)
    editor.press("Control+z")
    assert summary(editor) == "Line chart of costs: 4 numbers from 18 to 44"
    assert editor.mismatches == 0 and editor.problems == []


def test_lists_are_drawn_together_in_all_forms(start: Callable[..., Editor]) -> None:
    editor = start(*LISTS)
    editor.page.mouse.click(*editor.middle("prices"))
    editor.press("c")
    choose(editor, "chart-add", "costs")
    assert summary(editor) == "Line chart of prices, costs: prices, 4 numbers from 9 to 22; costs, 4 numbers from 18 to 44"
    press(editor, "bars")
    assert summary(editor).startswith("Bar chart of prices, costs")
    choose(editor, "chart-labels", "months")
    press(editor, "numbers")
    rows = editor.page.locator("#chart-table tr").all_inner_texts()
    assert [row.split() for row in rows][:3] == [["label", "prices", "costs"], ["Jan", "12", "24"], ["Feb", "15", "30"]]
    press(editor, "scatter")
    choose(editor, "chart-across", "prices")
    assert summary(editor).startswith("Scatter chart of prices, costs over prices")
    choose(editor, "chart-across", "short")
    assert remark(editor) == "short has 2 elements, and prices has 4"
    press(editor, "histogram")
    assert summary(editor).startswith("Histogram of prices, costs: 8 numbers in ")
    press(editor, "line")
    editor.page.locator('#chart [aria-label="Remove prices"]').click()
    editor.settle()
    assert summary(editor) == "Line chart of costs: 4 numbers from 18 to 44"
    choose(editor, "chart-add", "weights")
    assert remark(editor) == "weights and costs measure different quantities"
    assert editor.problems == []


def test_a_number_is_drawn_over_an_input_with_a_mark_at_the_present(start: Callable[..., Editor]) -> None:
    editor = start(*MORTGAGE)
    chart(editor, "payment")
    choose(editor, "chart-input", "rate")
    assert summary(editor).endswith("now 954.831 at 4%") and "by rate from 0% to 10%" in summary(editor)
    assert remark(editor) == "payment has no value at 1 of 201 points"
    slide(editor, "rate", 0.03)
    assert "now 954.831 at 4%" not in summary(editor) and " at " in summary(editor)
    editor.press("Control+z")
    for key, text in (("from", "2%"), ("to", "6%")):
        editor.page.locator(control(editor, key)).fill(text)
        editor.page.locator(control(editor, key)).press("Enter")
        editor.settle()
    assert "by rate from 2% to 6%" in summary(editor) and remark(editor) == ""
    editor.page.locator(control(editor, "to")).fill("2 kg")
    editor.page.locator(control(editor, "to")).press("Enter")
    editor.settle()
    assert editor.toast != "" and editor.page.locator(control(editor, "to")).input_value() == "6%"
    editor.define("payment", "principal * rate")
    assert "now 8000 at 4%" in summary(editor)
    assert editor.mismatches == 0 and editor.problems == []


def test_an_input_has_the_chart_of_what_depends_on_it(start: Callable[..., Editor]) -> None:
    editor = start(*MORTGAGE)
    editor.page.mouse.click(*editor.middle("rate"), button="right")
    editor.settle()
    item = editor.page.locator("#menu [data-command=chart-this]")
    assert item.locator("span").inner_text() == "Chart payment over this"
    item.click()
    editor.settle()
    assert summary(editor).startswith("Line chart of payment by rate")


def test_a_new_user_makes_a_mortgage_with_a_chart_of_payment_by_rate(serve: Serve, tmp_path: Path, open_editor: Open) -> None:
    file = tmp_path / "empty.nc"
    file.write_text("")
    editor = open_editor(serve(file))
    began = time.monotonic()
    # The page says to press N and to type; the menu of a node has the rest.
    for line in ("principal = 200000", "rate = 4%", "years = 30",
                 "payment = principal * rate / 12 / (1 - (1 + rate / 12)^(-12 * years))"):
        editor.press("n")
        editor.page.keyboard.type(line)
        editor.page.keyboard.press("Enter")
        editor.settle()
    editor.press("Escape", "1")
    chart(editor, "payment")
    choose(editor, "chart-input", "rate")
    assert "payment by rate" in summary(editor) and summary(editor).endswith("now 954.831 at 4%")
    assert time.monotonic() - began < 60 and editor.problems == []


def test_an_event_of_a_slide_sends_little_and_a_curve_stays_while_its_input_slides(start: Callable[..., Editor]) -> None:
    editor = start(*MORTGAGE)
    chart(editor, "payment")
    choose(editor, "chart-input", "rate")
    left, top, width, _ = editor.places()["rate"]
    editor.page.mouse.move(left + width * 0.65, top + 18)
    editor.page.mouse.down()
    editor.page.mouse.move(left + width * 0.65 + 8, top + 18)
    editor.settle()
    sizes = []
    for step in range(15):
        before, frames = editor.number("figures.bytes"), editor.number("figures.frames")
        editor.page.mouse.move(left + width * 0.65 + 8 - step, top + 18)
        editor.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        sizes.append((editor.number("figures.bytes") - before) / max(1, editor.number("figures.frames") - frames))
    editor.page.mouse.up()
    editor.settle()
    assert 0 < sum(sizes) and max(sizes) <= 4096, sizes
    # What the chart does not depend on sends nothing of it.
    said = summary(editor)
    drawn = editor.page.evaluate("editor.chart.count")
    editor.drag(editor.middle("payment"), tuple(one + 20 for one in editor.middle("payment")))  # type: ignore[arg-type]
    assert summary(editor) == said and editor.page.evaluate("editor.chart.count") == drawn


def test_a_chart_survives_renaming_removal_and_undo(start: Callable[..., Editor]) -> None:
    editor = start(*LISTS)
    chart(editor, "short")
    editor.page.mouse.click(*editor.middle("short"))
    editor.press("F2")
    editor.page.locator("#field-text").fill("pair")
    editor.press("Enter")
    assert summary(editor) == "Line chart of pair: 2 numbers from 1 to 2"
    # A second click on the same place would be a double click, which edits the value.
    editor.press("Delete")
    assert remark(editor) == "the list is gone" and inked(editor) == 0
    editor.press("Control+z")
    assert summary(editor) == "Line chart of pair: 2 numbers from 1 to 2" and remark(editor) == ""
    editor.define("pair", "[3 kg, 4 kg]")
    assert summary(editor) == "Line chart of pair: 2 numbers from 3 kg to 4 kg"
    assert editor.problems == []


def test_the_keyboard_opens_and_leaves_a_chart(start: Callable[..., Editor]) -> None:
    editor = start(*LISTS)
    editor.page.mouse.click(*editor.middle("prices"))
    editor.press("c")
    assert editor.page.evaluate("document.activeElement.dataset.key") == "line"
    editor.press("Tab", "Enter")
    assert summary(editor).startswith("Bar chart") and editor.page.evaluate("document.activeElement.dataset.key") == "bars"
    editor.press("Escape")
    assert editor.page.locator("#chart").is_hidden() and editor.page.evaluate("document.activeElement.id") == "canvas"
    # With the focus on the canvas, the selection goes first.
    editor.press("c")
    editor.page.mouse.click(*editor.middle("total"))
    editor.press("Escape")
    assert editor.page.locator("#chart").is_visible()
    editor.press("Escape")
    assert editor.page.locator("#chart").is_hidden()
    # The palette finds it; a text has none.
    editor.page.mouse.click(*editor.middle("months"))
    editor.press("/")
    editor.page.keyboard.type("chart")
    editor.settle()
    editor.press("Enter")
    assert editor.toast == "months is neither a list of numbers nor a number that depends on one"


def test_a_chart_is_saved_as_svg_and_png(start: Callable[..., Editor], tmp_path: Path) -> None:
    editor = start(*LISTS)
    chart(editor, "costs")
    with editor.page.expect_download() as given:
        editor.page.locator(control(editor, "svg")).click()
    assert given.value.suggested_filename == "costs.svg"
    given.value.save_as(tmp_path / "costs.svg")
    assert "<title>costs</title>" in (tmp_path / "costs.svg").read_text()
    with editor.page.expect_download() as given:
        editor.page.locator(control(editor, "png")).click()
    given.value.save_as(tmp_path / "costs.png")
    assert (tmp_path / "costs.png").read_bytes().startswith(b"\x89PNG") and (tmp_path / "costs.png").stat().st_size > 5000


def test_a_node_in_a_group_has_a_chart_and_each_window_its_own(
    start: Callable[..., Editor], browser: Browser
) -> None:
    editor = start("price = 20", "rate = 20%", "tax = price * rate", "total = price + tax")
    editor.page.mouse.click(*editor.middle("tax"))
    editor.command("group", "Tax")
    editor.press("Enter", "Escape")
    editor.page.mouse.dblclick(*editor.middle("Tax"))
    editor.settle()
    chart(editor, "tax")
    choose(editor, "chart-input", "rate")
    assert summary(editor).startswith("Line chart of Tax › tax by rate") and summary(editor).endswith("now 4 at 20%")
    other = Editor(editor.page.context, editor.page.evaluate("location.origin") + "/#" + editor.page.evaluate("sessionStorage.token"))
    assert other.page.locator("#chart").is_hidden()
    other.define("price", "30")
    chart(other, "total")
    editor.settle()
    assert summary(editor).endswith("now 6 at 20%") and "total" in summary(other)
    assert editor.problems == [] and other.problems == []


def test_a_million_numbers_are_drawn_fast(start: Callable[..., Editor]) -> None:
    editor = start("n = 1000000", "l = sin(1..n) * (1..n)")
    began = time.monotonic()
    chart(editor, "l")
    assert "1000000 numbers" in summary(editor) and time.monotonic() - began < 15
    assert editor.number("figures.lastBytes") < 40_000
    for form in ("bars", "scatter", "histogram"):
        press(editor, form)
        assert inked(editor) > 500


def test_a_server_killed_while_it_computes_a_chart_comes_back(serve: Serve, tmp_path: Path, open_editor: Open) -> None:
    file = tmp_path / "chart.nc"
    file.write_text("n = 3\ns = sum((1..n * 200000)^0.5)\nhalf = s / 2\n")
    server = serve(file)
    editor = open_editor(server)
    before = editor.labels["half"]
    editor.page.mouse.click(*editor.middle("half"), button="right")
    editor.settle()
    # A chart of a number has 201 points, each of which takes some milliseconds here.
    editor.page.locator("#menu [data-command=chart-this]").click()
    server.kill()
    editor.page.locator("#gone").wait_for(state="visible")
    server.start()
    editor.wait("editor.figures.connections === 2 && document.getElementById('gone').hidden")
    editor.settle()
    assert editor.labels["half"] == before
    editor.define("n", "0.001")
    chart(editor, "half")
    assert summary(editor).startswith("Line chart of half by n") and inked(editor) > 300
    assert editor.mismatches == 0 and editor.problems == []


def test_a_chart_covers_the_lower_half_of_a_narrow_page(browser: Browser, serve: Serve, tmp_path: Path) -> None:
    file = tmp_path / "chart.nc"
    file.write_text("\n".join(LISTS) + "\n")
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce", color_scheme="dark")
    editor = Editor(context, serve(file).link)
    editor.page.mouse.click(*editor.middle("prices"))
    editor.press("c")
    box = editor.page.locator("#chart").bounding_box()
    assert box is not None and box["x"] == 0 and box["width"] == 390 and 400 <= box["y"] <= 430
    assert editor.page.evaluate("document.documentElement.scrollWidth") == 390
    for name in ("line", "svg", "close"):
        part = editor.page.locator(control(editor, name)).bounding_box()
        assert part is not None and 0 <= part["x"] and part["x"] + part["width"] <= 390
    assert inked(editor) > 300
    # The node is still visible.
    assert editor.places()["prices"][1] + 20 < box["y"]
    context.close()


def test_a_card_of_a_list_has_a_curve_but_not_at_low_zoom(start: Callable[..., Editor]) -> None:
    editor = start("factor = 2", "costs = [12, 15, 9, 22] * factor", "total = sum(costs)")

    def curves() -> list[int]:
        found: list[int] = editor.page.evaluate(
            """editor.drawings.nodes.map(({ steps }) => {
              let count = 0;
              let width = 0;
              const context = new Proxy({}, {
                get: (_, key) => key === "stroke" ? () => { if (width === 1.5) count += 1; } : () => undefined,
                set: (_, key, value) => { if (key === "lineWidth") width = value; return true; } });
              for (const step of steps) step(context);
              return count;
            })"""
        )
        return found

    assert sum(curves()) == 1
    editor.page.evaluate("editor.camera.go(editor.camera.x, editor.camera.y, 0.5, true)")
    editor.settle()
    assert sum(curves()) == 0
