#!/usr/bin/env python3
"""What students asked about their CUDA code: whether the program names the cause.

    tests/questions/run.py build/release/warplens [--compilers nvcc,clang] [--only NAME …] [--jobs N] [--all]

Each folder has case.cu, a program with the mistake, and fixed.cu, its right twin. In case.cu

    // asked: URL                 says where somebody asked about such a mistake
    // finds: KIND: words         at the end of a line: a finding of this kind there, with these words
    // finds twice                the next line has two such findings
    // notes: KIND                a note of this kind there
    // warns: words               the compiler's warning there, passed on, or another remark, with these words
    // exits: N                   the program's status, 0 without it
    // only: nvcc                 the other compiler refuses the program, or removes what is wrong
    // open: why                  the cause is not named today

In fixed.cu nothing may be found but what `// notes: KIND` says, and `// prints: TEXT` are the lines of its output; `// open: why` is a
false alarm that is known. Exit status 1 if a case fails, or if one that is
open has been solved.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
SECONDS = 120


def run(program, source, compiler):
    """The outcome of `program --check --json`: exit status, JSON (or None), standard error."""
    command = [program, "program", "--check", "--json", str(source)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=SECONDS,
                              env={**os.environ, "WARPLENS_COMPILER": compiler})
    except subprocess.TimeoutExpired:
        return None, None, f"did not end within {SECONDS} s"
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    outcome = json.loads(lines[0]) if lines else {}
    return done.returncode, outcome if "findings" in outcome else None, done.stderr + done.stdout


def place_of(finding):
    """Kind and line of a finding or note."""
    place = finding if "line" in finding else finding.get("first") or {}
    return finding["kind"], place.get("line") or 0


def promises_of(source):
    """The comments of a program, by what they say."""
    promises = {"finds": [], "notes": [], "warns": [], "exits": 0, "open": None, "only": None, "prints": []}
    twice = False
    for number, line in enumerate(source.read_text().splitlines(), 1):
        if match := re.search(r"// finds: ([a-z-]+)(?:: (.*))?", line):
            promises["finds"] += [(match[1], number, match[2] or "")] * (1 + twice)
        twice = line.strip() == "// finds twice"
        for match in re.finditer(r"// notes: ([a-z-]+)", line):
            promises["notes"].append((match[1], number))
        if match := re.search(r"// warns: (.*)", line):
            promises["warns"].append((number, match[1]))
        if match := re.search(r"// should: (.*)", line):
            promises["warns"].append((number, match[1]))
        if match := re.search(r"// exits: (\d+)", line):
            promises["exits"] = int(match[1])
        if match := re.match(r"// open: (.*)", line):
            promises["open"] = match[1]
        if match := re.match(r"// only: (\w+)", line):
            promises["only"] = match[1]
        if match := re.match(r"// prints: ?(.*)", line):
            promises["prints"].append(match[1])
    return promises


def failures_of_case(program, source, compiler):
    promises = promises_of(source)
    status, outcome, errors = run(program, source, compiler)
    if outcome is None:
        return [f"no outcome (status {status}): {errors.strip()[-300:]}"]
    failures = []
    found = [(*place_of(finding), finding["message"]) for finding in outcome["findings"]]
    for kind, line, words in promises["finds"]:
        at = [each for each in found if each[:2] == (kind, line) and words in each[2]]
        if at:
            found.remove(at[0])
        else:
            failures.append(f"line {line}: no {kind} with “{words}”")
    failures += [f"line {line}: also finds {kind}: {message}" for kind, line, message in found]
    notes = [place_of(note) for note in outcome["notes"]]
    for note in promises["notes"]:
        if note in notes:
            notes.remove(note)
        else:
            failures.append(f"line {note[1]}: no note {note[0]}")
    failures += [f"line {line}: also notes {kind}" for kind, line in notes]
    for line, words in promises["warns"]:
        if not any(f".cu:{line}:" in text and words in text for text in errors.splitlines()):
            failures.append(f"line {line}: no warning with “{words}”")
    if outcome["exit"] != promises["exits"]:
        failures.append(f"exit status {outcome['exit']}, not {promises['exits']}")
    return failures


def failures_of_twin(program, source, compiler):
    promises = promises_of(source)
    status, outcome, errors = run(program, source, compiler)
    if outcome is None:
        return [f"no outcome (status {status}): {errors.strip()[-300:]}"]
    notes = [note for note in outcome["notes"] if place_of(note) not in promises["notes"]]
    failures = [f"line {place_of(each)[1]}: {each['kind']}: {each['message']}" for each in outcome["findings"] + notes]
    if outcome["exit"] != 0:
        failures.append(f"exit status {outcome['exit']}")
    if outcome["stdout"].splitlines() != promises["prints"]:
        failures.append(f"prints {outcome['stdout']!r}")
    return failures


def check(program, name, compilers):
    """Whether the case is open, and what fails, of the case and of its twin."""
    folder = FOLDER / name
    promises = promises_of(folder / "case.cu")
    case, twin = [], []
    for compiler in compilers:
        if promises["only"] in (None, compiler):
            case += [f"{compiler}: {text}" for text in failures_of_case(program, folder / "case.cu", compiler)]
        if (folder / "fixed.cu").exists():
            twin += [f"{compiler}: twin: {text}" for text in failures_of_twin(program, folder / "fixed.cu", compiler)]
    if (folder / "fixed.cu").exists() and promises_of(folder / "fixed.cu")["open"]:
        twin = [] if twin else ["twin: is marked open, and nothing is found"]
    return promises["open"], case, twin


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--compilers", default="nvcc,clang")
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--all", action="store_true", help="what open cases lack, too")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    names = sorted(path.parent.name for path in FOLDER.glob("*/case.cu"))
    if arguments.only:
        names = [name for name in names if name in arguments.only]
    compilers = arguments.compilers.split(",")
    named = failed = still_open = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for name, (is_open, case, twin) in zip(names, pool.map(lambda name: check(arguments.program, name, compilers), names)):
            named += not case
            if is_open and case and not twin:
                still_open += 1
                print(f"open    {name}: {is_open}")
                if arguments.all:
                    print(*(f"          {text}" for text in case), sep="\n")
                continue
            if case or twin or is_open:
                failed += 1
                print(f"FAILED  {name}" + ("" if case or twin else ": is marked open, and names the cause"))
                for text in case + twin:
                    print(f"          {text}")
    print(f"{len(names)} questions: {named} name the cause, {still_open} are open, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
