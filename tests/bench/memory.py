#!/usr/bin/env python3
"""Memory that a launch takes beyond its buffers, each kernel in a process of its own:

    tests/bench/memory.py build/release/warplens_bench

The peak of the whole process (getrusage) less the launch's buffers, counted once: the program itself, the caller's copy of the inputs
and, for the matrix products, the compiler in the same process are part of it."""

import os
import subprocess
import sys

MIB = 1 << 20
MATRICES = (256 * 512 + 512 * 256 + 256 * 256) * 4
BUFFERS = {  # benchmark → bytes of the launch's buffers
    "increment/plain": 4 << 20,
    "increment/checked": 4 << 20,
    "histogram/atomic_64x64": (1_000_000 + 150) * 4,
    "histogram/atomic_64x64_checked": (1_000_000 + 150) * 4,
    "counter/racy_1024x1024": 4,
    "counter/racy_1024x1024_checked": 4,
    "matmul/naive": MATRICES,
    "matmul/naive_checked": MATRICES,
    "matmul/tiled_16x16": MATRICES,
    "matmul/tiled_16x16_checked": MATRICES,
    # From a launch of 1,048,576 threads to its picture: trace and tables, too.
    "slider_to_mapping_picture/1048576": 4 << 20,
    "slider_to_race_picture/1048576": 4,
}


def peak(bench, benchmark):
    """Most bytes that a process which runs only this benchmark had in memory at once."""
    command = [bench, f"--benchmark_filter=^{benchmark}$", "--benchmark_min_time=0.05"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"{benchmark} failed")
    return usage.ru_maxrss * 1024


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print("| benchmark | buffers, MiB | beyond them, MiB |\n| --- | --- | --- |")
    for benchmark, buffers in BUFFERS.items():
        print(f"| {benchmark} | {buffers / MIB:.1f} | {(peak(sys.argv[1], benchmark) - buffers) / MIB:.1f} |")


if __name__ == "__main__":
    main()
