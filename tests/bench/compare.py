#!/usr/bin/env python3
"""What a change costs or gains: the benchmarks of two programs, run in turn on one core.

    git worktree add OLD COMMIT  # and build warplens_bench there
    tests/bench/compare.py OLD/build/release/warplens_bench build/release/warplens_bench [--filter REGEX] [--rounds N] [--core N]

Prints the smallest and the median CPU time of each benchmark that both have, and their ratios, after / before. What else the computer
does affects both alike, the smallest least."""

import argparse
import json
import os
import statistics
import subprocess

MILLISECONDS = {"ns": 1e-6, "us": 1e-3, "ms": 1, "s": 1e3}


def rows_of(bench, pattern, *options):
    """The iterations of the benchmarks whose names match, as the program's JSON describes them, with CPU times in milliseconds."""
    command = [bench, f"--benchmark_filter={pattern}", "--benchmark_format=json", *options]
    ran = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    rows = [row for row in json.loads(ran.stdout)["benchmarks"] if row["run_type"] == "iteration"]
    for row in rows:
        if row.get("error_occurred"):
            raise SystemExit(f"{bench}: {row['name']}: {row['error_message']}")
        row["cpu_time"] *= MILLISECONDS[row["time_unit"]]
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("--filter", default=".", help="regular expression for names of benchmarks")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--core", type=int, default=0)
    options = parser.parse_args()
    os.sched_setaffinity(0, {options.core})
    programs = [options.before, options.after]
    times = [{}, {}]  # of each program: benchmark → milliseconds of each round
    for number in range(options.rounds):
        for k in (0, 1) if number % 2 == 0 else (1, 0):
            for row in rows_of(programs[k], options.filter, "--benchmark_min_time=0.05"):
                times[k].setdefault(row["run_name"], []).append(row["cpu_time"])
    print("| benchmark | before, ms (median) | after, ms (median) | smallest | median |\n| --- | ---: | ---: | ---: | ---: |")
    for name in times[0]:
        if name not in times[1]:
            continue
        smallest = [min(each[name]) for each in times]
        median = [statistics.median(each[name]) for each in times]
        before, after = (f"{smallest[k]:.4g} ({median[k]:.4g})" for k in (0, 1))
        print(f"| {name} | {before} | {after} | {smallest[1] / smallest[0]:.2f} × | {median[1] / median[0]:.2f} × |")


if __name__ == "__main__":
    main()
