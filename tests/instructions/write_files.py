#!/usr/bin/env python3
"""Writes the files of this folder as full PTX, and the edge files that edges.py makes of them, into a folder for the tests to read.

Usage: write_files.py FOLDER. Other .ptx files in that folder are removed.
"""
import pathlib
import sys

from edges import by_hand, made


def main(folder):
    files = by_hand()
    edge_files = made(files)
    twice = sorted(files.keys() & edge_files.keys())
    if twice:
        return f"tests/instructions: made by edges.py, too: {', '.join(twice)}"
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.ptx"):
        if old.name not in files and old.name not in edge_files:
            old.unlink()
    for name, text in (files | edge_files).items():
        (folder / name).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
