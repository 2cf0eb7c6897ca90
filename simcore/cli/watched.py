"""Runs a `simcore` command and prints what it used, as JSON: `python -m simcore.cli.watched ARGUMENT ...`.

It is a program of its own, and small, because a process starts with the memory peak of the one that starts it.
"""

from __future__ import annotations

import json
import os
import sys
import time


def watch(arguments: list[str]) -> dict[str, float]:
    """Run a `simcore` command without its output; return exit code, seconds by the wall and of CPU, bytes of memory."""
    command = [sys.executable, "-m", "simcore", *arguments]
    quiet = [(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_WRONLY, 0) for fd in (1, 2)]
    start = time.perf_counter()
    process = os.posix_spawn(sys.executable, command, os.environ, file_actions=quiet)
    _, status, used = os.wait4(process, 0)
    unit = 1 if sys.platform == "darwin" else 1024
    return {
        "code": os.waitstatus_to_exitcode(status),
        "wall": time.perf_counter() - start,
        "cpu": used.ru_utime + used.ru_stime,
        "memory": used.ru_maxrss * unit,
    }


if __name__ == "__main__":
    print(json.dumps(watch(sys.argv[1:])))
