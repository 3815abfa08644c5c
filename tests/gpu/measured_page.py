#!/usr/bin/env python3
"""Writes tests/gpu/MEASURED.md, one page of what assets/measured/*.json has."""

import collections
import pathlib
import re
import statistics

import figures

PAGE = pathlib.Path(__file__).resolve().parent / "MEASURED.md"


class Card:
    """The figures of a card, to be picked by their fields."""

    def __init__(self, data):
        self.data = data

    def pick(self, **fields):
        return [each for each in self.data["figures"] if all(each.get(key) == value for key, value in fields.items())]

    def median(self, **fields):
        """That of the only such figure; None if there is none."""
        found = self.pick(**fields)
        assert len(found) <= 1, fields
        return found[0]["median"] if found else None


def shown(value, digits=None):
    """A number with so many digits behind the point; 2,310 for a whole one; a dash for none."""
    if value is None:
        return "–"
    return f"{value:,.{digits}f}" if digits is not None else f"{value:,}"


def spread(figure, digits=None):
    median, low, high = (shown(figure[key], digits) for key in ("median", "min", "max"))
    return median if figure["min"] is None else f"{median} ({low} to {high})"


def extent(values, digits=None):
    """From the smallest to the largest, or the only one."""
    low, high = shown(min(values), digits), shown(max(values), digits)
    return low if low == high else f"{low} to {high}"


def medians(picked):
    return [each["median"] for each in picked]


def distinct(values):
    return list(dict.fromkeys(values))


def table(header, rows, text_columns=1):
    yield "| " + " | ".join(header) + " |"
    yield "|" + " --- |" * text_columns + " ---: |" * (len(header) - text_columns)
    for row in rows:
        yield "| " + " | ".join(row) + " |"


def head(card):
    data = card.data
    clocks, memory, properties = data["clocks"], data["memory"], data["properties"]
    yield f"## {data['card']}"
    yield ""
    yield (f"Compute capability {data['compute_capability']}, {properties['multiprocessors']} multiprocessors at "
           f"{clocks['gpu_mhz']:,} MHz, {memory['total_mib']:,} MiB of memory with {memory['bus_bits']:,} bits at "
           f"{clocks['memory_mhz']:,} MHz; driver {data['driver']}, CUDA {data['cuda']['runtime']}.")
    for session in data["sessions"].values():
        if not session["command"]:
            continue
        tests = session["tests"]
        yield (f"{session['date']}, `{session['command']}` at commit `{session['commit']}`: {tests['passed']} tests passed, "
               f"{tests['failed']} failed, {tests['skipped']} skipped, {tests['left_out']} left out for want of time.")
        if session["failed"]:
            yield "- Failed: " + ", ".join(re.split(r" \(exit|: ", each)[0] for each in session["failed"]) + "."
        yield from (f"- {remark}" for remark in session["remarks"])


def course(card):
    def cells(what):
        return [what, *(spread(each, 4) for each in card.pick(topic="course", what=what))]

    def times(entry, quantity):
        return [shown(card.median(topic="course", entry=entry, quantity=quantity, settings=dict(zip("mnp", size))), 4)
                for size in sizes]

    whats = distinct((each["what"], each["experiment"]) for each in card.pick(topic="course"))
    yield from table(("what, ms", "kernel", "kernel with copies"),
                     (cells(what) for what, experiment in whats if experiment != "matrix_multiplication"))
    yield ""
    products = card.pick(topic="course", experiment="matrix_multiplication")
    sizes = distinct(tuple(each["settings"].values()) for each in products)
    names = (f"{size[0]}³" if len(set(size)) == 1 else " × ".join(map(str, size)) for size in sizes)
    yield from table(("matrix product, ms", *names),
                     ([f"{entry}, {quantity}", *times(entry, quantity)]
                      for quantity in ("kernel", "kernel with copies") for entry in ("naive", "tiled")))


def experiments(card):
    def cells(name):
        kernels = (f"{each['entry']} {each['median']:.4f}" for each in card.pick(topic="times", experiment=name, quantity="kernel"))
        others = (({"topic": "cost", "kind": "ratio"}, 1), ({"topic": "model", "kind": "ratio"}, 2),
                  ({"topic": "model", "quantity": "rank correlation of modelled and measured"}, 2))
        picked = [(medians(card.pick(experiment=name, **fields)), digits) for fields, digits in others]
        return [name, ", ".join(kernels), *(extent(values, digits) if values else "" for values, digits in picked)]

    yield from table(("experiment", "kernel, ms", "traced, ×", "modelled / measured", "rank correlation"),
                     map(cells, distinct(each["experiment"] for each in card.pick(topic="times"))), 2)


def model_table(card):
    def cells(what):
        return [what, *(shown(card.median(topic="table", what=what, source=source))
                        for source in ("modelled", "measured", "derived"))]

    yield from table(("beyond the launch", "modelled", "measured", "modelled / measured"),
                     map(cells, distinct(each["what"] for each in card.pick(topic="table"))))


def differing(card):
    """How many different values the shown element had, where they depend on the order of threads."""
    entries = distinct((each["experiment"], each["entry"]) for each in card.pick(topic="order") if each["unit"] != "cycles")
    for experiment, entry in entries:
        here, there = (len(set(each["values"])) for each in card.pick(topic="order", experiment=experiment, entry=entry))
        yield f"`{experiment}, {entry}` {here} and {there}"


def agreement(card):
    def total(**fields):
        picked = card.pick(kind="count", **fields)
        of = sum(each.get("of", 0) for each in picked)
        return f"{sum(medians(picked)):,}" + (f" of {of:,}" if of else "")

    departures = card.pick(topic="departures")
    rows = [(f"entries with the same bits on both machines, {each['what']}", f"{each['median']} of {each['of']}")
            for each in card.pick(topic="same")]
    rows += [("entries with the same accesses and races",
              total(topic="traces", quantity="same accesses and races on both machines")),
             ("entries whose accesses depend on order", total(topic="traces", quantity="accesses depend on order")),
             ("kernels written by chance with the same registers at the end", total(topic="random")),
             ("files of tests/instructions with the answer of the ISA's text",
              total(topic="instructions", quantity="answers of the ISA's text")),
             ("files that the driver refuses", total(topic="instructions", quantity="refused by the driver")),
             ("files with another answer (tests/gpu/departures.txt has why)", str(len(departures))),
             ("entries with a trace that takes more than 10 times as long", total(topic="cost"))]
    yield from table(("what", "number"), rows)
    opcodes = collections.Counter(each["what"].split(".")[0] for each in departures).most_common()
    left_out = (f"`{each['experiment']}, {each['entry']}` ({each['quantity']})" for each in card.pick(topic="entries"))
    yield ""
    yield "- Other answers, files by instruction: " + ", ".join(f"{name} {number}" for name, number in opcodes) + "."
    yield ("- Different values of the shown element in ten runs, on the GPU and on the SIMT machine: "
           + ", ".join(differing(card)) + ".")
    yield "- Not compared: " + ", ".join(left_out) + "."


def memories(card):
    def cells(source):
        return [source, *(shown(card.median(topic="latency", entry=entry, source=source), 1) for entry in entries)]

    entries = ["registers", "shared", "constant", "local", "l1", "l2", "global"]
    yield from table(("cycles", *entries), map(cells, ("measured", "modelled", "published")))
    copies = "; ".join(f"{each['entry'].replace('-', ' ')} a thread {spread(each, 1)}"
                       for each in card.pick(topic="bandwidth", source="measured"))
    sheets = ", ".join(f"{each['median']:,} ({each['what']})" for each in card.pick(topic="bandwidth", source="published"))
    yield ""
    yield f"A copy of 2^26 floats, read and written, GB/s: {copies}. The memory's: {sheets}."


def streams(card):
    def cells(number):
        picked = (card.median(topic="streams", what=way, settings={"streams": number, "parts": 16}, quantity=quantity)
                  for way in ("default-stream", "kernels-in-default", "own-streams")
                  for quantity in ("from first to last", "sum of its parts"))
        return [str(number), *(shown(each, 3) for each in picked)]

    yield from table(("streams", "default stream", "its parts", "kernels in default", "their parts", "own streams", "their parts"),
                     map(cells, distinct(each["settings"]["streams"] for each in card.pick(topic="streams"))))


def frames(card):
    def cells(what):
        in_place, of_a_copy = (card.pick(topic="frames", what=what, quantity=each) for each in ("in place", "of a copy"))
        goal = of_a_copy[0].get("goal")
        return [what, *(spread(each[0], 2) if each else "–" for each in (in_place, of_a_copy)),
                f"≤ {goal['at_most']}" if goal else ""]

    yield from table(("until OpenGL is done, ms", "in place", "of a copy", "goal"),
                     map(cells, distinct(each["what"] for each in card.pick(topic="frames"))))


def bare(card):
    for ratio in card.pick(topic="bare", kind="ratio"):
        what, goal = ratio["quantity"].removesuffix(", here / bare"), ratio["goal"]
        here, alone = (card.median(topic="bare", quantity=f"{what}, {where}") for where in ("here", "in a bare program"))
        met = goal["at_least"] <= ratio["median"] <= goal["at_most"]
        yield (f"- `increment`, {what}: {here:.4f} ms here, {alone:.4f} ms in a bare program, {ratio['median']} × (goal: "
               f"{goal['at_least']} to {goal['at_most']}, {'met' if met else 'missed'}).")


def by_hand(card):
    """A line for each topic of the figures that were taken by hand, but for those of the past."""
    def clause(each):
        low, middle, high = (each[key] for key in ("min", "median", "max"))
        if middle is not None:
            amount = shown(middle)
        else:
            amount = f"at most {shown(high)}" if low is None else f"{shown(low)} to {shown(high)}"
        return f"{each['what']} {each['quantity']} {amount} {each['unit']}"

    picked = card.pick(session="by hand")
    for topic in distinct(each["topic"] for each in picked):
        if topic != "past":
            yield f"- {card.data['topics'][topic]} " + "; ".join(map(clause, card.pick(topic=topic))) + "."
    if picked:
        yield from (f"- {remark}" for remark in card.data["sessions"]["by hand"]["remarks"])


def others(card):
    """Lines where a table would have one row."""
    empty, host = (medians(card.pick(topic="times", quantity=each)) for each in ("empty kernel", "launch to end"))
    if empty:
        yield (f"- An empty kernel takes {statistics.median(empty):.4f} ms ({extent(empty, 4)}), the median of {len(empty)} entries. "
               f"From the launch to its end the CPU's clock measures {min(host):.4f} ms and more.")
    yield from bare(card)
    launches = card.pick(topic="program")
    if launches:
        yield f"- The launches of {launches[0]['what']} took {', '.join(f'{each:.4f}' for each in medians(launches))} ms."
    for racy in card.pick(topic="racy"):
        yield f"- The racy counter said {extent(racy['values'])} in {racy['samples']} runs."
    for film in card.pick(topic="film", kind="count"):
        yield f"- `{film['what']}`: {film['median']} frames in {card.median(topic='film', kind='value')} s."
    yield from by_hand(card)


# Title, topic without which the section is left out, sentence, and what writes the rest.
SECTIONS = (
    ("The course's kernels", "course", "Arrays that are in the GPU's memory cost the kernel alone, the host's the copies too.", course),
    ("Experiments", "times", "*Traced*: the time of the instrumented kernel over that of the plain one (goal: at most 10). The model's "
     "time over the measured one, and their rank correlation: from the smallest to the largest of the experiment's sweeps.",
     experiments),
    ("The model's table", "table", "The table of [docs/model.md](../../docs/model.md) on the GPU, and on the SIMT machine as an H100.",
     model_table),
    ("The same PTX on the GPU and on the SIMT machine", "same", None, agreement),
    ("Memory", "latency", "From one access to the next that needs it. Published: Luo et al. 2024, arXiv 2402.13499, of an H100.",
     memories),
    ("Streams", "streams", "Milliseconds from the first copy or kernel to the last, and the sum of all, which is larger where some "
     "overlap.", streams),
    ("Frames, from the buffer that the kernel wrote and from a copy through the host's memory", "frames", None, frames),
    ("Others", None, None, others),
)


def lines_of(card):
    yield from (*head(card), "")
    for title, topic, sentence, write in SECTIONS:
        if topic is None or card.pick(topic=topic):
            yield from (f"### {title}", "", *([sentence, ""] if sentence else []), *write(card), "")


def page():
    cards = [Card(figures.read(path)) for path in sorted(figures.FOLDER.glob("*.json"))]
    pictures = sorted((PAGE.parent / "measured").glob("*.png"))
    lines = ["# Measured on a GPU", "",
             "`tests/gpu/measured_page.py` writes this page from the files in `assets/measured`, which have every figure with its",
             "settings, its range and the number of its samples ([docs/gpu.md](../../docs/gpu.md#what-was-measured)). Figures are",
             "medians; in brackets are the smallest and the largest sample. `tests/gpu/run_on_gpu.sh` measures anew.", "",
             *(line for card in cards for line in lines_of(card)),
             "Pictures that a card drew: " + ", ".join(f"[{path.stem}](measured/{path.name})" for path in pictures) + "."]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
