# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""The rules of accessibility that axe-core checks by itself, in each state of the page."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

import pytest
from conftest import Editor, Server
from playwright.sync_api import Browser, ViewportSize

Serve = Callable[..., Server]


@pytest.fixture(scope="module")
def axe() -> str:
    """The source of axe-core, which the package brings along."""
    package = find_spec("axe_playwright_python")
    assert package is not None and package.origin is not None
    return (Path(package.origin).parent / "axe.min.js").read_text()


def violations(editor: Editor, axe: str) -> list[str]:
    editor.page.evaluate(axe)
    found = editor.page.evaluate("axe.run()")["violations"]
    return [f"{one['id']}: {[node['target'] for node in one['nodes']]}" for one in found]


@pytest.mark.parametrize("is_narrow", [False, True])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_state_of_the_page_breaks_a_rule(
    browser: Browser, serve: Serve, script: Callable[..., Path], axe: str, scheme: Literal["light", "dark"],
    is_narrow: bool,
) -> None:
    server = serve(script("# A **note**", "", "price = 20", "p = [1, 2, 3] * price", "total = sum(p)", "wrong = 1 / (price - 20)"))
    context = browser.new_context(
        viewport=ViewportSize(width=390, height=844) if is_narrow else ViewportSize(width=1000, height=700),
        color_scheme=scheme, reduced_motion="reduce")
    editor = Editor(context, server.link)
    found = {"idle": violations(editor, axe)}

    def state(name: str, part: str, *leaving: str) -> None:
        assert editor.page.locator(part).is_visible(), name
        found[name] = violations(editor, axe)
        editor.press(*leaving)

    editor.press("n")
    editor.page.keyboard.type("= su")
    editor.settle()
    state("palette", "#palette", "Escape")
    editor.press("?")
    state("keys", "#keys", "Escape")
    editor.command("none")
    editor.press("?")
    editor.page.locator("#keys-tour").click()
    state("tour", "#tour", "Escape")
    editor.page.mouse.click(*editor.middle("p"))
    editor.press("ContextMenu")
    state("menu", "#menu", "Escape")
    editor.press("F2")
    state("field", "#field", "Escape")
    editor.press("c")
    editor.page.locator('#chart [data-key="numbers"]').click()
    state("chart", "#chart-table", "Escape")
    editor.command("table-selected")
    state("table", "#table", "Escape")
    editor.press("s")
    state("no scenario", "#scenarios-none")
    editor.define("price", "21")
    editor.page.locator("#scenarios-name").fill("dear")
    editor.press("Enter")
    state("scenarios", "#scenarios-grid")
    editor.press("s", "ArrowRight", "Enter")
    editor.page.keyboard.type("wrong")
    editor.press("Enter")
    state("refused value", "#scenario-problem", "Escape", "Escape")
    editor.define("price", "20")
    editor.press("i")
    state("inspector", "#inspector")
    editor.press("i", "Escape")
    state("nothing selected", "#foot")
    editor.define("price", "21")
    editor.press("h")
    state("history", "#history", "Escape")
    editor.command("note")
    state("note", "#note", "Escape")
    editor.define("price", "wrong +")
    state("refused", "#field-problem", "Escape")
    editor.command("all")
    editor.command("group", "G")
    editor.command("none")
    editor.page.mouse.dblclick(*editor.middle("G"))
    editor.settle()
    assert len(editor.edges) == 1
    state("group", "#path", "Escape")
    editor.command("no-such-command")
    state("message", "#toast")
    server.kill()
    editor.wait("!document.getElementById('gone').hidden")
    found["not connected"] = violations(editor, axe)
    context.close()
    empty = Editor(browser.new_context(color_scheme=scheme), serve(script()).link)
    found["start"] = violations(empty, axe)
    empty.page.context.close()
    assert {name: problems for name, problems in found.items() if problems} == {}
