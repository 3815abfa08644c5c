#!/usr/bin/env python3
"""Packs a folder of inputs into one archive, the same bytes for the same inputs: pack.py FOLDER ARCHIVE.tar.xz

To add what a fuzzer found: unpack the archive (tar xf), put the input beside the others, pack the folder. To leave out what reaches
nothing new: FUZZER -merge=1 SMALLER FOLDER, and pack SMALLER."""

import pathlib
import sys
import tarfile


def pack(folder, archive):
    with tarfile.open(archive, "w:xz", preset=9, format=tarfile.USTAR_FORMAT) as output:
        for file in sorted(pathlib.Path(folder).iterdir()):
            entry = tarfile.TarInfo(file.name)
            entry.size = file.stat().st_size
            with file.open("rb") as content:
                output.addfile(entry, content)


pack(*sys.argv[1:])
