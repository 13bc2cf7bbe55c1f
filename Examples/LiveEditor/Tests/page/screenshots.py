# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""Takes pictures of the page, to be looked at: of a window and of a narrow screen, light and dark.

Usage: LIVE_EDITOR=path/of/LiveEditor python screenshots.py FOLDER [SCENE ...]
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from conftest import CHROMIUM, ROOT, Editor, Server, crowd_of
from playwright.sync_api import sync_playwright

BILL = (ROOT / "Examples/tax.nc").read_text()
FAILURE = """count = 0
total = 120
average = total / count
share = average / total
label = share * 100
"""


def calculator(editor: Editor) -> None:
    editor.page.mouse.move(*editor.middle("Add"))
    editor.settle()


def pull(editor: Editor, source: str, target: str) -> None:
    editor.page.mouse.move(*editor.output(source))
    editor.page.mouse.down()
    editor.page.mouse.move(*editor.input(target, 0), steps=6)
    editor.settle()


def refused(editor: Editor) -> None:
    # Both show on a narrow screen.
    pull(editor, "tax", "sub")


def accepted(editor: Editor) -> None:
    pull(editor, "rate", "sub")


def failure(editor: Editor) -> None:
    editor.page.mouse.click(*editor.middle("average"))
    editor.page.mouse.move(5, 5)
    editor.settle()


def palette(editor: Editor) -> None:
    editor.press("n")
    editor.page.keyboard.type("mu")
    editor.page.wait_for_timeout(100)


def crowd(editor: Editor) -> None:
    editor.press("1")


def select(editor: Editor, first: str, second: str) -> None:
    editor.page.mouse.click(*editor.middle(first))
    editor.page.keyboard.down("Shift")
    editor.page.mouse.click(*editor.middle(second))
    editor.page.keyboard.up("Shift")


def group(editor: Editor) -> None:
    select(editor, "sub", "tax")
    editor.command("group", "Tax")
    editor.page.keyboard.press("Enter")
    editor.settle()


def aligned(editor: Editor) -> None:
    left, top = editor.middle("qty")
    editor.page.mouse.move(left, top)
    editor.page.mouse.down()
    editor.page.mouse.move(left + 40, top + 130, steps=4)
    price = editor.places()["price"]
    editor.page.mouse.move(left + price[0] - editor.places()["qty"][0] + 43, top + 130, steps=4)
    editor.settle()


SHOP = "price = 20\nrate = 20%\ntax = price * rate\ntotal = price + tax\n"


def into(editor: Editor) -> None:
    editor.page.mouse.click(*editor.middle("tax"))
    editor.command("group", "Tax")
    left, top = editor.middle("rate")
    editor.page.mouse.move(left, top)
    editor.page.mouse.down()
    end = editor.middle("Tax")
    editor.page.mouse.move(end[0], end[1] + 30, steps=6)
    editor.settle()


def out(editor: Editor) -> None:
    select(editor, "rate", "tax")
    editor.command("group", "Tax")
    editor.page.keyboard.press("Escape")
    editor.settle()
    editor.page.mouse.dblclick(*editor.middle("Tax"))
    editor.settle()
    editor.page.mouse.move(*editor.middle("rate"))
    editor.page.mouse.down()
    box = editor.page.locator("#path button").first.bounding_box()
    if box:
        editor.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=6)
    editor.settle()


MORTGAGE = """principal = 200_000
rate = 4%
years = 30
payment = principal * (rate / 12) / (1 - (1 + rate / 12)^(-12 * years))
"""
SALES = """prices = [12, 15, 9, 22, 30, 28, 17, 25, 31, 40, 38, 45]
share = 20
costs = prices * share / 30
wave = sin((1..200) / 10) * (1..200) * share
"""


def curve(editor: Editor) -> None:
    editor.page.mouse.click(*editor.middle("payment"))
    editor.press("c")
    editor.page.locator("#chart [data-key=chart-input]").select_option(label="rate")
    editor.settle()


def bars(editor: Editor) -> None:
    editor.page.mouse.click(*editor.middle("prices"))
    editor.press("c")
    editor.page.locator("#chart [data-key=chart-add]").select_option(label="costs")
    editor.page.locator("#chart [data-key=bars]").click()
    editor.settle()


SCENES: dict[str, tuple[str | None, Callable[[Editor], None]]] = {
    "calculator": (None, calculator), "refused": (BILL, refused), "accepted": (BILL, accepted), "failure": (FAILURE, failure),
    "palette": (BILL, palette), "crowd": (crowd_of(1000), crowd), "group": (BILL, group), "aligned": (BILL, aligned),
    "into": (SHOP, into), "out": (SHOP, out), "curve": (MORTGAGE, curve), "bars": (SALES, bars),
}
SIZES = {"window": (1000, 700), "narrow": (390, 844)}


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    chosen = sys.argv[2:] or list(SCENES)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for scene in chosen:
            document, prepare = SCENES[scene]
            for size, (width, height) in SIZES.items():
                for scheme in ("light", "dark"):
                    with tempfile.TemporaryDirectory() as state:
                        file = Path(state) / f"{scene}.nc" if document else None
                        if file and document:
                            file.write_text(document)
                        server = Server(Path(state) / "state", file)
                        context = browser.new_context(
                            viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce")
                        editor = Editor(context, server.link)
                        prepare(editor)
                        editor.page.screenshot(path=folder / f"{scene}-{size}-{scheme}.png")
                        for problem in editor.problems:
                            print(f"{scene}, {size}, {scheme}: {problem}", file=sys.stderr)
                        context.close()
                        server.kill()
        browser.close()


if __name__ == "__main__":
    main()
