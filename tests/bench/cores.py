#!/usr/bin/env python3
"""What more cores bring, and what they cost where the computer has no time for them.

Usage: cores.py PROGRAM [--runs N] [--watched]. Runs launches of `warplens run` with --cores 1, --cores 2 and without the option, in turn,
and prints the median of their times relative to --cores 1: with the computer to themselves, beside a program that keeps one processor busy,
and confined to one processor. With --watched: the same launches checked, traced, and both. Needs two processors."""

import argparse
import contextlib
import json
import multiprocessing
import os
import pathlib
import statistics
import subprocess
import tempfile

KERNELS = pathlib.Path(__file__).resolve().parents[2] / "kernels"
PRODUCT = ["--grid", "16,16", "--block", "16,16", "--arg", "f32[131072]=random", "--arg", "f32[131072]=random",
           "--arg", "f32[65536]=zeros", "--arg", "i32=256", "--arg", "i32=512", "--arg", "i32=256"]
LAUNCHES = {
    "increment of 2^20 elements": [KERNELS / "increment.cu:increment", "--grid", "4096", "--block", "256",
                                   "--arg", "f32[1048576]=2", "--arg", "i32=1048576"],
    "matrix product 256 × 512 × 256, naive": [KERNELS / "matrix_multiplication.cu:matrix_naive", *PRODUCT],
    "the same, tiles of 16 × 16": [KERNELS / "matrix_multiplication.cu:matrix_tiled", *PRODUCT],
    "histogram of 10^6 samples, global atomics": [KERNELS / "histogram.cu:histogram_atomic", "--grid", "64", "--block", "64",
                                                  "--arg", "f32[1000000]=normal", "--arg", "i32=1000000", "--arg", "i32[150]=zeros",
                                                  "--arg", "i32=150", "--arg", "f32=-4", "--arg", "f32=4"],
    "racy counter 1024 × 1024": [KERNELS / "counter.cu:counter_racy", "--grid", "1024", "--block", "1024", "--arg", "i32[1]=zeros"],
}
TRACE = pathlib.Path(tempfile.gettempdir()) / "warplens_cores.trace"
WATCHED = {"checked": ["--check"], "traced": ["--trace", TRACE], "both": ["--check", "--trace", TRACE]}


def milliseconds(program, launch, cores):
    option = ["--cores", str(cores)] if cores else []
    command = [program, "run", *launch, "--device", "simt", "--json", *option]
    ran = subprocess.run(command, capture_output=True)
    if ran.returncode not in (0, 3):  # 3: the checks found something
        ran.check_returncode()
    return json.loads(ran.stdout)["timing"]["host_ms"]["value"]


def spin(processor):
    os.sched_setaffinity(0, {processor})
    while True:
        pass


@contextlib.contextmanager
def busy_neighbour():
    neighbour = multiprocessing.Process(target=spin, args=(1,), daemon=True)
    neighbour.start()
    yield
    neighbour.kill()


@contextlib.contextmanager
def confined():
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {0})
    yield
    os.sched_setaffinity(0, before)


SURROUNDINGS = {"alone": contextlib.nullcontext, "busy neighbour": busy_neighbour, "one processor": confined}


def medians(program, launch, where, runs):
    """Medians of runs in turn: milliseconds on one core, and how many times as long it takes with --cores 2 and by default."""
    rounds = []
    with SURROUNDINGS[where]():
        for _ in range(runs):
            one, two, usual = (milliseconds(program, launch, cores) for cores in (1, 2, None))
            rounds.append((one, two / one, usual / one))
    return [statistics.median(measured) for measured in zip(*rounds)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--runs", type=int, default=9, help="of each launch")
    parser.add_argument("--watched", action="store_true")
    options = parser.parse_args()
    launches = LAUNCHES
    if options.watched:
        launches = {f"{name}, {how}": launch + watch for name, launch in LAUNCHES.items() for how, watch in WATCHED.items()}
    print("| launch | where | one core, ms | --cores 2 | default |\n| --- | --- | --- | --- | --- |")
    for name, launch in launches.items():
        for where in SURROUNDINGS:
            one, two, usual = medians(options.program, launch, where, options.runs)
            print(f"| {name} | {where} | {one:.1f} | {two:.2f} × | {usual:.2f} × |", flush=True)
    TRACE.unlink(missing_ok=True)


if __name__ == "__main__":
    main()
