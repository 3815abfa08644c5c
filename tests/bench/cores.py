#!/usr/bin/env python3
"""What more cores bring, and what they cost where the computer has no time for them.

Usage: cores.py PROGRAM [--runs N] [--watched] [--long]. Runs launches of `warplens run` with --cores 1, --cores 2 and without the option, in turn,
and prints the median of their times relative to --cores 1: with the computer to themselves, beside a program that keeps one processor busy,
and confined to one processor. With --watched: the same launches checked, traced, and both. With --long: instead, how many times as fast
launches of more than 100 ms become by two cores, plain, traced and checked, with the computer to themselves. Needs two processors."""

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


def product(rows, inner, columns):
    return ["--grid", f"{columns // 16},{rows // 16}", "--block", "16,16",
            "--arg", f"f32[{rows * inner}]=random", "--arg", f"f32[{inner * columns}]=random", "--arg", f"f32[{rows * columns}]=zeros",
            "--arg", f"i32={rows}", "--arg", f"i32={inner}", "--arg", f"i32={columns}"]


def increment(elements):
    return [KERNELS / "increment.cu:increment", "--grid", str(elements // 256), "--block", "256",
            "--arg", f"f32[{elements}]=2", "--arg", f"i32={elements}"]


def histogram(samples):
    return [KERNELS / "histogram.cu:histogram_atomic", "--grid", "64", "--block", "64", "--arg", f"f32[{samples}]=normal",
            "--arg", f"i32={samples}", "--arg", "i32[150]=zeros", "--arg", "i32=150", "--arg", "f32=-4", "--arg", "f32=4"]


NAIVE, TILED = KERNELS / "matrix_multiplication.cu:matrix_naive", KERNELS / "matrix_multiplication.cu:matrix_tiled"
LAUNCHES = {
    "increment of 2^20 elements": increment(1 << 20),
    "matrix product 256 × 512 × 256, naive": [NAIVE, *product(256, 512, 256)],
    "the same, tiles of 16 × 16": [TILED, *product(256, 512, 256)],
    "histogram of 10^6 samples, global atomics": histogram(1_000_000),
    "racy counter 1024 × 1024": [KERNELS / "counter.cu:counter_racy", "--grid", "1024", "--block", "1024", "--arg", "i32[1]=zeros"],
}
LONG_LAUNCHES = {
    "increment of 2^24 elements": increment(1 << 24),
    "matrix product 512 × 512 × 512, naive": [NAIVE, *product(512, 512, 512)],
    "the same, tiles of 16 × 16": [TILED, *product(512, 512, 512)],
    "n-body, 16,384 bodies": [pathlib.Path(__file__).with_name("kernels") / "nbody.cu:nbody", "--grid", "64", "--block", "256",
                              "--arg", "f32[65536]=random", "--arg", "f32[65536]=zeros", "--arg", "i32=16384"],
    "histogram of 10^7 samples, global atomics": histogram(10_000_000),
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


def print_long(program, runs):
    """For each long launch, plain, traced and checked: the median of its times on one core, and of its times on one core by those on two."""
    ratios = []
    print("| launch | one core, ms | two cores |\n| --- | ---: | ---: |")
    for name, launch in LONG_LAUNCHES.items():
        for how, watch in {"plain": [], "traced": WATCHED["traced"], "checked": WATCHED["checked"]}.items():
            one, two, _ = medians(program, launch + watch, "alone", runs)
            ratios.append(1 / two)
            print(f"| {name}, {how} | {one:.0f} | {1 / two:.2f} × |", flush=True)
    print(f"\nMedian: {statistics.median(ratios):.2f} ×")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--runs", type=int, default=9, help="of each launch")
    parser.add_argument("--watched", action="store_true")
    parser.add_argument("--long", action="store_true")
    options = parser.parse_args()
    if options.long:
        print_long(options.program, options.runs)
        TRACE.unlink(missing_ok=True)
        return
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
