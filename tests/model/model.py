"""What the timed model says on the kernels of this folder, and what is published (sources: docs/model.md).

    WARPLENS=build/release/warplens python3 tests/model/model.py           print the table
    WARPLENS=build/release/warplens python3 tests/model/model.py --write   put it into docs/model.md
"""

import functools
import json
import os
import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
DOCUMENT = FOLDER.parent.parent / "docs" / "model.md"
PROGRAM = os.environ["WARPLENS"]

TOYS = ("toy", "toy-4")
CARDS = ("rtx-2080-ti", "a100", "rtx-4090", "h100", "h200")
# Cycles: L1, L2 and memory; bytes per cycle of memory (bandwidth by boost clock). The H200's latencies are not published.
LATENCIES = {
    "rtx-2080-ti": {"shared": 25, "l1": 32, "l2": 191, "global": 296},
    "a100": {"shared": 29.0, "l1": 37.9, "l2": 261.5, "global": 466.3},
    "rtx-4090": {"shared": 30.1, "l1": 43.4, "l2": 273.0, "global": 541.5},
    "h100": {"shared": 29.0, "l1": 40.7, "l2": 263.0, "global": 478.8},
}
BYTES_PER_CYCLE = {
    "rtx-2080-ti": 616e3 / 1545, "a100": 1555e3 / 1410, "rtx-4090": 1008e3 / 2520, "h100": 3352e3 / 1980, "h200": 4800e3 / 1980,
    "toy": 16, "toy-4": 16,
}
CLOCK_MHZ = {"rtx-2080-ti": 1545}
# Measured by the course, microseconds, with about 70 of Numba's launch.
COURSE = {
    "increment of 10^6": 79.4, "product of 10^6, [1024, 1024]": 146, "product of 10^6, [32, 256]": 181,
    "histogram of 10^6, 150 bins": 349, "256 × 512 × 256 naive": 1600, "256 × 512 × 256 tiled": 784,
}
COURSE_LAUNCH = 70


def call(*arguments):
    finished = subprocess.run([PROGRAM, *map(str, arguments), "--json"], capture_output=True, text=True, timeout=600)
    answer = json.loads(finished.stdout)
    if answer["status"] != "ok":
        raise RuntimeError(f"{arguments}: {answer}")
    return answer


@functools.cache
def run(spec, kernel, grid, block, *arguments):
    """The answer of one launch."""
    values = [text for argument in arguments for text in ("--arg", argument)]
    return call("run", f"{FOLDER / 'kernels.cu'}:{kernel}", "--grid", grid, "--block", block, "--spec", spec, "--device", "simt", *values)


def cycles(*launch):
    """Modelled cycles from the start of the first block."""
    timing = run(*launch)["timing"]
    return timing["kernel_cycles"]["value"] - timing["launch_cycles"]["value"]


def with_launch(*launch):
    return run(*launch)["timing"]["kernel_cycles"]["value"]


@functools.cache
def latency(spec, memory):
    """Cycles per access of the pointer chase of the experiment `latency`."""
    answer = call("experiment", "latency", "--spec", spec, "--device", "simt", "--set", f"entry={memory}")
    return next(output["values"][0] for output in answer["outputs"] if output["type"] == "f32")


def zeros(count, kind="f32"):
    return f"{kind}[{count}]=zeros"


def empty(spec, blocks=10_000):
    return cycles(spec, "empty", blocks, 64)


def copied_bytes_per_cycle(spec, mib=64):
    count = mib << 18
    return 2 * 4 * count / cycles(spec, "copy_grid_stride", 1024, 256, zeros(count), zeros(count), f"i32={count}")


def strided(spec, stride, count=500_000):
    length = count * 32
    return cycles(spec, "copy_strided", (count + 255) // 256, 256, zeros(length), zeros(length), f"i32={count}", f"i32={stride}")


def fields(spec, layout, count=1 << 19):
    return cycles(spec, f"field_of_{layout}", count // 256, 256, zeros(8 * count), zeros(count), f"i32={count}")


def transpose(spec, how, n=2048):
    return cycles(spec, f"transpose_{how}", f"{n // 32},{n // 32}", "32,8", zeros(n * n), zeros(n * n), f"i32={n}")


def product(spec, how, n=256):
    return cycles(spec, f"product_{how}", f"{n // 16},{n // 16}", "16,16", *3 * [zeros(n * n)], f"i32={n}")


def atomics(spec, where):
    return cycles(spec, f"add_to_{where}", 128, 256, zeros(128 * 256, "u32"))


def histogram(spec, where, count=200_000):
    return cycles(spec, f"histogram_{where}", 64, 256, f"i32[{count}]=digits", zeros(10, "u32"), f"i32={count}")


def warps(spec, count):
    """Cycles in which `count` warps of one block copy 4,096 elements that lie a line apart."""
    return cycles(spec, "copy_grid_stride", 1, 32 * count, zeros(4096), zeros(4096), "i32=4096")


COURSE_CARD = "rtx-2080-ti"


def course_product(how):
    """Microseconds of the product 256 × 512 × 256 on the course's card, in blocks of 32 × 32 threads."""
    matrices = [zeros(256 * 512), zeros(512 * 256), zeros(256 * 256), "i64=512", "i64=256"]
    return with_launch(COURSE_CARD, f"course_{how}", "8,8", "32,32", *matrices) / CLOCK_MHZ[COURSE_CARD]


def course():
    """Microseconds of the course's card, per measurement of COURSE."""
    million = 1_000_000
    doubles = [f"f64[{million}]=normal"] * 2 + [zeros(million, "f64"), f"i64={million}"]
    launches = (
        ("course_increment", 3907, 256, zeros(million), f"i32={million}"),
        ("course_product", 1024, 1024, *doubles),
        ("course_product", 32, 256, *doubles),
        ("course_histogram", 64, 64, f"f64[{million}]=normal", zeros(150, "i32"), f"i64={million}", "f64=-4", "f64=4"),
    )
    vectors = [with_launch(COURSE_CARD, *launch) / CLOCK_MHZ[COURSE_CARD] for launch in launches]
    return dict(zip(COURSE, [*vectors, course_product("naive"), course_product("tiled")]))


def ratio(value):
    return f"{value:.2f}"


def table():
    """The tables of docs/model.md, in Markdown."""
    lines = ["| latency in cycles: modelled (published) | " + " | ".join(LATENCIES) + " |", "| --- |" + " --- |" * len(LATENCIES)]
    for memory, name in (("shared", "shared memory"), ("l1", "L1"), ("l2", "L2"), ("global", "memory")):
        lines.append(f"| {name} | " + " | ".join(f"{latency(spec, memory):.1f} ({LATENCIES[spec][memory]})" for spec in LATENCIES) + " |")
    specs = TOYS + CARDS
    rows = (
        ("copy of 64 MiB, bytes per cycle (memory's)", lambda s: f"{copied_bytes_per_cycle(s):.0f} ({BYTES_PER_CYCLE[s]:.0f})"),
        ("copy of 500,000 elements, stride 8 : stride 1", lambda s: ratio(strided(s, 8) / strided(s, 1))),
        ("stride 32 : stride 8", lambda s: ratio(strided(s, 32) / strided(s, 8))),
        ("a field of structures : of arrays", lambda s: ratio(fields(s, "structures") / fields(s, "arrays"))),
        ("transpose 2048², naive : padded", lambda s: ratio(transpose(s, "naive") / transpose(s, "padded"))),
        ("transpose 2048², shared : padded", lambda s: ratio(transpose(s, "shared") / transpose(s, "padded"))),
        ("product 256³, naive : tiled", lambda s: ratio(product(s, "naive") / product(s, "tiled"))),
        ("32,768 atomics, one address : all different", lambda s: ratio(atomics(s, "one") / atomics(s, "all"))),
        ("histogram of ten bins, global : shared", lambda s: ratio(histogram(s, "global") / histogram(s, "shared"))),
        ("one block copies, 1 warp : 8 warps", lambda s: ratio(warps(s, 1) / warps(s, 8))),
        ("one block copies, 16 warps : 32 warps", lambda s: ratio(warps(s, 16) / warps(s, 32))),
        ("10,000 empty blocks, cycles", lambda s: f"{empty(s):,.0f}"),
    )
    lines += ["", "| beyond the launch | " + " | ".join(specs) + " |", "| --- |" + " --- |" * len(specs)]
    lines += [f"| {name} | " + " | ".join(value(spec) for spec in specs) + " |" for name, value in rows]
    lines += ["", "| RTX 2080 Ti, microseconds | modelled, with launch | measured by the course, less 70 of Numba's launch |", "| --- | --- | --- |"]
    lines += [f"| {name} | {value:.1f} | {COURSE[name] - COURSE_LAUNCH:.1f} |" for name, value in course().items()]
    lines.append(f"| the naive one with its sum in a variable | {course_product('naive_variable'):.1f} | not known |")
    return "\n".join(lines)


def main():
    text = table()
    if "--write" not in sys.argv[1:]:
        print(text)
        return
    document = DOCUMENT.read_text()
    begin, end = "<!-- table: tests/model/model.py -->\n", "\n<!-- end of table -->"
    before, rest = document.split(begin)
    DOCUMENT.write_text(before + begin + text + end + rest.split(end)[1])


if __name__ == "__main__":
    main()
