#!/usr/bin/env python3
"""Prints the name and the output of each test that failed, from a JUnit file that ctest wrote: print_failures.py FILE"""

import sys
import xml.etree.ElementTree

for case in xml.etree.ElementTree.parse(sys.argv[1]).iter("testcase"):
    if case.get("status") == "fail":
        print(f"== failed: {case.get('name')}", case.findtext("system-out", ""), sep="\n")
