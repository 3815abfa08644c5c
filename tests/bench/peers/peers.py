#!/usr/bin/env python3
"""What a user would run instead, beside the SIMT machine, in one run on one machine:

    tests/bench/peers/peers.py build/release/warplens_bench

Native C++, PoCL (OpenCL on the CPU; Debian: pocl-opencl-icd ocl-icd-opencl-dev) and Numba's CUDA simulator (Debian: python3-numba) on
the same workloads. One core each. A peer that is not installed is left out and named. Milliseconds are medians, the kernel alone;
Numba's are scaled up from the share of the work that it can do in seconds."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
WORKLOADS = {  # name → benchmark of the SIMT machine and of the native loop
    "increment": ("increment/plain", "native_increment"),
    "histogram": ("histogram/atomic_64x64", "native_histogram"),
    "counter": ("counter/racy_1024x1024", None),
    "matmul_naive": ("matmul/naive", "native_matmul"),
    "matmul_tiled": ("matmul/tiled_16x16", "native_matmul"),
}


def simt_and_native(bench):
    """Median milliseconds of each workload on the SIMT machine, and of the native loop."""
    names = "|".join(sorted({name for pair in WORKLOADS.values() for name in pair if name}))
    command = [bench, f"--benchmark_filter=^({names})$", "--benchmark_repetitions=5", "--benchmark_format=json"]
    rows = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["benchmarks"]
    median = {row["run_name"]: row["cpu_time"] for row in rows if row.get("aggregate_name") == "median"}
    return tuple({workload: median.get(pair[i]) for workload, pair in WORKLOADS.items()} for i in (0, 1))


def pocl():
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "pocl"
        built = subprocess.run(["g++", "-O2", "-std=c++20", HERE / "pocl.cpp", "-o", program, "-lOpenCL"], capture_output=True)
        if built.returncode != 0:
            return missing("PoCL", "pocl-opencl-icd ocl-icd-opencl-dev opencl-headers")
        ran = subprocess.run([program], capture_output=True, text=True, env=os.environ | {"POCL_MAX_PTHREAD_COUNT": "1"})
    if ran.returncode != 0:
        return missing("PoCL", "pocl-opencl-icd", ran.stderr.strip())
    return {name: float(ms) for name, ms in map(str.split, ran.stdout.splitlines())}


def numba():
    ran = subprocess.run(["/usr/bin/python3", HERE / "numba_simulator.py"], capture_output=True, text=True)
    if ran.returncode != 0:
        return missing("Numba", "python3-numba", ran.stderr.strip().splitlines()[-1] if ran.stderr else "")
    rows = map(str.split, ran.stdout.splitlines())
    return {name: float(ms) / float(share) for name, share, ms in rows}


def missing(name, packages, reason=""):
    print(f"{name} is left out: install {packages}. {reason}", file=sys.stderr)
    return {}


def cell(value, native):
    if value is None:
        return "", ""
    shown = f"{value:.2f}" if value < 100 else f"{value:,.0f}"
    return shown, f"{value / native:,.1f} ×" if native else ""


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    simt, native = simt_and_native(sys.argv[1])
    columns = {"native C++": native, "SIMT machine": simt, "PoCL": pocl(), "Numba simulator": numba()}
    print("| workload |", " | ".join(f"{name}, ms | × native" if name != "native C++" else f"{name}, ms" for name in columns), "|")
    print("| --- |", " | ".join("---" for _ in range(2 * len(columns) - 1)), "|")
    for workload in WORKLOADS:
        cells = []
        for name, times in columns.items():
            value, ratio = cell(times.get(workload), native.get(workload))
            cells += [value] if name == "native C++" else [value, ratio]
        print("|", workload, "|", " | ".join(cells), "|")


if __name__ == "__main__":
    main()
