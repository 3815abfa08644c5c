"""Warplens in Python: kernels that use CUDA, of Numba for example, run on a simulated GPU that sees every thread, lane and address.

    import warplens            # before Numba's CUDA is used; a notebook may say %load_ext warplens
    from numba import cuda
    …
    count[8, 64](total, 500)
    warplens.last()            # what the launch did, and what is wrong with it
    warplens.last().show()     # a picture of it

    warplens.run("saxpy.cu", 8, 64, r, 2.0, x, 500)  # CUDA C++ on NumPy's arrays; in a notebook also %%cuda

    with warplens.check():     # raises warplens.Found if a launch inside has a defect
        count[8, 64](total, 500)

WARPLENS_DEVICE=gpu in the environment leaves everything to a real GPU; then there is nothing to see here.
"""

from warplens.cuda_source import run, source
from warplens.launch import Finding, Launch, Picture, Sweep
from warplens.session import Found, Unavailable, check, findings, last, launches, open_window, sweep

__all__ = ["Finding", "Found", "Launch", "Picture", "Sweep", "Unavailable", "check", "findings", "last", "launches", "open_window", "run",
           "source", "sweep"]

from warplens import cells as _cells
from warplens import cuda_source as _cuda_source
from warplens import session as _session

_session.begin()
if _cells.shell_here() is not None:
    _cells.begin(_cells.shell_here())
    _cuda_source.cell_magic(_cells.shell_here())


def load_ipython_extension(ipython):
    """For %load_ext warplens: importing has done it."""
