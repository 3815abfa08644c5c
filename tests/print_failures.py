#!/usr/bin/env python3
"""Prints what failed, from a JUnit file that ctest wrote: print_failures.py FILE

A program of GoogleTest runs many tests: of its output, what each failed test said, and what the last one said where the program ended
in the middle of it. Of other programs, all."""

import re
import sys
import xml.etree.ElementTree

BEGIN = re.compile(r"^\[ RUN      \] (\S+)")
END = re.compile(r"^\[ *(?:OK|SKIPPED|FAILED) *\] (\S+)")


def failures(output):
    """The lines of each failed or unfinished GoogleTest test in `output`, by name; empty where it is not GoogleTest's."""
    failed, name, lines = {}, None, []
    for line in output.splitlines():
        if begin := BEGIN.match(line):
            name, lines = begin[1], []
        lines.append(line)
        end = END.match(line)
        if end and end[1].rstrip(",") == name:
            if "FAILED" in line:
                failed[name] = lines
            name, lines = None, []
    if name is not None:
        failed[name + " (the program ended in it)"] = lines
    return failed


def main(path):
    for case in xml.etree.ElementTree.parse(path).iter("testcase"):
        if case.get("status") != "fail":
            continue
        output = case.findtext("system-out", "")
        tests = failures(output)
        if not tests:
            print(f"== failed: {case.get('name')}", output, sep="\n")
        for name, lines in tests.items():
            print(f"== failed: {case.get('name')}: {name}", *lines, sep="\n")


main(sys.argv[1])
