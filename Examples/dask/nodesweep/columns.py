# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""Columns of numbers in messages: doubles of 8 bytes, the least significant first, in base 64.

`numpy.frombuffer(columns.decode(text))` is an array of such a column without a loop.
"""

from __future__ import annotations

import base64
import sys
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .child import Child

Json = dict[str, Any]


def encode(numbers: Iterable[float]) -> str:
    """The text of numbers."""
    column = array("d", numbers)
    if sys.byteorder == "big":
        column.byteswap()
    return base64.b64encode(column.tobytes()).decode()


def decode(text: str) -> array[float]:
    """The numbers of a text. Raises ValueError if it is not the text of numbers."""
    column = array("d")
    column.frombytes(base64.b64decode(text, validate=True))
    if sys.byteorder == "big":
        column.byteswap()
    return column


@dataclass
class Columns:
    """The numbers of some rows, and why rows have none."""

    start: int
    numbers: dict[str, array[float]]
    failures: list[Json]


def evaluate(child: Child, request: Json) -> Columns:
    """Evaluates the rows of a request. A row without a number has NaN, and a failure in the list."""
    answer = child.ask({**request, "form": "columns"})
    numbers = {name: decode(text) for name, text in zip(request["get"], answer["columns"])}
    return Columns(answer["start"], numbers, answer["failures"])
