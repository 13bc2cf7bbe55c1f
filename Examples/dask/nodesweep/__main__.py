# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""python -m nodesweep model.nc --each price=10..60:0.01 --get total --workers 4"""

from __future__ import annotations

import argparse
import errno
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

import distributed

from .child import Refused
from .output import plot, write_parquet
from .parts import OtherSweep
from .plan import BadPlan, Plan
from .run import close, local_client, run


class Bar:
    """Progress on one line of the error stream; on a pipe, a line every ten seconds."""

    def __init__(self, is_quiet: bool) -> None:
        self.is_quiet = is_quiet
        self.start = time.monotonic()
        self.last = -1e9
        self.first: int | None = None
        self.is_terminal = sys.stderr.isatty()

    def say(self, text: str) -> None:
        if self.is_quiet:
            return
        sys.stderr.write(f"\r\x1b[K{text}" if self.is_terminal else f"{text}\n")
        sys.stderr.flush()

    def update(self, done: int, rows: int) -> None:
        now = time.monotonic()
        if self.first is None:
            self.first, self.start = done, now
        if done < rows and now - self.last < (0.1 if self.is_terminal else 10.0):
            return
        self.last = now
        share = done / rows if rows else 1.0
        bar = "=" * int(share * 30)
        rate = (done - self.first) / max(1e-9, now - self.start)
        left = f", {(rows - done) / rate:.0f} s left" if rate > 0 and done < rows else ""
        self.say(f"[{bar:30}] {done}/{rows} rows{left}")

    def end(self) -> None:
        if self.is_terminal and not self.is_quiet:
            sys.stderr.write("\r\x1b[K")


def parser() -> argparse.ArgumentParser:
    result = argparse.ArgumentParser(prog="nodesweep", description=__doc__)
    result.add_argument("model", type=Path, help="a script of nodecalc, or a document")
    result.add_argument("--each", action="append", default=[], metavar="NAME=A..B:STEP", help="several make a grid")
    result.add_argument("--zip", action="store_true", help="vary the inputs of --each together")
    result.add_argument("--rows", type=Path, metavar="CSV", help="names, and a line for each row")
    result.add_argument("--draw", action="append", default=[], metavar="NAME=normal(0.2,0.01)")
    result.add_argument("--repeat", type=int, default=1, metavar="N", help="each row N times, drawn again each time")
    result.add_argument("--seed", type=int, default=0)
    result.add_argument("--set", action="append", default=[], metavar="NAME=NUMBER")
    result.add_argument("--get", action="append", default=[], metavar="NAME", help="the node to evaluate")
    result.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes on this machine")
    result.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler, in place of this machine")
    result.add_argument("--nodecalc", default=os.environ.get("NODECALC", "nodecalc"), metavar="PATH")
    result.add_argument("--out", type=Path, metavar="FILE", help="CSV, or Parquet by its ending; else standard output")
    result.add_argument("--plot", type=Path, metavar="PNG", help="a picture of the outputs over the first input")
    result.add_argument("--shard-rows", type=int, metavar="N", help="rows of a shard; about two seconds unless given")
    result.add_argument("--timeout", type=float, metavar="SECONDS", help="what a row may take")
    result.add_argument("--restart", action="store_true", help="drop what an earlier run has left")
    result.add_argument("--quiet", action="store_true")
    return result


def main(arguments: list[str] | None = None) -> int:
    """Exit status: 0 done; 1 refused; 2 usage, or a file can't be read or written; 130 interrupted."""
    options = parser().parse_args(arguments)
    bar = Bar(options.quiet)
    temporary: str | None = None
    client: distributed.Client | None = None
    try:
        if options.workers < 1 or (options.shard_rows is not None and options.shard_rows < 1):
            raise BadPlan("--workers and --shard-rows take numbers from 1")
        nodecalc = shutil.which(options.nodecalc)
        if nodecalc is None:
            raise BadPlan(f"there is no program '{options.nodecalc}': --nodecalc PATH")
        plan = Plan.parse(
            options.model,
            options.get,
            each=options.each,
            zip=options.zip,
            rows=options.rows,
            draw=options.draw,
            repeat=options.repeat,
            seed=options.seed,
            set=options.set,
            timeout=options.timeout,
        )
        bar.say("starting workers")
        client = distributed.Client(options.scheduler, timeout=20) if options.scheduler else local_client(options.workers)
        if options.out:
            folder = options.out.with_name(options.out.name + ".parts")
        else:
            temporary = tempfile.mkdtemp(prefix="nodesweep-")
            folder = Path(temporary) / "parts"
        silence = 60.0 if options.timeout is None else max(60.0, 3 * options.timeout)
        _, parts = run(
            plan,
            folder,
            nodecalc=os.path.abspath(nodecalc),
            client=client,
            size=options.shard_rows,
            silence=silence,
            restart=options.restart,
            progress=bar.update,
        )
        bar.end()
        if options.out is None:
            parts.write(sys.stdout.buffer)
            sys.stdout.flush()
            whole = None
        else:
            whole = options.out.with_name(options.out.name + ".new")
            with open(whole, "wb") as file:
                parts.write(file)
                file.flush()
                os.fsync(file.fileno())
            if options.out.suffix == ".parquet":
                write_parquet(whole, options.out)
                whole.unlink()
            else:
                os.replace(whole, options.out)
        if options.plot:
            plot(parts, plan.outputs, options.plot)
        if options.out:
            parts.remove()
        return 0
    except Refused as error:
        print(f"nodesweep: {error}", file=sys.stderr)
        return 1
    except (BadPlan, OtherSweep) as error:
        print(f"nodesweep: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2
    except OSError as error:
        kept = "; finished parts are kept, run again to go on" if options.out else ""
        what = os.strerror(error.errno) if error.errno else str(error)
        hint = kept if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG) else ""
        print(f"nodesweep: can't go on: {what}{hint}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        kept = "; run again to go on" if options.out else ""
        print(f"nodesweep: interrupted{kept}", file=sys.stderr)
        return 130
    finally:
        if client is not None:
            close(client)
        if temporary:
            shutil.rmtree(temporary, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
