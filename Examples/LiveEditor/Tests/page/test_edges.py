# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""The inputs and outputs of a group, as cards at the edges of its members."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Editor, Server
from playwright.sync_api import Browser, BrowserContext

Serve = Callable[[Path | None], Server]
Open = Callable[[Server], Editor]


@pytest.fixture
def taxed(script: Callable[..., Path]) -> Path:
    return script("price = 20", "rate = 20%", "tax = price * rate", "gross = Add(x: price, y: 1)", "total = tax + gross", "hue = ColorAdjust()")


def group(editor: Editor, *names: str) -> None:
    """Groups these nodes as Tax, and enters the group."""
    editor.select(*names)
    editor.command("group", "Tax")
    editor.press("Escape", "Escape")
    enter(editor, "Tax")


def enter(editor: Editor, name: str) -> None:
    editor.page.mouse.dblclick(*editor.middle(name))
    editor.settle()


def row(editor: Editor, card: str, index: int, share: float | None = None) -> tuple[float, float]:
    """The port in a row of a card, or a part of the row."""
    left, top, width, _ = editor.places()[card]
    if share is None:
        share = 1 if card == "Inputs" else 0
    return left + width * share, top + (28 + 24 * index + 12) * editor.number("camera.zoom")


def ports(editor: Editor, card: str) -> list[str]:
    found = editor.page.locator(f"#tree > [aria-label^='{card} of'] [role=treeitem]").evaluate_all("all => all.map(one => one.ariaLabel)")
    return [str(one) for one in found]


def test_a_groups_inputs_are_a_card_at_the_left_and_its_outputs_one_at_the_right(
    serve: Serve, taxed: Path, open_editor: Open
) -> None:
    editor = open_editor(serve(taxed))
    assert editor.edges == []
    group(editor, "rate", "tax", "gross", "hue")
    assert editor.edges == ["inputs of Tax, price 20", "outputs of Tax, tax 4, gross 21"], editor.edges
    assert ports(editor, "inputs") == ["input price of Tax, 20, used by tax, gross"]
    assert ports(editor, "outputs") == ["output tax of Tax, 4, from tax", "output gross of Tax, 21, from gross", "new output of Tax: connect a node to make it an output"]
    places = editor.places()
    members = [places[name] for name in ("rate", "tax", "gross", "hue")]
    assert places["Inputs"][0] + places["Inputs"][2] < min(left for left, _, _, _ in members)
    assert max(left + width for left, _, width, _ in members) < places["Outputs"][0]
    # All is on the page.
    assert all(left >= 0 and left + width <= 1000 for left, _, width, _ in places.values())
    # Pointing at a row says where the value is from.
    editor.page.mouse.move(*row(editor, "Outputs", 1, 0.5))
    editor.page.locator("#tip", has_text="output gross of Tax").wait_for(state="visible")
    editor.press("Escape")
    assert editor.edges == [] and "Inputs" not in editor.places()
    assert editor.mismatches == 0 and editor.problems == []


def test_a_wire_from_a_row_connects_and_a_wire_to_the_free_row_makes_an_output(
    serve: Serve, taxed: Path, open_editor: Open, context: BrowserContext
) -> None:
    server = serve(taxed)
    editor = open_editor(server)
    group(editor, "rate", "tax", "gross", "hue")
    other = Editor(context, server.link)
    editor.drag(row(editor, "Inputs", 0), editor.input("gross", 1))
    assert editor.labels["gross"].endswith(", 40"), editor.toast
    other.settle()
    assert other.labels["total"].endswith(", 44")
    editor.settle()
    editor.press("Control+z")
    assert editor.labels["gross"].endswith(", 21")
    # The reason of a refusal is at the wire, and the graph stays.
    editor.page.mouse.move(*row(editor, "Inputs", 0))
    editor.page.mouse.down()
    editor.page.mouse.move(*row(editor, "Outputs", 2), steps=4)
    editor.settle()
    assert editor.page.locator("#tip").inner_text() == "an input of Tax can't be its output: compute something from it"
    editor.page.mouse.up()
    editor.settle()
    assert "can't be its output" in editor.toast
    editor.drag(editor.output("rate"), row(editor, "Outputs", 2))
    assert editor.edges[1] == "outputs of Tax, tax 4, gross 21, rate 0.2", editor.toast
    other.settle()
    assert "rate 0.2" in other.labels["group Tax"]
    editor.settle()
    # Its menu removes it; one that is used outside stays, with the reason.
    for index in (2, 1):
        editor.page.mouse.click(*row(editor, "Outputs", index, 0.5), button="right")
        editor.page.locator("#menu [role=menuitem]", has_text="Remove the output").click()
        editor.settle()
    assert editor.edges[1] == "outputs of Tax, tax 4, gross 21" and "'gross' is connected in" in editor.toast
    # A wire that is pulled from the row onto the canvas is read by a node of the palette.
    left, top = row(editor, "Inputs", 0)
    editor.drag((left, top), (left + 30, top + 200))
    editor.page.locator("#palette").wait_for(state="visible")
    assert "price" in editor.page.locator("#palette-title").inner_text()
    editor.page.keyboard.type("twice = price * 2")
    editor.press("Enter")
    assert editor.labels["twice"] == "twice, price * 2, 40", editor.toast
    assert editor.mismatches == 0 and editor.problems == []


def test_rows_rename_ports_and_cards_move_but_stay(serve: Serve, taxed: Path, open_editor: Open, context: BrowserContext) -> None:
    server = serve(taxed)
    editor = open_editor(server)
    group(editor, "rate", "tax", "gross", "hue")
    editor.page.mouse.dblclick(*row(editor, "Inputs", 0, 0.3))
    field = editor.page.locator("#field-text")
    field.wait_for(state="visible")
    assert field.get_attribute("aria-label") == "name of input price of Tax"
    editor.page.keyboard.type("cost")
    editor.press("Enter")
    assert editor.edges[0] == "inputs of Tax, cost 20" and editor.labels["tax"] == "tax, cost * rate, 4"
    # By keyboard: the card, its row, and F2.
    editor.press("Escape", "ArrowRight")
    for _ in range(8):
        if editor.page.evaluate("document.activeElement.getAttribute('aria-activedescendant')") is None:
            break
        editor.press("ArrowLeft")
    editor.press("Enter", "F2")
    assert field.is_visible() and field.input_value() == "cost"
    editor.page.keyboard.type("net")
    editor.press("Enter")
    assert editor.edges[0] == "inputs of Tax, net 20"
    editor.press("Escape", "Escape")
    # It is moved, in the other window as well, without a step.
    undo = editor.page.locator("#tool-undo").get_attribute("title")
    other = Editor(context, server.link)
    enter(other, "Tax")
    editor.settle()
    before = editor.places()["Inputs"]
    editor.drag(editor.middle("Inputs"), (editor.middle("Inputs")[0] - 10, editor.middle("Inputs")[1] + 90))
    after = editor.places()["Inputs"]
    assert after[1] - before[1] == pytest.approx(90, abs=6) and editor.page.locator("#tool-undo").get_attribute("title") == undo
    other.settle()
    assert other.places()["Inputs"][1] - other.places()["tax"][1] == pytest.approx(after[1] - editor.places()["tax"][1], abs=1)
    editor.settle()
    # All that is selected is deleted but the cards, and one alone is not.
    editor.page.mouse.click(*editor.middle("Inputs"))
    editor.press("Delete")
    assert "can't be deleted" in editor.toast and len(editor.edges) == 2
    editor.command("copy")
    assert editor.toast == "Nothing is selected"
    editor.press("Control+g")
    assert "no nodes that can be grouped" in editor.toast
    # The group goes away while both are in it.
    editor.press("Escape", "Escape", "Escape", "Escape")
    editor.page.mouse.click(*editor.middle("Tax"))
    editor.command("ungroup")
    other.settle()
    assert other.edges == [] and "net" not in other.places() and other.page.locator("#path li").count() == 1
    editor.settle()
    assert editor.mismatches == 0 and editor.problems == [] and other.problems == []


def test_an_inner_group_and_a_second_instance_have_cards_of_their_own(serve: Serve, tmp_path: Path, open_editor: Open) -> None:
    copy = tmp_path / "taxes.json"
    copy.write_text((Path(__file__).parent / "groups.json").read_text())
    editor = open_editor(serve(copy))
    enter(editor, "Invoice")
    assert editor.edges == ["inputs of Invoice, net 10", "outputs of Invoice, tax 5"], editor.edges
    enter(editor, "Tax")
    inner = editor.edges
    assert inner[0] == "inputs of Tax, net 10" and inner[1] == "outputs of Tax, tax 5"
    editor.drag(editor.output("rate"), row(editor, "Outputs", 1))
    assert "rate" in editor.edges[1], editor.toast
    editor.press("Escape", "Escape", "Escape", "Escape")
    assert editor.page.locator("#path li").count() == 1
    enter(editor, "More")
    assert editor.edges[0].startswith("inputs of More, net") and "rate" in editor.edges[1]
    editor.press("Control+z")
    assert editor.page.locator("#path li").count() == 3 and editor.edges == inner
    assert editor.mismatches == 0 and editor.problems == []


def test_an_output_of_a_group_has_the_format_of_its_node_which_its_row_sets(
    serve: Serve, taxed: Path, open_editor: Open
) -> None:
    editor = open_editor(serve(taxed))
    editor.select("rate", "tax", "gross")
    editor.command("group", "Tax")
    editor.press("Escape", "Escape")
    editor.page.mouse.click(*row(editor, "Tax", 1, 0.6), button="right")
    editor.page.locator("#menu [role=menuitem]", has_text="Format of Tax.tax").click()
    field = editor.page.locator("#field-text")
    field.wait_for(state="visible")
    editor.page.keyboard.type("$0.00")
    editor.press("Enter")
    texts = editor.words("Tax") + editor.words("total")
    assert texts.count("$4.00") == 2, texts
    enter(editor, "Tax")
    assert "$4.00" in editor.words("tax") and "$4.00" in editor.words("Outputs")
    assert editor.mismatches == 0 and editor.problems == []


def test_a_long_path_is_dragged_and_a_phone_has_a_map(serve: Serve, script: Callable[..., Path], browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    editor = Editor(context, serve(script("a = 3", "b = a + 1")).link)
    for name in ("First of the groups", "Second of the groups", "Third of the groups"):
        editor.command("all")
        editor.command("group", name)
    editor.press("Escape", "Escape")
    for name in ("Third of the groups", "Second of the groups", "First of the groups"):
        editor.page.evaluate("editor.camera.zoomBy(1 / editor.camera.zoom, 0, 0)")
        editor.settle()
        editor.command("fit")
        node = editor.page.locator(f"#tree > [aria-label*='{name}']").get_attribute("id")
        assert node
        editor.command("focus", node.removeprefix("node-"))
        editor.press("Enter")
    title = editor.page.locator("#title")
    box = title.bounding_box()
    assert box and title.evaluate("one => one.scrollLeft > 0 && one.scrollLeft + one.clientWidth >= one.scrollWidth - 1")
    middle = box["y"] + box["height"] / 2
    editor.drag((box["x"] + 30, middle), (box["x"] + 250, middle))
    assert editor.page.locator("#path li").count() == 4, "a drag is no click"
    assert title.evaluate("one => one.scrollLeft") < 100
    # The map is shown where not all is seen.
    editor.page.evaluate("editor.camera.zoomBy(3, 0, 0)")
    editor.page.evaluate("editor.camera.pan(300, 0)")
    editor.settle()
    little, tools = editor.page.locator("#minimap").bounding_box(), editor.page.locator("#tools").bounding_box()
    assert little and tools and little["x"] + little["width"] <= 390 and little["y"] + little["height"] <= tools["y"]
    assert editor.mismatches == 0 and editor.problems == []
    context.close()
