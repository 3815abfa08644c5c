"""Run the program as a person would, and read the files that it writes."""

import ast
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["WARPLENS"]
SANITIZED = os.environ.get("WARPLENS_SANITIZED", "0") != "0"  # launches are about 70 times slower
RESOURCES = pathlib.Path(PROGRAM).parent / "resources"
PLACE = re.compile(r"^(?P<file>.+?):(?P<line>\d+):(?P<column>\d+): error: (?P<message>.+)$")


def warplens(*arguments, display=False, path=None):
    """The finished process; without a display unless asked for, and with another PATH where one is given."""
    environment = {key: value for key, value in os.environ.items() if display or key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    if path is not None:
        environment["PATH"] = str(path)
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=600, env=environment)


def float32(value):
    """The nearest float, as a Python number."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


def read_npy(path):
    """Type, shape and values of a .npy file, by its format (NumPy Enhancement Proposal 1) and nothing else."""
    data = pathlib.Path(path).read_bytes()
    assert data[:6] == b"\x93NUMPY" and data[6] == 1, "not a .npy file of version 1"
    (length,) = struct.unpack("<H", data[8:10])
    assert (10 + length) % 64 == 0, "the data are not aligned"
    header = ast.literal_eval(data[10 : 10 + length].decode("latin1"))
    assert header["fortran_order"] is False
    code = {"|i1": "b", "|u1": "B", "<i2": "h", "<u2": "H", "<i4": "i", "<u4": "I", "<i8": "q", "<u8": "Q", "<f4": "f", "<f8": "d"}
    values = [value for (value,) in struct.iter_unpack("<" + code[header["descr"]], data[10 + length :])]
    return header["descr"], header["shape"], values


def write_npy(path, descr, values, code):
    """A .npy file of version 1 with one dimension."""
    header = repr({"descr": descr, "fortran_order": False, "shape": (len(values),)})
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    data = struct.pack("<%d%s" % (len(values), code), *values)
    pathlib.Path(path).write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)


class ProgramTest(unittest.TestCase):
    """A folder for each test class, and what is asked of every answer."""

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="warplens-"))

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    @classmethod
    def write(cls, name, text):
        path = cls.folder / name
        path.write_text(text)
        return path

    def run_json(self, *arguments, status=0):
        """The one object that --json prints."""
        process = warplens(*arguments, "--json")
        self.assertEqual(process.returncode, status, process.stderr + process.stdout)
        answer = json.loads(process.stdout)
        self.assertIsInstance(answer, dict)
        return answer

    def assert_refused(self, *arguments, message, status=1, place=None, path=None):
        """One line on standard error with `message` (a regular expression), nothing on standard output, and the same as JSON."""
        process = warplens(*arguments, path=path)
        self.assertEqual(process.returncode, status, process.stderr + process.stdout)
        self.assertEqual(process.stdout, "")
        lines = process.stderr.splitlines()
        self.assertEqual(len(lines), 1, process.stderr)
        self.assertRegex(lines[0], r"(^|: )error: ")
        self.assertRegex(lines[0], message)
        if place:
            found = PLACE.match(lines[0])
            self.assertIsNotNone(found, "no place in: " + lines[0])
            self.assertTrue(found["file"].endswith(place[0]), lines[0])
            self.assertEqual(int(found["line"]), place[1], lines[0])
        return lines[0]
