"""Warplens in Python: CUDA kernels, of Numba for example, on the simulated GPU of Warplens."""
