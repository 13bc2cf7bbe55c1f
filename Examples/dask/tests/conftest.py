# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import Callable, Iterator

import pytest

from nodesweep.run import close, local_client

MODEL = """price = 25
qty = 3
rate = 20%
sub = price * qty
total = sub * (1 + rate) + sin(price)
inverse = 1 / (price - 20)
tint = rgb(price, qty, 0)
"""

# Stands in front of nodecalc: dies or hangs at a row, or says that it has other mathematics.
WRAPPER = '''#!{python}
import json, os, signal, subprocess, sys, time
child = subprocess.Popen([{nodecalc!r}, *sys.argv[1:]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
hello = json.loads(child.stdout.readline())
if os.environ.get("OTHER_MATHS") and os.getppid() != int(os.environ["OTHER_MATHS"]):
    hello["hello"]["maths"] = "0000000000000000"
if os.environ.get("OLD"):
    hello = {{"nodecalc": "an older one"}}
print(json.dumps(hello), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    start = request.get("offset", 0) + request.get("start", 0)
    count = request.get("count", 0)
    for name in ("DEADLY", "HANGING"):
        row = int(os.environ.get(name, -1))
        if request.get("form") == "csv" and start <= row < start + count and count < 100000:
            if name == "HANGING":
                time.sleep(100)
            child.kill()
            os.kill(os.getpid(), signal.SIGKILL)
    child.stdin.write(line)
    child.stdin.flush()
    while True:
        answer = child.stdout.readline()
        print(answer, end="", flush=True)
        if '"progress"' not in answer:
            break
child.kill()
'''


@pytest.fixture(scope="session")
def nodecalc() -> str:
    path = shutil.which(os.environ.get("NODECALC", "nodecalc"))
    assert path, "set NODECALC to the program"
    return os.path.abspath(path)


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("model") / "model.nc"
    path.write_text(MODEL)
    return path


@pytest.fixture(scope="session")
def wrapper(nodecalc: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("wrapper") / "nodecalc"
    path.write_text(WRAPPER.format(python=sys.executable, nodecalc=nodecalc))
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


@pytest.fixture(scope="session")
def local(nodecalc: str, model: Path) -> Callable[..., bytes]:
    """What one process prints."""

    def run(*arguments: str) -> bytes:
        done = subprocess.run([nodecalc, "sweep", str(model), *arguments], capture_output=True)
        assert done.returncode in (0, 3), done.stderr
        return done.stdout

    return run


@pytest.fixture(scope="session")
def client() -> Iterator[object]:
    client = local_client(2)
    yield client
    close(client)
