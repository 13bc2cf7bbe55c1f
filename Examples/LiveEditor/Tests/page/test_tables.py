# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""Files of rows that become lists, and tables of lists."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT, Editor, Server

Serve = Callable[..., Server]
Open = Callable[[Server], Editor]
SHARED = ROOT.parent / "shared/data/tables"

PRICES = b"""day,product,net price,sold
2026-03-01,tea,2.50,true
2026-03-02,"cocoa, dark",4.75,false
2026-03-03,milk,1.19,true
"""


def drop(editor: Editor, name: str, content: bytes, x: int = 300, y: int = 200) -> None:
    """Drops a file on the canvas, as from a folder of the desktop."""
    carried = editor.page.evaluate_handle(
        """([name, text]) => {
          const carried = new DataTransfer();
          carried.items.add(new File([Uint8Array.from(atob(text), (one) => one.charCodeAt(0))], name));
          return carried;
        }""",
        [name, base64.b64encode(content).decode()],
    )
    editor.page.dispatch_event("#canvas", "drop", {"dataTransfer": carried, "clientX": x, "clientY": y})
    wait_for_opening(editor)


def choose(editor: Editor, name: str, content: bytes) -> None:
    """Opens a file by the tool at the top."""
    editor.page.locator("#file").set_input_files({"name": name, "mimeType": "", "buffer": content})
    wait_for_opening(editor)


def wait_for_opening(editor: Editor) -> None:
    """Waits until the page has read and sent the file, and the server has handled it."""
    editor.wait("editor.figures.files === 0")
    editor.settle()


def shared(name: str) -> bytes:
    file = SHARED / name
    if not file.is_file():
        pytest.skip(f"there is no {file}: the acceptance of tables is NOT tested")
    return file.read_bytes()


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    file = tmp_path / "new.nc"
    file.write_text("")
    return file


def test_a_dropped_csv_file_becomes_a_list_for_each_column_in_a_frame(serve: Serve, empty: Path, open_editor: Open) -> None:
    editor = open_editor(serve(empty))
    drop(editor, "prices.csv", PRICES)
    assert editor.toast == "prices.csv: 4 lists of 3 elements"
    assert list(editor.labels) == ["day", "product", "net price", "sold"]
    assert "[2026-03-01, 2026-03-02, 2026-03-03]" in editor.labels["day"]
    assert '["tea", "cocoa, dark", "milk"]' in editor.labels["product"]
    assert "[2.5, 4.75, 1.19]" in editor.labels["net price"]
    assert "[true, false, true]" in editor.labels["sold"]
    # Below one another, near the pointer.
    places = [editor.places()[name] for name in editor.labels]
    assert [left for left, *_ in places] == pytest.approx([places[0][0]] * 4)
    assert all(above[1] + above[3] < below[1] for above, below in zip(places, places[1:]))
    assert places[0][0] == pytest.approx(300, abs=60) and places[0][1] == pytest.approx(200, abs=80)
    # The frame has the file's name, and goes with one step.
    editor.page.mouse.dblclick(places[0][0] + 20, places[0][1] - 24)
    editor.settle()
    assert editor.page.locator("#field-text").input_value() == "prices.csv"
    editor.press("Escape", "Control+z")
    assert editor.labels == {} and editor.page.locator("#tool-undo").is_disabled()
    assert editor.toast == "open prices.csv undone"
    editor.press("Control+Shift+z")
    assert len(editor.labels) == 4 and editor.mismatches == 0 and editor.problems == []


def test_a_table_lies_free_and_its_names_are_free(serve: Serve, tmp_path: Path, open_editor: Open) -> None:
    file = tmp_path / "shop.nc"
    file.write_text("day = 3\nsold = day * 2\n")
    editor = open_editor(serve(file))
    x, y = (round(value) for value in editor.middle("day"))
    drop(editor, "prices.csv", PRICES, x, y)
    assert editor.toast.startswith("prices.csv: 4 lists of 3 elements. 2 notes, the first: the column 'day' is called day_2")
    assert set(editor.labels) == {"day", "sold", "day_2", "product", "net price", "sold_2"}
    drop(editor, "prices.csv", PRICES, x, y)
    assert "day_3" in editor.labels
    boxes = list(editor.places().values())
    for index, (left, top, width, height) in enumerate(boxes):
        for other, above, wide, high in boxes[index + 1:]:
            assert left + width <= other or other + wide <= left or top + height <= above or above + high <= top
    assert editor.mismatches == 0 and editor.problems == []


def test_a_file_is_a_table_by_its_ending_or_else_by_its_content(serve: Serve, empty: Path, open_editor: Open) -> None:
    editor = open_editor(serve(empty))
    choose(editor, "prices.txt", PRICES.replace(b",", b"\t"))
    assert editor.toast.startswith("prices.txt: 4 lists")
    editor.press("Control+z")
    # A script stays one, whatever its name is, and replaces the document.
    choose(editor, "shop.txt", b"price = 20\ntotal = price * 3\n")
    if editor.page.locator("#toast-action", has_text="Replace").is_visible():
        editor.page.locator("#toast-action").click()
        editor.settle()
    assert set(editor.labels) == {"price", "total"}
    choose(editor, "notes.txt", b"Nothing here\nis a script or a table.\n")
    assert editor.page.locator("#toast.problem").is_visible() and "notes.txt" in editor.toast
    assert set(editor.labels) == {"price", "total"} and editor.problems == []


def test_a_saved_table_needs_no_file(serve: Serve, empty: Path, open_editor: Open) -> None:
    server = serve(empty)
    editor = open_editor(server)
    drop(editor, "umsatz.csv", "Tag;Betrag;Ort\n1.3.2026;1.234,50;Köln\n2.3.2026;7,25;Café\n".encode("latin-1"))
    assert "[1234.5, 7.25]" in editor.labels["Betrag"] and '["Köln", "Café"]' in editor.labels["Ort"]
    labels = editor.labels
    editor.press("Control+s")
    assert editor.toast == "Saved new.nc"
    assert "Betrag = [1234.5, 7.25]" in empty.read_text()
    server.kill()
    server.start()
    editor.wait("document.querySelector('#gone').hidden")
    editor.settle()
    assert editor.labels == labels and editor.problems == []


HOSTILE: list[tuple[str, bytes, str]] = [
    ("a NUL", b"a,b\n1,\x00\n", "hostile.csv:2:3: this is not UTF-8 text"),
    ("a quote that isn't closed", b'a,b\n1,"2\n3,4\n', "hostile.csv:2"),
    ("10,000 columns", b",".join(b"c%d" % at for at in range(10_000)) + b"\n" + b"1," * 9_999 + b"1\n", "'hostile.csv' has 10000 columns, and at most 200 become nodes"),
    ("one line of 1 MB", b"x" * 1_000_000, "hostile.csv"),
    ("a longer row", b"a,b\n1,2\n3,4,5\n", "hostile.csv:3: the row has 3 cells, but the table has 2 columns"),
    ("nothing", b"", "'hostile.csv' is empty"),
    ("no rows", b"a,b\n", "'hostile.csv' has"),
    ("a picture", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256)) * 8, "hostile.csv:"),
]


@pytest.mark.parametrize(("content", "reason"), [one[1:] for one in HOSTILE], ids=[one[0] for one in HOSTILE])
def test_a_broken_table_is_refused_as_a_whole(serve: Serve, empty: Path, open_editor: Open, content: bytes, reason: str) -> None:
    editor = open_editor(serve(empty))
    drop(editor, "hostile.csv", content)
    assert reason in editor.toast and len(editor.toast) < 500 and "csv(…" not in editor.toast
    assert editor.page.locator("#toast.problem").is_visible()
    assert editor.labels == {} and editor.page.locator("#tool-undo").is_disabled()
    assert editor.mismatches == 0 and editor.problems == []


def test_cells_are_never_formulas_and_never_html(serve: Serve, empty: Path, open_editor: Open) -> None:
    editor = open_editor(serve(empty))
    rows = [
        '=1+1,<img src=x onerror=alert(1)>,"a ""b"" `c`",2024,sum,a.b,x › y',
        '=1+1,<script>alert(2)</script>,"@SUM(A1)",7,1,2,3',
        "-cmd|' /C calc'!A0,<b>," + r'"\n"" & x & """' + ",8,2,3,4",
    ]
    drop(editor, "<b>x.csv", "\n".join(rows).encode())
    labels = editor.labels
    assert '"=1+1"' in labels["=1+1"] and "<script>alert(2)</script>" in labels["<img src=x onerror=alert(1)>"]
    assert "[7, 8]" in labels["2024"] and "[1, 2]" in labels["sum"]
    assert editor.page.locator("#tree img, #tree b, #tree script, #toast b, #said b").count() == 0
    assert editor.mismatches == 0 and editor.problems == []
    # All values are constants.
    assert not any(word in label for label in labels.values() for word in ("unset", "failed", "needs"))


def test_what_is_odd_is_said_once_with_its_first_place(serve: Serve, empty: Path, open_editor: Open) -> None:
    editor = open_editor(serve(empty))
    drop(editor, "odd.csv", b"name,amount,zip\na,1,01234\nb,2,00012\nc,NA,99999\nd,4,12345\n")
    assert editor.toast == (
        "odd.csv: 3 lists of 4 elements. 2 notes, the first: odd.csv:4:3: 'NA' is not a number, so amount is read as texts; "
        "number(x where isnumber(x)) takes the numbers of the texts x")
    assert '["1", "2", "NA", "4"]' in editor.labels["amount"]


def test_a_large_file_is_sent_in_parts_and_a_huge_one_is_not_sent(serve: Serve, empty: Path, open_editor: Open) -> None:
    editor = open_editor(serve(empty))
    rows = 60_000
    drop(editor, "large.csv", b"x,y\n" + b"".join(b"%d,%d.5\n" % (at, at * 7 % 100) for at in range(rows)))
    assert editor.toast == "large.csv: 2 lists of 60000 elements" and set(editor.labels) == {"x", "y"}
    sent = editor.number("wire.sent")
    editor.page.evaluate(
        """() => {
          const carried = new DataTransfer();
          carried.items.add(new File([new Uint8Array(50 << 20)], "huge.csv"));
          document.querySelector("#canvas").dispatchEvent(new DragEvent("drop", { dataTransfer: carried, clientX: 300, clientY: 200 }));
        }"""
    )
    editor.wait("!document.querySelector('#toast').hidden && document.querySelector('#toast-text').textContent.includes('huge.csv')")
    assert editor.toast.startswith("huge.csv has 50.0 MB, and this page opens files of up to 8 MB: leave out rows")
    wait_for_opening(editor)
    assert editor.number("wire.sent") - sent < 1000 and editor.problems == []
    # A list that is too long for a field is not put into one.
    editor.page.mouse.dblclick(*editor.middle("x"))
    editor.settle()
    assert not editor.page.locator("#field").is_visible() and "too long" in editor.toast


def test_totals_of_sales_by_region(serve: Serve, empty: Path, open_editor: Open) -> None:
    editor = open_editor(serve(empty))
    drop(editor, "sales.csv", shared("sales.csv"))
    assert editor.toast == "sales.csv: 6 lists of 2000 elements"
    # What a user finds who looks for a total.
    editor.press("n")
    editor.page.keyboard.type("total")
    editor.settle()
    assert "sumby" in editor.page.locator("#palette-list").inner_text()
    editor.page.locator("#palette-text").fill("regions = unique(region)")
    editor.press("Enter", "n")
    editor.page.keyboard.type("totals = sumby(price * qty, region)")
    editor.settle()
    editor.press("Enter")
    regions = re.findall(r'"(\w+)"', editor.labels["regions"])
    totals = [float(one) for one in re.findall(r"[\d.]+", editor.labels["totals"].rpartition("[")[2])]
    assert dict(zip(regions, totals)) == {"east": 35123.20, "north": 39776.49, "south": 37048.62, "west": 34772.97}
    editor.press("n")
    editor.page.keyboard.type("all = sum(totals)")
    editor.settle()
    editor.press("Enter")
    assert editor.labels["all"].endswith(", 146721.28")
    # The totals as a chart, with the regions below the bars.
    editor.page.mouse.click(*editor.middle("totals"))
    editor.press("c")
    editor.page.locator('#chart [data-key="bars"]').click()
    editor.page.locator('#chart [data-key="chart-labels"]').select_option(label="regions")
    editor.page.locator('#chart [data-key="numbers"]').click()
    editor.settle()
    assert editor.page.locator("#chart-canvas").get_attribute("aria-label") == "Bar chart of totals: 4 numbers from 34\u202f773 to 39\u202f776.5"
    cells = editor.page.locator("#chart-table tbody tr").all_inner_texts()
    assert {row.split("\t")[0] for row in cells} == {"east", "north", "south", "west"}
    # A table takes the place of the chart.
    editor.page.mouse.click(*editor.middle("totals"), button="right")
    editor.settle()
    editor.page.locator("#menu", has_text="Show as a table").get_by_text("Show as a table").click()
    editor.settle()
    assert editor.page.locator("#table").is_visible() and not editor.page.locator("#chart").is_visible()
    assert editor.mismatches == 0 and editor.problems == []


@pytest.mark.parametrize(("name", "toast"), [
    ("account.csv", "account.csv: 4 lists of 181 elements. 2 notes, the first: account.csv:185: the last row is called 'Summe'"),
    ("sensor.tsv", "sensor.tsv: "), ("wide.csv", "wide.csv: "),
])
def test_files_that_people_have_become_lists(serve: Serve, empty: Path, open_editor: Open, name: str, toast: str) -> None:
    editor = open_editor(serve(empty))
    drop(editor, name, shared(name))
    assert editor.toast.startswith(toast) and len(editor.labels) >= 4
    assert editor.mismatches == 0 and editor.problems == []


# The table below the canvas.


def rows(editor: Editor) -> list[list[str]]:
    """The rows that are in the page, each with its number first."""
    found: list[list[str]] = editor.page.locator("#table-body > [role=row]").evaluate_all(
        "rows => rows.map((row) => [...row.children].map((cell) => cell.textContent))")
    return found


def headers(editor: Editor) -> list[str]:
    return editor.page.locator("#table-head > [id]").all_inner_texts()


def show_table(editor: Editor, name: str = "price") -> None:
    editor.page.mouse.click(*editor.middle(name), button="right")
    editor.settle()
    editor.page.locator("#menu [data-command=table]").click()
    editor.settle()


@pytest.fixture
def lists(tmp_path: Path) -> Path:
    file = tmp_path / "lists.nc"
    file.write_text(
        "price = [2.5, 4.75, 1.19, 10]\nqty = [2, 1, 3, 1]\nname = [\"tea\", \"cocoa\", \"milk\", \"<b>bread</b>\"]\n"
        "short = [1, 2]\nfactor = 3\n.look price format=\"$0.00\"\n"
    )
    return file


def test_lists_of_one_length_are_shown_as_a_table(serve: Serve, lists: Path, open_editor: Open) -> None:
    editor = open_editor(serve(lists))
    editor.press("Control+a")
    show_table(editor)
    assert set(headers(editor)) == {"price", "qty", "name"}
    assert editor.page.locator("#table-count").inner_text() == "4 rows, 3 columns · 1 list has another length"
    at = headers(editor).index("price") + 1
    assert [row[at] for row in rows(editor)] == ["$2.50", "$4.75", "$1.19", "$10.00"]
    assert ["<b>bread</b>" in row for row in rows(editor)] == [False, False, False, True]
    grid = editor.page.locator("#table-grid")
    assert grid.get_attribute("aria-rowcount") == "5" and grid.get_attribute("aria-colcount") == "4"
    align = "(all) => all.map((one) => getComputedStyle(one).textAlign)"
    cells = editor.page.locator("#table-body > [role=row]:first-child > [role=gridcell]").evaluate_all(align)
    assert cells == ["right" if name != "name" else "start" for name in headers(editor)]
    # It follows its lists.
    editor.page.mouse.dblclick(*editor.middle("qty"))
    editor.page.locator("#field-text").fill("[7, 8, 9, 10]")
    editor.press("Enter")
    at = headers(editor).index("qty") + 1
    assert [row[at] for row in rows(editor)] == ["7", "8", "9", "10"]
    # Escape closes it.
    editor.page.locator("#table-grid").focus()
    editor.press("Escape")
    assert not editor.page.locator("#table").is_visible() and editor.page.evaluate("document.activeElement.id") == "canvas"
    assert editor.mismatches == 0 and editor.problems == []


def test_a_table_is_sent_again_only_if_it_has_changed(serve: Serve, script: Callable[..., Path], open_editor: Open) -> None:
    editor = open_editor(serve(script("other = 1", "price = [2.5, 4, 1]", "qty = [2, 3, 10]")))
    show_table(editor)
    # Elements that are replaced lose the mark.
    row = "document.querySelector('#table-body [role=row]')"
    editor.page.evaluate(f"{row}.dataset.kept = '1'")
    editor.define("other", "7")
    assert editor.labels["other"] == "other, 7" and editor.page.evaluate(f"{row}.dataset.kept") == "1"
    editor.define("price", "[3, 4, 1]")
    assert editor.page.evaluate(f"{row}.dataset.kept") is None and rows(editor)[0][1] == "3"
    assert editor.mismatches == 0 and editor.problems == []


def test_escape_ends_the_selection_before_the_table(serve: Serve, lists: Path, open_editor: Open) -> None:
    editor = open_editor(serve(lists))
    show_table(editor)
    name = editor.cards()[0][0]
    editor.page.mouse.click(*editor.middle(name))
    editor.settle()
    selected = editor.hash
    editor.press("Escape")
    assert editor.page.locator("#table").is_visible() and editor.hash != selected
    editor.press("Escape")
    assert not editor.page.locator("#table").is_visible()
    assert editor.mismatches == 0 and editor.problems == []


def test_a_header_sorts_the_view_and_not_the_lists(serve: Serve, lists: Path, open_editor: Open) -> None:
    editor = open_editor(serve(lists))
    editor.press("Control+a")
    show_table(editor)
    labels = editor.labels
    place = headers(editor).index("price")
    header = editor.page.locator("#table-head > [id]").nth(place)
    for order, numbers in [("ascending", "3124"), ("descending", "4213"), ("none", "1234")]:
        header.click()
        editor.settle()
        assert header.get_attribute("aria-sort") == order
        assert "".join(row[0] for row in rows(editor)) == numbers
    assert editor.labels == labels and editor.page.locator("#tool-undo").is_disabled()
    # By keys: up from the first row is the header.
    editor.page.locator("#table-grid").focus()
    editor.press("Control+Home", "ArrowUp", *["ArrowRight"] * place, "Enter")
    assert header.get_attribute("aria-sort") == "ascending" and editor.problems == []


def test_a_formula_makes_a_column(serve: Serve, empty: Path, open_editor: Open) -> None:
    editor = open_editor(serve(empty))
    drop(editor, "shop.csv", b"price,qty\n2.5,2\n4,3\n1,10\n")
    # All lists of the frame are selected.
    show_table(editor)
    assert editor.page.locator("#table-title").inner_text() == "shop.csv" and headers(editor) == ["price", "qty"]
    text = editor.page.locator("#table-text")
    for wrong, reason in [("price *", "expected"), ("sum(price)", "not a list"), ("price where price > 2", "2 elements"), ("nothing * 2", "nothing")]:
        text.fill(wrong)
        editor.press("Enter")
        assert reason in editor.page.locator("#table-problem").inner_text() and text.input_value() == wrong
        assert set(editor.labels) == {"price", "qty"}
    text.fill("total = price * qty")
    editor.press("Enter")
    assert headers(editor) == ["price", "qty", "total"] and [row[3] for row in rows(editor)] == ["5", "12", "10"]
    assert text.input_value() == "" and editor.page.locator("#table-problem").inner_text() == ""
    # It lies below the others, in the frame, and goes with one step.
    places = editor.places()
    assert places["total"][0] == pytest.approx(places["price"][0], abs=1) and places["total"][1] > places["qty"][1]
    editor.define("qty", "[1, 1, 1]")
    assert [row[3] for row in rows(editor)] == ["2.5", "4", "1"]
    editor.press("Control+z", "Control+z")
    assert headers(editor) == ["price", "qty"] and set(editor.labels) == {"price", "qty"}
    # With its lists, the table goes as well.
    editor.press("Control+z")
    assert not editor.page.locator("#table").is_visible() and editor.mismatches == 0 and editor.problems == []


def test_only_visible_rows_are_in_the_page(serve: Serve, tmp_path: Path, open_editor: Open) -> None:
    file = tmp_path / "long.nc"
    file.write_text("n = 1..100000\n")
    editor = open_editor(serve(file))
    show_table(editor, "n")
    grid = editor.page.locator("#table-grid")
    assert grid.get_attribute("aria-rowcount") == "100001"
    assert 5 < len(rows(editor)) < 150
    editor.press("Control+End")
    editor.wait("document.querySelector('#table-cell-99999-0') !== null")
    assert rows(editor)[-1] == ["100000", "100000"] and len(rows(editor)) < 150
    assert grid.get_attribute("aria-activedescendant") == "table-cell-99999-0"
    assert editor.page.locator("#table-cell-99999-0").is_visible()
    editor.press("PageUp", "PageUp")
    assert grid.get_attribute("aria-activedescendant") not in (None, "table-cell-99999-0")
    editor.press("Control+Home")
    editor.wait("document.querySelector('#table-cell-0-0') !== null")
    assert rows(editor)[0] == ["1", "1"] and editor.number("figures.lastBytes") < 20_000
    assert editor.mismatches == 0 and editor.problems == []


def test_several_files_become_tables_side_by_side_and_of_documents_the_first_is_opened(
    serve: Serve, script: Callable[..., Path], open_editor: Open
) -> None:
    editor = open_editor(serve(script("price = 20")))

    def drop_all(*files: tuple[str, str]) -> None:
        carried = editor.page.evaluate_handle(
            """(files) => {
              const carried = new DataTransfer();
              for (const [name, text] of files) carried.items.add(new File([text], name));
              return carried;
            }""",
            [list(one) for one in files],
        )
        editor.page.dispatch_event("#canvas", "drop", {"dataTransfer": carried, "clientX": 500, "clientY": 300})
        wait_for_opening(editor)

    drop_all(("one.csv", "a,b\n1,2\n3,4\n"), ("two.csv", "c,d\n5,6\n7,8\n"))
    assert {"a", "b", "c", "d"} <= set(editor.labels), editor.toast
    boxes = [editor.places()[name] for name in "abcd"]
    for index, (left, top, width, height) in enumerate(boxes):
        for x, y, wide, high in boxes[:index]:
            assert left >= x + wide or x >= left + width or top >= y + high or y >= top + height
    # Each is a step of its own.
    editor.press("Control+z")
    assert {"a", "b"} <= set(editor.labels) and "c" not in editor.labels
    editor.press("Control+z")
    assert set(editor.labels) == {"price"}
    drop_all(("x.nc", "x = 1\n"), ("y.nc", "y = 2\n"), ("z.csv", "z\n1\n"))
    assert "not opened: y.nc, z.csv" in editor.toast and set(editor.labels) in ({"x"}, {"price"})
    assert editor.mismatches == 0 and editor.problems == []
