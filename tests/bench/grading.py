#!/usr/bin/env python3
"""Forty submissions of ten kinds, four each, given to `warplens grade`, and what each should hear by its construction.

Usage: grading.py PROGRAM. Says how long grading took, against an experiment (kernels) and against a model program, and which verdicts
are not those that the sources call for. Exit status 1 if there are any."""

import argparse
import json
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

# Kernels, against the experiment `reduction`: the sum of n digits, in blocks of 256 threads with 4 bytes of dynamic shared memory each.
KERNEL = """{before}
__global__ void total(const int* a, int n, int* sum) {{
  extern __shared__ int part[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int t = threadIdx.x;
{body}
}}
"""
HALVES = """  part[t] = i < n ? a[i] : 0;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step /= 2) {
    if (t < step) part[t] += part[t + step];
    __syncthreads();
  }
  if (t == 0) atomicAdd(sum, part[0]);"""
ATOMIC = "  if (i < n) atomicAdd(sum, a[i]);"


def kernel(body, before=""):
    return KERNEL.format(body=body, before=before)


KERNELS = {
    "right": [
        kernel(ATOMIC),
        kernel(HALVES),
        kernel("  int value = i < n ? a[i] : 0;\n  for (int k = 16; k > 0; k /= 2) value += __shfl_down_sync(0xffffffff, value, k);\n"
               "  if (t % 32 == 0) atomicAdd(sum, value);"),
        kernel("  int own = 0;\n  for (int k = i; k < n; k += gridDim.x * blockDim.x) own += a[k];\n  atomicAdd(sum, own);"),
    ],
    "wrong": [
        kernel(ATOMIC.replace("i < n", "i < n - 1")),
        kernel(ATOMIC.replace("a[i]", "a[i] + 1")),
        kernel(HALVES.replace("blockDim.x / 2", "blockDim.x / 4")),
        kernel("  if (i < n) atomicMax(sum, a[i]);"),
    ],
    "racy": [
        kernel("  if (i < n) sum[0] += a[i];"),
        kernel(HALVES.replace("  __syncthreads();\n  for", "  for")),
        kernel(HALVES.replace("    __syncthreads();\n  }", "  }\n  __syncthreads();")),
        kernel("  if (t == 0) part[0] = 0;\n  __syncthreads();\n  if (i < n) part[0] += a[i];\n  __syncthreads();\n"
               "  if (t == 0) atomicAdd(sum, part[0]);"),
    ],
    "hanging": [
        kernel("  while (true) atomicAdd(sum, 0);"),
        kernel("  volatile int* flag = sum;\n  while (flag[0] == 0) {}\n" + ATOMIC),
        kernel("  while (atomicCAS(&lock, 0, 1) != 0) {}\n  if (i < n) sum[0] += a[i];", "__device__ int lock;"),
        kernel(HALVES.replace("step /= 2", "step = step == 1 ? 128 : step / 2")),
    ],
    "out of bounds": [
        kernel("  atomicAdd(sum, a[i]);"),
        kernel("  if (i < n) atomicAdd(sum, a[i - 1]);"),
        kernel(HALVES.replace("part[t + step]", "part[t + 256 + step]")),
        kernel("  if (i < n) atomicAdd(sum + (i == 9999 ? 1 : 0), a[i]);"),
    ],
    "unsound": [  # the right sum, and something that was never written was read
        kernel("  if (part[t] == 123456789) return;\n" + ATOMIC),
        kernel("  __shared__ int other[256];\n  if (t > 0) other[t] = 1;\n  __syncthreads();\n  if (other[t] == 77777) return;\n" + ATOMIC),
        kernel("  int local[8];\n  local[t % 4] = 0;\n  if (local[a[min(i, n - 1)] % 2 + 4] == 987654321) return;\n" + ATOMIC),
        kernel("  int* own = (int*)malloc(8);\n  if (own == nullptr || own[i % 2] == 192837465) return;\n  free(own);\n" + ATOMIC),
    ],
    "crashing": [
        kernel("  if (i == 77) __trap();\n" + ATOMIC),
        kernel("  assert(n < 1000);\n" + ATOMIC, "#include <cassert>"),
        kernel("  if (i >= n) asm(\"trap;\");\n" + ATOMIC),
        kernel("  assert(t < 255);\n" + HALVES, "#include <cassert>"),
    ],
    "not compiling": [
        kernel(ATOMIC.replace(";", "")),
        kernel("  if (i < n) atomicAd(sum, a[i]);"),
        kernel(ATOMIC, "#include \"solution.h\""),
        kernel("  a[i] = 0;"),  # const
    ],
    "refused": [
        kernel(ATOMIC) + kernel(ATOMIC).replace("total", "again"),
        kernel(ATOMIC).replace("int n, int* sum", "int* sum, int n"),
        "int sum(const int* a, int n) { return n > 0 ? a[n - 1] + sum(a, n - 1) : 0; }\n",
        kernel(ATOMIC).replace("const int* a", "const double* a").replace("a[i]", "(int)a[i]"),
    ],
    "hostile": [  # any verdict but a good one
        kernel("  while (true) printf(\"%d is all there is to say, again and again and again\\n\", i);"),
        kernel("  sum[0] = deeper(t);", "__device__ __noinline__ int deeper(int x) { volatile int y[64]; y[x % 64] = x; return deeper(x + 1) + y[x % 64]; }"),
        kernel(ATOMIC, "template <int n, int m> struct Bomb { static constexpr int value = Bomb<n - 1, 2 * m>::value + Bomb<n - 1, 2 * m + 1>::value; };\n"
               "template <int m> struct Bomb<0, m> { static constexpr int value = m; };\nconstexpr int boom = Bomb<28, 1>::value;"),
        kernel("  asm volatile(\"} .entry other { what is this\");\n" + ATOMIC),
    ],
}

# Programs, against a model that fills 1,000 numbers with 3 i and prints three of them.
PROGRAM = """#include <cstdio>
#include <cstdlib>
{includes}
__global__ void fill(int* a, int n) {{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  {kernel}
}}
{before}
int main() {{
  const int n = 1000;
  static int h[2 * n];
  int* d;
  cudaMalloc(&d, n * sizeof(int));
{body}
}}
"""
FILL, LAUNCH, FREE = "if (i < n) a[i] = 3 * i;", "  fill<<<8, 128>>>(d, n);\n", "  cudaFree(d);\n"
BACK = "  if (cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess) return 1;\n"
PRINT = "  std::printf(\"%d\\n%d\\n%d\\n\", h[0], h[1], h[999]);\n"
WHOLE = LAUNCH + BACK + PRINT + FREE


def program(body=WHOLE, kernel=FILL, before="", includes=""):
    return PROGRAM.format(body=body, kernel=kernel, before=before, includes=includes)


SYSTEM = "#include <fcntl.h>\n#include <signal.h>\n#include <sys/stat.h>\n#include <unistd.h>\n#include <vector>\n#include <thread>"
PROGRAMS = {
    "right": [
        program(),
        program(kernel="for (; i < n; i += gridDim.x * blockDim.x) a[i] = i + i + i;"),
        program("  cudaStream_t s;\n  cudaStreamCreate(&s);\n  fill<<<8, 128, 0, s>>>(d, n);\n  cudaStreamSynchronize(s);\n" + BACK + PRINT +
                FREE + "  cudaStreamDestroy(s);\n"),
        program("  int* m;\n  cudaMallocManaged(&m, n * sizeof(int));\n  fill<<<8, 128>>>(m, n);\n  cudaDeviceSynchronize();\n"
                "  std::printf(\"%d\\n%d  \\n%d\\n\\n\", m[0], m[1], m[999]);\n  cudaFree(m);\n" + FREE),
    ],
    "wrong": [
        program(kernel="if (i < n) a[i] = 4 * i;"),
        program(WHOLE.replace("%d\\n%d\\n%d", "%d\\n%d %d")),
        program(WHOLE + "  std::printf(\"done\\n\");\n"),
        program(WHOLE + "  return 3;\n"),
    ],
    "racy": [
        program(kernel="if (i < n) { a[i] = 3 * i; if (i > 0) a[i - 1] = 3 * (i - 1); }"),
        program(kernel="__shared__ int s[128]; s[threadIdx.x] = i; if (i < n) a[i] = 3 * s[threadIdx.x ^ 64] + 3 * (i - (i ^ 64));"),
        program("  cudaStream_t s, t;\n  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);\n"
                "  cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);\n  fill<<<8, 128, 0, s>>>(d, n);\n  fill<<<8, 128, 0, t>>>(d, n);\n"
                "  cudaDeviceSynchronize();\n" + BACK + PRINT + FREE + "  cudaStreamDestroy(s);\n  cudaStreamDestroy(t);\n"),
        program(kernel="if (i < n) a[i] = 3 * i; __threadfence(); if (i == 0) a[n - 1] = 2997;"),
    ],
    "hanging": [
        program("  volatile int zero = 0;\n  while (zero == 0) {}\n"),
        program("  sleep(100000);\n", includes=SYSTEM),
        program(kernel="volatile int* f = a; while (f[0] != -1) f[0] = 0;"),
        program("  int fd[2];\n  if (pipe(fd) != 0) return 1;\n  char c;\n  return (int)read(fd[0], &c, 1);\n", includes=SYSTEM),
    ],
    "out of bounds": [
        program(kernel="a[i] = 3 * i;"),
        program(WHOLE.replace("h, d, n *", "h, d, 2 * n *").replace(") return 1", ") {}")),
        program(LAUNCH + FREE + BACK.replace(") return 1", ") {}") + "  fill<<<8, 128>>>(d, n);\n  cudaDeviceSynchronize();\n" + PRINT),
        program("  d[0] = 0;\n" + WHOLE),
    ],
    "leaking": [
        program(LAUNCH + BACK + PRINT),
        program("  int* other;\n  cudaMalloc(&other, 4);\n" + WHOLE),
        program(WHOLE.replace(FREE, "  d = nullptr;\n" + FREE)),
        program("  int* other;\n  cudaMallocManaged(&other, 4000);\n" + WHOLE),
    ],
    "not compiling": [
        program(WHOLE.replace("cudaMemcpyDeviceToHost", "cudaMemcpyBack")),
        program(kernel="if (i < n) { a[i] = 3 * i;"),
        program(includes="#include \"course.h\""),
        program("  nobody_defines_this();\n" + WHOLE, before="void nobody_defines_this();"),
    ],
    "fork bomb": [  # any verdict but a good one; the last leaves children behind, and is otherwise right
        program("  while (true) fork();\n", includes=SYSTEM),
        program("  while (true) if (fork() == 0) while (true) fork();\n", includes=SYSTEM),
        program("  std::vector<std::thread> all;\n  while (true) all.emplace_back([] { while (true) sleep(1); });\n", includes=SYSTEM),
        program("  if (fork() == 0) { setsid(); while (true) fork(); }\n  while (true) {}\n", includes=SYSTEM),
    ],
    "writes outside": [  # nothing gets out, so these are right
        program("  int f = open(\"{outside}/written\", O_CREAT | O_WRONLY, 0666);\n  if (f >= 0) return 9;\n" + WHOLE, includes=SYSTEM),
        program("  if (unlink(\"{outside}/precious\") == 0) return 9;\n" + WHOLE, includes=SYSTEM),
        program("  if (open(\"{outside}/precious\", O_WRONLY | O_TRUNC) >= 0) return 9;\n" + WHOLE, includes=SYSTEM),
        program("  mkdir(\"/tmp/written\", 0777);\n  kill(-1, 9);\n  if (chmod(\"{outside}/precious\", 0) == 0) return 9;\n" + WHOLE, includes=SYSTEM),
    ],
    "hostile": [  # any verdict but a good one
        program("  while (true) std::printf(\"all work and no play makes a dull program\\n\");\n"),
        program("  while (true) std::fputs(\"x\", stderr);\n"),
        program("  std::vector<std::vector<char>> all;\n  while (true) all.emplace_back(64 << 20, 'x');\n", includes=SYSTEM),
        program("  int* p;\n  while (true) if (cudaMalloc(&p, 256 << 20) == cudaSuccess) cudaMemset(p, 1, 256 << 20);\n"),
    ],
}

GOOD = {"right", "leaking", "unsound"}


def accepted(kind, verdict):
    if kind in ("hostile", "fork bomb"):
        return verdict not in GOOD
    return verdict == ("right" if kind == "writes outside" else kind)


def grade(warplens, what, kinds, folder, outside, against):
    for kind, sources in kinds.items():
        for number, source in enumerate(sources):
            (folder / ("%s %d.cu" % (kind, number))).write_text(source.replace("{outside}", str(outside)))
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    process = subprocess.run([warplens, "grade", folder, *against, "--json"], stdout=subprocess.PIPE, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if process.returncode != 0:
        sys.exit("grade ended with status %d" % process.returncode)
    verdicts = json.loads(process.stdout)["submissions"]
    wrong = [each for each in verdicts if not accepted(each["name"].rsplit(" ", 1)[0], each["verdict"])]
    print("%d %s: %.0f s, user %.0f s, sys %.0f s; %d verdicts differ"
          % (len(verdicts), what, time.monotonic() - begin, after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime, len(wrong)))
    for each in wrong:
        print("  %s: %s, %s" % (each["name"], each["verdict"], each.get("reason", "")))
    return len(verdicts) == sum(len(sources) for sources in kinds.values()) and not wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", type=pathlib.Path, help="build/release/warplens")
    parser.add_argument("--only", choices=("kernels", "programs"))
    options = parser.parse_args()
    fine = True
    with tempfile.TemporaryDirectory(prefix="grading-") as name:
        root = pathlib.Path(name)
        root.chmod(0o755)
        for part in ("kernels", "programs", "outside"):
            (root / part).mkdir()
        outside = root / "outside"
        outside.chmod(0o777)
        (outside / "precious").write_text("kept")
        (outside / "precious").chmod(0o666)
        (root / "model.cu").write_text(program())
        if options.only != "programs":
            fine = grade(options.program, "kernels", KERNELS, root / "kernels", outside, ["--against", "reduction", "--set", "entry=halves"])
        if options.only != "kernels":
            fine = grade(options.program, "programs", PROGRAMS, root / "programs", outside, ["--against", root / "model.cu"]) and fine
            kept = (outside / "precious").read_text() == "kept" and len(list(outside.iterdir())) == 1
            print("what is outside is %s" % ("as it was" if kept else "CHANGED"))
            fine = fine and kept
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
