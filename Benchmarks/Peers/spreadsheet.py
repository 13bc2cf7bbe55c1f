# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""Times formualizer on the shapes: each node is the formula of a cell.

    spreadsheet.py SHAPE:SIZE…    one JSON object a line: the median of 9 samples

An update is what its documentation shows: set_value, evaluate_all, get_value, in a workbook whose formulas were set in
batches; once with its default settings, which are parallel, by the clock on the wall, and once without threads, in
thread time. evaluate_cell instead of
evaluate_all computes only what the cell that is read needs, and takes seven times as long for a chain. All cells are
compared with what they must hold before anything is timed.
"""

import importlib.metadata
import json
import random
import statistics
import sys
import time
from functools import partial
from operator import add, mul, pos as copy, sub

import formualizer

ENGINE = "formualizer " + importlib.metadata.version("formualizer")
SHEET = "Sheet"
# How deep sparse graphs are.
LAYERS = 20
successor = partial(add, 1)


def column(number):
    """A, B, …, Z, AA, …"""
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


class Sheet:
    """A shape as cells. `sources` and `formulas` are by (row, column), both counted from 1; `read` is the result's place,
    `evaluations` how many cells one update reaches."""

    def __init__(self):
        self.sources = {}
        self.formulas = {}
        self.values = {}
        self.read = None
        self.evaluations = 0
        self.written = []

    def source(self, place, value):
        self.sources[place] = value
        return place

    def add(self, place, text, function, *inputs):
        """A formula with a placeholder {} for each input, and what it must give; returns its place."""
        self.formulas[place] = (text, function, inputs)
        return place

    def compute(self, values):
        """What every cell has to hold: formulas are listed in an order in which they can be computed."""
        for place, (_, function, inputs) in self.formulas.items():
            values[place] = function(*(values[source] for source in inputs))
        return values


def chain(size):
    sheet = Sheet()
    last = sheet.source((1, 1), 0.0)
    for row in range(2, size + 2):
        last = sheet.add((row, 1), "={}+1", successor, last)
    sheet.read, sheet.evaluations = last, size
    return sheet


def broad(size):
    sheet = Sheet()
    source = sheet.source((1, 1), 0.0)
    for index in range(size):
        sheet.read = sheet.add((index + 2, 1), f"=$A$1+{index}", partial(add, index), source)
    sheet.evaluations = size
    return sheet


def diamond(size):
    sheet = Sheet()
    source = sheet.source((1, 1), 0.0)
    for row in range(2, size + 2):
        sheet.add((row, 1), "=$A$1+1", successor, source)
    column = [(row, 1) for row in range(2, size + 2)]
    sheet.read = sheet.add((1, 2), f"=SUM(A2:A{size + 1})", lambda *all: sum(all), *column)
    sheet.evaluations = size + 1
    return sheet


def stacked_diamonds(size):
    sheet = Sheet()
    top = sheet.source((1, 3), 0.0)
    for row in range(2, size + 2):
        left = sheet.add((row, 1), "={}+1", successor, top)
        right = sheet.add((row, 2), "={}-1", partial(add, -1), top)
        top = sheet.add((row, 3), "=({}+{})/2", lambda x, y: (x + y) / 2, left, right)
    sheet.read, sheet.evaluations = top, 3 * size
    return sheet


def cellx(size):
    sheet = Sheet()
    above = [sheet.source((1, index), float(index)) for index in range(1, 5)]
    for row in range(2, size + 2):
        above = [
            sheet.add((row, 1), "={}", copy, above[1]),
            sheet.add((row, 2), "={}-{}", sub, above[0], above[2]),
            sheet.add((row, 3), "={}+{}", add, above[1], above[3]),
            sheet.add((row, 4), "={}", copy, above[2]),
        ]
    sheet.read, sheet.evaluations = above[3], 4 * size
    return sheet


def cutoff(size):
    sheet = Sheet()
    last = sheet.add((1, 2), "={}*0", partial(mul, 0.0), sheet.source((1, 1), 0.0))
    for row in range(2, size + 2):
        last = sheet.add((row, 1), "={}+1", successor, last)
    sheet.read, sheet.evaluations = last, 1
    return sheet


def sparse(reached):
    """A million cells in 20 layers, two inputs each, the last tenth of a layer sources; one of them reaches about so many cells."""
    sheet, chance, width = Sheet(), random.Random(42), 1_000_000 // LAYERS
    consumers = {}
    for layer in range(1, LAYERS + 1):
        for row in range(1, width + 1):
            place = (row, layer)
            if layer == 1 or row > width * 9 // 10:
                sheet.source(place, float(row % 97))
            else:
                inputs = [(chance.randrange(width) + 1, layer - 1) for _ in range(2)]
                sheet.add(place, "={}+{}", add, *inputs)
                for one in inputs:
                    consumers.setdefault(one, []).append(place)
    for source in chance.sample(sorted(sheet.sources), 20_000):
        seen, waiting = {}, [source]
        while waiting and len(seen) < 2 * reached:
            for place in consumers.get(waiting.pop(), []):
                if place not in seen:
                    seen[place] = None
                    waiting.append(place)
        if abs(len(seen) - reached) <= reached / 20:
            sheet.written, sheet.read, sheet.evaluations = [source], max(seen, key=lambda place: place[1]), len(seen)
            return sheet
    sys.exit(f"no source reaches {reached} cells")


SHAPES = {
    "chain": chain, "broad": broad, "diamond": diamond, "stacked diamonds": stacked_diamonds, "cellx": cellx,
    "cutoff": cutoff, "sparse warm": sparse,
}  # fmt: skip


def runs(rows):
    """Cells of a column that are below each other, as batches: where each starts, and its rows."""
    start, batch = 0, []
    for row, content in rows:
        if batch and row != start + len(batch):
            yield start, batch
            batch = []
        if not batch:
            start = row
        batch.append([content])
    if batch:
        yield start, batch


def fill(sheet, is_parallel):
    """A workbook that holds the shape, evaluated. Formulas that are below each other are set in one call."""
    settings = formualizer.EvaluationConfig()
    settings.enable_parallel = is_parallel
    workbook = formualizer.Workbook(config=formualizer.WorkbookConfig(eval_config=settings))
    workbook.sheet(SHEET)
    places = sheet.sources.keys() | sheet.formulas.keys()
    rows, columns = max(row for row, _ in places), max(number for _, number in places)
    names = {number: column(number) for number in range(1, columns + 1)}
    for number in range(1, columns + 1):
        formulas = ((row, sheet.formulas[row, number]) for row in range(1, rows + 1) if (row, number) in sheet.formulas)
        texts = ((row, text.format(*(f"{names[left]}{top}" for top, left in inputs))) for row, (text, _, inputs) in formulas)
        for start, batch in runs(texts):
            workbook.set_formulas_batch(SHEET, start, number, batch)
        values = ((row, sheet.sources[row, number]) for row in range(1, rows + 1) if (row, number) in sheet.sources)
        for start, batch in runs(values):
            workbook.set_values_batch(SHEET, start, number, batch)
    workbook.evaluate_all()
    return workbook


def measure(shape, size, sheet, is_parallel):
    clock = time.perf_counter if is_parallel else time.thread_time
    workbook = fill(sheet, is_parallel)
    written = sheet.written or list(sheet.sources)

    def sources(number):
        """What is written by an update: forwards and backwards for several, as cellx has it."""
        if len(written) == 1:
            return {written[0]: float(number)}
        values = list(sheet.sources.values())
        return dict(zip(written, values if number % 2 else reversed(values)))

    def update(number):
        for (row, left), value in sources(number).items():
            workbook.set_value(SHEET, row, left, value)
        workbook.evaluate_all()
        return workbook.get_value(SHEET, *sheet.read)

    for number in (1, 2):
        update(number)
        for (row, left), value in sheet.compute({**sheet.sources, **sources(number)}).items():
            if workbook.get_value(SHEET, row, left) != value:
                sys.exit(f"{shape} {size}: row {row}, column {left} is not {value}")
    number, calls, start = 2, 0, clock()
    while clock() - start < 0.2:
        number, calls = number + 1, calls + 1
        update(number)
    calls, samples = max(1, calls // 3), []
    for _ in range(9):
        start = clock()
        for _ in range(calls):
            number += 1
            update(number)
        samples.append((clock() - start) / calls * 1e9)
    per_node = shape not in ("cutoff", "sparse warm")
    row = {
        "shape": shape, "size": size, "engine": ENGINE + (", parallel" if is_parallel else ""), "unit": "ns/node" if per_node else "ns/update",
        "value": statistics.median(samples) / (sheet.evaluations if per_node else 1), "evaluations": sheet.evaluations,
    }  # fmt: skip
    print(json.dumps(row), flush=True)


for argument in sys.argv[1:]:
    name, _, count = argument.partition(":")
    cells = SHAPES[name](int(count))
    for choice in (True, False):
        measure(name, int(count), cells, choice)
