# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""Measures the page with large graphs: opening, dragging a reader of a hub, panning, memory.

Usage: LIVE_EDITOR=path/of/LiveEditor python figures.py [COUNT ...]
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from conftest import CHROMIUM, Editor, Server, crowd_of
from playwright.sync_api import Browser, sync_playwright

# Calls `step` once a frame, and returns how far frames were apart, the bytes and the frames that arrived in that time,
# and how long answers took, counted from the first message that they answer.
RUN = """async ([name, count]) => {
  const { camera, figures, wire } = editor;
  const canvas = document.getElementById("canvas");
  const steps = {
    drag: (index) => canvas.dispatchEvent(new PointerEvent("pointermove", {
      pointerId: 1, pointerType: "mouse", buttons: 1, clientX: dragged.x + 10 + (index % 60) * 2, clientY: dragged.y + 8 + index % 60 })),
    pan: (index) => canvas.dispatchEvent(new WheelEvent("wheel", {
      deltaX: index % 100 < 50 ? 14 : -14, deltaY: index % 80 < 40 ? 11 : -11, cancelable: true })) };
  const [intervals, trips, before] = [[], [], { ...figures }];
  let posted = 0;
  const [post, message] = [wire.post, wire.handlers.message];
  wire.post = function () { posted ||= performance.now(); return post.call(wire); };
  wire.handlers.message = (reader, size) => {
    if (posted) trips.push(performance.now() - posted);
    posted = 0;
    message(reader, size);
  };
  const dragged = globalThis.dragged;
  let last = await new Promise(requestAnimationFrame);
  for (let index = 0; index < count; index += 1) {
    steps[name](index);
    const now = await new Promise(requestAnimationFrame);
    intervals.push(now - last);
    last = now;
  }
  [wire.post, wire.handlers.message] = [post, message];
  return { intervals, trips, bytes: (figures.bytes - before.bytes) / Math.max(1, figures.frames - before.frames) };
}"""


def share(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] if values else float("nan")


def memory(server: Server) -> float:
    """What the server has in memory, in MB."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def measured(browser: Browser, count: int, folder: Path) -> list[str]:
    file = folder / f"{count}.nc"
    file.write_text(crowd_of(count))
    begin = time.monotonic()
    server = Server(folder / "state", file)
    started = time.monotonic() - begin
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    try:
        editor = Editor(context, server.link)
        first = editor.number("figures.firstPicture") / 1000
        opened = editor.number("figures.bytes") / 1e6
        name, place = next(
            (name, (left + width * 0.3, top + min(height / 2, 14)))
            for name, (left, top, width, height) in editor.cards()
            if name[1:].isdigit() and int(name[1:]) > 80 and left > 40 and left + width < 1000 and 90 < top < 500)
        editor.page.mouse.move(*place)
        editor.page.mouse.down()
        editor.page.mouse.move(place[0] + 8, place[1] + 6)
        editor.settle()
        editor.page.evaluate("([x, y]) => { globalThis.dragged = { x, y }; }", list(place))
        drag = editor.page.evaluate(RUN, ["drag", 180])
        editor.page.mouse.up()
        editor.settle()
        pan = editor.page.evaluate(RUN, ["pan", 180])
        editor.settle()
        editor.press("1")
        zoom = editor.number("camera.zoom")
        far = editor.page.evaluate(RUN, ["pan", 180])
        editor.settle()
        session = context.new_cdp_session(editor.page)
        session.send("Performance.enable")
        session.send("HeapProfiler.collectGarbage")
        heap = next(one["value"] for one in session.send("Performance.getMetrics")["metrics"] if one["name"] == "JSHeapUsedSize")
        assert editor.mismatches == 0 and editor.problems == [], editor.problems
        row = [f"{count:,}", f"{started:.1f}", f"{first:.2f}", f"{opened:.2f}"]
        row += [f"{drag['bytes']:.0f}", f"{share(drag['trips'], 0.5):.0f}"]
        for run in (drag, pan, far):
            row += [f"{share(run['intervals'], 0.5):.0f} / {share(run['intervals'], 0.95):.0f}"]
        return [*row, f"{zoom * 100:.1f}", f"{memory(server):.0f}", f"{heap / 1e6:.0f}"]
    finally:
        context.close()
        server.kill()


def main() -> None:
    counts = [int(word) for word in sys.argv[1:]] or [1000, 5000, 50_000]
    heads = ["nodes", "start s", "first picture s", "opened MB", "drag bytes", "round trip ms", "drag p50 / p95 ms",
             "pan p50 / p95 ms", "pan at fit p50 / p95 ms", "fit %", "server MB", "page MB"]
    print("| " + " | ".join(heads) + " |")
    print("|" + "---|" * len(heads), flush=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for count in counts:
            print("| " + " | ".join(measured(browser, count, Path(folder))) + " |", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
