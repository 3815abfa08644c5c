"""Kernels of a first course in Numba, on elements and matrices, each compared with NumPy. Run it with: warplens program --check
tests/python/elements.py

A comment "finds: KIND" is at each line where a defect was planted; every other kernel has none."""

import math
import sys

import numpy as np
from numba import boolean, complex64, cuda, float32

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
    print(len(passed), "kernels are as NumPy says")


main()
