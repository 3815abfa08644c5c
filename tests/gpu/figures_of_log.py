#!/usr/bin/env python3
"""Turns the log of tests/gpu/run_on_gpu.sh into assets/measured/CARD.json, and writes MEASURED.md anew.

    tests/gpu/figures_of_log.py LOG

The log has rows as the tests print them, "WORD| cell | cell |". Sessions by hand that the file has, with their figures, stay."""

import collections
import pathlib
import re
import statistics
import sys

import figures
import measured_page

SESSION = "run"
SPREAD = re.compile(r"(\S+) \((\S+) to (\S+)\)$")


def number(text):
    """A number as it is printed: 4, 0.0036, 1,024, -8.4e+08."""
    text = text.replace(",", "")
    return int(text) if re.fullmatch(r"-?\d+", text) else float(text)


def figure(topic, quantity, unit, text, *, samples=None, kind="value", source="measured", experiment=None, entry=None,
           settings=None, what=None, **optional):
    """A figure from text such as "0.0036 (0.0033 to 0.0036)" or "0.0122"."""
    spread = SPREAD.match(text)
    median, low, high = map(number, spread.groups()) if spread else (number(text), None, None)
    return {"topic": topic, "experiment": experiment, "entry": entry, "settings": settings or {}, "what": what,
            "quantity": quantity, "unit": unit, "kind": kind, "source": source, "median": median, "min": low, "max": high,
            "samples": samples, "session": SESSION, **optional}


def count(topic, quantity, unit, text, **fields):
    return figure(topic, quantity, unit, text, kind="count", source="counted", **fields)


def ratio(topic, quantity, text, **fields):
    return figure(topic, quantity, "×", text, kind="ratio", **fields)


def of_values(topic, quantity, unit, values, **fields):
    """A figure with all of its samples."""
    spread = f"{statistics.median(values)} ({min(values)} to {max(values)})"
    return figure(topic, quantity, unit, spread, samples=len(values), values=values, **fields)


def place(cell):
    """"add, rounded-up" or "add, block-size, rounded-up" as fields of a figure."""
    experiment, *sweep, entry = cell.split(", ")
    return {"experiment": experiment, "entry": entry, **({"sweep": sweep[0]} if sweep else {})}


def course_place(label):
    """The experiment of a row of the course's table (course_test.cpp)."""
    sizes = [int(size) for size in re.findall(r"\d+", label)]
    if label.startswith("increment"):
        return {"experiment": "increment", "entry": "guarded", "settings": {"n": 10 ** 6}}
    if label.startswith("histogram"):
        return {"experiment": "histogram", "entry": "shared" if "shared" in label else "atomic", "settings": {"n": 10 ** 6}}
    if label.startswith("multiply"):
        entry = "chunk" if "chunks" in label else "grid-stride"
        return {"experiment": "multiply", "entry": entry, "settings": {"grid": sizes[0], "block": sizes[1]}}
    return {"experiment": "matrix_multiplication", "entry": label.split(", ")[1], "settings": dict(zip("mnp", sizes))}


def course(what, kernel, copies):
    where = {"what": what, "samples": 21, **course_place(what)}
    yield figure("course", "kernel", "ms", kernel, **where)
    yield figure("course", "kernel with copies", "ms", copies, **where)


def times(what, kernel, copies, host, empty):
    where = place(what)
    yield figure("times", "kernel", "ms", kernel, samples=21, **where)
    yield figure("times", "kernel with copies", "ms", copies, samples=21, **where)
    yield figure("times", "launch to end", "ms", host, samples=5, **where)
    yield figure("times", "empty kernel", "ms", empty, samples=21, **where)


def same(sizes, equal, entries):
    yield count("same", "same bits on both machines", "entries", equal, of=number(entries), what=f"{sizes} sizes")


def order(what, *machines):
    """What ten runs gave on each machine: "12 (2×), 35 (8×)"."""
    where = place(what)
    cycles = where["experiment"] == "latency"  # the result is a time by the clock of the machine
    sources = ("measured", "modelled") if cycles else ("counted", "counted")
    for machine, source, cell in zip(("GPU", "SIMT machine"), sources, machines):
        values = [number(value) for value, times in re.findall(r"(\S+) \((\d+)×\)", cell) for _ in range(int(times))]
        yield of_values("order", f"shown element, {machine}", "cycles" if cycles else "1", values, source=source, **where)


def approximate(what, difference):
    where, _, output = what.rpartition(", ")
    yield figure("approximate", "largest relative difference", "1", difference, source="counted", what=output, **place(where))


def instructions(group, agree, refused):
    yield count("instructions", "answers of the ISA's text", "files", agree, what=f"group {group}")
    yield count("instructions", "refused by the driver", "files", refused, what=f"group {group}")


def departs(text):
    file, elements, example = re.match(r"(\S+): (\d+) of its elements, as (.*)$", text).groups()
    yield count("departures", "elements that depart from the ISA's text", "elements", elements, what=file, note=example)


def random_kernels(group, kernels, equal):
    yield count("random", "same registers at the end on both machines", "kernels", equal, of=number(kernels), what=f"group {group}")


def traces(group, equal, by_order):
    yield count("traces", "same accesses and races on both machines", "entries", equal, what=f"group {group}")
    yield count("traces", "accesses depend on order", "entries", by_order, what=f"group {group}")


def model(what, values, modelled_over_measured, rank):
    where = {"samples": number(values), "source": "derived", **place(what)}
    yield ratio("model", "modelled / measured", modelled_over_measured, **where)
    if rank:
        yield figure("model", "rank correlation of modelled and measured", "1", rank, **where)


def model_table(what, modelled, measured, modelled_over_measured):
    """Most rows are ratios of two times; two are not, and name their unit."""
    unit = {"bytes per cycle": "bytes/cycle", "cycles": "cycles"}.get(what.split(", ")[-1], "×")
    where = {"what": what, "kind": "ratio" if unit == "×" else "value"}
    yield figure("table", "beyond the launch", unit, modelled, source="modelled", **where)
    yield figure("table", "beyond the launch", unit, measured, samples=5, **where)
    yield ratio("table", "modelled / measured", modelled_over_measured, source="derived", what=what)


def bare(what, here, alone, here_over_alone):
    where = {"experiment": "increment", "entry": "guarded", "settings": {"n": 10 ** 6}}
    yield figure("bare", f"{what}, here", "ms", here, samples=21, **where)
    yield figure("bare", f"{what}, in a bare program", "ms", alone, samples=21, **where)
    yield ratio("bare", f"{what}, here / bare", here_over_alone, source="derived", goal={"at_least": 0.98, "at_most": 1.02}, **where)


def trace_cost(what, plain, instrumented, instrumented_over_plain):
    where = place(what)
    yield figure("cost", "plain kernel", "ms", plain, samples=21, **where)
    yield figure("cost", "instrumented kernel", "ms", instrumented, samples=1, **where)
    yield ratio("cost", "instrumented / plain", instrumented_over_plain, source="derived", goal={"at_most": 10}, **where)


def frame(what, in_place, copied, goal):
    goal = {"goal": {"at_most": number(goal.removeprefix("≤ "))}} if goal else {}
    for quantity, cell in (("in place", in_place), ("of a copy", copied)):
        if cell != "–":
            yield figure("frames", quantity, "ms", cell, samples=21, what=what, **goal)


def latency(entry, measured, modelled, published):
    for source, cell, samples in (("measured", measured, 5), ("modelled", modelled, None), ("published", published, None)):
        if cell:
            yield figure("latency", "from an access to the next that needs it", "cycles", cell, samples=samples, source=source,
                         experiment="latency", entry=entry, sweep="hierarchy")


def bandwidth(entry, measured):
    yield figure("bandwidth", "copied, read and written", "GB/s", measured, samples=5, experiment="bandwidth", entry=entry,
                 settings={"n": 1 << 26})


def streams(what, span, total, returned):
    number_of_streams, way = what.split(", ")
    where = {"experiment": "streams", "entry": "heavy", "settings": {"streams": int(number_of_streams), "parts": 16}, "what": way}
    yield figure("streams", "from first to last", "ms", span, **where)
    yield figure("streams", "sum of its parts", "ms", total, **where)
    yield figure("streams", "launch returned after", "ms", returned, **where)


def program(launch, grid, block, stream, milliseconds):
    settings = {"launch": int(launch), "grid": int(grid), "block": int(block), "stream": int(stream)}
    yield figure("program", "kernel", "ms", milliseconds, what="assets/programs/streams.cu", settings=settings)


# What makes the figures of a row, by the word with which it begins; that of the times is empty.
MAKERS = {"COURSE": course, "": times, "SAME": same, "ORDER": order, "APPROXIMATE": approximate, "INSTRUCTIONS": instructions,
          "DEPARTS": departs, "RANDOM": random_kernels, "TRACES": traces, "MODEL": model, "TABLE": model_table, "BARE": bare,
          "COST": trace_cost, "FRAME": frame, "LATENCY": latency, "BANDWIDTH": bandwidth, "STREAMS": streams, "PROGRAM": program}
# Words that name an entry once for each size at which it cannot be compared, and what is said of it.
ENTRIES = {"FAULTS": "ended with a fault by the SIMT machine", "UNINITIALISED": "reads memory that nothing has written",
           "NOT ODD": "takes no such size", "ACCESSES": "accesses depend on order"}
DATA_SHEETS = {"H100 SXM": "3352", "H200": "4800"}  # bandwidth of the memory in GB/s
TOPICS = {
    "course": "The course's kernels at its sizes, by GPU events. Arrays that are in the GPU's memory cost the kernel alone, the host's "
              "the copies too.",
    "times": "Every entry of every experiment: by GPU events the kernel alone, with its copies, and a kernel that does nothing; by the "
             "CPU's clock from the launch to its end.",
    "same": "Outputs of the GPU and of the SIMT machine, to the last bit.",
    "order": "Entries whose results depend on the order of threads: the shown element in ten runs of each machine (random schedules, "
             "seeds 1 to 10).",
    "approximate": "Values of functions whose last bits the PTX ISA leaves open.",
    "instructions": "The kernels of tests/instructions, whose answers are worked out from the PTX ISA.",
    "departures": "Files of tests/instructions whose answers depart from the text of the ISA, with one element as an example.",
    "random": "Kernels written by chance (tests/fuzz/random_kernel.h), without functions whose last bits the ISA leaves open.",
    "traces": "Every access of every thread, in its order, from the records of the instrumented kernel and from the SIMT machine, at "
              "sizes with at most 1 million accesses.",
    "entries": "Entries that cannot be compared, at how many sizes: the experiments' own and odd ones; accesses at one size.",
    "model": "Each sweep that is measured and modelled, over its values; modelled cycles count at the card's clock.",
    "table": "The table of docs/model.md: on the GPU at its boost clock, and on the SIMT machine as an H100.",
    "bare": "Times of a kernel here, and by the CUDA runtime alone.",
    "cost": "What a trace costs: the plain kernel and the instrumented one.",
    "frames": "Milliseconds until OpenGL is done: from the buffer of OpenGL that the kernel wrote, and from a copy through the host's "
              "memory (warplens_frames).",
    "film": "The frames of a film, drawn without a display.",
    "racy": "What the racy counter said in the end.",
    "latency": "Measured by the multiprocessor's clock; modelled by the SIMT machine as an H100; published by Luo et al. 2024, arXiv "
               "2402.13499, of an H100.",
    "bandwidth": "A copy of 2^26 floats, in 10^9 bytes per second; published: NVIDIA's data sheets.",
    "streams": "Copies in, kernels and copies out of the same work, by events: from the first to the last, and the sum of what was "
               "done, which is larger where some of it overlapped.",
    "program": "Launches of a whole program on NVIDIA's CUDA runtime (warplens program --device gpu), by GPU events.",
}


def rows_of(log):
    """The cells of the rows, by their word."""
    rows = collections.defaultdict(list)
    for line in log.splitlines():
        if found := re.match(r"([A-Z ]*)\| (.*?) *\|?$", line):
            rows[found[1]].append([cell.strip() for cell in found[2].split(" |")])
    return rows


def figures_of(rows):
    for word, make in MAKERS.items():
        for row in rows[word]:
            yield from make(*row)
    for word, quantity in ENTRIES.items():
        for text, times_named in collections.Counter(row[0] for row in rows[word]).items():
            entry, _, note = text.partition(": ")
            yield count("entries", quantity, "sizes", str(times_named), of=1 if word == "ACCESSES" else 2, **place(entry),
                        **({"note": note} if note else {}))
    for card, sheet in DATA_SHEETS.items():
        yield figure("bandwidth", "the memory's", "GB/s", sheet, source="published", what=f"data sheet of the {card}")
    if ratios := [number(row[3]) for row in rows["COST"]]:
        yield count("cost", "takes more than 10 times as long", "entries", str(sum(each > 10 for each in ratios)), of=len(ratios),
                    what="instrumented kernels")
    if values := [number(value) for value, runs in rows["RACY"] for _ in range(int(runs))]:
        yield of_values("racy", "counter at the end", "1", values, source="counted", experiment="counter", entry="racy")
    for row in rows["PICTURE"]:
        if film := re.match(r"`(.*)`: (\d+) frames in (\d+) s$", row[0]):
            yield count("film", "frames", "frames", film[2], what=film[1])
            yield figure("film", "time", "s", film[3], what=film[1])


def session_of(rows):
    """Date, command, tests and pictures of the run."""
    said = dict(rows["SESSION"])
    passed, failed, skipped, left_out = map(int, said["tests"].split())
    lists = {key: [row[0] for row in rows[word]] for key, word in (("failed", "FAILED"), ("skipped", "SKIPPED"),
                                                                   ("left_out", "LEFT OUT"), ("pictures", "PICTURE"))}
    return {"date": said["date"], "command": said["command"], "commit": said["commit"],
            "tests": {"passed": passed, "failed": failed, "skipped": skipped, "left_out": left_out}, **lists, "remarks": []}


def card_of(log):
    """The fields of the file that describe the card, from what the program says of it."""
    def said(prefix):
        return [line.removeprefix(prefix) for line in log.splitlines() if line.startswith(prefix)]

    first, *others = said("GPU: ")
    name, capability, driver, runtime = re.match(
        r"(.*), compute capability (\S+), driver for CUDA (\S+), runtime CUDA (\S+)$", first).groups()
    properties = dict(line.split(": ", 1) for line in others)
    total, free = re.findall(r"([\d,]+) MiB", properties.pop("global memory"))
    bits, memory_mhz = re.findall(r"([\d,]+) (?:bit|MHz)", properties.pop("memory bus"))
    gpu_mhz = properties.pop("GPU clock").removesuffix(" MHz")
    return {"card": name, "compute_capability": capability, "driver": None, "cuda": {"driver": driver, "runtime": runtime},
            "clocks": {"gpu_mhz": number(gpu_mhz), "memory_mhz": number(memory_mhz)},
            "memory": {"total_mib": number(total), "free_mib": number(free), "bus_bits": number(bits)},
            "properties": properties, "opengl": next(iter(said("FRAMES ON: ")), None), "host": None, "date": None}


def data_of(log, before=None):
    """The file's contents; sessions other than the run, their topics and figures are those of the file before."""
    rows = rows_of(log)
    before = before or {"sessions": {}, "topics": {}, "figures": []}
    kept = [each for each in before["figures"] if each["session"] != SESSION]
    made = list(figures_of(rows))
    session, said = session_of(rows), dict(rows["SESSION"])
    used = {each["topic"] for each in [*made, *kept]}
    topics = {name: text for name, text in {**before["topics"], **TOPICS}.items() if name in used}
    return {"schema": 1, **card_of(log), "driver": said["driver"], "host": said.get("host"), "date": session["date"],
            "sessions": {**before["sessions"], SESSION: session}, "topics": topics, "figures": [*made, *kept]}


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    log = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
    path = figures.path_of(card_of(log)["card"])
    data = data_of(log, figures.read(path) if path.exists() else None)
    path.write_text(figures.text_of(data), encoding="utf-8")
    measured_page.PAGE.write_text(measured_page.page(), encoding="utf-8")
    print(path, measured_page.PAGE, sep="\n")


if __name__ == "__main__":
    main()
