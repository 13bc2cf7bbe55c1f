# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""Groups: going in and out, what is changed in one instance and what in all, and several windows in different places."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Editor, Server
from playwright.sync_api import BrowserContext

Serve = Callable[[Path | None], Server]
Open = Callable[[Server], Editor]


@pytest.fixture
def taxes(tmp_path: Path) -> Path:
    """A price that two groups of one kind read, one of them inside another."""
    copy = tmp_path / "taxes.json"
    copy.write_text((Path(__file__).parent / "groups.json").read_text())
    return copy


def crumbs(editor: Editor) -> list[str]:
    return [text.removesuffix(" •") for text in editor.page.locator("#path li").all_inner_texts()]


def names(editor: Editor) -> list[str]:
    return sorted(label.split(",")[0] for label in editor.labels)


def enter(editor: Editor, name: str) -> None:
    editor.page.mouse.dblclick(*editor.middle(name))
    editor.settle()


def choose(editor: Editor, name: str, title: str) -> None:
    menu = editor.page.locator("#menu")
    editor.page.mouse.click(*editor.middle(name), button="right")
    menu.wait_for(state="visible")
    menu.locator("[role=menuitem]").get_by_text(title, exact=True).click()
    editor.settle()


def said(editor: Editor) -> str:
    return " | ".join(editor.page.locator("#said p").all_inner_texts())


def test_a_group_is_a_card_that_a_double_click_goes_into_and_its_path_leads_back(
    serve: Serve, taxes: Path, open_editor: Open
) -> None:
    editor = open_editor(serve(taxes))
    assert names(editor) == ["group Invoice", "group More", "group Spare", "price", "total"]
    assert editor.labels["group Invoice"] == "group Invoice, 1 node, tax 5"
    assert editor.labels["total"] == "total, tax + more, 10"
    ports = editor.page.locator("#tree [role=treeitem]").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert "input net, from price, 10" in ports and "input more, from More, 5" in ports
    enter(editor, "Invoice")
    assert crumbs(editor) == ["taxes.json", "Invoice"] and names(editor) == ["group Tax"]
    assert "In Invoice" in said(editor)
    enter(editor, "Tax")
    assert crumbs(editor) == ["taxes.json", "Invoice", "Tax"] and names(editor) == ["rate", "reduced", "tax"]
    assert editor.labels["tax"].endswith(", 5")
    # Places of all groups were found, and the undo has nothing of that.
    assert len(set(editor.places().values())) == 5 and editor.page.locator("#tool-undo").is_disabled()
    # Each part of the path leads there, by keyboard as well.
    buttons = editor.page.locator("#path button")
    assert buttons.evaluate_all("all => all.map(one => one.ariaLabel)") == ["Leave to taxes.json", "Leave to Invoice"]
    buttons.nth(1).focus()
    editor.press("Enter")
    assert crumbs(editor) == ["taxes.json", "Invoice"]
    # What was left has the focus: Enter goes in again, Escape lets go of it and then leaves.
    editor.press("Enter")
    assert crumbs(editor)[-1] == "Tax"
    editor.press("Escape", "Escape", "Escape")
    assert crumbs(editor) == ["taxes.json"]
    editor.press("Escape", "Escape")
    assert crumbs(editor) == ["taxes.json"] and names(editor) == ["group Invoice", "group More", "group Spare", "price", "total"]
    assert editor.mismatches == 0 and editor.problems == []


def test_a_value_is_of_one_instance_and_undo_goes_where_it_was_given(
    serve: Serve, taxes: Path, open_editor: Open, context: BrowserContext
) -> None:
    server = serve(taxes)
    editor = open_editor(server)
    other = Editor(context, server.link)
    editor.settle()
    # Where the user was in the document is where leaving leads.
    editor.page.mouse.move(500, 350)
    editor.page.mouse.wheel(60, 90)
    editor.settle()
    place = (editor.number("camera.x"), editor.number("camera.y"))
    enter(editor, "More")
    assert place != (editor.number("camera.x"), editor.number("camera.y"))
    editor.page.mouse.dblclick(*editor.middle("rate"))
    editor.page.locator("#field-text").wait_for(state="visible")
    editor.page.keyboard.type("2")
    editor.press("Enter")
    assert editor.labels["tax"].endswith(", 20")
    # A window outside shows what has come of it.
    other.settle()
    assert other.labels["group More"].endswith("tax 20") and other.labels["total"] == "total, tax + more, 25"
    editor.page.locator("#path button").first.click()
    editor.settle()
    assert place == (editor.number("camera.x"), editor.number("camera.y"))
    # The other instance has its own.
    assert editor.labels["total"] == "total, tax + more, 25"
    assert editor.labels["group Invoice"].endswith("tax 5") and editor.labels["group More"].endswith("tax 20")
    editor.press("Control+z")
    assert crumbs(editor) == ["taxes.json", "More"] and editor.labels["tax"].endswith(", 5")
    editor.press("Control+Shift+z")
    assert editor.labels["tax"].endswith(", 20")
    # What isn't a value is refused with a reason, and the field stays.
    editor.page.mouse.dblclick(*editor.middle("rate"))
    editor.page.locator("#field-text").wait_for(state="visible")
    editor.page.keyboard.type("true")
    editor.press("Enter")
    assert "More › rate takes a Number" in editor.page.locator("#field-problem").inner_text()
    assert editor.mismatches == 0 and editor.problems == []


def test_places_and_wires_are_of_all_instances(
    serve: Serve, taxes: Path, open_editor: Open, context: BrowserContext
) -> None:
    server = serve(taxes)
    editor = open_editor(server)
    other = Editor(context, server.link)
    enter(other, "Invoice")
    enter(other, "Tax")
    editor.settle()
    enter(editor, "More")
    assert crumbs(editor) == ["taxes.json", "More"]
    x, y = editor.middle("rate")
    before = editor.places()["rate"]
    editor.drag((x, y), (x + 30, y - 40))
    after = editor.places()["rate"]
    # It may have snapped to a neighbour.
    assert after[0] - before[0] == pytest.approx(30, abs=5.5)
    editor.drag(editor.output("reduced"), editor.input("tax", 1))
    assert editor.labels["tax"].endswith(", 2.5"), editor.toast
    # The other window is in another instance, and has not moved from there.
    other.settle()
    assert crumbs(other) == ["taxes.json", "Invoice", "Tax"] and other.labels["tax"].endswith(", 2.5")
    zoom, far = editor.number("camera.zoom"), other.number("camera.zoom")
    one, two = editor.places(), other.places()
    for axis in (0, 1):
        assert (one["rate"][axis] - one["tax"][axis]) / zoom == pytest.approx((two["rate"][axis] - two["tax"][axis]) / far, abs=0.1)
    # What another window undoes is undone where it was done there.
    other.press("Control+z")
    assert crumbs(other) == ["taxes.json", "More"] and other.labels["tax"].endswith(", 5")
    assert editor.mismatches == 0 and other.mismatches == 0 and editor.problems + other.problems == []


def test_what_a_group_refuses_is_said_and_changes_nothing(serve: Serve, taxes: Path, open_editor: Open) -> None:
    editor = open_editor(serve(taxes))
    labels = editor.labels
    # A formula reads the group.
    editor.page.mouse.click(*editor.middle("More"))
    editor.press("Delete")
    assert "the formula of total uses More" in editor.toast
    editor.press("Control+a", "Control+c")
    assert "Groups can't be copied" in editor.toast
    assert editor.labels == labels
    enter(editor, "More")
    editor.page.mouse.click(*editor.middle("reduced"))
    editor.press("Control+d")
    assert names(editor) == ["rate", "reduced", "reduced2", "tax"]
    editor.press("Delete")
    assert names(editor) == ["rate", "reduced", "tax"]
    editor.press("Control+z", "Control+z")
    assert names(editor) == ["rate", "reduced", "tax"]
    # Two instances of one group.
    editor.press("Escape", "Escape")
    editor.page.mouse.click(*editor.middle("More"))
    editor.press("Control+d")
    assert "group More2" in editor.labels
    editor.press("Control+z")
    assert editor.labels == labels
    assert editor.mismatches == 0 and editor.problems == []


def test_a_window_in_a_group_that_another_deletes_is_led_out(
    serve: Serve, taxes: Path, open_editor: Open, context: BrowserContext
) -> None:
    server = serve(taxes)
    editor = open_editor(server)
    enter(editor, "Spare")
    other = Editor(context, server.link)
    other.page.mouse.click(*other.middle("Spare"))
    other.press("Delete")
    editor.settle()
    assert crumbs(editor) == ["taxes.json"] and names(editor) == ["group Invoice", "group More", "price", "total"]
    assert "In taxes.json" in said(editor)
    editor.press("Control+z")
    assert "group Spare" in editor.labels and "group Spare" in other.labels
    assert editor.mismatches == 0 and other.mismatches == 0 and editor.problems + other.problems == []


def test_a_document_with_groups_is_saved_with_them_and_opened_in_place_of_another(
    serve: Serve, taxes: Path, open_editor: Open
) -> None:
    editor = open_editor(serve(taxes))
    enter(editor, "More")
    editor.press("ArrowRight", "Control+s")
    saved = json.loads(taxes.read_text())
    assert sorted(one["name"] for one in saved["definitions"]) == ["Invoice", "Tax"] and len(saved["instances"]) == 4
    # Another document begins at its top.
    editor.command("open", "one.nc", "a = 1")
    editor.settle()
    assert crumbs(editor) == ["one.nc"] and names(editor) == ["a"]
    editor.command("open", "taxes.json", taxes.read_text())
    assert crumbs(editor) == ["taxes.json"] and "group More" in editor.labels
    assert editor.mismatches == 0 and editor.problems == []


def test_a_selection_is_made_a_group_and_taken_apart_by_keys_and_by_the_menu(
    serve: Serve, bill: Path, open_editor: Open, context: BrowserContext
) -> None:
    server = serve(bill)
    editor = open_editor(server)
    other = Editor(context, server.link)
    editor.settle()

    def corners(of: Editor) -> dict[str, float]:
        zoom, x, y = of.number("camera.zoom"), of.number("camera.x"), of.number("camera.y")
        places = of.places().items()
        return {f"{name}.x": box[0] / zoom + x for name, box in places} | {f"{name}.y": box[1] / zoom + y for name, box in places}

    labels, places = editor.labels, corners(editor)
    outside = ["each", "group Group", "price", "qty", "sub", "total"]
    editor.select("rate", "tax")
    editor.press("Control+g")
    assert names(editor) == outside, editor.toast
    assert editor.labels["group Group"].endswith("tax 12") and editor.labels["total"] == labels["total"]
    # It is asked for its name where it shows, and Enter alone leaves that.
    field = editor.page.locator("#field-text")
    assert field.input_value() == "Group" and field.evaluate("one => one === document.activeElement")
    assert "was created" not in said(editor)
    editor.press("Enter")
    assert names(editor) == outside and not field.is_visible()
    assert "Group was created" in editor.toast and "Group was created" in said(editor)
    # It lies at the middle of the two, and a window beside shows it.
    other.settle()
    for window in (editor, other):
        for axis in ("x", "y"):
            middle = (places[f"rate.{axis}"] + places[f"tax.{axis}"]) / 2
            assert corners(window)[f"Group.{axis}"] == pytest.approx(middle, abs=0.2)
    assert names(other) == outside
    # One step: undone, and done again by the other.
    editor.press("Control+z")
    assert editor.labels == labels and corners(editor) == pytest.approx(places, abs=0.2)
    other.press("Control+Shift+z")
    assert names(other) == outside and crumbs(other) == ["tax.nc"]
    editor.settle()
    assert names(editor) == outside
    # The next has another name. The one that was made is selected and has the keyboard: Enter goes in.
    editor.select("price")
    editor.press("Control+g")
    editor.press("Enter")
    editor.press("Enter")
    assert crumbs(editor) == ["tax.nc", "Group 2"] and names(editor) == ["price"]
    # In a group one is made, named at once, and taken apart.
    editor.press("ArrowRight", "Control+g")
    editor.page.keyboard.type("Inner")
    editor.press("Enter")
    assert names(editor) == ["group Inner"], editor.toast
    editor.press("Control+Shift+G")
    assert names(editor) == ["price"]
    # Where another window takes that apart, this one is led out.
    other.settle()
    other.page.mouse.click(*other.middle("Group 2"))
    other.press("Control+Shift+G")
    editor.settle()
    assert crumbs(editor) == ["tax.nc"] and names(editor) == names(other) == outside
    editor.press("1")
    choose(editor, "Group", "Ungroup")
    assert editor.labels == labels and corners(editor) == pytest.approx(places, abs=0.2) and "2 nodes were moved out" in editor.toast
    other.settle()
    assert other.labels == labels
    # What came out is selected, and the menu makes it a group again.
    choose(editor, "tax", "Group")
    assert names(editor) == outside
    editor.press("Escape")
    # Without a group, and without anything, there is nothing to do.
    editor.select("price")
    editor.press("Control+Shift+G")
    assert "no group is selected" in editor.toast and "no group is selected" in said(editor)
    editor.select()
    editor.press("Control+g")
    assert "the selection has no nodes that can be grouped" in editor.toast and names(editor) == outside
    # A formula outside that reads what the group gives is deleted like another.
    editor.page.mouse.click(*editor.middle("total"))
    editor.press("Delete")
    assert names(editor) == ["each", "group Group", "price", "qty", "sub"]
    assert editor.mismatches == 0 and other.mismatches == 0 and editor.problems + other.problems == []


def test_nodes_move_into_a_group_and_out_of_it_by_the_menu(serve: Serve, tmp_path: Path, open_editor: Open) -> None:
    file = tmp_path / "move.nc"
    file.write_text("a = 2\nb = a + 1\nc = b * 2\n")
    editor = open_editor(serve(file))
    editor.page.mouse.click(*editor.middle("b"))
    editor.settle()
    editor.command("group", "G")
    editor.settle()
    editor.press("Escape", "Escape")
    for name in ("c", "G"):
        editor.page.keyboard.down("Shift")
        editor.page.mouse.click(*editor.middle(name))
        editor.page.keyboard.up("Shift")
    editor.settle()
    choose(editor, "G", "Move the other nodes into it")
    assert names(editor) == ["a", "group G"]
    enter(editor, "G")
    assert names(editor) == ["b", "c"]
    choose(editor, "c", "Move out of the group")
    assert names(editor) == ["b"]
    editor.command("leave")
    editor.settle()
    assert names(editor) == ["a", "c", "group G"]
    assert editor.mismatches == 0 and editor.problems == []


def test_a_group_gets_another_name_by_a_key_and_by_the_menu(
    serve: Serve, taxes: Path, open_editor: Open, context: BrowserContext
) -> None:
    server = serve(taxes)
    editor = open_editor(server)
    other = Editor(context, server.link)
    enter(other, "Invoice")
    labels = editor.labels

    def type_name(name: str) -> None:
        editor.page.keyboard.type(name)
        editor.press("Enter")

    # What was clicked is what the key is for.
    editor.page.mouse.click(*editor.middle("Invoice"))
    editor.press("F2")
    type_name("Bill")
    assert editor.labels["group Bill"] == "group Bill, 1 node, tax 5" and "group Invoice" not in editor.labels
    # A window inside says where it is now.
    other.settle()
    assert crumbs(other) == ["taxes.json", "Bill"]
    other.page.mouse.click(*other.middle("Tax"))
    other.press("F2")
    other.page.keyboard.type("Duty")
    other.press("Enter")
    assert names(other) == ["group Duty"]
    other.press("Control+z")
    assert names(other) == ["group Tax"]
    editor.settle()
    editor.press("Control+z")
    assert editor.labels == labels
    # A name that is taken is refused where it was typed.
    editor.page.mouse.click(*editor.middle("Invoice"), button="right")
    editor.page.locator("#menu").wait_for(state="visible")
    editor.page.locator("#menu [role=menuitem]").get_by_text("Rename", exact=True).click()
    editor.settle()
    type_name("price")
    assert editor.labels == labels and "is taken" in said(editor)
    editor.page.keyboard.press("Control+a")
    type_name("Bill")
    assert "group Bill" in editor.labels
    other.settle()
    assert crumbs(other) == ["taxes.json", "Bill"]
    assert editor.mismatches == 0 and other.mismatches == 0 and editor.problems + other.problems == []


def test_nodes_and_formulas_are_given_in_a_group_for_all_its_instances(
    serve: Serve, taxes: Path, open_editor: Open, context: BrowserContext
) -> None:
    server = serve(taxes)
    editor = open_editor(server)
    other = Editor(context, server.link)
    enter(other, "Invoice")
    enter(other, "Tax")
    enter(editor, "More")
    before = names(editor)

    def add(text: str) -> None:
        editor.press("n")
        editor.page.keyboard.insert_text(text)
        editor.press("Enter")

    add("= rate * 2")
    assert set(names(editor)) - set(before) == {"formula1"}, editor.toast
    # It is in the other instance as well, with what that has.
    other.settle()
    assert "formula1" in names(other) and crumbs(other) == ["taxes.json", "Invoice", "Tax"]
    rate = float(other.labels["rate"].rsplit(" ", 1)[1])
    assert float(other.labels["formula1"].rsplit(" ", 1)[1]) == pytest.approx(rate * 2)
    # Another formula for it, typed over the old one.
    editor.press("Escape")
    editor.page.mouse.dblclick(*editor.middle("formula1"))
    editor.page.locator("#field-text").wait_for(state="visible")
    editor.page.keyboard.insert_text("rate * 4")
    editor.press("Enter")
    other.settle()
    for window in (editor, other):
        rate = float(window.labels["rate"].rsplit(" ", 1)[1])
        assert float(window.labels["formula1"].rsplit(" ", 1)[1]) == pytest.approx(rate * 4)
    editor.press("Control+z", "Control+z")
    assert names(editor) == before
    other.settle()
    assert "formula1" not in names(other)
    # What is refused says so, and nothing is changed.
    add("rate = 1")
    assert "taken" in editor.page.locator("#palette-problem").inner_text() and names(editor) == before
    assert editor.mismatches == 0 and other.mismatches == 0 and editor.problems + other.problems == []


def test_a_page_that_was_in_a_group_comes_back_to_what_is_around_it(
    serve: Serve, taxes: Path, open_editor: Open
) -> None:
    server = serve(taxes)
    editor = open_editor(server)
    before = editor.middle("price")
    enter(editor, "Invoice")
    editor.page.mouse.move(600, 400)
    editor.page.mouse.wheel(3000, 0)
    editor.settle()
    connections = editor.number("figures.connections")
    server.kill()
    server.start()
    editor.wait(f"editor.figures.connections > {connections}")
    editor.settle()
    assert crumbs(editor) == ["taxes.json"]
    assert editor.middle("price") == pytest.approx(before, abs=1)
