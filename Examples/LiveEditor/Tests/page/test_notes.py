# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""Notes on the canvas and of nodes, comments of scripts, and functions of one's own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from conftest import Editor, Server
from playwright.sync_api import BrowserContext

Serve = Callable[[Path | None], Server]
Open = Callable[[Server], Editor]
Note = tuple[str, tuple[float, float]]


def notes(editor: Editor) -> list[Note]:
    """The words that are drawn on each frame, and where the frame begins on the page."""
    found = editor.page.evaluate(
        """editor.drawings.order.filter((group) => group.depth < 2 ** 48).map(({ x, y, steps }) => {
          const words = [];
          const context = new Proxy({}, {
            get: (_, key) => key === "fillText" ? (text) => words.push(text) : () => undefined, set: () => true });
          for (const step of steps) step(context);
          const { x: left, y: top } = editor.camera.page(x, y);
          return [words.join(" "), [left, top]];
        })"""
    )
    return [(text, (place[0], place[1])) for text, place in found]


def texts(editor: Editor) -> list[str]:
    return [text for text, _ in notes(editor)]


def plain(path: Path) -> Path:
    """The bill without its comment, so that it has no note."""
    path.write_text(path.read_text().partition("\n")[2])
    return path


def add(editor: Editor, text: str) -> None:
    """Adds a note in the palette."""
    editor.press("n")
    editor.page.keyboard.type("add a note")
    editor.settle()
    editor.press("Enter")
    editor.page.locator("#note").wait_for(state="visible")
    editor.page.locator("#note-text").fill(text)
    editor.press("Control+Enter")
    assert not editor.page.locator("#note").is_visible()


def test_a_note_is_added_edited_moved_resized_and_deleted(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(plain(bill)))
    field = editor.page.locator("#note-text")
    add(editor, "What it **costs**\n- per `piece`")
    assert texts(editor) == ["What it costs • per piece"]
    assert editor.page.evaluate("document.activeElement.id") == "canvas"
    # A double click edits it; Escape keeps what was there, and so does nothing else.
    _, (left, top) = notes(editor)[0]
    editor.page.mouse.dblclick(left + 60, top + 20)
    field.wait_for(state="visible")
    assert field.input_value() == "What it **costs**\n- per `piece`"
    field.fill("thrown away")
    editor.press("Escape")
    assert not field.is_visible() and texts(editor) == ["What it costs • per piece"]
    # Leaving the field keeps what was written.
    editor.page.mouse.dblclick(left + 60, top + 20)
    field.wait_for(state="visible")
    field.fill("kept")
    editor.page.locator("#zoom-in").focus()
    editor.settle()
    assert texts(editor) == ["kept"]
    editor.command("undo")
    assert texts(editor) == ["What it costs • per piece"]
    # All of it moves it, its corner resizes it.
    editor.drag((left + 60, top + 30), (left + 90, top + 50))
    place = notes(editor)[0][1]
    assert abs(place[0] - left - 30) < 1 and abs(place[1] - top - 20) < 1
    width, height = 240 * editor.number("camera.zoom"), 64 * editor.number("camera.zoom")
    editor.drag((place[0] + width - 4, place[1] + height - 4), (place[0] + width + 76, place[1] + height + 36))
    assert notes(editor)[0][1] == place
    editor.page.mouse.click(place[0] + width + 40, place[1] + height + 10, button="right")
    menu = editor.page.locator("#menu")
    menu.wait_for(state="visible")
    menu.locator("[role=menuitem]", has_text="Delete the note").click()
    editor.settle()
    assert texts(editor) == []
    editor.press("Control+z")
    assert texts(editor) == ["What it costs • per piece"]
    assert editor.mismatches == 0 and editor.problems == []


def test_the_palette_finds_a_note_by_its_words_and_edits_it(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(plain(bill)))
    add(editor, "Where the money goes")
    editor.press("/")
    editor.page.keyboard.type("where the money")
    editor.settle()
    assert editor.page.locator("#palette-list b").first.inner_text() == "Where the money goes"
    editor.press("Enter")
    assert editor.page.locator("#note-text").input_value() == "Where the money goes"
    editor.press("Escape")
    assert editor.page.evaluate("document.activeElement.id") == "canvas"
    assert editor.mismatches == 0 and editor.problems == []


def test_a_link_in_a_note_goes_to_its_node(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(plain(bill)))
    add(editor, "[[total]]")
    _, (left, top) = notes(editor)[0]
    zoom = editor.number("camera.zoom")
    editor.page.mouse.click(left + 26 * zoom, top + 21 * zoom)
    editor.settle()
    assert editor.page.evaluate("document.getElementById('canvas').getAttribute('aria-activedescendant')")
    focused = editor.page.evaluate(
        "document.getElementById(document.getElementById('canvas').getAttribute('aria-activedescendant')).ariaLabel"
    )
    assert focused.startswith("total,")
    # The menu has the link for the keyboard.
    _, (left, top) = notes(editor)[0]
    editor.page.mouse.click(left + 100 * zoom, top + 50 * zoom, button="right")
    editor.page.locator("#menu").wait_for(state="visible")
    assert "Go to total" in editor.page.locator("#menu").inner_text()
    editor.press("Escape")
    assert editor.mismatches == 0 and editor.problems == []


def test_a_node_has_a_note_that_its_tip_and_the_tree_say(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(plain(bill)))
    editor.page.mouse.click(*editor.middle("tax"), button="right")
    menu = editor.page.locator("#menu")
    menu.wait_for(state="visible")
    menu.locator("[role=menuitem]", has_text="Add a note …").click()
    editor.page.locator("#note-text").wait_for(state="visible")
    editor.page.locator("#note-text").fill("of **2026**\nsee [[rate]]")
    editor.press("Control+Enter")
    assert editor.labels["tax"].endswith(", note: of 2026\nsee rate")
    editor.page.mouse.move(10, 300)
    editor.page.mouse.move(*editor.middle("tax"))
    editor.page.locator("#tip", has_text="of 2026").wait_for(state="visible")
    editor.page.mouse.click(*editor.middle("tax"), button="right")
    menu.wait_for(state="visible")
    assert "Note …" in menu.inner_text() and "Go to rate" in menu.inner_text()
    editor.press("Escape", "Control+z")
    assert "note" not in editor.labels["tax"]
    assert editor.mismatches == 0 and editor.problems == []


def test_of_two_windows_that_edit_a_note_the_later_one_wins_and_the_other_is_told(
    serve: Serve, bill: Path, open_editor: Open, context: BrowserContext
) -> None:
    server = serve(plain(bill))
    editor = open_editor(server)
    add(editor, "first")
    other = Editor(context, server.link)
    for one in (editor, other):
        one.page.bring_to_front()
        _, (left, top) = notes(one)[0]
        one.page.mouse.dblclick(left + 100, top + 30)
        one.page.locator("#note-text").wait_for(state="visible")
    other.page.locator("#note-text").fill("of the other")
    other.press("Control+Enter")
    editor.settle()
    assert "changed meanwhile" in editor.page.locator("#note-problem").inner_text()
    editor.page.locator("#note-text").fill("of this one")
    editor.press("Control+Enter")
    assert texts(editor) == ["of this one"]
    other.settle()
    assert texts(other) == ["of this one"]
    editor.press("Control+z")
    assert texts(editor) == ["of the other"]
    assert editor.mismatches == 0 and other.problems == [] and editor.problems == []


def test_a_note_that_is_too_long_is_refused_and_stays_in_the_field(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(plain(bill)))
    add(editor, "short")
    _, (left, top) = notes(editor)[0]
    editor.page.mouse.dblclick(left + 100, top + 30)
    field = editor.page.locator("#note-text")
    field.wait_for(state="visible")
    field.fill("x" * (1 << 20))
    editor.press("Control+Enter")
    assert "at most 64 KiB; this one has 1024 KiB" in editor.page.locator("#note-problem").inner_text()
    assert field.is_visible() and len(field.input_value()) == 1 << 20
    field.fill("shorter")
    editor.press("Control+Enter")
    assert texts(editor) == ["shorter"]
    assert editor.mismatches == 0 and editor.problems == []


def test_no_html_of_a_note_is_obeyed(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(plain(bill)))
    add(editor, "<img src=x onerror=alert(1)> <b>no</b>")
    assert texts(editor) == ["<img src=x onerror=alert(1)> <b>no</b>"]
    with editor.page.expect_download() as given:
        editor.command("svg")
    picture = given.value.path().read_text()
    assert "onerror=alert(1)&gt;" in picture and "<img" not in picture and "&lt;b&gt;no&lt;/b&gt;" in picture
    assert editor.mismatches == 0 and editor.problems == []


def test_comments_of_a_script_are_notes_and_are_saved_as_comments(serve: Serve, tmp_path: Path, open_editor: Open) -> None:
    script = tmp_path / "notes.nc"
    script.write_text("# A bill\n# of two\n\n# of **one** piece\nprice = 20\nqty = 3  # whole\ntotal = price * qty\n")
    editor = open_editor(serve(script))
    assert texts(editor) == ["A bill of two"]
    assert editor.labels["price"].endswith(", note: of one piece") and editor.labels["qty"].endswith(", note: whole")
    # The note covers no node.
    _, (_, top) = notes(editor)[0]
    assert all(top + 30 < box[1] for box in editor.boxes())
    editor.press("Control+s")
    saved = script.read_text()
    assert saved.startswith("# nodecalc 1\n# A bill\n# of two\n\n")
    assert "\n# of **one** piece\nprice = 20\n" in saved and "\n# whole\nqty = 3\n" in saved
    assert editor.mismatches == 0 and editor.problems == []


def test_a_function_is_defined_found_changed_and_removed_in_the_palette(serve: Serve, bill: Path, open_editor: Open) -> None:
    server = serve(plain(bill))
    editor = open_editor(server)
    field, rows = editor.page.locator("#palette-text"), editor.page.locator("#palette-list b")

    def write(text: str) -> None:
        editor.press("n")
        editor.page.keyboard.type(text)
        editor.settle()
        editor.press("Enter")

    write("= f(x) = x^2")
    assert not editor.page.locator("#palette").is_visible() and "f(x) = x^2 was defined" in editor.toast
    write("= s = f(price)")
    assert editor.labels["s"].endswith(", 400")
    # It is found by its name: to be called, to be changed, to be removed.
    editor.press("n")
    editor.page.keyboard.type("f")
    editor.settle()
    names = rows.all_inner_texts()
    assert "f(x)" in names and "Edit f(x)" in names and "Remove f(x)" in names
    editor.page.locator("#palette-list [role=option]", has_text="Edit f(x)").click()
    assert field.input_value() == "f(x) = x^2"
    field.fill("f(x) = x^3")
    editor.settle()
    editor.press("Enter")
    assert editor.labels["s"].endswith(", 8000") and "was changed" in editor.toast
    editor.press("Control+z")
    assert editor.labels["s"].endswith(", 400")
    # A mistake stays in the palette, and what is used isn't removed.
    write("= f(x) = f(x)")
    assert "f would call itself" in editor.page.locator("#palette-problem").inner_text()
    editor.press("Escape", "n")
    editor.page.keyboard.type("remove f")
    field.fill("f")
    editor.settle()
    editor.page.locator("#palette-list [role=option]", has_text="Remove f(x)").click()
    editor.settle()
    assert "'f' is used by s" in editor.toast
    # It survives the server.
    server.kill()
    server.start()
    editor.wait("editor.figures.connections > 1")
    editor.settle()
    write("= t = f(3)")
    assert editor.labels["t"].endswith(", 9")
    assert editor.mismatches == 0 and editor.problems == []
