# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""Sliders, menus, fingers, and what the page hands over."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Editor, Server
from playwright.sync_api import Browser, BrowserContext

Serve = Callable[[Path | None], Server]
Open = Callable[[Server], Editor]


def track(editor: Editor, name: str) -> tuple[float, float]:
    """A point of a pill's track, near its right end."""
    left, top, width, height = editor.places()[name]
    return left + width - 30, top + height / 2


def test_a_slider_is_moved_and_its_result_changes_on_the_way(serve: Serve, open_editor: Open) -> None:
    editor = open_editor(serve(None))
    assert editor.labels["Add"].endswith(", 3")
    x, y = track(editor, "One")
    editor.page.mouse.move(x, y)
    editor.settle()
    assert editor.page.evaluate("document.getElementById('canvas').style.cursor") == "ew-resize"
    place = editor.places()["One"]
    editor.page.mouse.down()
    editor.page.mouse.move(x + 10, y, steps=4)
    editor.settle()
    # While it is dragged, not only at its end; and the node stays where it is.
    first = float(editor.labels["Add"].rsplit(", ", 1)[1])
    assert first > 3
    editor.page.mouse.move(x + 300, y, steps=4)
    editor.page.mouse.up()
    editor.settle()
    assert editor.labels["One"] == "One, Number, 10" and editor.labels["Add"].endswith(", 12")
    assert editor.places()["One"] == place
    editor.press("Control+z")
    assert editor.labels["One"] == "One, Number, 1"
    assert editor.page.locator("#tool-undo").is_disabled()
    # Its name moves it, a click selects it, a double click edits it.
    editor.drag(editor.middle("One"), (editor.middle("One")[0] + 40, editor.middle("One")[1]))
    assert editor.places()["One"][0] == pytest.approx(place[0] + 40, abs=0.1)
    editor.page.mouse.dblclick(x + 40, y)
    editor.page.locator("#field-text").wait_for(state="visible")
    assert editor.page.locator("#field-text").input_value() == "1"
    assert editor.mismatches == 0 and editor.problems == []


def test_a_slider_goes_back_with_escape_and_by_keys(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(bill))
    x, y = track(editor, "rate")
    editor.page.mouse.move(x, y)
    editor.page.mouse.down()
    editor.page.mouse.move(x + 20, y, steps=4)
    editor.settle()
    assert editor.labels["rate"] != "rate, 20%, 0.2"
    editor.press("Escape")
    assert editor.labels["rate"] == "rate, 20%, 0.2"
    editor.page.mouse.move(x + 40, y, steps=4)
    editor.page.mouse.up()
    editor.settle()
    assert editor.labels["rate"] == "rate, 20%, 0.2" and editor.labels["total"] == "total, sub + tax, 72"
    # The keyboard begins at what is selected.
    editor.press("ArrowRight", "]", "]", "[")
    assert editor.labels["rate"] == "rate, 21%, 0.21"


def test_the_menu_of_a_node_a_wire_and_the_canvas(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(bill))
    menu = editor.page.locator("#menu")

    def choose(x: float, y: float, title: str) -> None:
        editor.page.mouse.click(x, y, button="right")
        menu.wait_for(state="visible")
        assert editor.page.evaluate("document.activeElement.getAttribute('role')") == "menuitem"
        menu.locator("[role=menuitem]", has_text=title).click()
        editor.settle()
        assert not menu.is_visible()

    choose(*editor.middle("price"), "Rename")
    editor.page.keyboard.type("cost")
    editor.press("Enter")
    assert editor.labels["sub"] == "sub, cost * qty, 60"
    choose(*editor.middle("cost"), "Duplicate")
    assert editor.labels["cost2"] == "cost2, 20"
    choose(*editor.middle("cost2"), "Delete")
    assert "cost2" not in editor.labels
    # A formula's wire can't be cut, and the reason is said; a node can be put into it.
    start, end = editor.output("sub"), editor.input("tax", 0)
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    choose(*middle, "Cut")
    assert "formula of tax" in editor.toast
    choose(*middle, "Insert")
    editor.page.keyboard.type("half = sub / 2")
    editor.press("Enter")
    assert editor.labels["tax"] == "tax, half * rate, 6"
    # By keys: the menu opens at the focus, arrows walk it, Escape closes it.
    editor.press("Escape", "ArrowRight", "ContextMenu")
    menu.wait_for(state="visible")
    editor.press("ArrowDown")
    assert editor.page.evaluate("document.activeElement.dataset.command") == "rename"
    editor.press("Escape")
    assert not menu.is_visible()
    choose(30, 640, "Select all")
    editor.press("Delete")
    assert editor.labels == {}
    editor.press("Control+z")
    assert len(editor.labels) == 8 and editor.problems == []


def test_frames_points_and_forms_are_made_by_the_menu_and_moved_by_hand(
    serve: Serve, bill: Path, open_editor: Open
) -> None:
    server = serve(bill)
    editor, other = open_editor(server), open_editor(server)
    menu = editor.page.locator("#menu")
    field = editor.page.locator("#field-text")

    def choose(place: tuple[float, float], title: str) -> None:
        editor.page.mouse.click(*place, button="right")
        menu.wait_for(state="visible")
        menu.locator("[role=menuitem]", has_text=title).click()
        editor.settle()

    # A frame around two nodes is named where it shows, and takes them along in one step.
    editor.page.mouse.click(*editor.middle("price"))
    editor.page.keyboard.down("Shift")
    editor.page.mouse.click(*editor.middle("qty"))
    editor.page.keyboard.up("Shift")
    choose(editor.middle("price"), "Frame the selection")
    assert field.input_value() == "Frame"
    editor.page.keyboard.type("Given")
    editor.press("Enter")
    first, place = editor.places()["price"], editor.places()["sub"]
    title = (first[0], first[1] - 30)
    field.wait_for(state="hidden")
    editor.page.mouse.move(*title)
    editor.settle()
    editor.drag(title, (title[0] + 20, title[1] + 30))
    assert editor.places()["price"][:2] == pytest.approx((first[0] + 20, first[1] + 30), abs=0.5)
    assert editor.places()["sub"] == place
    other.settle()
    assert other.places()["price"] == editor.places()["price"]
    editor.press("Control+z")
    assert editor.places()["price"] == first
    # A wire is led through a point, which is moved and taken away.
    start, end = editor.output("sub"), editor.input("tax", 0)
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)

    def rest() -> int:
        """What shows while nothing is selected or pointed at."""
        editor.press("Escape")
        editor.page.mouse.move(5, 600)
        editor.settle()
        return editor.hash

    whole = rest()
    choose(middle, "Lead through here")
    led = rest()
    editor.drag(middle, (middle[0], middle[1] + 60))
    assert len({whole, led, rest()}) == 3
    choose((middle[0], middle[1] + 60), "Remove the point")
    assert rest() == whole
    # The wire takes each course in turn, and the ports go round the node.
    courses = []
    for _ in range(6):
        choose(middle, "Next course")
        courses.append(rest())
    assert courses[4:] == [whole, whole] and len(set(courses)) == 5
    turns = []
    for _ in range(4):
        choose(editor.middle("tax"), "Turn the ports")
        turns.append(rest())
    assert turns[3] == whole and len(set(turns)) == 4
    # One row, and what is locked stays where it is.
    choose(editor.middle("tax"), "Show in one row")
    assert editor.places()["tax"][3] < 50
    choose(editor.middle("tax"), "Lock")
    place = editor.places()["tax"]
    x, y = place[0] + place[2] / 2, place[1] + place[3] / 2
    editor.drag((x, y), (x + 60, y + 60))
    assert editor.places()["tax"] == place
    other.settle()
    assert other.places()["tax"] == place
    assert editor.mismatches == 0 and editor.problems == [] and other.problems == []


def test_a_node_dropped_on_a_wire_is_put_into_it(serve: Serve, open_editor: Open) -> None:
    editor = open_editor(serve(None))
    editor.page.mouse.dblclick(500, 600)
    editor.page.locator("#palette-text").wait_for(state="visible")
    editor.page.keyboard.type("later")
    editor.settle()
    assert editor.page.locator("#palette-list b").all_inner_texts()[0] == "Later"
    editor.press("Enter")
    left, top, width, height = editor.places()["later1"]
    start, end = editor.output("Add"), editor.input("Multiply", 0)
    # Where the wire is, halfway.
    target = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    grip = (left + 20, top + 8)
    editor.drag(grip, (grip[0] + target[0] - (left + width / 2), grip[1] + target[1] - (top + height / 2)))
    items = editor.page.locator("[role=treeitem]").evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert any(item.startswith("input x, from later1") for item in items), items
    assert any(item.startswith("input x, from Add") for item in items), items
    editor.press("Control+z")
    assert editor.places()["later1"][:2] == pytest.approx((left, top), abs=0.1)
    assert editor.labels["later1"] == "later1, Later, 0"
    assert editor.problems == []


def test_a_wire_is_pulled_from_a_free_input(serve: Serve, open_editor: Open) -> None:
    editor = open_editor(serve(None))
    editor.drag(editor.input("Add", 1), editor.output("Two"))
    assert editor.labels["Add"].endswith(", 5")
    editor.press("Control+z")
    editor.drag(editor.input("Add", 1), (330, 420))
    editor.page.locator("#palette-text").wait_for(state="visible")
    names = editor.page.locator("#palette-list b").all_inner_texts()
    assert "Number" in names and "Color" not in names
    editor.page.keyboard.type("7")
    editor.press("Enter")
    assert editor.labels["Add"].endswith(", 10")
    assert editor.problems == []


def test_both_ends_of_a_wire_are_pulled_off_and_a_double_click_puts_a_node_into_it(serve: Serve, open_editor: Open) -> None:
    editor = open_editor(serve(None))
    start = editor.output("One")
    near = (start[0] + 14, start[1])
    editor.drag(near, editor.output("Two"))
    items = editor.page.locator("[role=treeitem]").evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert any(item.startswith("input x, from Two") for item in items), items
    editor.press("Control+z")
    editor.page.mouse.dblclick(*near)
    editor.settle()
    assert "Between One and Add" in editor.page.locator("#palette-title").inner_text()
    editor.page.keyboard.type("Multiply")
    editor.press("Enter")
    assert "multiply1" in editor.labels
    assert editor.problems == []


def test_refused_rows_say_why_and_the_hint_what_is_replaced(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(bill))
    words = """() => {
      const words = [];
      const context = new Proxy({}, {
        get: (_, key) => key === "fillText" ? (text) => words.push(text) : () => undefined, set: () => true });
      for (const group of editor.drawings.nodes) for (const step of group.steps) step(context);
      return words;
    }"""
    editor.page.keyboard.press("Control+0")
    for _ in range(3):
        if editor.number("camera.zoom") < 0.85:
            editor.page.locator("#zoom-in").click()
            editor.settle()
    editor.page.mouse.move(*editor.output("tax"))
    editor.page.mouse.down()
    editor.page.mouse.move(*editor.input("each", 1), steps=8)
    editor.settle()
    assert editor.page.locator("#tip").inner_text() == "qty of each: 3 → 12\nreplaces the wire from qty"
    assert editor.page.evaluate(words).count("loop") == 4
    editor.page.keyboard.press("Escape")
    editor.page.mouse.up()
    editor.settle()
    assert editor.page.evaluate(words).count("loop") == 0


def test_values_show_on_wires(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(bill))

    def texts() -> list[str]:
        return [
            str(text)
            for text in editor.page.evaluate(
                """editor.drawings.order.filter((group) => [1, 2, 3].includes(Math.floor(group.depth / 2 ** 48))).flatMap((group) => {
                  const words = [];
                  const context = new Proxy({}, {
                    get: (_, key) => key === "fillText" ? (text) => words.push(text) : () => undefined, set: () => true });
                  for (const step of group.steps) step(context);
                  return words;
                })"""
            )
        ]

    assert texts() == []
    start, end = editor.output("sub"), editor.input("tax", 0)
    editor.page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    editor.settle()
    assert texts() == ["60"]
    editor.page.mouse.move(30, 640)
    editor.press("v")
    assert sorted(texts()) == ["0.2", "12", "20", "3", "3", "60", "60", "72"]
    editor.press("v")
    assert texts() == []


def test_a_hint_says_why_a_node_has_no_value(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(bill))
    tip = editor.page.locator("#tip")
    editor.page.mouse.move(*editor.input("tax", 1))
    tip.wait_for(state="visible")
    assert tip.inner_text() == "tax.rate: Number\nfrom rate, 0.2"
    editor.page.mouse.move(30, 640)
    editor.settle()
    assert not tip.is_visible()
    editor.define("qty", "0 / 0")
    editor.page.mouse.move(*editor.middle("total"))
    tip.wait_for(state="visible")
    assert tip.inner_text() == "total no value, because qty failed: division by zero"


def test_pictures_and_drawings_are_handed_over(serve: Serve, open_editor: Open) -> None:
    editor = open_editor(serve(None))

    def download(title: str) -> bytes:
        editor.page.locator("#tool-more").click()
        with editor.page.expect_download() as found:
            editor.page.locator("#menu [role=menuitem]", has_text=title).click()
        return Path(found.value.path()).read_bytes()

    assert download("DOT").startswith(b"digraph")
    assert download("SVG").startswith(b"<")
    picture = download("PNG")
    assert picture.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", picture[16:24])
    # Two pixels a point, all nodes, and some ground around them.
    boxes = editor.boxes()
    zoom = editor.number("camera.zoom")
    wide = (max(box[0] + box[2] for box in boxes) - min(box[0] for box in boxes)) / zoom
    assert width == pytest.approx(2 * (wide + 64), abs=4) and 300 < height < 1200
    # It isn't one colour.
    colors = set()
    data, place = b"", 8
    while place < len(picture):
        length, kind = struct.unpack(">I4s", picture[place : place + 8])
        if kind == b"IDAT":
            data += picture[place + 8 : place + 8 + length]
        place += 12 + length
    raw = zlib.decompress(data)
    for offset in range(0, len(raw) - 3, 997):
        colors.add(raw[offset : offset + 3])
    assert len(colors) > 20
    assert editor.problems == []


def test_a_link_holds_the_document_and_not_the_secret(serve: Serve, bill: Path, open_editor: Open, context: BrowserContext) -> None:
    server = serve(bill)
    editor = open_editor(server)
    editor.page.locator("#tool-more").click()
    editor.page.locator("#menu [role=menuitem]", has_text="link").click()
    editor.wait("editor.figures.link !== ''")
    link = str(editor.page.evaluate("editor.figures.link"))
    assert server.token not in link and link.startswith(f"http://{server.host}/#.") and len(link) < 1000
    # With the secret of one's own server in front it opens; without any it says that there is none.
    editor.command("paste", "other = 1")
    editor.press("Control+s")
    other = Editor(context, link.replace("#.", f"#{server.token}."))
    other.wait("document.getElementById('name').textContent.startsWith('shared.nc')")
    other.settle()
    assert set(other.labels) == {"price", "qty", "sub", "rate", "tax", "total", "each"}
    assert other.labels["total"] == "total, sub + tax, 72"
    assert "#" not in other.page.url
    # An address that is pasted asks first, and one over changes that are not saved does, too.
    pasting = "(text) => { navigator.clipboard.readText = async () => text; }"
    other.page.evaluate(pasting, link)
    other.command("paste", "more = 1")
    other.page.keyboard.press("Control+v")
    other.page.locator("#toast-text", has_text="Open shared.nc? shared.nc has changes that are not saved").wait_for()
    assert "more" in other.labels
    other.page.locator("#toast-action", has_text="Replace").click()
    other.settle()
    assert "more" not in other.labels and "total" in other.labels
    # One that holds nothing replaces nothing, nor does a text in which there is an address.
    for text, said in [(f"http://{server.host}/#x.AwA", "is empty"), (f"see {link}", "")]:
        other.page.evaluate(pasting, text)
        other.page.keyboard.press("Control+v")
        if said:
            other.page.locator("#toast-text", has_text=said).wait_for()
        other.settle()
        assert "total" in other.labels and "Open" not in other.toast, text
    # What can't be read is refused, however it was made.
    page = context.new_page()
    page.goto(f"http://{server.host}/#{server.token}.AAAA-_broken")
    page.locator("#toast-text", has_text="can't be read").wait_for()
    page.close()
    assert other.problems == []


def test_a_link_of_very_much_is_cut_off(serve: Serve, open_editor: Open) -> None:
    editor = open_editor(serve(None))
    # 40 MB of zeros are 40 KB; 6 MB fit into a link.
    found = editor.page.evaluate(
        """(async () => {
          const { shared, link } = await import("./share.js");
          const bytes = new Uint8Array(await new Response(new Blob([new Uint8Array(5_000_000)]).stream()
            .pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer());
          const word = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
          const random = Array.from({ length: 9000 }, () => String.fromCharCode(33 + Math.random() * 90)).join("");
          return [word.length < 8192, await shared(word), await link(random), await shared((await link("a = 1\\n")).split(".").at(-1))];
        })()"""
    )
    assert found == [True, None, None, "a = 1\n"]


@pytest.fixture
def phone(browser: Browser) -> "object":
    context = browser.new_context(viewport={"width": 390, "height": 720}, has_touch=True, is_mobile=True, reduced_motion="reduce")
    yield context
    context.close()


def test_fingers_move_pinch_and_ask_for_a_menu(serve: Serve, bill: Path, phone: BrowserContext) -> None:
    editor = Editor(phone, serve(bill).link)
    session = phone.new_cdp_session(editor.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        session.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)]},
        )

    place = editor.places()["rate"]
    x, y = editor.middle("rate")
    touch("touchStart", (x, y))
    for step in range(1, 6):
        touch("touchMove", (x + 6 * step, y + 10 * step))
    touch("touchEnd")
    editor.settle()
    # It may have snapped to a neighbour.
    assert editor.places()["rate"][:2] == pytest.approx((place[0] + 30, place[1] + 50), abs=5.5)
    touch("touchStart", editor.middle("rate"))
    editor.page.locator("#menu").wait_for(state="visible")
    touch("touchEnd")
    editor.page.locator("#menu [role=menuitem]", has_text="Delete").click()
    editor.settle()
    assert "rate" not in editor.labels
    # Neither a rectangle nor a node is meant by two.
    zoom = editor.number("camera.zoom")
    touch("touchStart", (150, 500))
    touch("touchStart", (150, 500), (250, 500))
    for step in range(1, 11):
        touch("touchMove", (150 - 5 * step, 500), (250 + 5 * step, 500))
    touch("touchEnd")
    editor.settle()
    assert editor.number("camera.zoom") == pytest.approx(zoom * 2, rel=0.02)
    assert editor.page.locator("#foot").inner_text().startswith("6 nodes")
    editor.press("Control+z")
    assert editor.labels["rate"] == "rate, 20%, 0.2"
    assert editor.problems == []


def test_a_layout_is_a_movement_unless_nothing_may_move(serve: Serve, bill: Path, browser: Browser) -> None:
    server = serve(bill)
    for motion in ("no-preference", "reduce"):
        context = browser.new_context(viewport={"width": 1000, "height": 700}, reduced_motion="reduce" if motion == "reduce" else "no-preference")
        editor = Editor(context, server.link)
        editor.drag(editor.middle("rate"), (editor.middle("rate")[0] + 200, editor.middle("rate")[1] + 90))
        before = editor.page.evaluate("editor.drawings.nodes.map(({ id, x, y }) => [id, x, y])")
        found = editor.page.evaluate(MOVEMENT, [before])
        (between, moved, hash) = found
        # Places change at once for all but the eye.
        assert moved
        assert between >= 3 if motion == "no-preference" else between == 0, found
        editor.settle()
        assert editor.page.evaluate("editor.drawings.order.some((group) => group.motion)") is False
        assert editor.hash == hash and editor.mismatches == 0
        editor.press("Control+z", "Control+z")
        assert editor.problems == []
        context.close()


MOVEMENT = """async ([before]) => {
  const { drawings, wire, figures } = editor;
  const old = new Map(before.map(([id, x, y]) => [id, { x, y }]));
  const frame = figures.frames;
  wire.command("layout");
  while (figures.frames === frame) await new Promise((done) => setTimeout(done, 1));
  const moved = drawings.nodes.filter(({ id, x, y }) => old.get(id)?.x !== x || old.get(id)?.y !== y);
  const hash = drawings.hash;
  // By the clock of the motion itself: how often a machine that is busy draws is another matter.
  let between = 0;
  for (const group of moved) {
    const start = old.get(group.id);
    for (const time of [60, 120, 180]) {
      const drawn = group.motion?.at(group, group.motion.begin + time);
      if (drawn && start && drawn.x !== group.x && Math.abs(drawn.x - start.x) + Math.abs(drawn.y - start.y) > 0) between += 1;
    }
  }
  // And what moves has been drawn to its end.
  while (drawings.order.some((group) => group.motion)) await new Promise(requestAnimationFrame);
  return [between, moved.length > 0, hash];
}"""


def test_a_number_is_shown_in_its_format(serve: Serve, bill: Path, open_editor: Open) -> None:
    editor = open_editor(serve(bill))

    def give(text: str) -> None:
        editor.page.mouse.click(*editor.middle("total"), button="right")
        editor.settle()
        editor.page.locator("#menu [data-command=format]").click()
        editor.page.locator("#field-text").fill(text)
        editor.press("Enter")

    give("$0.00")
    assert editor.labels["total"].endswith("$72.00")
    editor.press("Escape", "Control+z")
    assert editor.labels["total"].endswith(", 72")
    # What is no format is refused, and the field stays.
    give("0.0.0")
    assert "not a format" in editor.page.locator("#field-problem").inner_text()
    editor.press("Escape")
    assert editor.labels["total"].endswith(", 72")
    assert editor.mismatches == 0 and editor.problems == []
