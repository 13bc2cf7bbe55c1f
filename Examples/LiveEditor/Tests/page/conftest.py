# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""A server for each test, and a browser for all of them."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[4]
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser") or ""


class Server:
    """A LiveEditor that can be killed and started again at the same port with what it has kept."""

    def __init__(self, folder: Path, file: Path | None, *options: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.folder = folder
        self.file = file
        self.options = options
        self.process: subprocess.Popen[str] | None = None
        self.link = ""
        self.start()

    def start(self) -> None:
        command = [os.environ["LIVE_EDITOR"], "--port", str(self.port), "--state", str(self.folder), *self.options]
        if self.file is not None:
            command.append(str(self.file))
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := re.search(r"http://\S+", line):
                self.link = found.group()
                return
        raise AssertionError("the server has ended without a link")

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def token(self) -> str:
        return self.link.partition("#")[2]

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            if self.process.stdout is not None:
                self.process.stdout.close()
            self.process = None


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    servers: list[Server] = []

    def start(file: Path | None = None, *options: str) -> Server:
        servers.append(Server(tmp_path / "state", file, *options))
        return servers[-1]

    yield start
    for server in servers:
        server.kill()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1000, "height": 700}, reduced_motion="reduce", accept_downloads=True)
    yield context
    context.close()


@pytest.fixture
def bill(tmp_path: Path) -> Path:
    """The bill of the README, to be changed."""
    copy = tmp_path / "tax.nc"
    copy.write_text((ROOT / "Examples/tax.nc").read_text())
    return copy


@pytest.fixture
def script(tmp_path: Path) -> Callable[..., Path]:
    """A script of the given lines."""

    def write(*lines: str) -> Path:
        file = tmp_path / "script.nc"
        file.write_text("\n".join(lines) + "\n")
        return file

    return write


class Editor:
    """A page, as its user sees it."""

    def __init__(self, context: BrowserContext, link: str) -> None:
        self.page: Page = context.new_page()
        self.problems: list[str] = []
        self.reports = 0
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.goto(link)
        self.settle()

    def settle(self) -> None:
        """Waits until the server has done all that was asked for, and the page has drawn it; twice, as the page may answer."""
        # Browsers draw windows that are behind others once a second.
        self.page.bring_to_front()
        self.wait("editor.figures.frame > 0")
        for _ in range(2):
            self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            self.reports += 1
            self.page.evaluate("(name) => editor.wire.command('report', name)", f"report {self.reports}")
            self.wait(f"[...document.querySelectorAll('#said p')].some((one) => one.textContent.startsWith('report {self.reports}:'))")
        # A slow machine may show for a moment that the server computes.
        self.wait("!document.documentElement.hasAttribute('data-busy')")
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    @property
    def mismatches(self) -> int:
        """How often the page had something else than it was sent."""
        said = self.page.locator("#said p", has_text=f"report {self.reports}:").inner_text()
        return int(said.split()[2])

    def wait(self, condition: str) -> None:
        """Waits until a condition holds. The page's policy lets no text become code, so the browser can't wait for it."""
        for _ in range(500):
            if self.page.evaluate(condition):
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"it never came to be that {condition}")

    def number(self, path: str) -> float:
        return float(self.page.evaluate(f"editor.{path}"))

    @property
    def labels(self) -> dict[str, str]:
        """What a screen reader says of each node, by its name; not of the cards at the edges of a group."""
        found = self.page.locator("#tree > [role=treeitem]").evaluate_all("all => all.map(one => one.ariaLabel)")
        return {label.split(",")[0]: label for label in found if not label.startswith(("inputs of ", "outputs of "))}

    @property
    def edges(self) -> list[str]:
        """What a screen reader says of the cards at the edges of a group."""
        found = self.page.locator("#tree > [role=treeitem]").evaluate_all("all => all.map(one => one.ariaLabel)")
        return sorted(label for label in found if label.startswith(("inputs of ", "outputs of ")))

    @property
    def toast(self) -> str:
        return self.page.locator("#toast-text").inner_text() if self.page.locator("#toast").is_visible() else ""

    def cards(self) -> list[tuple[str, tuple[float, float, float, float]]]:
        """The nodes in the order in which they lie over each other: the first text that is drawn on each, and its box on the page."""
        # All at one moment: what is selected comes to the front when the next frame arrives.
        found = self.page.evaluate(
            """editor.drawings.nodes.map(({ x, y, box, steps }) => {
              const words = [];
              const context = new Proxy({}, {
                get: (_, key) => key === "fillText" ? (text) => words.push(text) : () => undefined, set: () => true });
              for (const step of steps) step(context);
              const { x: left, y: top } = editor.camera.page(x, y);
              return [words[0], [left, top, box[2] * editor.camera.zoom, box[3] * editor.camera.zoom]];
            })"""
        )
        return [(text, tuple(box)) for text, box in found]

    def boxes(self) -> list[tuple[float, float, float, float]]:
        """Where the nodes are on the page: left, top, width and height, in the order in which they lie over each other."""
        return [box for _, box in self.cards()]

    def places(self) -> dict[str, tuple[float, float, float, float]]:
        """Where each node is on the page, by the first text that is drawn on it."""
        return dict(self.cards())

    def define(self, name: str, text: str) -> None:
        """Gives a node another definition, as a person types it on its card."""
        self.page.mouse.dblclick(*self.middle(name))
        self.page.locator("#field-text").fill(text)
        self.press("Enter")

    def output(self, name: str) -> tuple[float, float]:
        left, top, width, height = self.places()[name]
        zoom = self.number("camera.zoom")
        # The result's row is 36 high, as is a pill.
        return left + width, top + height - 18 * zoom

    def input(self, name: str, index: int) -> tuple[float, float]:
        left, top, _, _ = self.places()[name]
        return left, top + (28 + 24 * index + 12) * self.number("camera.zoom")

    def middle(self, name: str) -> tuple[float, float]:
        left, top, width, height = self.places()[name]
        return left + width * 0.3, top + min(height / 2, 14)

    def drag(self, start: tuple[float, float], end: tuple[float, float], steps: int = 8) -> None:
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(*end, steps=steps)
        self.page.mouse.up()
        self.settle()

    def select(self, *names: str) -> None:
        """Selects these nodes and no others."""
        self.press("Escape", "Escape")
        for name in names:
            self.page.keyboard.down("Shift")
            self.page.mouse.click(*self.middle(name))
            self.page.keyboard.up("Shift")
        self.settle()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.settle()

    def command(self, name: str, *values: str) -> None:
        self.page.evaluate("([name, values]) => editor.wire.command(name, ...values)", [name, list(values)])
        self.settle()

    @property
    def texts(self) -> list[list[str]]:
        """The texts on each card, as they fit there."""
        found: list[list[str]] = self.page.evaluate(
            """editor.drawings.nodes.map(({ steps }) => {
              const words = [];
              const context = new Proxy({}, {
                get: (_, key) => key === "fillText" ? (text) => words.push(text) : () => undefined, set: () => true });
              for (const step of steps) step(context);
              return words;
            })"""
        )
        return found

    def words(self, title: str) -> list[str]:
        """The texts on the card with a title."""
        return next(texts for texts in self.texts if texts[:1] == [title])

    @property
    def hash(self) -> int:
        return int(self.number("drawings.hash"))


@pytest.fixture
def open_editor(context: BrowserContext) -> Callable[[Server], Editor]:
    return lambda server: Editor(context, server.link)


def crowd_of(count: int) -> str:
    """A script of many nodes: each reads one before it, and one from further away, which is mostly n70."""
    return "".join(
        f"n{index} = {index}\n" if index < 20 else f"n{index} = n{index - 20} + n{(index * 7) % (index - 10)}\n"
        for index in range(count)
    )


@pytest.fixture
def crowd(
    serve: Callable[..., Server], tmp_path: Path, open_editor: Callable[[Server], Editor]
) -> Callable[[int], Editor]:
    def start(count: int) -> Editor:
        file = tmp_path / "crowd.nc"
        file.write_text(crowd_of(count))
        return open_editor(serve(file))

    return start
