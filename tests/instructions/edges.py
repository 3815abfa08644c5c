#!/usr/bin/env python3
"""Makes NAME.edges.ptx of NAME.ptx: the same kernel on edge values, with answers worked out here.

Edge values are zeros of both signs, subnormal numbers, infinities, NaNs with payloads, and the extremes of each type. Answers come
from definitions.py, with integers and fractions of unlimited size. A file is left alone if one of its instructions is not defined
there, or if it is no straight line of loads, instructions and stores; values whose answer the ISA leaves open do not occur.

edges.py NAME.ptx   prints NAME.edges.ptx, which the build writes (write_files.py)
edges.py --check    whether the definitions give the answers in the files by hand, and whether all that edges.py makes has the digest
                    in edges.sha256
edges.py --digest   writes that digest anew
"""
import hashlib
import pathlib
import random
import re
import sys

from formats import FORMATS, parts, width
from kernel import COLLECTIVES, WARP, Kernel, Unknown
from short_form import full_text
from small import size
from values import between, bits_of, edges, listed
from vectors import names, text_of
from video import VIDEO

HERE = pathlib.Path(__file__).parent
DIGEST = HERE / "edges.sha256"
LANES = 48


def pool_of(kind, name, generator):
    """The values of a type that an instruction is tested on, as bits."""
    smaller = re.search(r"\.(tf32|u?e\dm\d)(?:x2)?\.\w+$", name)
    single = kind.removesuffix("x2")
    pool = edges(single) + (between(single, smaller[1]) if smaller and single in FORMATS else [])
    if VIDEO.fullmatch(name.split(".")[0]):
        in_bytes = [[generator.choice((0, 1, 31, 32, 33, 127, 128, 129, 254, 255)) for _ in range(4)] for _ in range(8)]
        in_halves = [[generator.choice((0, 1, 32, 127, 255, 0x7FFF, 0x8000, 0xFFFE, 0xFFFF)) for _ in range(2)] for _ in range(8)]
        pool = pool[:10] + [sum(x << 32 // len(word) * i for i, x in enumerate(word)) for word in in_bytes + in_halves]
    if kind == single:
        return pool
    shift = width(single) if single in FORMATS or single[0] in "us" and single != "ue8m0" else size(single)
    return [generator.choice(pool) << shift | generator.choice(pool) for _ in range(2 * LANES if smaller else LANES)]


def lanes_of(kernel, name, pools, generator):
    """Input values of the lanes, as a column per argument."""
    inputs = kernel.inputs()
    if name.split(".")[0] in COLLECTIVES:
        few = [[generator.sample(pool, min(count, len(pool))) for pool in pools] for count in (1, 2, 5, 20)]
        return {x: [generator.choice(few[warp][i]) for warp in range(len(few)) for _ in range(WARP)] for i, x in enumerate(inputs)}
    lanes, tried, wanted = [], set(), LANES if max(map(len, pools), default=0) <= LANES else 2 * LANES
    for _ in range(40 * LANES):
        sources = tuple(generator.choice(pool) for pool in pools)
        if sources in tried:
            continue
        tried.add(sources)
        if kernel.run({x: [s] for x, s in zip(inputs, sources)}) is not None:
            lanes.append(sources)
        if len(lanes) == wanted:
            break
    if len(lanes) < (4 if "approx" in name else 8):
        raise Unknown(name)
    return {x: [lane[i] for lane in lanes] for i, x in enumerate(inputs)}


def edge_text(stem, text):
    """The text of STEM.edges.ptx for the text of STEM.ptx; None if that file is left alone."""
    if "fault" in text or "as-hardware" in text:
        return None
    try:
        kernel = Kernel(text)
        name, sources = kernel.tested(stem)
        if "tolerance" in text and not {"approx", "full"} & set(name.split(".")):
            return None
        literal = not all(x.startswith("%") for x in sources)
        variants = name.startswith("lop3") or stem.endswith((".registers", ".three", ".equal"))
        variants |= VIDEO.fullmatch(name.split(".")[0]) is not None and stem.startswith(name)
        if stem != name.replace(".global", "") and not variants:
            return None
        generator = random.Random(name + (stem if literal else ""))
        pools = [pool_of(kernel.kind_of(argument), name, generator) for argument in kernel.inputs()]
        columns = lanes_of(kernel, name, pools, generator)
        results = kernel.run(columns)
    except Unknown:
        return None
    lanes = len(next(iter(columns.values())))
    head, expected = ["// Edge values; written by edges.py.", f"// launch: grid 1 block {lanes}"], []
    for argument, of, _ in kernel.arguments:
        if argument in kernel.updated:
            head.append(f"// arg: {argument} {of} = " + listed(columns[argument], of))
        elif argument in columns:
            head.append(f"// arg: {argument} u{width(of)} = " + listed(columns[argument], "u"))
        else:
            head.append(f"// arg: {argument} {of}[{lanes}] = zeros")
        if argument in results:
            expected.append(f"// expect: {argument} = " + listed(results[argument], of))
    lines = text.split("\n")
    for number, register, own, argument in reversed(kernel.lines):
        if not own:  # every lane gets an element of its own: the order of lanes does not matter
            lines.insert(number, f"  mad.lo.s64 {register}, %wide, {width(kernel.types[argument]) // 8}, {register};")
    body = [line for line in lines if not line.startswith("//")]
    return "\n".join(head + expected + body)


def check(text):
    """How many answers of a file by hand differ from the definitions', or None if they cannot be compared."""
    if "tolerance" in text or "fault" in text or "as-hardware" in text:
        return None
    try:
        kernel = Kernel(text)
        given = {name: [bits_of(x.strip(), kind) for x in values.split(",")] for name, kind, values in kernel.arguments
                 if name in kernel.inputs()}
        if kernel.updated or len({len(column) for column in given.values()}) != 1:
            return None
        results = kernel.run(given)
    except (Unknown, ValueError, TypeError, IndexError):
        return None
    if results is None:
        return None
    wrong = 0
    for name, values in re.findall(r"^// expect: (\w+) = (.*)$", text, re.M):
        kind = kernel.types[name]
        for wanted, got in zip(values.split(","), results[name]):
            wanted = bits_of(wanted.strip(), kind)
            both_nan = kind in FORMATS and parts(wanted, kind)[1] == parts(got, kind)[1] == "nan"
            wrong += not both_nan and wanted != got & (1 << width(kind)) - 1
    return wrong


def by_hand():
    """The files of this folder by name, as full PTX."""
    return {path.name: full_text(path) for path in sorted(HERE.glob("*.ptx"))}


def made(files):
    """The texts of all edge files that are made of `files` or of kernels in vectors.py, by name."""
    texts = {name: edge_text(name.removesuffix(".ptx"), text) for name, text in files.items() if ".edges." not in name}
    edge_files = {name.replace(".ptx", ".edges.ptx"): text for name, text in texts.items() if text is not None}
    edge_files |= {f"{name}.edges.ptx": text_of(name) for name in names()}
    return dict(sorted(edge_files.items()))


def digest(files):
    """Of names and contents, in order."""
    whole = hashlib.sha256()
    for name, text in files.items():
        whole.update(f"{name}\n{text}".encode())
    return whole.hexdigest() + "\n"


def main(arguments):
    files = by_hand()
    if arguments == ["--digest"]:
        DIGEST.write_text(digest(made(files)))
        return 0
    if arguments != ["--check"]:
        for name in arguments:
            print(edge_text(name.removesuffix(".ptx"), files[name]) or f"{name} is left alone")
        return 0
    checked = {name: check(text) for name, text in files.items()}
    different = [name for name, wrong in checked.items() if wrong]
    print(sum(wrong is not None for wrong in checked.values()), "files compared;", "different:", ", ".join(different) or "none")
    same = digest(made(files)) == DIGEST.read_text()
    print("the edge files", "have the digest" if same else "do not have the digest: if they are right, run edges.py --digest")
    return len(different) or not same


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
