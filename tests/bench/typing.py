#!/usr/bin/env python3
"""Seconds from the last key typed into a kernel's source to its new picture, by each compiler: typing.py PROGRAM. Needs Xvfb and xdotool."""

import os
import pathlib
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "window"))
from drive_window import WIDTH, Display

KERNEL = """__global__ void twice(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[i] = 2 * a[i];
}
"""
LINE_BEFORE_LAST = (1700, 166)


def seconds_by(compiler, program):
    os.environ["WARPLENS_COMPILER"] = compiler
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as state:
        os.environ["XDG_CACHE_HOME"] = state  # or the compiler would be run only the first time
        source = pathlib.Path(folder) / "twice.cu"
        source.write_text(KERNEL, encoding="utf-8")
        display = Display(program, folder, state, str(source))
        try:
            display.wait_for(r"1,024 threads touched", lambda: display.xdotool("mousemove", WIDTH // 2, 5))
            display.click(LINE_BEFORE_LAST)
            display.key("End")
            seconds = []
            for power in range(1, 6):
                display.xdotool("type", "--delay", 20, f" if (i % {2 ** power} == 0)")
                begin = time.monotonic()
                display.wait_for(f"{1024 >> power} threads touched")
                seconds.append(time.monotonic() - begin)
            return seconds
        finally:
            display.close()


for name in ("nvrtc", "nvcc", "clang"):
    found = seconds_by(name, os.path.abspath(sys.argv[1]))
    print(f"{name}: median {statistics.median(found):.2f} s, {min(found):.2f} to {max(found):.2f}")
