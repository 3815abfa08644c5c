#!/usr/bin/env python3
"""Writes NAME.edges.ptx beside NAME.ptx: the same kernel on edge values, with answers worked out here.

Edge values are zeros of both signs, subnormal numbers, infinities, NaNs with payloads, and the extremes of each type. Answers come
from definitions.py, with integers and fractions of unlimited size. A file is left alone if one of its instructions is not defined
there, or if it is no straight line of loads, instructions and stores; values whose answer the ISA leaves open do not occur.
Usage: edges.py [NAME.ptx ...]; without names, all files of this folder. edges.py --check: whether the definitions give the answers
in the files that edges.py did not write.
"""
import pathlib
import random
import re
import sys

from definitions import *

HERE = pathlib.Path(__file__).parent
LANES = 48
WARP = 32
COLLECTIVES = ("vote", "match", "redux", "shfl")


def edges(kind):
    """Edge values of a type, as bits."""
    if kind in FORMATS:
        exponent, fraction = FORMATS[kind]
        one = (1 << exponent - 1) - 1 << fraction
        top, least, inf = 1 << exponent + fraction, 1 << fraction, infinity(kind)
        half = [0, 1, least - 1, least, least + 1, one, one + 1, one - 1, one + (1 << fraction - 1), inf - 1, inf - 2,
                one + (fraction << fraction), one - (fraction + 1 << fraction), inf]
        return half + [x | top for x in half] + [inf | 1 << fraction - 1, inf | 1, inf | top | 1 << fraction - 1 | 5]
    size = width(kind)
    top = 1 << size - 1
    return [x & 2 * top - 1 for x in (0, 1, 2, 3, -1, -2, top - 1, top - 2, top, top + 1, size - 1, size, size + 1, 255, 256,
                                      top >> 1, (top >> 1) - 1, 0x5555555555555555, 0x8000 % (2 * top), 0xFFFF)]


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
            if line.startswith(("//", ".", "{", "}")) or not line.strip() or found and found[1] == "ret":
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
            if any(register == first and not own for _, register, own, _ in self.lines):
                raise Unknown(name)
            addresses[first] = argument, True
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
            if operation in ("atom", "red"):
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
                values[destination] = result
        return {**memory, **{argument: values[register] for argument, register in self.stored}}

    @staticmethod
    def column(operand, values, lanes):
        if operand in values:
            return values[operand]
        if operand.startswith("!") and operand[1:] in values:
            return [1 - x for x in values[operand[1:]]]
        if not re.fullmatch(r"-?(0x[0-9a-fA-F]+|\d+)", operand):
            raise Unknown(operand)
        return [int(operand, 0) & 0xFFFFFFFFFFFFFFFF] * lanes


def pool_of(kind, generator):
    if not kind.endswith("x2"):
        return edges(kind)
    single, shift = edges(kind[:-2]), width(kind)
    return [generator.choice(single) << shift | generator.choice(single) for _ in range(LANES)]


def lanes_of(kernel, name, pools, generator):
    """Input values of the lanes, as a column per argument."""
    inputs = kernel.inputs()
    if name.split(".")[0] in COLLECTIVES:
        few = [[generator.sample(pool, min(count, len(pool))) for pool in pools] for count in (1, 2, 5, 20)]
        return {x: [generator.choice(few[warp][i]) for warp in range(len(few)) for _ in range(WARP)] for i, x in enumerate(inputs)}
    lanes = []
    for _ in range(40 * LANES):
        sources = tuple(generator.choice(pool) for pool in pools)
        if len(lanes) < LANES and sources not in lanes and kernel.run({x: [s] for x, s in zip(inputs, sources)}) is not None:
            lanes.append(sources)
    if len(lanes) < (4 if "approx" in name else 8):
        raise Unknown(name)
    return {x: [lane[i] for lane in lanes] for i, x in enumerate(inputs)}


def write(path):
    text = path.read_text()
    if "fault" in text or "as-hardware" in text:
        return False
    try:
        kernel = Kernel(text)
        name, sources = kernel.tested(path.stem)
        if "tolerance" in text and not {"approx", "full"} & set(name.split(".")):
            return False
        literal = not all(x.startswith("%") for x in sources)
        variants = name.startswith("lop3") or path.stem.endswith((".registers", ".three", ".equal"))
        if path.stem != name.replace(".global", "") and not variants:
            return False
        generator = random.Random(name + (path.stem if literal else ""))
        pools = [pool_of(kernel.kind_of(argument), generator) for argument in kernel.inputs()]
        columns = lanes_of(kernel, name, pools, generator)
        results = kernel.run(columns)
    except Unknown:
        return False
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
    path.with_suffix(".edges.ptx").write_text("\n".join(head + expected + body))
    return True


def listed(values, kind):
    """Values as a file's comments hold them: of a type u, f32, i16, …"""
    if kind == "u":
        return ", ".join(map(str, values))
    if kind[0] == "f":
        return ", ".join(spelled(x, kind) for x in values)
    values = [x & (1 << width(kind)) - 1 for x in values]
    return ", ".join(str(as_signed(x, width(kind)) if kind[0] == "i" else x) for x in values)


def spelled(bits, kind):
    sign, value = parts(bits, kind)
    if value == "nan":
        return "nan"
    return ("-" if sign else "") + ("inf" if value == "inf" else repr(float(value)))


def bits_of(text, kind):
    """A value of a file's comments."""
    if kind[0] != "f":
        return int(text, 0) & (1 << width(kind)) - 1
    if text.lstrip("-") in ("inf", "nan"):
        return joined(int(text[0] == "-"), kind, infinity(kind) if text.endswith("inf") else nan(kind))
    return rounded(Fraction(text), kind, "rn", int(text[0] == "-"))


def check(path):
    """How many answers of a file by hand differ from the definitions', or None if they cannot be compared."""
    text = path.read_text()
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


def main(names):
    by_hand = [path for path in sorted(HERE.glob("*.ptx")) if ".edges." not in path.name]
    if names != ["--check"]:
        return print(sum(write(path) for path in ([HERE / name for name in names] or by_hand)), "files written")
    checked = {path.name: check(path) for path in by_hand}
    different = [name for name, wrong in checked.items() if wrong]
    print(sum(wrong is not None for wrong in checked.values()), "files compared;", "different:", ", ".join(different) or "none")
    return len(different)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
