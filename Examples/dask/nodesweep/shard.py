# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""What a Dask worker does: it keeps a child and asks it for the rows of a shard, whatever happens to the child."""

from __future__ import annotations

import os
import tempfile
import threading
from pathlib import Path
from typing import Any

from . import columns
from .child import Child, ChildDied, ChildHangs, Mixed

Json = dict[str, Any]
_children: dict[tuple[str, str, int, int], Child] = {}


def model_path(model: bytes, suffix: str, key: str) -> str:
    """Puts the model where a child finds it; several processes may do that at the same time."""
    folder = Path(tempfile.gettempdir()) / f"nodesweep-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    path = folder / f"{key}{suffix}"
    if not path.exists() or path.read_bytes() != model:
        with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
            file.write(model)
        os.replace(file.name, path)
    return str(path)


def check(hello: Json, expected: Json) -> None:
    """Refuses a child whose rows must not be mixed with those of others."""
    for field in ("model", "maths"):
        if hello.get(field) != expected.get(field):
            raise Mixed(field, f"this worker has {field} {hello.get(field)}, the driver {expected.get(field)}")


def child(nodecalc: str, path: str, expected: Json, silence: float) -> Child:
    """The child of this thread."""
    key = (nodecalc, path, os.getpid(), threading.get_ident())
    known = _children.get(key)
    if known is None:
        known = Child(nodecalc, path, silence)
        try:
            check(known.hello, expected)
        except Mixed:
            known.close()
            raise
        _children[key] = known
    return known


def drop(nodecalc: str, path: str) -> None:
    """Forgets the child of this thread, which has died."""
    known = _children.pop((nodecalc, path, os.getpid(), threading.get_ident()), None)
    if known:
        known.close()


def evaluate(
    nodecalc: str,
    model: bytes,
    suffix: str,
    key: str,
    request: Json,
    expected: Json,
    width: tuple[int, int],
    silence: float,
) -> str:
    """The lines of a shard. The same request gives the same bytes, however often and wherever it runs.

    A child that dies is replaced once; what kills that as well is halved, down to the row, which is reported as one that has
    no values. `width` is how many inputs and outputs a row has.
    """
    path = model_path(model, suffix, key)
    reason = ""
    for _ in range(2):
        try:
            return str(child(nodecalc, path, expected, silence).ask(request)["csv"])
        except ChildDied as error:
            reason = "timeout" if isinstance(error, ChildHangs) else "the worker died"
            drop(nodecalc, path)
    parts = halves(request)
    if parts is None:
        row = request.get("offset", 0) + request.get("start", 0)
        return f"{row}{',' * (sum(width) + 1)}{reason}\n"
    return "".join(
        evaluate(nodecalc, model, suffix, key, part, expected, width, silence) for part in parts
    )


def halves(request: Json) -> tuple[Json, Json] | None:
    """The requests for both halves of a shard; nothing for a single row."""
    count = request["count"]
    if count < 2:
        return None
    middle = count // 2
    first, second = {**request, "count": middle}, {**request, "count": count - middle}
    table = request.get("rows")
    if table is None:
        return first, {**second, "start": request["start"] + middle}
    numbers = [columns.decode(text) for text in table["columns"]]
    for half, rows in ((first, slice(middle)), (second, slice(middle, None))):
        half["rows"] = {**table, "columns": [columns.encode(column[rows]) for column in numbers]}
    return first, {**second, "offset": request["offset"] + middle}
