"""Python imports this module when it starts, since `warplens program` puts its folder first in PYTHONPATH: it prepares Numba, then
imports the sitecustomize module that would have been found without it."""

import importlib.machinery
import importlib.util
import os
import sys

_HERE = os.path.dirname(os.path.abspath(__file__))

from warplens import numba_lines  # its folder is in PYTHONPATH, too

numba_lines.switch_on()

_next = importlib.machinery.PathFinder.find_spec(
    "sitecustomize", [folder for folder in sys.path if os.path.abspath(folder or os.curdir) != _HERE])
if _next is not None and _next.loader is not None:
    _next.loader.exec_module(importlib.util.module_from_spec(_next))
