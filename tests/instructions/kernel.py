"""A kernel as a straight line of steps, and what it computes by definitions.py."""
import re

from definitions import *
from video import VIDEO, video

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
