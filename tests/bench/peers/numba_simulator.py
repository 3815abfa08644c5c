"""The benchmark kernels on Numba's CUDA simulator, which runs every thread as a Python thread. Prints one line a workload: its
name, the share of the full size that was run (the full one would take minutes to hours), and milliseconds for that share."""

import os
import time

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"

import numpy as np  # noqa: E402
from numba import cuda, float32  # noqa: E402


@cuda.jit
def increment(data):
    i = cuda.grid(1)
    if i < data.size:
        data[i] += 1.0


@cuda.jit
def count(samples, bins):
    i = cuda.grid(1)
    while i < samples.size:
        cuda.atomic.add(bins, int(samples[i] * bins.size), 1)
        i += cuda.gridsize(1)


@cuda.jit
def counter(value):
    value[0] += 1


@cuda.jit
def multiply(a, b, c):
    column, row = cuda.grid(2)
    if row < c.shape[0] and column < c.shape[1]:
        total = np.float32(0)
        for i in range(a.shape[1]):
            total += a[row, i] * b[i, column]
        c[row, column] = total


@cuda.jit
def multiply_tiled(a, b, c):
    tile_a = cuda.shared.array((16, 16), float32)
    tile_b = cuda.shared.array((16, 16), float32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    column, row = cuda.grid(2)
    total = np.float32(0)
    for first in range(0, a.shape[1], 16):
        tile_a[y, x] = a[row, first + x]
        tile_b[y, x] = b[first + y, column]
        cuda.syncthreads()
        for i in range(16):
            total += tile_a[y, i] * tile_b[i, x]
        cuda.syncthreads()
    c[row, column] = total


def report(name, share, launch, check):
    begin = time.perf_counter()
    launch()
    elapsed = 1000 * (time.perf_counter() - begin)
    assert check(), name + ": wrong result"
    print(name, share, f"{elapsed:.1f}", flush=True)


def main():
    random = np.random.default_rng(1)

    size = 1 << 14
    data = np.zeros(size, np.float32)
    report("increment", size / (1 << 20), lambda: increment[size // 256, 256](data), lambda: (data == 1).all())

    value = np.zeros(1, np.int32)
    report("counter", 128 * 128 / (1024 * 1024), lambda: counter[128, 128](value), lambda: value[0] > 0)

    samples = random.random(20_000, dtype=np.float32)
    bins = np.zeros(150, np.int32)
    expected = np.bincount((samples.astype(np.float64) * 150).astype(np.int32), minlength=150)
    report("histogram", 20_000 / 1_000_000, lambda: count[64, 64](samples, bins), lambda: (bins == expected).all())

    n = 48
    a, b = random.random((n, n), dtype=np.float32), random.random((n, n), dtype=np.float32)
    for name, kernel in (("matmul_naive", multiply), ("matmul_tiled", multiply_tiled)):
        c = np.zeros((n, n), np.float32)
        report(name, n**3 / (256 * 512 * 256), lambda: kernel[(n // 16, n // 16), (16, 16)](a, b, c),
               lambda: np.allclose(c, a.astype(np.float64) @ b, rtol=1e-4))


if __name__ == "__main__":
    main()
