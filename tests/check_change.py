#!/usr/bin/env python3
"""Looks at what changed since the branch left origin/main: check_change.py format | tidy BUILD_FOLDER

format: changed lines are as clang-format writes them (.clang-format).
tidy: changed .cpp files have no finding of clang-tidy (.clang-tidy), compiled as the clang build in BUILD_FOLDER compiles them.
Where there is no origin/main or no tool there is nothing to compare with, and that is said."""

import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

TIDY_SECONDS = 300  # for all files together; skipped files are reported


def output_of(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def merge_base():
    process = subprocess.run(["git", "merge-base", "HEAD", "origin/main"], capture_output=True, text=True)
    return process.stdout.strip() if process.returncode == 0 else None


def check_format(base):
    difference = output_of("git", "clang-format", "--diff", "--quiet", "--extensions", "h,cpp,inc", base, "--", "app", "tests")
    if "diff --git" not in difference:
        print("format: changed lines are as clang-format writes them")
        return 0
    print(difference, f"error: not as clang-format writes it; git clang-format {base[:12]} puts it right", sep="\n")
    return 1


def files_compiled(entry):
    """The source files of an entry of compile_commands.json: itself, or those that CMake's unity build compiles in one."""
    file = pathlib.Path(entry["file"])
    return re.findall(r'^#include "(.+)"', file.read_text(), re.MULTILINE) if file.parent.name == "Unity" else [entry["file"]]


def write_commands_by_file(build, folder):
    """compile_commands.json in `folder`, each source file by itself, without the headers that were precompiled (clang-tidy need
    not be of the same version as the compiler). Returns the files."""
    commands = []
    for entry in json.loads((build / "compile_commands.json").read_text()):
        words = entry["command"].split()
        for k in [k for k, word in enumerate(words) if word == "-include-pch"]:
            words[k - 1 : k + 3] = []  # -Xclang -include-pch -Xclang FILE
        for file in files_compiled(entry):
            own = [file if word == entry["file"] else word for word in words]
            commands.append({"directory": entry["directory"], "file": file, "command": " ".join(own)})
    (folder / "compile_commands.json").write_text(json.dumps(commands))
    return {os.path.realpath(entry["file"]) for entry in commands}


def check_tidy(base, build):
    changed = output_of("git", "diff", "--name-only", "--diff-filter=d", base, "--", "*.cpp").split()
    end = time.monotonic() + TIDY_SECONDS
    with tempfile.TemporaryDirectory() as folder:
        compiled = write_commands_by_file(build, pathlib.Path(folder))
        files = [file for file in changed if os.path.realpath(file) in compiled]

        def check(file):
            left = end - time.monotonic()
            if left <= 0:
                return None
            command = ["clang-tidy", "--quiet", "-p", folder, "--extra-arg=-Wno-unknown-warning-option", file]
            try:
                return subprocess.run(command, capture_output=True, text=True, timeout=left)
            except subprocess.TimeoutExpired:
                return None

        with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
            results = list(pool.map(check, files))
    failed = [result for result in results if result and result.returncode != 0]
    for result in failed:
        print(result.stdout, result.stderr)
    print(f"tidy: {len(files)} files, {len(failed)} with findings, {results.count(None)} left out for want of time")
    return 1 if failed else 0


def main(what, *arguments):
    tool = {"format": "git-clang-format", "tidy": "clang-tidy"}[what]
    base = merge_base()
    if base is None or shutil.which(tool) is None:
        print(f"{what}: not checked, " + ("no origin/main here" if base is None else f"{tool} is not installed"))
        return 0
    return check_format(base) if what == "format" else check_tidy(base, pathlib.Path(arguments[0]))


sys.exit(main(*sys.argv[1:]))
