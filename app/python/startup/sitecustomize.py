"""Python imports this module when it starts, since `warplens program` puts its folder first in PYTHONPATH: it prepares Numba, then
imports the sitecustomize module that would have been found without it."""

import importlib.machinery
import importlib.util
import os
import sys

_HERE = os.path.dirname(os.path.abspath(__file__))


def _load(spec):
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# By its file: importing the package would take longer, and nobody has asked for it.
_load(importlib.util.spec_from_file_location("_warplens_numba_lines", os.path.join(_HERE, "..", "warplens", "numba_lines.py"))).switch_on()

if os.environ.get("WARPLENS_TELLS_EXCEPTIONS"):  # when a submission is graded, which nobody sees run

    def _tell(kind, error, trace, show=sys.excepthook):
        show(kind, error, trace)
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        print(f"{kind.__name__}: {error}" + (f" (line {trace.tb_lineno})" if trace is not None else ""))

    sys.excepthook = _tell

_next = importlib.machinery.PathFinder.find_spec(
    "sitecustomize", [folder for folder in sys.path if os.path.abspath(folder or os.curdir) != _HERE])
if _next is not None and _next.loader is not None:
    _load(_next)
