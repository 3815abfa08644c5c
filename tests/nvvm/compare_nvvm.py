#!/usr/bin/env python3
"""Compare Warplens' compiler of NVVM IR with LLVM's on random kernels (random_kernels.py).

    compare_nvvm.py --clang clang-14 --level 0 3 --seeds 1 100

Each kernel is compiled by clang, once to PTX and once to IR that Warplens compiles; both run on the simulator. Outputs must be
equal to the last bit, and so must the findings of --check; each line of the source that has instructions with LLVM must have
some with Warplens. Prints what differs and keeps the files of those kernels; the exit status is then 1.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys

import random_kernels

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADERS = ROOT / "app/ptx/compile/clang"
FLAGS = ["-x", "cuda", "--cuda-device-only", "-S", "-std=c++17", "-nocudainc", "-nocudalib", "-Wno-unknown-cuda-version", "-w",
         "-gline-directives-only", "-include", HEADERS / "prelude.cuh", "-isystem", HEADERS / "include", "-Xclang", "-target-feature"]


class NoOther(Exception):
    """LLVM has no PTX for a kernel."""


def run(*command):
    """The output of a command, or an error with what it said."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        raise RuntimeError(f"{command[0]}: {(done.stderr + done.stdout)[:300]}")
    return done.stdout


def compiled(options, source, clang, level, arch):
    """PTX of LLVM and of Warplens."""
    flags = [*FLAGS, "-Xclang", "+ptx63" if arch == "sm_75" else "+ptx71", f"--cuda-gpu-arch={arch}", f"-O{level}", *options.flag]
    if level != "0":
        flags += ["-mllvm", "-inline-threshold=100000"]
    theirs, ir, ours = (source.with_suffix(end) for end in (".llvm.ptx", ".ll", ".nv.ptx"))
    run(clang, *flags, "-emit-llvm", source, "-o", ir)
    try:
        run(clang, *flags, source, "-o", theirs)
    except RuntimeError as error:
        raise NoOther(str(error))
    run(options.warplens, "compile", ir, "-o", ours)
    return theirs, ours


def launched(options, seed, ptx):
    """What a run of a kernel says, as JSON."""
    text = ptx.read_text()
    size = int(re.search(r"kernel\w*_param_6\[(\d+)\]", text)[1])
    given = ";".join(f"u8={(seed >> i % 11) & 1}" for i in range(size))
    arguments = [f"u32[{len(values)}]={','.join(map(str, values))}"
                 for values in (random_kernels.words(seed, kind) for kind in ("words", "floats", "doubles"))]
    threads = random_kernels.BLOCKS * random_kernels.THREADS
    arguments += ["u32[256]=iota", f"u64[{threads * random_kernels.SLOTS}]=zeros", "u64[256]=zeros", f"{{{given}}}"]
    command = [options.warplens, "run", ptx, "--grid", random_kernels.BLOCKS, "--block", random_kernels.THREADS, "--shared", 512,
               "--check", "--json", "--step-limit", 3000000]
    for argument in arguments:
        command += ["--arg", argument]
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=120)
    if done.returncode == 1 or not done.stdout:
        raise RuntimeError(f"warplens run {ptx}: {(done.stderr + done.stdout)[:300]}")
    return json.loads(done.stdout)


def findings(result):
    """Kind and place of each finding."""
    def line(access):
        return access and (pathlib.Path(access["file"] or "").name, access["line"], access["access"])
    return sorted({str((one["kind"], one["space"], one["buffer"], *sorted([str(line(one["first"])), str(line(one["second"]))])))
                   for one in result["findings"]})


def lines(ptx, source):
    """Lines of the source that have instructions."""
    text = ptx.read_text()
    files = {number for number, path in re.findall(r'\.file\s+(\d+)\s+"([^"]*)"', text) if path.endswith(source.name)}
    return {int(line) for number, line in re.findall(r"^\s*\.loc\s+(\d+)\s+(\d+)", text, re.M) if number in files}


def differences(options, seed, clang, level, arch):
    folder = pathlib.Path(options.folder)
    source = folder / f"k{seed}.{clang}.O{level}.cu"
    source.write_text(random_kernels.kernel_of(seed))
    theirs, ours = compiled(options, source, clang, level, arch)
    a, b = launched(options, seed, theirs), launched(options, seed, ours)
    said = []
    if a["status"] != b["status"] and not a["status"] == "hung":
        said.append(f"status {a['status']} {a.get('message')} / {b['status']} {b.get('message')}")
    if findings(a) != findings(b):
        said += [f"findings: {set(findings(a)) - set(findings(b))} / {set(findings(b)) - set(findings(a))}"]
    if a["status"] == b["status"] and "fault" not in a["status"]:
        for x, y in list(zip(a["outputs"], b["outputs"])):
            different = [i for i, (p, q) in enumerate(zip(x["values"], y["values"])) if p != q]
            if different and x["arg"] != 5:
                slots = sorted({i % random_kernels.SLOTS if x["arg"] == 4 else i for i in different})
                i = different[0]
                said.append(f"argument {x['arg']}: {len(different)} differ, slots {slots}, [{i}] {x['values'][i]:#x} / {y['values'][i]:#x}")
    if missing := lines(theirs, source) - lines(ours, source) - {0}:
        said.append(f"lines without instructions: {sorted(missing)}")
    if not said:
        for end in (".cu", ".ll", ".llvm.ptx", ".nv.ptx"):
            source.with_suffix(end).unlink()
    return a["status"], said


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--clang", nargs="+", default=["clang"])
    parser.add_argument("--level", nargs="+", default=["0", "3"])
    parser.add_argument("--arch", default="sm_75")
    parser.add_argument("--seeds", nargs=2, type=int, default=[1, 20], metavar=("FIRST", "LAST"))
    parser.add_argument("--flag", action="append", default=[], help="one more for clang")
    parser.add_argument("--warplens", default=ROOT / "build/release/warplens")
    parser.add_argument("--folder", default="/tmp/random_kernels", help="for the files of kernels that differ")
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    wrong = 0
    for clang in options.clang:
        for level in options.level:
            counts = {}
            for seed in range(options.seeds[0], options.seeds[1] + 1):
                try:
                    status, said = differences(options, seed, clang, level, options.arch)
                except NoOther:
                    status, said = "LLVM fails", []
                except (RuntimeError, subprocess.TimeoutExpired) as error:
                    status, said = "failed", [str(error)]
                counts[status] = counts.get(status, 0) + 1
                wrong += bool(said)
                for one in said:
                    print(f"{clang} -O{level} seed {seed}: {one}", flush=True)
            print(f"{clang} -O{level}: {options.seeds[1] - options.seeds[0] + 1} kernels, {counts}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
