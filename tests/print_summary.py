#!/usr/bin/env python3
"""What became of a test run, from the JUnit file that ctest wrote: print_summary.py FILE [--sanitized]

First what failed: of a GoogleTest program, what each failed test said, and what the last one said where the program ended in the
middle of it; of other programs, all. Then which tests were skipped and why, and which ran longest. Exit status 1 where a test was
skipped although this machine has what it needs (LACKS): then something is broken that nobody would notice. Not of the sanitized build,
which does without a toolkit and most compilers on purpose."""

import collections
import os
import re
import shutil
import sys
import xml.etree.ElementTree

LONGEST = 10  # tests that are named at the end

BEGIN = re.compile(r"^\[ RUN      \] (\S+)")
END = re.compile(r"^\[ *(?:OK|SKIPPED|FAILED) *\] (\S+?),?(?: .*)?$")
UNITTEST_SKIPPED = re.compile(r"^(.+?) \.\.\. skipped (['\"])(.*)\2$")


def has(*programs):
    """Whether this machine has one of the programs, on the path or in the CUDA toolkit's usual folder."""
    return any(shutil.which(name) or os.path.exists(f"/usr/local/cuda/bin/{name}") for name in programs)


def has_gpu():
    return os.path.exists("/dev/nvidiactl") or os.path.exists("/dev/dxg")


# Why a test may be skipped: a part of what it says, and whether that is true of this machine. A reason without a row is a failure.
LACKS = {
    "is not set": lambda: True,  # runs by hand, for as long as the variable says
    "WARPLENS_ALL_PROGRAMS": lambda: True,
    "cannot compile it": lambda: True,  # a kernel of the zoo, by one of its compilers
    "nvrtc": lambda: True,  # takes no code of the host, and includes nothing by itself
    "left out": lambda: True,  # a planted mistake, which this compiler removes
    "unoptimised code does the same": lambda: True,  # combinations of a test's parameters that say nothing new
    "one core has to run it": lambda: True,
    "of the lesson on histograms": lambda: True,
    "this build has no": lambda: True,  # CMake says which compilers there are, and of which kernels
    "no bare system can be made": lambda: True,  # Debian's mirror is out of reach
    "/proc cannot be mounted": lambda: True,
    "this needs root and debootstrap": lambda: os.geteuid() != 0 or not has("debootstrap"),
    "this needs patchelf": lambda: not has("patchelf"),
    "no NVIDIA driver": lambda: not has_gpu(),
    "GPU": lambda: not has_gpu(),
    "no ptxas": lambda: not has("ptxas"),
    "no NVRTC": lambda: not has("nvcc"),
    "NVRTC knows no host code": lambda: True,
    "there is a GPU": has_gpu,
    "nvcc": lambda: not has("nvcc"),
    "clang": lambda: not has("clang", "clang-14"),
    "no compiler": lambda: not has("nvcc", "clang"),
    "the toolkit is older": lambda: True,  # NVIDIA declared other functions then
    "no CUDA compiler": lambda: not has("nvcc", "clang"),
    "this processor is too old": lambda: "avx512f" not in open("/proc/cpuinfo", encoding="utf-8").read(),
}


def gtest_tests(output):
    """(name, state, lines) of each test in the output of a GoogleTest program; the state of one that has no end is "unfinished"."""
    name, lines = None, []
    for line in output.splitlines():
        if begin := BEGIN.match(line):
            name, lines = begin[1], []
        lines.append(line)
        end = END.match(line)
        if end and name and end[1] == name:
            yield name, "failed" if "FAILED" in line else "skipped" if "SKIPPED" in line else "passed", lines
            name, lines = None, []
    if name is not None:
        yield name + " (the program ended in it)", "unfinished", lines


def skips(output):
    """(name, reason) of each skipped test of GoogleTest or of Python's unittest."""
    for name, state, lines in gtest_tests(output):
        if state == "skipped":
            yield name, " ".join(line for line in lines[1:-1] if line and not line.endswith(": Skipped"))
    for line in output.splitlines():
        if found := UNITTEST_SKIPPED.match(line):
            yield found[1], found[3]


def print_failures(case):
    output = case.findtext("system-out", "")
    bad = [(name, lines) for name, state, lines in gtest_tests(output) if state in ("failed", "unfinished")]
    if not bad:
        print(f"== failed: {case.get('name')}", output, sep="\n")
    for name, lines in bad:
        print(f"== failed: {case.get('name')}: {name}", *lines, sep="\n")


def is_excused(reason):
    return any(words in reason and lacks() for words, lacks in LACKS.items())


def print_skipped(cases):
    """Prints the skipped tests by reason. Returns those that should have run."""
    by_reason = collections.defaultdict(list)
    for case in cases:
        found = list(skips(case.findtext("system-out", "")))
        if not found and case.find("skipped") is not None:
            said = case.findtext("system-out", "").strip().splitlines()
            found = [(case.get("name"), said[-1] if said else "no reason given")]
        for name, reason in found:
            by_reason[reason].append(name)
    wrong = []
    for reason, names in sorted(by_reason.items()):
        print(f"skipped: {len(names)} × {reason}: {', '.join(names[:3])}{' …' if len(names) > 3 else ''}")
        if not is_excused(reason):
            wrong += names
    return wrong


def main(path, *options):
    cases = list(xml.etree.ElementTree.parse(path).iter("testcase"))
    for case in cases:
        if case.get("status") == "fail":
            print_failures(case)
    wrong = print_skipped(cases)
    longest = sorted(cases, key=lambda case: -float(case.get("time")))[:LONGEST]
    print("longest:", ", ".join(f"{case.get('name')} {float(case.get('time')):.0f} s" for case in longest))
    if "--sanitized" in options:
        return 0
    for name in wrong:
        print(f"error: {name} was skipped, although this machine has what it needs")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
