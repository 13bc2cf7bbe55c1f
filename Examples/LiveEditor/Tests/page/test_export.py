# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""The page that is exported: one file without a server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from conftest import Editor, Server
from playwright.sync_api import Browser

Serve = Callable[..., Server]
Open = Callable[[Server], Editor]


def test_an_exported_page_needs_no_server(
    browser: Browser, serve: Serve, script: Callable[..., Path], open_editor: Open, tmp_path: Path
) -> None:
    lines = ["price = 20", "qty = 3", "total = price * qty", "p = (1..40)^0.5 * price", 't = "</script><img src=x onerror=alert(1)>"']
    editor = open_editor(serve(script(*lines)))
    with editor.page.expect_download() as download:
        editor.page.evaluate("editor.wire.command('page')")
    file = tmp_path / "page.html"
    file.write_bytes(Path(download.value.path()).read_bytes())
    context = browser.new_context(viewport={"width": 1000, "height": 700}, offline=True)
    page = context.new_page()
    faults: list[str] = []
    requests: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text))
    page.on("request", lambda request: requests.append(request.url))
    page.goto(file.as_uri())
    picture = page.locator("#picture svg")
    card = {name: picture.locator("[id^='node-']", has=page.locator(f"text='{name}'")).first for name in ("price", "total", "t")}

    # A click on a card leads to what is known of it, and a link from there to another card.
    card["total"].click()
    article = page.locator("article:target")
    assert article.locator("h2").inner_text() == "total" and article.locator("output").inner_text() == "60"
    assert article.locator("code").inner_text() == "price * qty"
    article.locator("a", has_text="price").click()
    assert page.locator("article:target h2").inner_text() == "price"
    assert page.locator(".chosen").count() == 1 and "chosen" in str(card["price"].get_attribute("class"))

    # Keys, the wheel and a drag move and zoom the picture; a drag chooses nothing.
    def view() -> list[float]:
        return [float(part) for part in str(picture.get_attribute("viewBox")).split()]

    whole = view()
    page.locator("#picture").focus()
    page.keyboard.press("+")
    assert view()[2] < whole[2]
    page.keyboard.press("0")
    assert view() == whole
    box = page.locator("#picture").bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.wheel(0, 200)
    assert view()[2] > whole[2]
    page.locator("#fit").click()
    address = page.url
    place = card["total"].bounding_box()
    assert place is not None
    start = (place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 80, start[1] + 30, steps=4)
    page.mouse.up()
    assert view()[0] < whole[0] and page.url == address

    # A link to a card that is out of sight brings it into sight.
    for _ in range(20):
        page.locator("#picture").press("ArrowLeft")
    page.evaluate("location.hash = ''")
    page.locator("article", has=page.locator("h2", has_text="qty")).locator("a", has_text="total").click()
    place = card["total"].bounding_box()
    assert place is not None and box["x"] <= place["x"] + place["width"] / 2 <= box["x"] + box["width"]

    # Texts are only texts, lists have a curve, and words find nodes.
    assert page.locator("article img").count() == 1
    assert page.locator("article img").evaluate("image => image.complete && image.naturalWidth") == 640
    assert "<img src=x" in page.locator("article", has=page.locator("h2", has_text="t")).last.inner_text()
    page.locator("#find").fill("price qty")
    assert [one.inner_text() for one in page.locator("article:visible h2").all()] == ["total"]
    assert faults == [] and requests[0] == file.as_uri()
    assert all(request.startswith(("file:", "data:")) for request in requests)

    # Without scripts it is a document.
    plain = browser.new_context(java_script_enabled=False).new_page()
    plain.goto(file.as_uri())
    assert plain.locator("article").count() == 5 and not plain.locator("#tools").is_visible()
    plain.context.close()
    context.close()
