# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""What is swept, as requests to workers. Nothing is computed here: values are those that workers compute."""

from __future__ import annotations

import csv
import hashlib
import json
import math
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import columns

Json = dict[str, Any]
_NUMBER = r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*"
_RANGE = re.compile(rf"{_NUMBER}\.\.{_NUMBER}(?::{_NUMBER})?")


class BadPlan(Exception):
    """The command line asks for what can't be swept."""


def _float(text: str) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise BadPlan(f"'{text}' is not a number") from error


def _number(text: str) -> float | str:
    """A number as messages have it: JSON has neither NaN nor infinity."""
    value = _float(text)
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return value


def _pair(option: str, text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign or not name.strip():
        raise BadPlan(f"{option} takes NAME=VALUE, not '{text}'")
    return name.strip(), value


@dataclass
class Plan:
    """A model, what its inputs are given, and what is evaluated."""

    model: bytes
    suffix: str
    outputs: list[str]
    request: Json = field(default_factory=dict)
    table: list[list[float]] | None = None
    names: list[str] = field(default_factory=list)

    @staticmethod
    def parse(
        model: Path,
        outputs: list[str],
        *,
        each: list[str] = [],
        zip: bool = False,
        rows: Path | None = None,
        draw: list[str] = [],
        repeat: int = 1,
        seed: int = 0,
        set: list[str] = [],
        timeout: float | None = None,
    ) -> Plan:
        """Reads the words of a command line."""
        try:
            text = model.read_bytes()
        except OSError as error:
            raise BadPlan(f"can't read '{model}': {error.strerror}") from error
        plan = Plan(text, model.suffix, outputs)
        if not outputs:
            raise BadPlan("nothing is to be evaluated: --get NAME")
        request = plan.request
        request["get"] = outputs
        for word in each:
            name, value = _pair("--each", word)
            axes = request.setdefault("each", {})
            if name in axes:
                raise BadPlan(f"'{name}' is given values twice")
            if ".." in value:
                match = _RANGE.fullmatch(value)
                if not match:
                    raise BadPlan(f"'{value}' is no range: write a..b or a..b:step")
                axis: Json = {"from": float(match[1]), "to": float(match[2])}
                if match[3]:
                    axis["step"] = float(match[3])
                axes[name] = axis
            else:
                axes[name] = [_number(part) for part in value.split(",")]
        if zip:
            request["zip"] = True
        for word in draw:
            name, value = _pair("--draw", word)
            draw_match = re.fullmatch(r"\s*([a-z]+)\s*\((.*)\)\s*", value)
            if not draw_match:
                raise BadPlan(f"'{value}' is no distribution: write normal(mean, deviation), for example")
            request.setdefault("draw", {})[name] = {
                draw_match[1]: [_number(part) for part in draw_match[2].split(",")]
            }
        for word in set:
            name, value = _pair("--set", word)
            request.setdefault("set", {})[name] = _number(value)
        if repeat != 1:
            request["repeat"] = repeat
        if seed:
            request["seed"] = seed
        if timeout is not None:
            request["timeout"] = timeout
        if rows is not None:
            if each or repeat != 1:
                raise BadPlan("--rows goes with neither --each nor --repeat")
            plan._read_table(rows)
        return plan

    def _read_table(self, path: Path) -> None:
        try:
            with open(path, newline="", encoding="utf-8-sig") as file:
                lines = [(number, line) for number, line in enumerate(csv.reader(file), 1) if line]
        except (OSError, UnicodeDecodeError) as error:
            raise BadPlan(f"can't read '{path}': {error}") from error
        if len(lines) < 2:
            raise BadPlan(f"{path}: a line with names and rows below it are expected")
        self.names = [name.strip() for name in lines[0][1]]
        self.table = []
        for number, line in lines[1:]:
            if len(line) != len(self.names):
                raise BadPlan(f"{path}:{number}: it has {len(line)} fields, not {len(self.names)} as the first line")
            try:
                self.table.append([_float(text) for text in line])
            except BadPlan as error:
                raise BadPlan(f"{path}:{number}: {error}") from error

    def shard(self, start: int, count: int, form: str = "csv") -> Json:
        """The request for some rows."""
        if self.table is None:
            return {**self.request, "start": start, "count": count, "form": form}
        rows = self.table[start : start + count]
        texts = [columns.encode(row[index] for row in rows) for index in range(len(self.names))]
        table = {"names": self.names, "columns": texts}
        return {**self.request, "rows": table, "count": len(rows), "offset": start, "form": form}

    def count_request(self) -> Json:
        """The request for the number of rows, and the names of the inputs."""
        if self.table is None:
            return {**self.request, "form": "count"}
        return {**self.shard(0, 1), "form": "count"}

    @property
    def key(self) -> str:
        """A fingerprint of the plan: equal plans give equal bytes."""
        digest = hashlib.sha256(self.model)
        table = [self.names, self.table]
        digest.update(json.dumps([self.suffix, self.request, table], sort_keys=False).encode())
        return digest.hexdigest()[:32]
