# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""Sessions that are recorded and replayed, and what comes to the page from elsewhere."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Editor, Server

Open = Callable[[Server], Editor]


def replay(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [os.environ["LIVE_EDITOR"], "replay", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def test_a_recorded_session_is_replayed_to_the_same_frames(
    serve: Callable[..., Server], bill: Path, open_editor: Open, tmp_path: Path
) -> None:
    recording = tmp_path / "session.jsonl"
    server = serve(bill, "--record", str(recording))
    editor = open_editor(server)
    left, top = editor.middle("rate")
    editor.drag((left, top), (left + 40, top + 90))
    editor.drag(editor.output("qty"), editor.input("tax", 0))
    editor.page.mouse.dblclick(*editor.middle("price"))
    editor.page.locator("#field-text").wait_for(state="visible")
    editor.page.keyboard.type("25")
    editor.press("Enter", "Control+z", "l", "Escape")
    other = open_editor(server)
    other.press("Control+a", "Delete")
    # Nothing is lost when the program is killed, and the secret of the link is not in it.
    server.kill()
    text = recording.read_text()
    assert server.token not in text and recording.stat().st_mode & 0o777 == 0o600
    same = replay(recording)
    assert same.returncode == 0, same.stdout[-2000:] + same.stderr
    frames = int(same.stdout.splitlines()[-1].split()[0])
    assert frames > 20 and same.stdout.splitlines()[-1] == f"{frames} frames, {frames} as recorded"
    # With another document it shows where it differs.
    bill.write_text("price = 7")
    differs = replay(recording, bill)
    assert differs.returncode == 1 and len(differs.stdout.splitlines()[0].split()) == 4
    # What isn't whole is refused with the line, and so is what is there already.
    lines = text.splitlines(keepends=True)
    for broken, words in [
        ("".join(lines)[:-5], f"line {len(lines)}: the line was not written to its end"),
        ("".join(lines[:3]) + "{}\n", "line 4: the line can't be read"),
        (lines[0].replace('"version":1', '"version":9') + lines[1], "line 1: the recording has version 9"),
    ]:
        recording.write_text(broken)
        refused = replay(recording)
        assert refused.returncode == 2 and words in refused.stderr, refused.stderr
    again = subprocess.run(
        [os.environ["LIVE_EDITOR"], "--record", str(recording)], capture_output=True, text=True, timeout=60
    )
    assert again.returncode == 2 and "already exists" in again.stderr


def test_text_from_elsewhere_is_dropped_on_canvas_node_and_wire(
    serve: Callable[..., Server], bill: Path, open_editor: Open
) -> None:
    editor = open_editor(serve(bill))

    def carry(kinds: list[str], place: tuple[float, float], text: str) -> None:
        editor.page.evaluate(
            """([kinds, [clientX, clientY], text]) => {
              const dataTransfer = new DataTransfer();
              dataTransfer.setData("text/plain", text);
              for (const kind of kinds)
                document.getElementById("canvas").dispatchEvent(
                  new DragEvent(kind, { dataTransfer, clientX, clientY, bubbles: true, cancelable: true }));
            }""",
            [kinds, list(place), text],
        )
        editor.settle()

    def rest() -> int:
        editor.press("Escape")
        editor.page.mouse.move(5, 650)
        editor.settle()
        return editor.hash

    whole = rest()
    carry(["dragover"], editor.middle("tax"), "")
    over = editor.hash
    carry(["dragleave"], (0, 0), "")
    assert over != whole and editor.hash == whole
    carry(["dragover", "drop"], (300, 600), "more = total + 1")
    assert editor.labels["more"] == "more, total + 1, 73"
    carry(["dragover", "drop"], editor.middle("tax"), "sub * rate * 2")
    assert editor.labels["tax"] == "tax, sub * rate * 2, 24"
    start, end = editor.output("sub"), editor.input("tax", 0)
    carry(["dragover", "drop"], ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), "half = sub / 2")
    assert editor.labels["tax"] == "tax, half * rate * 2, 12"
    carry(["drop"], (300, 600), "nobody *")
    assert editor.toast != "" and editor.mismatches == 0 and editor.problems == []


def test_a_file_from_elsewhere_is_opened(serve: Callable[..., Server], open_editor: Open) -> None:
    editor = open_editor(serve(None))
    editor.page.evaluate(
        """() => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File(["z = 26"], "other.nc", { type: "text/plain" }));
          for (const kind of ["dragover", "drop"])
            document.getElementById("canvas").dispatchEvent(
              new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
        }"""
    )
    editor.wait("document.title.startsWith('other.nc')")
    editor.settle()
    assert list(editor.labels) == ["z"] and editor.problems == []


def test_unsaved_changes_that_cannot_be_read_are_kept(
    serve: Callable[..., Server], bill: Path, open_editor: Open
) -> None:
    server = serve(bill)
    editor = open_editor(server)
    editor.define("price", "30")
    server.kill()
    unsaved = next(server.folder.glob("*/unsaved.json"))
    unsaved.write_text(unsaved.read_text().replace('"version" : ', '"version" : 99'))
    content = unsaved.read_text()
    with pytest.raises(AssertionError, match="without a link"):
        server.start()
    assert unsaved.read_text() == content
    server.kill()
    unsaved.rename(unsaved.with_name("moved"))
    server.start()
