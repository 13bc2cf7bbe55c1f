# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import re
import struct
from pathlib import Path
from typing import Any

import pytest

from nodesweep import BadPlan, Plan, columns
from nodesweep.parts import OtherSweep, Parts
from nodesweep.run import shard_size
from nodesweep.shard import halves


def test_words_become_a_request(model: Path) -> None:
    plan = Plan.parse(
        model, ["total"], each=["price=10..60:0.5", "qty=1,2,nan"], draw=["rate=normal(0.2, 1e-2)"], seed=3, repeat=2
    )
    assert plan.shard(5, 7) == {
        "get": ["total"],
        "each": {"price": {"from": 10.0, "to": 60.0, "step": 0.5}, "qty": [1.0, 2.0, "NaN"]},
        "draw": {"rate": {"normal": [0.2, 0.01]}},
        "repeat": 2,
        "seed": 3,
        "start": 5,
        "count": 7,
        "form": "csv",
    }


def test_equal_plans_have_equal_keys_and_others_do_not(model: Path, tmp_path: Path) -> None:
    def key(**options: Any) -> str:
        return Plan.parse(options.pop("model", model), ["total"], **options).key

    assert key(each=["price=1..2"]) == key(each=["price=1..2"])
    other = tmp_path / "model.nc"
    other.write_text("price = 1; total = price")
    keys = {
        key(each=["price=1..2"]), key(each=["price=1..3"]), key(), key(seed=1), key(set=["qty=1"]), key(model=other),
        key(each=["price=1..2", "qty=1..2"]), key(each=["qty=1..2", "price=1..2"]),
    }
    assert len(keys) == 8


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"each": ["price"]}, "--each takes NAME=VALUE, not 'price'"),
        ({"each": ["price=1..x"]}, "'1..x' is no range: write a..b or a..b:step"),
        ({"each": ["price=1,x"]}, "'x' is not a number"),
        ({"each": ["price=1", "price=2"]}, "'price' is given values twice"),
        ({"draw": ["rate=normal"]}, "'normal' is no distribution: write normal(mean, deviation), for example"),
        ({"set": ["rate=fast"]}, "'fast' is not a number"),
    ],
)
def test_what_is_wrong_is_named(model: Path, options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadPlan, match=re.escape(message)):
        Plan.parse(model, ["total"], **options)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a line with names"), ("a,b\n", "rows below it"), ("a,b\n1,2\n3\n", ":3: it has 1 fields, not 2"),
        ("a\nx\n", ":2: 'x' is not a number"),
    ],
)
def test_a_broken_table_is_refused_with_its_line(model: Path, tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "rows.csv"
    path.write_text(text)
    with pytest.raises(BadPlan, match=message):
        Plan.parse(model, ["total"], rows=path)


def test_halves_are_the_whole() -> None:
    def rows(request: dict[str, Any]) -> list[int]:
        parts = halves(request)
        if parts is None:
            row: int = request.get("start", 0) + request.get("offset", 0)
            if "rows" in request:
                assert list(columns.decode(request["rows"]["columns"][0])) == [row - 9]
            return [row]
        return [row for part in parts for row in rows(part)]

    for count in (1, 2, 3, 17):
        assert rows({"start": 40, "count": count}) == list(range(40, 40 + count))
        table = {"names": ["a"], "columns": [columns.encode(range(count))]}
        assert rows({"rows": table, "count": count, "offset": 9}) == list(range(9, 9 + count))


def test_columns_read_back() -> None:
    for numbers in ([], [1.0, 2.0], [-0.0, 0.1, float("inf"), 5e-324]):
        text = columns.encode(numbers)
        assert columns.decode(text).tobytes() == struct.pack(f"<{len(numbers)}d", *numbers)
    assert columns.encode([1.0, 2.0]) == "AAAAAAAA8D8AAAAAAAAAQA=="
    for wrong in ("A", "AAAA", "*AAAAAAA8D8="):
        with pytest.raises(ValueError):
            columns.decode(wrong)


def test_shards_take_two_seconds_and_all_workers_have_some() -> None:
    assert shard_size(10**6, 1e-4, 4) == 20_000
    assert shard_size(100, 1e-6, 4) == 7
    assert shard_size(100, 50.0, 4) == 1
    assert shard_size(10**9, 1e-9, 1) == 200_000


def test_parts_tell_what_is_missing(tmp_path: Path) -> None:
    parts = Parts(tmp_path / "parts", "plan", "row\n")
    parts.add(10, 5, "b")
    parts.add(0, 4, "a")
    parts.add(2, 4, "overlaps")
    assert parts.finished() == [(0, 4), (10, 5)]
    assert list(parts.missing(20, 3)) == [(4, 3), (7, 3), (15, 3), (18, 2)]
    assert list(Parts(tmp_path / "parts", "plan", "row\n").missing(15, 100)) == [(4, 6)]
    with pytest.raises(OtherSweep):
        Parts(tmp_path / "parts", "another plan", "row\n")
    assert Parts(tmp_path / "parts", "another plan", "row\n", restart=True).finished() == []
