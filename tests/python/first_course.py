"""Forty kernels of a first course in Numba, each compared with NumPy. Run it with: warplens program --check tests/python/first_course.py

A comment "finds: KIND" is at each line where a defect was planted; every other kernel has none."""

import math
import sys

import numpy as np
from numba import boolean, complex64, cuda, float32, float64, int32, uint8
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
b = rng.random(N, dtype=np.float32)
whole = rng.integers(-100, 100, N).astype(np.int32)
image = rng.integers(0, 256, (24, 40)).astype(np.uint8)
matrix = rng.random((32, 48), dtype=np.float32)
other = rng.random((48, 16), dtype=np.float32)


# --- one element for each thread ---


@cuda.jit
def increment_by_hand(x):
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if i < x.size:
        x[i] += 1


@cuda.jit
def saxpy(r, s, x, y):
    i = cuda.grid(1)
    if i < r.shape[0]:
        r[i] = s * x[i] + y[i]


@cuda.jit
def grid_stride(r, x):
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        r[i] = x[i] * x[i]


@cuda.jit("void(float64[:], float64[:])")
def signature_given(r, x):
    i = cuda.grid(1)
    if i < r.size:
        r[i] = math.sqrt(x[i]) + math.sin(x[i]) * math.exp(-x[i])


@cuda.jit
def many_functions(r, x):
    i = cuda.grid(1)
    if i < r.size:
        v = x[i] + 1
        r[i] = math.log(v) + math.atan2(v, 2.0) + math.tanh(v) + math.pow(v, 1.5) + math.erf(v) + math.hypot(v, 3.0) + math.floor(v * 9)


@cuda.jit
def integers(r, x):
    i = cuda.grid(1)
    if i < r.size:
        r[i] = (x[i] // 7) * 1000 + (x[i] % 7) * 10 + (x[i] & 3) + (x[i] << 2) + abs(x[i]) + min(x[i], 3)


@cuda.jit
def strided(r, x):
    i = cuda.grid(1)
    if i < x.size:
        r[i] = x[i]


@cuda.jit
def of_complex(r, x):
    i = cuda.grid(1)
    if i < r.size:
        r[i] = x[i] * x[i] + complex64(1j)


@cuda.jit
def of_booleans(r, x):
    i = cuda.grid(1)
    if i < r.size:
        r[i] = boolean(x[i] > 0) and x[i] % 2 == 0


@cuda.jit(device=True)
def clamp(v, low, high):
    return max(low, min(v, high))


@cuda.jit
def with_device_function(r, x):
    i = cuda.grid(1)
    if i < r.size:
        r[i] = clamp(x[i], -50, 50)


@cuda.jit(device=True)
def divided(p, q):
    return p // q, p % q


@cuda.jit
def with_tuple(r, s, x):
    i = cuda.grid(1)
    if i < r.size:
        r[i], s[i] = divided(x[i], 9)


@cuda.jit
def while_loop(r, x):
    i = cuda.grid(1)
    if i < r.size:
        n, steps = abs(x[i]) + 1, 0
        while n != 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        r[i] = steps


record = np.dtype([("x", np.float32), ("n", np.int32)])


@cuda.jit
def of_records(r, p):
    i = cuda.grid(1)
    if i < p.size:
        r[i] = p[i].x * p[i].n


# --- two and three dimensions ---


@cuda.jit
def grey(r, x):
    row, column = cuda.grid(2)
    if row < x.shape[0] and column < x.shape[1]:
        r[row, column] = 255 - x[row, column]


@cuda.jit
def transpose(r, x):
    row, column = cuda.grid(2)
    if row < x.shape[0] and column < x.shape[1]:
        r[column, row] = x[row, column]


@cuda.jit
def cube(x):
    i, j, k = cuda.grid(3)
    if i < x.shape[0] and j < x.shape[1] and k < x.shape[2]:
        x[i, j, k] = i * 100 + j * 10 + k


@cuda.jit
def box_blur(r, x):
    row, column = cuda.grid(2)
    if row < x.shape[0] and column < x.shape[1]:
        total, count = 0, 0
        for dr in range(-1, 2):
            for dc in range(-1, 2):
                if 0 <= row + dr < x.shape[0] and 0 <= column + dc < x.shape[1]:
                    total += x[row + dr, column + dc]
                    count += 1
        r[row, column] = total // count


@cuda.jit
def matmul(r, p, q):
    row, column = cuda.grid(2)
    if row < r.shape[0] and column < r.shape[1]:
        total = float32(0)
        for k in range(p.shape[1]):
            total += p[row, k] * q[k, column]
        r[row, column] = total


TILE = 8


@cuda.jit
def matmul_in_tiles(r, p, q):
    of_p = cuda.shared.array((TILE, TILE), float32)
    of_q = cuda.shared.array((TILE, TILE), float32)
    row, column = cuda.grid(2)
    ty, tx = cuda.threadIdx.x, cuda.threadIdx.y
    total = float32(0)
    for tile in range((p.shape[1] + TILE - 1) // TILE):
        of_p[ty, tx] = p[row, tile * TILE + tx] if row < p.shape[0] and tile * TILE + tx < p.shape[1] else 0
        of_q[ty, tx] = q[tile * TILE + ty, column] if column < q.shape[1] and tile * TILE + ty < q.shape[0] else 0
        cuda.syncthreads()
        for k in range(TILE):
            total += of_p[ty, k] * of_q[k, tx]
        cuda.syncthreads()
    if row < r.shape[0] and column < r.shape[1]:
        r[row, column] = total


@cuda.jit
def matmul_without_barrier(r, p, q):
    of_p = cuda.shared.array((TILE, TILE), float32)
    of_q = cuda.shared.array((TILE, TILE), float32)
    row, column = cuda.grid(2)
    ty, tx = cuda.threadIdx.x, cuda.threadIdx.y
    total = float32(0)
    for tile in range(p.shape[1] // TILE):
        of_p[ty, tx] = p[row, tile * TILE + tx]
        of_q[ty, tx] = q[tile * TILE + ty, column]
        cuda.syncthreads()
        for k in range(TILE):
            total += of_p[ty, k] * of_q[k, tx]  # finds: data-race
    r[row, column] = total


@cuda.jit
def mandelbrot(r):
    row, column = cuda.grid(2)
    if row < r.shape[0] and column < r.shape[1]:
        c = complex(column / 20 - 1.5, row / 16 - 1)
        z, count = 0j, 0
        while count < 50 and z.real * z.real + z.imag * z.imag <= 4:
            z = z * z + c
            count += 1
        r[row, column] = count


@cuda.jit
def heat(new, old):
    row, column = cuda.grid(2)
    if 0 < row < old.shape[0] - 1 and 0 < column < old.shape[1] - 1:
        new[row, column] = 0.25 * (old[row - 1, column] + old[row + 1, column] + old[row, column - 1] + old[row, column + 1])


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
    x = whole.copy()
    increment_by_hand[GRID, BLOCK](x)
    check(increment_by_hand, x, whole + 1)

    r = np.zeros_like(a)
    saxpy[GRID, BLOCK](r, np.float32(2), a, b)
    check(saxpy, r, 2 * a + b, 1e-6)
    grid_stride[2, 32](r, a)
    check(grid_stride, r, a * a)
    r64 = np.zeros(N)
    signature_given[GRID, BLOCK](r64, a.astype(np.float64))
    check(signature_given, r64, np.sqrt(a) + np.sin(a) * np.exp(-a), 1e-6)
    many_functions[GRID, BLOCK](r64, a.astype(np.float64))
    v = a.astype(np.float64) + 1
    erf = np.vectorize(math.erf)
    check(many_functions, r64, np.log(v) + np.arctan2(v, 2) + np.tanh(v) + v**1.5 + erf(v) + np.hypot(v, 3) + np.floor(v * 9), 1e-12)
    n = np.zeros_like(whole)
    integers[GRID, BLOCK](n, whole)
    check(integers, n, (whole // 7) * 1000 + (whole % 7) * 10 + (whole & 3) + (whole << 2) + abs(whole) + np.minimum(whole, 3))
    d_whole = cuda.to_device(whole)
    d_half = cuda.device_array(N // 2, np.int32)
    strided[GRID, BLOCK](d_half, d_whole[::2])
    check(strided, d_half.copy_to_host(), whole[::2])
    z = (a + 1j * b).astype(np.complex64)
    rz = np.zeros_like(z)
    of_complex[GRID, BLOCK](rz, z)
    check(of_complex, rz, z * z + 1j, 1e-6)
    rb = np.zeros(N, bool)
    of_booleans[GRID, BLOCK](rb, whole)
    check(of_booleans, rb, (whole > 0) & (whole % 2 == 0))
    with_device_function[GRID, BLOCK](n, whole)
    check(with_device_function, n, np.clip(whole, -50, 50))
    m = np.zeros_like(whole)
    with_tuple[GRID, BLOCK](n, m, whole)
    check(with_tuple, n * 9 + m, whole)
    while_loop[GRID, BLOCK](n, whole)

    def collatz(value):
        steps, value = 0, abs(int(value)) + 1
        while value != 1:
            value = value // 2 if value % 2 == 0 else 3 * value + 1
            steps += 1
        return steps

    check(while_loop, n, np.array([collatz(value) for value in whole]))
    records = np.zeros(N, record)
    records["x"], records["n"] = a, whole
    of_records[GRID, BLOCK](r, records)
    check(of_records, r, a * whole, 1e-6)

    picture = np.zeros_like(image)
    grey[(2, 3), (16, 16)](picture, image)
    check(grey, picture, 255 - image)
    turned = np.zeros(matrix.T.shape, np.float32)
    transpose[(2, 3), (16, 16)](turned, matrix)
    check(transpose, turned, matrix.T)
    box = np.zeros((3, 4, 5), np.int32)
    cube[(1, 1, 2), (4, 4, 4)](box)
    i, j, k = np.indices(box.shape)
    check(cube, box, i * 100 + j * 10 + k)
    box_blur[(2, 3), (16, 16)](picture, image)
    padded = np.pad(image.astype(np.int64), 1)
    ones = np.pad(np.ones(image.shape, np.int64), 1)
    windows = [(slice(r0, r0 + 24), slice(c0, c0 + 40)) for r0 in range(3) for c0 in range(3)]
    check(box_blur, picture, sum(padded[w] for w in windows) // sum(ones[w] for w in windows))
    product = np.zeros((32, 16), np.float32)
    matmul[(4, 2), (8, 8)](product, matrix, other)
    check(matmul, product, matrix @ other, 1e-5)
    product[:] = 0
    matmul_in_tiles[(4, 2), (TILE, TILE)](product, matrix, other)
    check(matmul_in_tiles, product, matrix @ other, 1e-5)
    matmul_without_barrier[(4, 2), (TILE, TILE)](product, matrix, other)
    counts = np.zeros((32, 40), np.int32)
    mandelbrot[(4, 5), (8, 8)](counts)
    rows, columns = np.indices(counts.shape)
    c, zz, steps = (columns / 20 - 1.5) + 1j * (rows / 16 - 1), np.zeros(counts.shape, complex), np.zeros(counts.shape, int)
    for _ in range(50):
        inside = zz.real**2 + zz.imag**2 <= 4
        steps += inside
        zz = np.where(inside, zz * zz + c, zz)
    check(mandelbrot, counts, steps)
    plate = rng.random((20, 30))
    new = plate.copy()
    heat[(3, 4), (8, 8)](new, plate)
    expected = plate.copy()
    expected[1:-1, 1:-1] = 0.25 * (plate[:-2, 1:-1] + plate[2:, 1:-1] + plate[1:-1, :-2] + plate[1:-1, 2:])
    check(heat, new, expected, 1e-12)

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

    r[:] = 0
    smooth[GRID, BLOCK](r, a)
    check(smooth, r[1:-1], 0.25 * a[:-2] + 0.5 * a[1:-1] + 0.25 * a[2:], 1e-6)
    in_local_memory[GRID, BLOCK](r, a)
    check(in_local_memory, r, a * 4, 1e-6)
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
