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

from definitions import *
from short_form import full_text
from small import size
from values import *
from vectors import names, text_of
from video import VIDEO, video

HERE = pathlib.Path(__file__).parent
DIGEST = HERE / "edges.sha256"
LANES = 48
WARP = 32
COLLECTIVES = ("vote", "match", "redux", "shfl")


class Unknown(Exception):
    """What this program cannot read or does not know."""


class Kernel:
    """The steps of a kernel: each reads columns (a value per lane) and writes some."""

    def __init__(self, text):
        self.arguments = re.findall(r"^// arg: (\w+) (\w+)(?:\[\d+\])? = (.*)$", text, re.M)
        self.types = {name: kind for name, kind, _ in self.arguments}
        self.loaded, self.stored, self.updated, self.steps, self.lines = {}, [], [], [], []
        addresses = {}
        for number, line in enumerate(text.split("\n")):
            found = re.fullmatch(r"  ([a-z]\w*(?:\.[\w:]+)*)(?: (.*))?;", line)
            ends = line.startswith(("//", ".")) or line.strip() in ("", "{", "}")
            if ends or found and (found[1] == "ret" or found[1] == "bar.sync"):  # each lane has elements of its own
                continue
            if not found:
                if line.strip().startswith(".reg"):
                    continue
                raise Unknown(line)
            try:
                self.read(found[1], [x.strip() for x in re.split(r",|\|", found[2] or "")], "|" in line, addresses, number)
            except (IndexError, ValueError):
                raise Unknown(line) from None

    def read(self, name, operands, paired, addresses, number):
        first = operands[0]
        if first in ("%thread", "%wide") and name.split(".")[0] in ("mov", "cvt"):
            return
        if name.startswith("ld.param"):
            addresses[first] = operands[1].strip("[]"), False
        elif name.startswith("mad.lo.s64") and operands[1] == "%wide":
            argument = addresses.get(operands[3], ("", False))[0]
            if argument not in self.types or int(operands[2]) * 8 != width(self.types[argument]):
                raise Unknown(name)
            if addresses[operands[3]][1]:
                raise Unknown(name)
            addresses[first] = argument, True
        elif name.startswith("ld.") and addresses.get(operands[1].strip("[]"), ("", False))[0] in self.updated:
            self.steps.append(("ld", [first], []))
        elif name.startswith("ld.global"):
            argument, own = addresses.get(operands[1].strip("[]"), ("", False))
            if not own or ".v" in name or first in self.loaded:
                raise Unknown(name)
            self.loaded[first] = argument
        elif name.startswith("st.global"):
            argument, own = addresses.get(first.strip("[]"), ("", False))
            if not own or ".v" in name:
                raise Unknown(name)
            self.stored.append((argument, operands[1]))
        elif name.split(".")[0] in ("atom", "red"):
            place = [x.startswith("[") for x in operands].index(True)
            argument, own = addresses.get(operands[place].strip("[]"), ("", False))
            if argument not in self.types or ".v" in name or "shared" in name:
                raise Unknown(name)
            self.updated.append(argument)
            self.lines.append((number, operands[place].strip("[]"), own, argument))
            addresses[operands[place].strip("[]")] = argument, True
            self.steps.append((name, operands[:place], operands[place + 1:]))
        else:
            destinations = 2 if paired else 1
            self.steps.append((name, operands[:destinations], operands[destinations:]))

    def tested(self, stem):
        """The instruction that a file is named after, or the first of its opcode: its name and sources."""
        found = [(name, sources) for name, _, sources in self.steps if name.split(".")[0] == stem.split(".")[0]]
        if not found:
            raise Unknown(stem)
        return next((x for x in found if x[0] == stem), found[0])

    def inputs(self):
        """The arguments whose values matter, in order."""
        return [name for name, _, _ in self.arguments if name in self.loaded.values() or name in self.updated]

    def kind_of(self, argument):
        """The type of an argument's values, by the first instruction that reads them."""
        size = width(self.types[argument])
        small = [name.split(".")[-1] for name, _, _ in self.steps if re.search(r"\.u?e\dm\dx2$", name)]
        if small:
            return small[0]
        for name, _, sources in self.steps:
            reads = [i for i, x in enumerate(sources) if self.loaded.get(x) == argument]
            if not reads and not (argument in self.updated and name.split(".")[0] in ("atom", "red")):
                continue
            if name.startswith("cvt.rs") and reads == [2]:
                return f"u{size}"
            kinds = [x for x in name.split(".") if re.fullmatch(r"[usb](8|16|32|64)|(b?f16|[us]16|f32)(x2)?|f64", x)]
            widths = {kind: width(kind) * (2 if kind.endswith("x2") else 1) for kind in kinds}
            return next((kind for kind in reversed(kinds) if widths[kind] == size), f"u{size}")
        return f"u{size}"

    def run(self, columns):
        """The final columns of memory, by argument, for the input columns; None where an answer is open."""
        if not columns:
            raise Unknown("no inputs")
        lanes = len(next(iter(columns.values())))
        values = {register: columns[argument] for register, argument in self.loaded.items()}
        values["%thread"] = list(range(lanes))
        memory = {argument: list(columns[argument]) for argument in self.updated}
        carry = None
        for name, destinations, sources in self.steps:
            operation, *rest = name.split(".")
            read = [self.column(x, values, lanes) for x in sources]
            if operation == "ld":
                results = [memory[self.updated[0]]]
            elif VIDEO.fullmatch(operation):
                results = [[video(name, destinations + sources, list(s)) for s in zip(*read)]]
            elif operation in ("atom", "red"):
                argument, how = self.updated[0], next(x for x in rest if x not in ("global", "relaxed", "gpu", "noftz"))
                old = memory[argument]
                memory[argument] = [updated(how, rest[-1], o, list(s)) for o, s in zip(old, zip(*read))]
                results = [old] if destinations else []
            elif operation in COLLECTIVES:
                if "sync" not in rest[:2] or sources[-1] != "-1":
                    raise Unknown(name)
                warps = [collective(name, [x[i:i + WARP] for x in read]) for i in range(0, lanes, WARP)]
                results = [sum(parts_, []) for parts_ in zip(*warps)]
            elif "cc" in rest or operation in ("addc", "subc", "madc"):
                family = "sub" if operation.startswith("sub") else "add"
                reads_carry = operation in ("addc", "subc", "madc")
                if reads_carry and (carry is None or carry[0] != family):
                    raise Unknown(name)
                used = carry[1] if reads_carry else [0] * lanes
                both = [with_carry(operation, rest[:-1], rest[-1], list(s), c) for s, c in zip(zip(*read), used)]
                results = [[d for d, _ in both]]
                carry = (family, [c for _, c in both]) if "cc" in rest else carry
            elif len(destinations) == 2:
                results = list(zip(*(two_answers(name, list(s)) for s in zip(*read))))
            else:
                results = [[answer(name, list(s)) for s in zip(*read)]]
            for destination, result in zip(destinations, results):
                if None in result:
                    return None
                values[destination.partition(".")[0]] = result
        return {**memory, **{argument: values[register] for argument, register in self.stored}}

    @staticmethod
    def column(operand, values, lanes):
        if operand in values:
            return values[operand]
        part_of = re.fullmatch(r"-?(%\w+)(\.[bh]\d+)?", operand)  # of a video instruction
        if part_of and part_of[1] in values:
            return values[part_of[1]]
        if operand.startswith("!") and operand[1:] in values:
            return [1 - x for x in values[operand[1:]]]
        if re.fullmatch(r"0[df][0-9A-F]+", operand):
            return [int(operand[2:], 16)] * lanes
        if not re.fullmatch(r"-?(0x[0-9a-fA-F]+|\d+)", operand):
            raise Unknown(operand)
        return [int(operand, 0) & 0xFFFFFFFFFFFFFFFF] * lanes


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
