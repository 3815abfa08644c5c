"""Kernels of a first course in Numba, that count, add up and use other memory, each compared with NumPy. Run it with: warplens program --check
tests/python/sums.py

A comment "finds: KIND" is at each line where a defect was planted; every other kernel has none."""

import math
import sys

import numpy as np
from numba import cuda, float32, float64, int32, uint8
from numba.cuda.random import create_xoroshiro128p_states, xoroshiro128p_uniform_float32

rng = np.random.default_rng(7)
passed = []


def check(kernel, got, expected, tolerance=0.0):
    """Compare, exactly or to a relative tolerance."""
    ok = np.array_equal(got, expected) if tolerance == 0 else np.allclose(got, expected, rtol=tolerance, atol=tolerance)
    if not ok:
        print(f"{kernel.py_func.__name__}: {got} is not {expected}")
        sys.exit(1)
    passed.append(kernel.py_func.__name__)


N = 500
GRID, BLOCK = 8, 64
a = rng.random(N, dtype=np.float32)
whole = rng.integers(-100, 100, N).astype(np.int32)


# --- sums, counts, histograms ---


@cuda.jit
def racy_count(total, x):
    i = cuda.grid(1)
    if i < x.size:
        total[0] += 1  # finds: data-race


@cuda.jit
def atomic_count(total, x):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(total, 0, 1)


@cuda.jit
def racy_histogram(bins, x):
    i = cuda.grid(1)
    if i < x.size:
        bins[x[i]] += 1  # finds: data-race


@cuda.jit
def histogram(bins, x):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(bins, x[i], 1)


@cuda.jit
def histogram_in_shared(bins, x):
    mine = cuda.shared.array(16, int32)
    t = cuda.threadIdx.x
    if t < 16:
        mine[t] = 0
    cuda.syncthreads()
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        cuda.atomic.add(mine, x[i], 1)
    cuda.syncthreads()
    if t < 16:
        cuda.atomic.add(bins, t, mine[t])


@cuda.jit
def extremes(r, x):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.max(r, 0, x[i])
        cuda.atomic.min(r, 1, x[i])


@cuda.jit
def block_sums(r, x):
    tile = cuda.shared.array(BLOCK, float64)
    t, i = cuda.threadIdx.x, cuda.grid(1)
    tile[t] = x[i] if i < x.size else 0
    cuda.syncthreads()
    step = BLOCK // 2
    while step > 0:
        if t < step:
            tile[t] += tile[t + step]
        cuda.syncthreads()
        step //= 2
    if t == 0:
        r[cuda.blockIdx.x] = tile[0]


@cuda.jit
def block_sums_without_barrier(r, x):
    tile = cuda.shared.array(BLOCK, float64)
    t, i = cuda.threadIdx.x, cuda.grid(1)
    tile[t] = x[i] if i < x.size else 0
    step = BLOCK // 2
    while step > 0:
        if t < step:
            tile[t] += tile[t + step]  # finds: data-race
        step //= 2
    if t == 0:
        r[cuda.blockIdx.x] = tile[0]


@cuda.jit
def warp_sums(r, x):
    i = cuda.grid(1)
    value = x[i] if i < x.size else 0
    for step in (16, 8, 4, 2, 1):
        value += cuda.shfl_down_sync(0xFFFFFFFF, value, step)
    if cuda.laneid == 0:
        cuda.atomic.add(r, 0, value)


@cuda.jit
def ballots(r, x):
    i = cuda.grid(1)
    vote = cuda.ballot_sync(0xFFFFFFFF, i < x.size and x[i] > 0)
    if cuda.laneid == 0:
        r[i // 32] = cuda.popc(vote)


@cuda.reduce
def sum_of_two(p, q):
    return p + q


# --- other memory ---

coefficients = np.array([0.25, 0.5, 0.25], dtype=np.float32)


@cuda.jit
def smooth(r, x):
    weights = cuda.const.array_like(coefficients)
    i = cuda.grid(1)
    if 0 < i < x.size - 1:
        r[i] = weights[0] * x[i - 1] + weights[1] * x[i] + weights[2] * x[i + 1]


@cuda.jit
def in_local_memory(r, x):
    mine = cuda.local.array(4, float32)
    i = cuda.grid(1)
    if i < x.size:
        for k in range(4):
            mine[k] = x[i] * k
        r[i] = mine[1] + mine[3]


@cuda.jit
def with_barrier_of_the_grid(r, x):
    grid = cuda.cg.this_grid()
    i = cuda.grid(1)
    r[i] = x[i] * 2
    grid.sync()
    r[i] += x[(i + 64) % x.size]


@cuda.jit
def dynamic_shared(r, x):
    tile = cuda.shared.array(0, float32)
    t, i = cuda.threadIdx.x, cuda.grid(1)
    if i < x.size:
        tile[t] = x[i]
    cuda.syncthreads()
    if i < x.size:
        r[i] = tile[t] * 2


@cuda.jit
def stencil_beside_the_tile(r, x):
    i = cuda.grid(1)
    if i < r.size:
        r[i] = x[i] + x[i + 1]  # finds: out-of-bounds


@cuda.jit
def random_pi(counts, states, rounds):
    i = cuda.grid(1)
    if i < counts.size:
        inside = 0
        for _ in range(rounds):
            x = xoroshiro128p_uniform_float32(states, i)
            y = xoroshiro128p_uniform_float32(states, i)
            if x * x + y * y <= 1:
                inside += 1
        counts[i] = inside


@cuda.jit
def optimistic_lock(total, x):
    i = cuda.grid(1)
    if i < x.size:
        old = total[0]
        while cuda.atomic.compare_and_swap(total, old, old + x[i]) != old:
            old = total[0]


@cuda.jit
def game_of_life(new, old):
    row, column = cuda.grid(2)
    if row < old.shape[0] and column < old.shape[1]:
        neighbours = 0
        for dr in range(-1, 2):
            for dc in range(-1, 2):
                if dr != 0 or dc != 0:
                    neighbours += old[(row + dr) % old.shape[0], (column + dc) % old.shape[1]]
        new[row, column] = uint8(neighbours == 3 or (neighbours == 2 and old[row, column] == 1))


def main():
    total = np.zeros(1, np.int32)
    racy_count[GRID, BLOCK](total, whole)
    total[0] = 0
    atomic_count[GRID, BLOCK](total, whole)
    check(atomic_count, total, [N])
    digits = rng.integers(0, 16, N).astype(np.int32)
    bins = np.zeros(16, np.int32)
    racy_histogram[GRID, BLOCK](bins, digits)
    bins[:] = 0
    histogram[GRID, BLOCK](bins, digits)
    check(histogram, bins, np.bincount(digits, minlength=16))
    bins[:] = 0
    histogram_in_shared[4, BLOCK](bins, digits)
    check(histogram_in_shared, bins, np.bincount(digits, minlength=16))
    ends = np.array([-1000, 1000], np.int32)
    extremes[GRID, BLOCK](ends, whole)
    check(extremes, ends, [whole.max(), whole.min()])
    sums = np.zeros(GRID)
    block_sums[GRID, BLOCK](sums, a)
    check(block_sums, sums, np.pad(a.astype(np.float64), (0, GRID * BLOCK - N)).reshape(GRID, BLOCK).sum(1), 1e-12)
    block_sums_without_barrier[GRID, BLOCK](sums, a)
    total[0] = 0
    warp_sums[GRID, BLOCK](total, whole)
    check(warp_sums, total, [whole.sum()])
    positive = np.zeros(16, np.int32)
    ballots[GRID, BLOCK](positive, whole)
    check(ballots, positive, (np.pad(whole, (0, 12)) > 0).reshape(16, 32).sum(1))
    if sum_of_two(whole) != whole.sum():
        sys.exit("cuda.reduce is wrong")
    passed.append("sum_of_two")

    r = np.zeros_like(a)
    smooth[GRID, BLOCK](r, a)
    check(smooth, r[1:-1], 0.25 * a[:-2] + 0.5 * a[1:-1] + 0.25 * a[2:], 1e-6)
    in_local_memory[GRID, BLOCK](r, a)
    check(in_local_memory, r, a * 4, 1e-6)
    first = np.zeros(256, np.float32)
    with_barrier_of_the_grid[4, 64](first, a[:256])
    check(with_barrier_of_the_grid, first, a[:256] * 2 + np.roll(a[:256], -64), 1e-6)
    dynamic_shared[GRID, BLOCK, 0, BLOCK * 4](r, a)
    check(dynamic_shared, r, a * 2)
    inside = np.zeros(64, np.int32)
    states = create_xoroshiro128p_states(64, seed=1)
    random_pi[2, 32](inside, states, 200)
    if abs(inside.sum() * 4 / (64 * 200) - math.pi) > 0.1:
        sys.exit("the random numbers are wrong")
    passed.append("random_pi")
    total[0] = 0
    optimistic_lock[1, 64](total, whole[:64])
    check(optimistic_lock, total, [whole[:64].sum()])
    cells = rng.integers(0, 2, (16, 16)).astype(np.uint8)
    next_cells = np.zeros_like(cells)
    game_of_life[(2, 2), (8, 8)](next_cells, cells)
    around = sum(np.roll(cells, (dr, dc), (0, 1)) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if dr or dc)
    check(game_of_life, next_cells, ((around == 3) | ((around == 2) & (cells == 1))).astype(np.uint8))

    try:
        stencil_beside_the_tile[GRID, BLOCK](r, a)
        cuda.synchronize()
    except Exception as error:
        print(type(error).__name__)
    print(len(passed), "kernels are as NumPy says")


main()
