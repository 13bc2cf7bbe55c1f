// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension SessionPage {
  static let style = """

    :root { color-scheme: light dark; --line: #c9d0da; --accent: #2563eb; --panel: #fff; --ink: #171c26; --quiet: #5b6675; --danger: #b91c1c; }
    @media (prefers-color-scheme: dark) {
      :root { --line: #3b4454; --accent: #7fb0ff; --panel: #1b212c; --ink: #e8ecf2; --quiet: #9aa6b6; --danger: #ff8a80; }
    }
    * { box-sizing: border-box; }
    body { margin: 0; height: 100vh; display: grid; grid: auto 1fr / 1fr min(24rem, 40%); font: 15px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--panel); }
    header { grid-column: 1 / 3; display: flex; align-items: center; gap: 1rem; padding: .5rem 1rem; border-bottom: 1px solid var(--line); }
    h1 { font-size: 1.1rem; margin: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    header p { margin: 0; color: var(--quiet); white-space: nowrap; }
    #tools { margin-left: auto; display: flex; gap: .25rem; }
    #tools[hidden], #search[hidden] { display: none; }
    button, input { font: inherit; color: inherit; background: none; border: 1px solid var(--line); border-radius: 6px; min-width: 2rem; height: 2rem; padding: 0 .5rem; }
    button { cursor: pointer; }
    #picture { overflow: auto; background: #fff; min-height: 0; }
    #picture.live { overflow: hidden; touch-action: none; cursor: grab; }
    #picture.live svg { width: 100%; height: 100%; display: block; }
    #picture.live [id^="node-"] { cursor: pointer; }
    #picture .chosen { filter: drop-shadow(0 0 3px #2563eb) drop-shadow(0 0 1px #2563eb); }
    #nodes { overflow: auto; border-left: 1px solid var(--line); padding: 0 1rem; min-height: 0; }
    article { padding: .75rem .5rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
    article:target { box-shadow: inset 3px 0 var(--accent); }
    h2 { font-size: 1rem; margin: 0; }
    article p { margin: .2rem 0; }
    .links { color: var(--quiet); }
    #scenarios { overflow: auto; padding: .75rem .5rem; border-bottom: 1px solid var(--line); }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
    th, td { padding: .2rem .6rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
    th:first-child { text-align: left; }
    small { display: block; color: var(--quiet); }
    ul, li { display: inline; padding: 0; color: var(--ink); }
    li + li::before { content: ", "; }
    output { font-size: 1.15rem; font-weight: 600; font-variant-numeric: tabular-nums; }
    .quiet { color: var(--quiet); font-variant-numeric: tabular-nums; }
    .problem { color: var(--danger); }
    a { color: var(--accent); }
    img { max-width: 100%; height: auto; background: #fff; border-radius: 6px; }
    #find { width: 14rem; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
    @media (max-width: 45rem) {
      body { grid: auto 45% 1fr / 1fr; }
      header { grid-column: 1; flex-wrap: wrap; gap: .25rem 1rem; }
      #nodes { border-left: 0; border-top: 1px solid var(--line); }
    }
    @media print { body { display: block; height: auto; } #tools, #search { display: none; } }

    """

  /// The hash of ``script`` in the content security policy; `Scripts/check-nodecalc` compares it.
  static let scriptHash = "sha256-ouIgc72FaQUkwBmaiba+H8d0y+FZagll4bestvwoOWM="

  static let script = #"""

    "use strict";
    const box = document.getElementById("picture"), svg = box.querySelector("svg");
    const whole = { x: 0, y: 0, width: svg.viewBox.baseVal.width, height: svg.viewBox.baseVal.height };
    let view = { ...whole };
    const show = () => svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
    /** Points of the picture for each point of the page, and the point of the picture at a point of the page. */
    const scale = () => Math.max(view.width / box.clientWidth, view.height / box.clientHeight);
    const at = (x, y) => {
      const frame = box.getBoundingClientRect();
      return [view.x + view.width / 2 + (x - frame.left - frame.width / 2) * scale(),
        view.y + view.height / 2 + (y - frame.top - frame.height / 2) * scale()];
    };
    const middle = () => {
      const frame = box.getBoundingClientRect();
      return [frame.left + frame.width / 2, frame.top + frame.height / 2];
    };
    const zoom = (factor, x, y) => {
      const [least, most] = [Math.min(whole.width, 60), 4 * whole.width];
      const by = Math.min(Math.max(view.width * factor, least), most) / view.width;
      const [px, py] = at(x, y);
      view = { x: px + (view.x - px) * by, y: py + (view.y - py) * by, width: view.width * by, height: view.height * by };
      show();
    };
    const pan = (x, y) => {
      view.x -= x * scale();
      view.y -= y * scale();
      show();
    };
    const fit = () => {
      view = { ...whole };
      show();
    };
    const pointers = new Map();
    let way = 0;
    box.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
      way = pointers.size > 1 ? Infinity : 0;
    });
    box.addEventListener("pointermove", (event) => {
      const last = pointers.get(event.pointerId);
      if (!last) return;
      box.setPointerCapture(event.pointerId);
      const spread = () => {
        const [a, b] = [...pointers.values()];
        return Math.hypot(a[0] - b[0], a[1] - b[1]);
      };
      const before = pointers.size === 2 ? spread() : 0;
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
      way += Math.hypot(event.clientX - last[0], event.clientY - last[1]);
      pan((event.clientX - last[0]) / pointers.size, (event.clientY - last[1]) / pointers.size);
      if (before > 0 && spread() > 0) {
        const [a, b] = [...pointers.values()];
        zoom(before / spread(), (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
      }
    });
    for (const end of ["pointerup", "pointercancel"]) {
      box.addEventListener(end, (event) => {
        if (!pointers.delete(event.pointerId) || end === "pointercancel" || way > 4) return;
        const node = document.elementFromPoint(event.clientX, event.clientY)?.closest("[id^='node-']");
        if (node) location.hash = "about-" + node.id.slice(5);
      });
    }
    box.addEventListener("wheel", (event) => {
      event.preventDefault();
      zoom(Math.exp(event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), event.clientX, event.clientY);
    }, { passive: false });
    const keys = {
      "+": () => zoom(0.8, ...middle()), "=": () => zoom(0.8, ...middle()), "-": () => zoom(1.25, ...middle()), 0: fit,
      ArrowLeft: () => pan(60, 0), ArrowRight: () => pan(-60, 0), ArrowUp: () => pan(0, 60), ArrowDown: () => pan(0, -60),
    };
    box.addEventListener("keydown", (event) => {
      const act = keys[event.key];
      if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      act();
    });
    document.getElementById("smaller").addEventListener("click", keys["-"]);
    document.getElementById("larger").addEventListener("click", keys["+"]);
    document.getElementById("fit").addEventListener("click", fit);
    /** Marks the node of the address in the picture, and moves the picture if it is not in sight. */
    const choose = () => {
      svg.querySelector(".chosen")?.classList.remove("chosen");
      const node = location.hash.startsWith("#about-") && document.getElementById("node-" + location.hash.slice(7));
      if (!node) return;
      node.classList.add("chosen");
      document.getElementById(location.hash.slice(1))?.scrollIntoView();
      const [own, frame] = [node.getBoundingClientRect(), box.getBoundingClientRect()];
      const [x, y] = [own.left + own.width / 2, own.top + own.height / 2];
      if (x > frame.left && x < frame.right && y > frame.top && y < frame.bottom) return;
      const [mx, my] = middle();
      pan(mx - x, my - y);
    };
    addEventListener("hashchange", choose);
    const find = document.getElementById("find");
    find.addEventListener("input", () => {
      const words = find.value.toLowerCase().split(/\s+/);
      for (const one of document.querySelectorAll("article")) {
        const text = one.textContent.toLowerCase();
        one.hidden = !words.every((word) => text.includes(word));
      }
    });
    box.classList.add("live");
    for (const id of ["tools", "search"]) document.getElementById(id).hidden = false;
    choose();

    """#
}
