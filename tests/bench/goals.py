#!/usr/bin/env python3
"""Which goals of speed and memory the program reaches: measures each, prints a table for each kind, and writes it into README.md.

    tests/bench/goals.py build/release [--only KIND]... [--dry]

The goals are for a machine with two cores and nothing else running. Figures that another script here measures come from that
script."""

import argparse
import contextlib
import datetime
import io
import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE / "peers"), str(HERE.parent / "window")]
import compare
import cores
import drive_window
import memory
import peers

KERNELS = HERE.parents[1] / "kernels"


def shown(number):
    return f"{number:,.0f}" if number >= 1000 else f"{number:.3g}"


class Goal(NamedTuple):
    what: str
    limit: float
    figure: float | None  # None: could not be measured
    unit: str
    at_least: bool = False

    def excess(self):
        """How many times the limit the figure is, or the limit the figure where more is better: at most 1 if the goal is met."""
        return self.limit / self.figure if self.at_least else self.figure / self.limit

    def row(self):
        goal = f"{'≥' if self.at_least else '≤'} {shown(self.limit)} {self.unit}"
        if self.figure is None:
            return f"| {self.what} | {goal} | | not measured |"
        excess = self.excess()
        far = f"a factor of {excess:.1f}" if excess >= 2 else f"{100 * (excess - 1):.0f} %"
        return f"| {self.what} | {goal} | {shown(self.figure)} {self.unit} | {'met' if excess <= 1 else '**missed** by ' + far} |"


@contextlib.contextmanager
def quiet():
    with contextlib.redirect_stdout(io.StringIO()):
        yield


def one_core(build):
    """Launches on one core and PoCL, all in turns, medians of nine."""
    workloads = {"increment of 2^20 elements": ("increment/plain", "increment/checked"),
                 "histogram of 10^6 samples": ("histogram/atomic_64x64", "histogram/atomic_64x64_checked"),
                 "racy counter 1024 × 1024": ("counter/racy_1024x1024", "counter/racy_1024x1024_checked"),
                 "matrix product, naive": ("matmul/naive", "matmul/naive_checked"),
                 "matrix product, tiles": ("matmul/tiled_16x16", "matmul/tiled_16x16_checked"),
                 "Mandelbrot set": ("mandelbrot/plain", "mandelbrot/checked"),
                 "n-body": ("nbody/plain", "nbody/checked")}
    names = "|".join(name for pair in workloads.values() for name in pair)
    rounds, pocl = [], []
    for _ in range(9):  # in turns, because the computer may change its speed; a ratio is the median of the ratios of each round
        rows = compare.rows_of(build / "warplens_bench", f"^({names})$", "--benchmark_min_time=0.15")
        rounds.append({row["run_name"]: row for row in rows})
        pocl.append(peers.pocl())

    def plain(workload, column="cpu_time"):
        return statistics.median(row[workloads[workload][0]][column] for row in rounds)

    def checked_over_plain(workload):
        before, after = workloads[workload]
        return statistics.median(row[after]["cpu_time"] / row[before]["cpu_time"] for row in rounds)

    def over_pocl(workload, name):
        before = workloads[workload][0]
        return statistics.median(row[before]["cpu_time"] / peer[name] for row, peer in zip(rounds, pocl))

    goals = [Goal("increment of 2^20 elements", 3, plain("increment of 2^20 elements"), "ms"),
             Goal("histogram of 10^6 samples", 8, plain("histogram of 10^6 samples"), "ms")]
    for workload, name in (("matrix product, naive", "matmul_naive"), ("matrix product, tiles", "matmul_tiled")):
        relative = over_pocl(workload, name) if all(pocl) else None
        goals.append(Goal(f"{workload} ({plain(workload):.1f} ms), relative to PoCL", 1, relative, "×"))
    for workload in ("Mandelbrot set", "n-body"):
        rate = plain(workload, column="thread_instructions") / 1e9
        goals.append(Goal(f"{workload}, thread instructions", 12, rate, "G/s", at_least=True))
    goals += [Goal(f"{workload}, checked / plain", 2, checked_over_plain(workload), "×") for workload in workloads]
    return goals


def several_cores(build):
    """Launches as they run by default, against --cores 1."""
    goals = []
    for name, launch in cores.LAUNCHES.items():
        _, _, usual = cores.medians(build / "warplens", launch, "alone", 9)
        goals.append(Goal(f"{name}: times as fast", 1.6, 1 / usual, "×", at_least=True))
        for where, limit in (("one processor", 1.05), ("busy neighbour", 1.1)):
            _, _, usual = cores.medians(build / "warplens", launch, where, 9)
            goals.append(Goal(f"{name}, {where}: time", limit, usual, "×"))
    return goals


def eight_cores(build):
    """Launches on eight cores that are worked out on one, with 132 multiprocessors."""
    printed = subprocess.run([build / "warplens_schedule", "h100"], check=True, capture_output=True, text=True).stdout
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in printed.splitlines() if "×" in line]
    times = re.compile(r"([\d.]+) ×$")
    return [Goal(f"{name}: times as fast", 5, float(figure[1]), "×", at_least=True)
            for name, figure in ((row[0], times.match(row[4])) for row in rows) if figure]


def pictures(build):
    """From a slider to the picture, and frames of 16.7 million elements."""
    goals = []
    rows = compare.rows_of(build / "warplens_bench", "slider", "--benchmark_repetitions=3", "--benchmark_min_time=0.1")
    for name in dict.fromkeys(row["run_name"] for row in rows):
        what, threads = name.replace("_", " ").split("/")
        figure = statistics.median(row["cpu_time"] for row in rows if row["run_name"] == name)
        goals.append(Goal(f"{what}, {int(threads):,} threads", 16 if threads == "65536" else 120, figure, "ms"))
    printed = subprocess.run([build / "warplens_frames"], check=True, capture_output=True, text=True).stdout
    for what, limit in (("the output is new", 500), ("the camera moves", 33)):
        cells = next(line.split("|") for line in printed.splitlines() if what in line)
        fastest = next(cell for cell in cells[2:4] if re.search(r"\d", cell))  # in place where there is a GPU, or else of a copy
        goals.append(Goal(cells[1].strip(), limit, float(fastest.split()[0]), "ms"))
    return goals


def peaks(build):
    """The most memory of a process that makes the trace, the tables and the picture of 1,048,576 threads."""
    benchmarks = {"mapping": "slider_to_mapping_picture/1048576", "race": "slider_to_race_picture/1048576"}
    return [Goal(what, 300, memory.peak(build / "warplens_bench", name) / 1e6, "MB") for what, name in benchmarks.items()]


def seconds(command):
    """Wall-clock and processor seconds of a command."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wall, after = time.monotonic() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def first_headline(program):
    """Seconds from the start to the title that says what the first run did; None where there is no virtual display."""
    if drive_window.lacks_a_tool():
        return None
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as state:
        display = drive_window.Display(os.path.abspath(program), folder, state)
        try:
            with quiet():
                display.wait_for("The counter says")
            return time.monotonic() - display.begin
        finally:
            display.close()


def program(build):
    """The whole program: a command, the window, a sweep."""
    warplens = build / "warplens"
    run = [warplens, "run", KERNELS / "counter.cu:counter_racy", "--grid", "32", "--block", "32", "--arg", "i32[1]=zeros"]
    seconds(run)  # compiles the kernel
    command = statistics.median(seconds(run)[0] for _ in range(11))
    headlines = [first_headline(warplens) for _ in range(5)]
    _, sweep = seconds([warplens, "sweep", "matrix_multiplication", "speed-up"])
    return [Goal("`warplens run` of a cached kernel, wall clock", 60, 1000 * command, "ms"),
            Goal("first headline in the window, wall clock", 0.5, statistics.median(headlines) if all(headlines) else None, "s"),
            Goal("speed-up sweep, 100 to 1,000, processor time", 8, sweep, "s")]


KINDS = {"one-core": one_core, "cores": several_cores, "eight-cores": eight_cores,
         "pictures": pictures, "memory": peaks, "program": program}


def machine():
    processors = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
    model = re.search(r"model name\s*: (.*)", processors)[1]
    return f"{datetime.date.today()}, {model}, {os.cpu_count()} cores, a load of {os.getloadavg()[0]:.1f} before"


def write(readme, kind, text):
    begin, end = f"<!-- goals of {kind}, written by goals.py -->\n", "<!-- end of goals -->"
    before, found, rest = readme.read_text().partition(begin)
    if not found:
        sys.exit(f"{readme} has no place for the goals of {kind}")
    readme.write_text(before + begin + text + rest[rest.index(end):])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--only", action="append", choices=KINDS, help="measure only goals of this kind")
    parser.add_argument("--dry", action="store_true", help="do not write README.md")
    options = parser.parse_args()
    for kind in options.only or KINDS:
        where = machine()
        rows = [goal.row() for goal in KINDS[kind](options.build.resolve())]
        head = [f"{KINDS[kind].__doc__} {where}:", "", "| what | goal | measured | |", "| --- | --- | --- | --- |"]
        text = "\n".join([*head, *rows, "", ""])
        print(text, flush=True)
        if not options.dry:
            write(HERE / "README.md", kind, text)


if __name__ == "__main__":
    main()
