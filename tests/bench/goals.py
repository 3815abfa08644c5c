#!/usr/bin/env python3
"""Which goals of speed and memory the program reaches: measures each, prints a table for each kind, and writes it into figures.json and
README.md.

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

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE / "peers"), str(HERE.parent / "window")]
import bench_page
import compare
import cores
import drive_window
import memory
import peers

KERNELS = HERE.parents[1] / "kernels"
MANDELBROT = HERE / "programs" / "mandelbrot_program.cu"


def goal(what, limit, measured, unit, *, at_least=False, note=""):
    """A figure of figures.json but for its kind; `measured` is a number, a list of samples, or None if it could not be measured."""
    samples = measured if isinstance(measured, list) else None
    median = statistics.median(samples) if samples else measured
    numbers = [None if each is None else float(f"{each:.4g}")
               for each in (median, min(samples) if samples else None, max(samples) if samples else None)]
    return dict(zip(bench_page.FIGURE_FIELDS, ("", what, "", unit, *numbers, len(samples) if samples else None,
                                               {"at_least" if at_least else "at_most": limit}, "", note)))


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
        return [row[workloads[workload][0]][column] for row in rounds]

    def checked_over_plain(workload):
        before, after = workloads[workload]
        return [row[after]["cpu_time"] / row[before]["cpu_time"] for row in rounds]

    def over_pocl(workload, name):
        return [time / peer[name] for time, peer in zip(plain(workload), pocl)]

    goals = [goal("increment of 2^20 elements", 3, plain("increment of 2^20 elements"), "ms"),
             goal("histogram of 10^6 samples", 8, plain("histogram of 10^6 samples"), "ms")]
    for workload, name in (("matrix product, naive", "matmul_naive"), ("matrix product, tiles", "matmul_tiled")):
        relative = over_pocl(workload, name) if all(pocl) else None
        note = f"{statistics.median(plain(workload)):.1f} ms"
        goals.append(goal(f"{workload}, relative to PoCL", 1, relative, "×", note=note))
    for workload in ("Mandelbrot set", "n-body"):
        rates = [rate / 1e9 for rate in plain(workload, column="thread_instructions")]
        goals.append(goal(f"{workload}, thread instructions", 12, rates, "G/s", at_least=True))
    goals += [goal(f"{workload}, checked / plain", 2, checked_over_plain(workload), "×") for workload in workloads]
    return goals


def several_cores(build):
    """Launches as they run by default, against --cores 1."""
    goals = []
    for name, launch in cores.LAUNCHES.items():
        _, _, usual = cores.medians(build / "warplens", launch, "alone", 9)
        goals.append(goal(f"{name}: times as fast", 1.6, 1 / usual, "×", at_least=True))
        for where, limit in (("one processor", 1.05), ("busy neighbour", 1.1)):
            _, _, usual = cores.medians(build / "warplens", launch, where, 9)
            goals.append(goal(f"{name}, {where}: time", limit, usual, "×"))
    return goals


def eight_cores(build):
    """Launches on eight cores that are worked out on one, with 132 multiprocessors."""
    printed = subprocess.run([build / "warplens_schedule", "h100"], check=True, capture_output=True, text=True).stdout
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in printed.splitlines() if "×" in line]
    times = re.compile(r"([\d.]+) ×$")
    return [goal(f"{name}: times as fast", 5, float(figure[1]), "×", at_least=True)
            for name, figure in ((row[0], times.match(row[4])) for row in rows) if figure]


def pictures(build):
    """From a slider to the picture, and frames of 16.7 million elements."""
    goals = []
    rows = compare.rows_of(build / "warplens_bench", "slider", "--benchmark_repetitions=3", "--benchmark_min_time=0.1")
    for name in dict.fromkeys(row["run_name"] for row in rows):
        what, threads = name.replace("_", " ").split("/")
        times = [row["cpu_time"] for row in rows if row["run_name"] == name]
        goals.append(goal(f"{what}, {int(threads):,} threads", 16 if threads == "65536" else 120, times, "ms"))
    printed = subprocess.run([build / "warplens_frames"], check=True, capture_output=True, text=True).stdout
    for what, limit in (("the output is new", 500), ("the camera moves", 33)):
        cells = next(line.split("|") for line in printed.splitlines() if what in line)
        fastest = next(cell for cell in cells[2:4] if re.search(r"\d", cell))  # in place where there is a GPU, or else of a copy
        goals.append(goal(cells[1].strip(), limit, float(fastest.split()[0]), "ms"))
    return goals


def peaks(build):
    """The most memory of a process that makes the trace, the tables and the picture of 1,048,576 threads."""
    benchmarks = {"mapping": "slider_to_mapping_picture/1048576", "race": "slider_to_race_picture/1048576"}
    return [goal(what, 300, memory.peak(build / "warplens_bench", name) / 1e6, "MB") for what, name in benchmarks.items()]


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
    milliseconds = [1000 * seconds(run)[0] for _ in range(11)]
    headlines = [first_headline(warplens) for _ in range(5)]
    launch = [warplens, "run", HERE / "kernels" / "mandelbrot.cu:mandelbrot", "--cores", "1", "--grid", "64,48", "--block", "16,16",
              "--arg", "i32[786432]=zeros", "--arg", "i32=1024", "--arg", "i32=768", "--arg", "i32=2000"]
    seconds([warplens, "program", MANDELBROT])  # compiles it
    as_programs = [seconds([warplens, "program", MANDELBROT])[1] / seconds(launch)[1] for _ in range(9)]
    _, sweep = seconds([warplens, "sweep", "matrix_multiplication", "speed-up"])
    return [goal("`warplens run` of a cached kernel, wall clock", 60, milliseconds, "ms"),
            goal("first headline in the window, wall clock", 0.5, headlines if all(headlines) else None, "s"),
            goal("the Mandelbrot set by `warplens program`, of `warplens run --cores 1`, processor time", 1.1, as_programs, "×"),
            goal("speed-up sweep, 100 to 1,000, processor time", 8, sweep, "s")]


KINDS = {"one-core": one_core, "cores": several_cores, "eight-cores": eight_cores,
         "pictures": pictures, "memory": peaks, "program": program}


def machine():
    processors = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
    model = re.search(r"model name\s*: (.*)", processors)[1]
    return f"{model}, {os.cpu_count()} cores, a load of {os.getloadavg()[0]:.1f} before"


def replace(data, kind, where, goals):
    """Puts the goals of a kind in the place of those before; why each is missed is said on, and is to be read again."""
    reasons = {each["what"]: each["why"] for each in data["figures"] if each["kind"] == kind}
    data["kinds"][kind] = {"text": KINDS[kind].__doc__, "command": f"tests/bench/goals.py build/release --only {kind}",
                           "date": str(datetime.date.today()), "machine": where}
    goals = [{**each, "kind": kind, "why": reasons.get(each["what"], "")} for each in goals]
    kinds = list(data["kinds"])
    others = [each for each in data["figures"] if each["kind"] != kind]
    data["figures"] = sorted(goals + others, key=lambda each: kinds.index(each["kind"]))
    return goals


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--only", action="append", choices=KINDS, help="measure only goals of this kind")
    parser.add_argument("--dry", action="store_true", help="write no files")
    options = parser.parse_args()
    for kind in options.only or KINDS:
        where, data = machine(), bench_page.read()
        for each in replace(data, kind, where, KINDS[kind](options.build.resolve())):
            print(bench_page.goal_row(each), flush=True)
        if not options.dry:
            bench_page.write(data)


if __name__ == "__main__":
    main()
