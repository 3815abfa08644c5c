"""The notes that are taken of this process: its launches, and what was found in them."""

import atexit
import contextlib
import json
import os
import pathlib
import shutil
import sys
import tempfile

from warplens import numba_lines, program
from warplens.launch import Finding, Launch

JOURNAL = "WARPLENS_PROGRAM_JOURNAL"  # has the notes; set by `warplens program`, too

_folder = None  # of the notes; None: on a real GPU


class Unavailable(RuntimeError):
    """There is nothing to say: on a real GPU, or before the first launch."""


class Found(AssertionError):
    """Defects of launches, as lines "file:line: kind: message"; `findings` has them."""

    def __init__(self, found):
        super().__init__("\n".join(map(str, found)))
        self.findings = found


def begin():
    """Let Numba use the simulated GPU from now on. Called once, by the import of the package."""
    global _folder
    if os.environ.get("WARPLENS_DEVICE") == "gpu":
        return
    if os.environ.get(JOURNAL):  # this is a program of `warplens program`
        _folder = pathlib.Path(os.environ[JOURNAL]).parent
        return
    module = sys.modules.get("numba.cuda.cudadrv.driver")
    driver = module.driver if module is not None else None
    found_one = driver is not None and driver.initialization_error is None
    if found_one and driver.is_initialized:
        raise ImportError("import warplens before CUDA is used: Numba has begun to use another driver in this process")
    _folder = pathlib.Path(tempfile.mkdtemp(prefix="warplens-notes-"))
    atexit.register(shutil.rmtree, _folder, ignore_errors=True)
    options = ["--spec", os.environ["WARPLENS_SPEC"]] if os.environ.get("WARPLENS_SPEC") else []
    variables = json.loads(program.run("notes", "--begin", *options, _folder))
    # These two are for processes that are yet to start.
    for name in ("LD_LIBRARY_PATH", "PYTHONPATH"):
        variables.pop(name, None)
    os.environ.update(variables)
    config = sys.modules.get("numba.core.config")
    if config is not None:
        config.reload_config()  # it has read the environment when it was imported
    if driver is not None:
        driver.__init__()  # and looked for a driver
    numba_lines.switch_on()


def _read(*options):
    if _folder is None:
        raise Unavailable("WARPLENS_DEVICE=gpu: a real GPU runs the kernels, and does not say what they do")
    return json.loads(program.run("notes", *options, _folder))


def _launches(notes):
    return [Launch(number, values, _recording) for number, values in enumerate(notes["launches"], notes["earlier_launches"] + 1)]


def launches():
    """All launches so far, the oldest first."""
    return _launches(_read())


def last():
    """The last launch. Raises Unavailable if there was none."""
    made = _launches(_read("--last", 1))
    if not made:
        raise Unavailable("no kernel has been launched yet")
    return made[0]


def sweep(values, parameter="block", measure="simt"):
    """The last launch with other values of a parameter, and what each costs: Launch.sweep()."""
    return last().sweep(values, parameter, measure)


def findings():
    """All defects so far, of kernels and of calls, the oldest first."""
    return [Finding(values) for values in _read()["findings"]]


@contextlib.contextmanager
def check():
    """Raise Found if something is found in what runs inside; after an error inside, that error goes on."""
    before = _read("--last", 0)  # has no findings of launches
    yield
    made = _read("--last", 0)["earlier_launches"] - before["earlier_launches"]
    now = _read("--last", made)["findings"]
    of_kernels, of_calls = [each for each in now if "kernel" in each], [each for each in now if "kernel" not in each]
    found = of_kernels + of_calls[len(before["findings"]):]
    if found:
        raise Found([Finding(each) for each in found])


def _recording():
    """Write the last launches to a file. Its path, and the number of launches before them."""
    file = _folder / "notes.recording"
    return file, _read("--record", file)["earlier_launches"]


def open_window():
    """Open the last launches in the window."""
    program.start(_recording()[0])
