"""Numba's kernels have line information, by which Warplens shows lines of Python: as if each @cuda.jit said lineinfo=True."""

import functools
import importlib.abc
import importlib.util
import sys

MODULE = "numba.cuda.decorators"  # has cuda.jit, in Numba and in numba-cuda


def with_lines(jit):
    """cuda.jit with line information by default. Numba refuses it beside debug=True, which has more."""

    @functools.wraps(jit)
    def jit_with_lines(*arguments, **options):
        from numba.core import config

        debug = arguments[4] if len(arguments) > 4 else options.get("debug")
        if not (config.CUDA_DEBUGINFO_DEFAULT if debug is None else debug):
            options.setdefault("lineinfo", True)
        return jit(*arguments, **options)

    return jit_with_lines


class _Loader(importlib.abc.Loader):
    """Numba's own loader, then the change."""

    def __init__(self, loader):
        self._loader = loader

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        self._loader.exec_module(module)
        module.jit = with_lines(module.jit)

    def __getattr__(self, name):
        return getattr(self._loader, name)


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the one module, once."""

    def find_spec(self, name, path=None, target=None):
        if name != MODULE:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader)
        return spec


def switch_on():
    """For kernels that are compiled from now on."""
    if MODULE not in sys.modules:
        sys.meta_path.insert(0, _Finder())
        return
    jit = sys.modules[MODULE].jit
    for name in (MODULE, "numba.cuda", "numba.cuda.device_init"):
        module = sys.modules.get(name)
        if getattr(module, "jit", None) is jit:
            module.jit = with_lines(jit)
