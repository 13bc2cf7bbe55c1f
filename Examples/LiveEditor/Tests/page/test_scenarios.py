# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""Named scenarios side by side."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from conftest import Editor, Server
from playwright.sync_api import Browser, ViewportSize

Serve = Callable[..., Server]
Open = Callable[[Server], Editor]

BILL = ("price = 20", "qty = 3", "rate = 10%", "sub = price * qty", "total = sub * (1 + rate)", "each = 60 / (qty - 4)", '.look total format="$0.00"')


@pytest.fixture
def start(serve: Serve, tmp_path: Path, open_editor: Open) -> Callable[..., Editor]:
    """Opens a script of the given lines."""

    def begin(*lines: str) -> Editor:
        file = tmp_path / "scenarios.nc"
        file.write_text("\n".join(lines) + "\n")
        return open_editor(serve(file))

    return begin


def table(editor: Editor) -> dict[str, list[str]]:
    """The rows as they are read, by the name of the node; the first one, of names, by 'Node'."""
    rows = editor.page.locator("#scenarios-grid [role=row]").evaluate_all(
        """rows => rows.map((row) => [row.querySelector(".side span").textContent,
          [...row.querySelectorAll("[id^=scenario-cell-]")].map((one) => one.innerText.replace(/\\s+/g, " ").trim())])"""
    )
    return dict(rows)


def cell(editor: Editor, row: str, column: str) -> str:
    """The id of a cell."""
    shown = table(editor)
    return f"#scenario-cell-{list(shown).index(row) - 1}-{shown['Node'].index(column)}"


def change(editor: Editor, row: str, column: str, text: str) -> None:
    """Types another value into a cell, or the name of a scenario in the header."""
    editor.page.locator(cell(editor, row, column)).dblclick()
    editor.page.locator("#scenario-field input").fill(text)
    editor.press("Enter")


def save(editor: Editor, name: str) -> None:
    editor.page.locator("#scenarios-name").fill(name)
    editor.press("Enter")


def click(editor: Editor, name: str, *modifiers: Literal["Shift"]) -> None:
    """Selects a node; with Shift, as well as others."""
    for key in modifiers:
        editor.page.keyboard.down(key)
    editor.page.mouse.click(*editor.middle(name))
    for key in modifiers:
        editor.page.keyboard.up(key)
    editor.settle()


def text(editor: Editor, part: str) -> str:
    return editor.page.locator(part).inner_text()


def test_values_that_are_saved_under_a_name_are_compared_with_those_now(start: Callable[..., Editor]) -> None:
    editor = start(*BILL)
    editor.press("s")
    assert "A scenario is a set of values" in text(editor, "#scenarios-none")
    assert editor.page.evaluate("document.activeElement.id") == "scenarios-name"
    assert text(editor, "#scenarios-offer") == "Change or select inputs, which it will contain"
    save(editor, "cheap")
    assert text(editor, "#scenarios-problem") == "select the inputs whose values it has"
    editor.define("price", "10")
    assert text(editor, "#scenarios-offer") == "with the present values of price"
    save(editor, "cheap")
    assert editor.toast.startswith("The scenario cheap was saved")
    assert editor.page.evaluate("document.activeElement.id") == "scenarios-grid"
    editor.define("price", "20")
    assert table(editor) == {
        "Node": ["now", "cheap"], "price": ["20", "10 -10, -50%"], "total": ["$66.00", "$33.00 -33, -50%"],
    }
    # What is selected is saved, whatever has changed.
    editor.command("fit")
    click(editor, "qty")
    click(editor, "total", "Shift")
    assert text(editor, "#scenarios-offer") == "with the present values of qty"
    save(editor, "more")
    change(editor, "qty", "more", "5")
    assert table(editor) == {
        "Node": ["now", "cheap", "more"], "price": ["20", "10 -10, -50%", "20 as now"], "qty": ["3", "3 as now", "5 +2, +66.7%"],
        "total": ["$66.00", "$33.00 -33, -50%", "$110.00 +44, +66.7%"], "each": ["-60", "-60 =", "60 +120, +200%"],
    }
    assert editor.mismatches == 0 and editor.problems == []


def test_a_cell_is_edited_in_one_step_and_a_bad_text_keeps_its_field(start: Callable[..., Editor]) -> None:
    editor = start(*BILL, ".scenario cheap: price = 10, qty = 5", ".scenario dear: price = 30")
    editor.press("s")
    change(editor, "price", "cheap", "12 kg")
    field = editor.page.locator("#scenario-field input")
    assert "'price' is a Number" in text(editor, "#scenario-problem")
    assert field.input_value() == "12 kg" and field.evaluate("one => one === document.activeElement")
    field.fill("12")
    editor.press("Enter")
    assert field.is_hidden() and table(editor)["price"] == ["20", "12 -8, -40%", "30 +10, +50%"]
    assert editor.page.evaluate("document.activeElement.id") == "scenarios-grid"
    # The present value is edited in its own column.
    change(editor, "price", "now", "24")
    assert table(editor)["price"] == ["24", "12 -12, -50%", "30 +6, +25%"] and "24" in editor.labels["price"]
    # Without a value, the input has the present one; a scenario keeps at least one value.
    change(editor, "qty", "cheap", "")
    assert "qty" not in table(editor)
    change(editor, "price", "dear", "")
    assert "this is the only value of the scenario" in text(editor, "#scenario-problem")
    editor.press("Escape")
    assert field.is_hidden() and editor.page.locator("#scenarios").is_visible()
    editor.press("Control+z", "Control+z", "Control+z")
    assert table(editor)["price"] == ["20", "10 -10, -50%", "30 +10, +50%"] and table(editor)["qty"][1] == "5 +2, +66.7%"
    editor.press("Control+Shift+z")
    assert table(editor)["price"][1] == "12 -8, -40%"
    assert editor.mismatches == 0 and editor.problems == []


def test_a_scenario_is_applied_renamed_and_deleted_each_in_one_step(start: Callable[..., Editor]) -> None:
    editor = start(*BILL, ".scenario cheap: price = 10, qty = 5", ".scenario dear: price = 30")
    editor.press("s")
    editor.page.locator(cell(editor, "price", "cheap")).click()
    assert text(editor, "#scenarios-actions b") == "cheap"
    editor.page.get_by_role("button", name="Apply cheap").click()
    editor.settle()
    assert table(editor)["price"] == ["10", "10 =", "30 +20, +200%"] and editor.toast.startswith("The inputs have the values of cheap")
    assert "55" in editor.labels["total"] and "5" in editor.labels["qty"]
    editor.press("Control+z")
    assert table(editor)["price"][0] == "20" and table(editor)["qty"][0] == "3"
    editor.page.get_by_role("button", name="Rename cheap").click()
    field = editor.page.locator("#scenario-field input")
    field.fill("dear")
    editor.press("Enter")
    assert "the scenario 'dear' exists already" in text(editor, "#scenario-problem")
    field.fill("reduced price")
    editor.press("Enter")
    # The place stays with the scenario, whose column is another one now.
    assert table(editor)["Node"] == ["now", "dear", "reduced price"] and text(editor, "#scenarios-actions b") == "reduced price"
    editor.page.get_by_role("button", name="Delete reduced price").click()
    editor.settle()
    assert table(editor)["Node"] == ["now", "dear"]
    editor.press("Control+z", "Control+z")
    assert table(editor)["Node"] == ["now", "cheap", "dear"]
    assert editor.mismatches == 0 and editor.problems == []


def test_all_of_it_works_by_keys(start: Callable[..., Editor]) -> None:
    editor = start(*BILL, ".scenario cheap: price = 10, qty = 5", ".scenario dear: price = 30")
    editor.press("/")
    editor.page.keyboard.type("what if")
    editor.settle()
    editor.press("Enter")
    grid = editor.page.locator("#scenarios-grid")
    assert editor.page.evaluate("document.activeElement.id") == "scenarios-grid"
    editor.press("ArrowDown", "Enter")
    assert editor.page.evaluate("document.activeElement.ariaLabel") == "qty in cheap"
    editor.page.keyboard.type("6")
    editor.press("Enter")
    assert table(editor)["qty"][1] == "6 +3, +100%"
    editor.press("Delete")
    assert "qty" not in table(editor)
    editor.press("Control+z", "Home", "Control+ArrowUp", "ArrowUp", "ArrowRight", "F2")
    editor.page.keyboard.type("low")
    editor.press("Enter")
    assert table(editor)["Node"] == ["now", "dear", "low"]
    assert grid.get_attribute("aria-activedescendant") == "scenario-cell--1-2"
    editor.press("Delete")
    assert table(editor)["Node"] == ["now", "dear"]
    # An output is taken out of the table, and S is the key of the table from the canvas.
    editor.press("Control+z", "Control+ArrowDown", "Delete")
    assert "each" not in table(editor) and "total" in table(editor)
    editor.press("Escape")
    assert editor.page.locator("#scenarios").is_hidden() and editor.page.evaluate("document.activeElement.id") == "canvas"
    editor.press("s")
    assert editor.page.locator("#scenarios").is_visible()
    editor.page.locator("#canvas").focus()
    editor.press("Escape")
    assert editor.page.locator("#scenarios").is_hidden()
    assert editor.problems == []


def test_the_outputs_are_the_ends_of_the_graph_or_those_that_are_chosen(start: Callable[..., Editor]) -> None:
    editor = start(*BILL, ".scenario cheap: price = 10, qty = 5")
    editor.press("s")
    others = editor.page.locator("#scenarios-others")
    assert list(table(editor)) == ["Node", "price", "qty", "total", "each"]
    assert others.locator("option").all_inner_texts() == ["Compare also …", "sub"]
    others.select_option(label="sub")
    editor.settle()
    assert table(editor)["sub"] == ["60", "50 -10, -16.7%"]
    editor.page.get_by_role("button", name="Don’t compare each").click()
    editor.settle()
    assert list(table(editor)) == ["Node", "price", "qty", "total", "sub"]
    others.select_option(label="The ends of the graph only")
    editor.settle()
    assert list(table(editor)) == ["Node", "price", "qty", "total", "each"]
    # A new end appears by itself.
    editor.page.locator("#canvas").focus()
    editor.press("n")
    editor.page.keyboard.type("= double = total * 2")
    editor.press("Enter")
    assert list(table(editor)) == ["Node", "price", "qty", "each", "double"]
    assert editor.mismatches == 0 and editor.problems == []


def test_a_value_that_fails_has_its_reason_in_its_cell(start: Callable[..., Editor]) -> None:
    editor = start(*BILL, ".scenario four: qty = 4")
    editor.press("s")
    shown = editor.page.locator(cell(editor, "each", "four"))
    assert shown.inner_text().startswith("⚠") and "zero" in shown.inner_text() and "zero" in str(shown.get_attribute("title"))
    change(editor, "qty", "now", "4")
    assert table(editor)["each"][0].startswith("⚠")
    change(editor, "qty", "four", "10")
    assert table(editor)["each"][1] == "10"


def test_all_columns_follow_a_slide_and_only_cells_that_change_are_sent(start: Callable[..., Editor]) -> None:
    editor = start("rate = 2", *(f"a{n} = {n}" for n in range(1, 21)), *(f"b{n} = a{n} * 2" for n in range(1, 20)), "last = a20 * rate",
        *(f".scenario s{n}: a{n} = 100" for n in range(1, 20)), ".scenario t: a20 = 7")
    editor.press("s")
    before = editor.number("scenarios.count")
    editor.define("a3", "4")
    # The present values of an input and an output, and in their scenario the differences; nothing of other scenarios' own values.
    changed = editor.number("scenarios.count") - before
    assert 0 < changed <= 2 * 21, changed
    x, y = editor.output("rate")
    frames, size = editor.number("figures.frames"), editor.number("figures.bytes")
    editor.drag((x - 30, y), (x + 30, y), steps=12)
    frames, size = editor.number("figures.frames") - frames, editor.number("figures.bytes") - size
    assert size / frames < 4000, (size, frames)
    # After the slide, the table is the same as one that is opened now.
    editor.press("s", "Control+ArrowDown")
    shown = table(editor)
    assert shown["last"][0] != "40" and shown["last"][1].endswith("=")
    editor.press("Escape", "s", "Control+ArrowDown")
    assert table(editor) == shown
    assert editor.mismatches == 0 and editor.problems == []


def test_names_are_text_whatever_they_contain(start: Callable[..., Editor]) -> None:
    hostile = "<img src=x onerror=alert(1)>"
    editor = start(f"`{hostile}` = 20", f"`{hostile}2` = `{hostile}` * 2", f".scenario `{hostile}`: `{hostile}` = 10")
    editor.press("s")
    assert table(editor) == {"Node": ["now", hostile], hostile: ["20", "10 -10, -50%"], f"{hostile}2": ["40", "20 -20, -50%"]}
    change(editor, "Node", hostile, "</div><b>'\"&amp;")
    assert table(editor)["Node"] == ["now", "</div><b>'\"&amp;"]
    assert editor.page.locator("#scenarios img").count() == 0
    change(editor, "Node", "</div><b>'\"&amp;", "a`b")
    assert "other than back-ticks" in text(editor, "#scenario-problem")


def test_two_windows_show_the_same_and_what_is_deleted_in_one_ends_the_field_in_the_other(
    serve: Serve, script: Callable[..., Path], open_editor: Open,
) -> None:
    server = serve(script(*BILL, ".scenario cheap: price = 10, qty = 5", ".scenario dear: price = 30"))
    one, other = open_editor(server), open_editor(server)
    one.press("s")
    other.press("s")
    change(one, "price", "dear", "40")
    other.settle()
    assert table(one) == table(other) and table(other)["price"][2] == "40 +20, +100%"
    # A value is edited in one window while its scenario is deleted in the other.
    one.page.locator(cell(one, "price", "cheap")).dblclick()
    one.page.locator("#scenario-field input").fill("11")
    other.page.locator(cell(other, "price", "cheap")).click()
    other.page.get_by_role("button", name="Delete cheap").click()
    other.settle()
    one.settle()
    assert one.page.locator("#scenario-field").is_hidden() and table(one) == table(other)
    assert text(one, "#scenarios-problem") == "The scenario cheap is gone: “11” was not kept"
    # Its input is deleted, and with it the last scenario.
    other.page.locator("#canvas").focus()
    click(other, "price")
    other.press("Delete")
    one.settle()
    assert one.page.locator("#scenarios-none").is_visible() and one.page.locator("#scenarios-grid").is_hidden()
    other.press("Control+z")
    one.settle()
    assert table(one) == table(other) and table(one)["Node"] == ["now", "dear"]
    for editor in (one, other):
        assert editor.mismatches == 0 and editor.problems == []


def test_the_menu_of_a_number_saves_it_and_inputs_in_groups_say_why_not(start: Callable[..., Editor]) -> None:
    editor = start(*BILL)
    editor.select("sub", "rate")
    editor.command("group", "Work")
    x, y = editor.middle("price")
    editor.page.mouse.click(x, y, button="right")
    editor.settle()
    editor.page.get_by_role("menuitem", name="Save as a scenario …").click()
    editor.settle()
    assert editor.page.evaluate("document.activeElement.id") == "scenarios-name"
    assert text(editor, "#scenarios-offer") == "with the present values of price"
    editor.page.keyboard.type("as it is")
    editor.press("Enter")
    assert table(editor)["Node"] == ["now", "as it is"] and table(editor)["price"] == ["20", "20 ="]
    click(editor, "total")
    assert text(editor, "#scenarios-offer") == "total is no input outside of groups"
    save(editor, "none")
    assert text(editor, "#scenarios-problem").startswith("'total' is computed; nothing changed")
    # An input in a group gets no value either, and the reason is said.
    editor.page.mouse.dblclick(*editor.middle("Work"))
    editor.settle()
    click(editor, "rate")
    save(editor, "none")
    assert "rate' is in a group" in text(editor, "#scenarios-problem")
    assert editor.problems == []


def test_a_document_keeps_scenarios_that_were_made_and_undone_in_the_page(serve: Serve, script: Callable[..., Path], open_editor: Open) -> None:
    server = serve(script(*BILL))
    editor = open_editor(server)
    editor.select("price")
    editor.press("s")
    save(editor, "one")
    save(editor, "two")
    editor.press("Control+z")
    server.kill()
    server.start()
    again = open_editor(server)
    again.press("s")
    assert table(again)["Node"] == ["now", "one"]


def test_a_hundred_scenarios_of_a_thousand_nodes_stay_fluid(start: Callable[..., Editor]) -> None:
    lines = ["x = 3", *(f"a{n} = {n}" for n in range(100))]
    lines += [f"n{n} = a{n % 100} * x + {f'n{n - 100}' if n >= 100 else '1'}" for n in range(900)]
    lines += [f".scenario s{n:02}: " + ", ".join(f"a{(n + m) % 100} = {m}" for m in range(10)) for n in range(100)]
    editor = start(*lines)
    editor.press("s")
    assert text(editor, "#scenarios-summary") == "100 scenarios, 100 inputs, 100 outputs"
    assert editor.page.locator("#scenarios-grid [role=gridcell]").count() < 1500
    # The last cell is reached by one key, and shows what the server has sent since.
    editor.press("Control+ArrowDown", "End")
    editor.wait("document.getElementById('scenario-cell-199-100')?.textContent !== ''")
    frames, size = editor.number("figures.frames"), editor.number("figures.bytes")
    begin = editor.page.evaluate("performance.now()")
    for value in range(10):
        editor.command("scenario-set", editor.page.evaluate("String(editor.scenarios.content.rows[0].id)"), "", str(value))
    seconds = (editor.page.evaluate("performance.now()") - begin) / 10_000
    frames, size = editor.number("figures.frames") - frames, editor.number("figures.bytes") - size
    print(json.dumps({"seconds": seconds, "bytes": size / 10, "frames": frames}))
    assert size / 10 < 30_000
    assert editor.mismatches == 0 and editor.problems == []


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_it_fits_into_the_page(browser: Browser, serve: Serve, script: Callable[..., Path], size: tuple[int, int]) -> None:
    context = browser.new_context(viewport=ViewportSize(width=size[0], height=size[1]), reduced_motion="reduce")
    editor = Editor(context, serve(script(*BILL, *(f".scenario plan {n}: price = {n + 10}".replace(f"plan {n}", f"`plan {n}`") for n in range(20)))).link)
    editor.press("s")
    box = editor.page.locator("#scenarios").bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= size[0] and box["y"] + box["height"] <= size[1]
    assert editor.page.evaluate("document.getElementById('scenarios').scrollWidth <= document.getElementById('scenarios').clientWidth")
    for part in ("#scenarios-close", "#scenarios-apply", "#scenarios-name", "#scenarios-new button"):
        inner = editor.page.locator(part).bounding_box()
        assert inner is not None and inner["x"] >= 0 and inner["x"] + inner["width"] <= size[0] and inner["y"] + inner["height"] <= size[1]
    editor.press("End", "Enter")
    field = editor.page.locator("#scenario-field").bounding_box()
    found = editor.page.locator("#scenario-cell-0-20").bounding_box()
    assert field is not None and found is not None and abs(field["x"] - found["x"]) < 2 and abs(field["y"] - found["y"]) < 2
    context.close()
