"""CUDA C++ on NumPy arrays, in place: source("saxpy.cu").saxpy[8, 64](r, 2.0, x, 500)."""

import atexit
import functools
import itertools
import json
import os
import pathlib
import shutil
import tempfile

from warplens import program
from warplens.launch import Launch

kept = 20  # launches that can be drawn and asked about
_numbers = itertools.count()

# Names of types on the command line, by NumPy's.
_TYPES = {"bool": "u8", "int8": "i8", "uint8": "u8", "int16": "i16", "uint16": "u16", "int32": "i32", "uint32": "u32", "int64": "i64",
          "uint64": "u64", "float32": "f32", "float64": "f64"}


def _extents(value):
    """8 and (8, 4) as "8" and "8,4"."""
    return ",".join(str(int(each)) for each in (value if isinstance(value, (tuple, list)) else (value,)))


def _type_of(value, name):
    if name not in _TYPES:
        raise TypeError(f"an argument of type {name} cannot be passed: {value!r}"[:200])
    return _TYPES[name]


class Kernel:
    """A kernel of a source, launched as Numba launches: kernel[grid, block](*arguments), or kernel[grid, block, shared_bytes]."""

    def __init__(self, file, name):
        self._source = f"{file}:{name}" if name else str(file)

    def __getitem__(self, configuration):
        if not isinstance(configuration, tuple) or len(configuration) not in (2, 3):
            raise TypeError("a launch needs a grid and a block: kernel[8, 64](…)")
        grid, block, shared = (*configuration, 0)[:3]
        return lambda *arguments: self._launch(grid, block, shared, arguments)

    def _launch(self, grid, block, shared, arguments):
        words = ["run", self._source, "--grid", _extents(grid), "--block", _extents(block), "--shared", shared, "--check", "--json",
                 "--device", "gpu" if os.environ.get("WARPLENS_DEVICE") == "gpu" else "simt"]
        if os.environ.get("WARPLENS_SPEC"):
            words += ["--spec", os.environ["WARPLENS_SPEC"]]
        with tempfile.TemporaryDirectory(prefix="warplens-arguments-") as folder:
            written = []
            for index, value in enumerate(arguments):
                if hasattr(value, "__array_interface__") and getattr(value, "ndim", 0) > 0:
                    import numpy

                    given, result = pathlib.Path(folder) / f"{index}.npy", pathlib.Path(folder) / f"{index}-after.npy"
                    kind = _type_of(value, value.dtype.name)
                    numpy.save(given, numpy.ascontiguousarray(value).reshape(-1).view("u1" if value.dtype == bool else value.dtype))
                    words += ["--arg", f"{kind}=@{given}", "--save", f"{index}={result}"]
                    written.append((value, result))
                else:
                    name = value.dtype.name if hasattr(value, "dtype") else {int: "int32", float: "float32", bool: "uint8"}.get(type(value), type(value).__name__)
                    words += ["--arg", f"{_type_of(value, name)}={int(value) if name == 'uint8' else value}"]
            recording = _next_recording()
            answer = json.loads(program.run(*words, "--record", recording))
            for array, result in written:
                import numpy

                array[...] = numpy.load(result).view(array.dtype).reshape(array.shape)
        return Launch(1, answer, lambda: (recording, 0 if recording.exists() else 1))


class Source:
    """A file of CUDA C++: its kernels are its attributes, source.saxpy."""

    def __init__(self, file):
        self._file = pathlib.Path(file)
        if not self._file.is_file():
            raise FileNotFoundError(f"{file}: no such file")

    def __getattr__(self, kernel):
        if kernel.startswith("_"):
            raise AttributeError(kernel)
        return Kernel(self._file, kernel)


def source(file):
    """The kernels of a .cu or .ptx file."""
    return Source(file)


def run(file, grid, block, *arguments, kernel="", shared=0):
    """Launch a kernel of a file, the only one or the one named; arrays are changed in place. Returns the Launch."""
    return Kernel(file, kernel)[grid, block, shared](*arguments)


@functools.cache
def _folder():
    """For the sources of cells; it is removed when Python ends."""
    folder = tempfile.mkdtemp(prefix="warplens-cells-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return pathlib.Path(folder)


def _next_recording():
    """The file for the next launch's memory, of which the last ones are kept."""
    number = next(_numbers)
    folder = _folder()
    (folder / f"{number - kept}.recording").unlink(missing_ok=True)
    return folder / f"{number}.recording"


def cell_magic(shell):
    """%%cuda NAME: the cell is CUDA C++, whose kernels are then NAME.kernel[grid, block](…)."""

    def cuda(line, cell):
        name = line.strip()
        if not name.isidentifier():
            raise ValueError("%%cuda needs a name for the source: %%cuda mine, then mine.kernel[grid, block](…)")
        file = _folder() / f"{name}.cu"
        file.write_text(cell, encoding="utf-8")
        shell.user_ns[name] = Source(file)

    shell.register_magic_function(cuda, "cell", "cuda")
