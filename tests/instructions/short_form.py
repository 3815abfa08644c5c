"""Files of the short form as full PTX: comments, then instructions alone (README.md). A whole module stays as it is."""
import re

# What an instruction contains, and the PTX version and target that it needs. The last row that applies counts.
NEEDS = (
    ("", "7.0", "sm_75"),
    (r"bmsk|szext|bar(rier)?\.cta", "8.0", "sm_75"),
    (r"cp\.async|createpolicy|applypriority|discard|redux|L1::|L2::|NaN", "8.0", "sm_80"),
    (r"xorsign", "8.0", "sm_86"),
    (r"lop3\.(and|or)|\.volatile|\.weak", "8.2", "sm_80"),
    (r"[us]16x2|relu\.s|noftz|elect|griddepcontrol|cluster", "8.0", "sm_90"),
    (r"^(?!atom|red).*(f16|tf32|e4m3|e5m2)", "8.6", "sm_90"),
    (r"f32x2|(add|sub|fma)\S*\.f32\.b?f16", "8.6", "sm_100"),
    (r"e2m1|e2m3|e3m2|ue8m0|rn\.satfinite\.tf32|redux\S*\.f32", "8.6", "sm_100a"),
    (r"cvt\.rs", "8.7", "sm_100a"),
    (r"^(min|max)\S*\.f32 (%\w+, ){3}|^(min|max)\S*(?<!xorsign)\.abs\.f32", "8.8", "sm_100"),
)
OWN_NEED = re.compile(r"\.(version|target) (\S+)")
ARGUMENT = re.compile(r"// arg: (\w+) ([iu](?:8|16|32|64)|f32|f64)(?:\[(\d+)\] = zeros| = (?!zeros)(.+))")
EXPECTED = re.compile(r"// expect: (\w+) = (.+)")
TAKEN = ("thread", "wide", "at", "p", "q")  # registers of every module
LAUNCH = re.compile(r"// launch: grid \S+ block \S+(?: shared \d+)?")
FORMS = {"arg": "NAME TYPE = VALUES, or NAME TYPE[SIZE] = zeros", "expect": "NAME = VALUES",
         "launch": "grid EXTENTS block EXTENTS shared BYTES", "tolerance": "NUMBER", "fault": "KIND"}
MODULE = """.version {version}
.target {target}
.address_size 64

.visible .entry kernel({parameters})
{{
  {lines}
}}
"""


class Malformed(SystemExit):
    """Ends the program with the file, the line and the mistake."""

    def __init__(self, name, line, message):
        super().__init__(f"tests/instructions/{name}:{line}: error: {message}")


class Argument:
    """An array. Each lane loads its own of the values that are given, or stores its result over one of the zeros."""

    def __init__(self, name, kind, count, values, number):
        self.name, self.kind, self.bits, self.count, self.values, self.number = name, kind, int(kind[1:]), count, values, number
        self.by_address = False  # the instructions have [%name], the address of the first element

    def comment(self):
        return f"// arg: {self.name} {self.kind}" + (f" = {self.values}" if self.values else f"[{self.count}] = zeros")

    def declared(self):
        kind = "b64" if self.by_address else self.kind if self.kind[0] == "f" else f"b{max(self.bits, 16)}"
        return f".reg .{kind} %{self.name};"

    def moved(self):
        """The load or the store."""
        if self.by_address:
            return [f"ld.param.u64 %{self.name}, [{self.name}];"]
        kind = {"i": "s", "u": "b", "f": "f"}[self.kind[0]] + self.kind[1:]
        move = f"ld.global.{kind} %{self.name}, [%at];" if self.values else f"st.global.{kind} [%at], %{self.name};"
        return [f"ld.param.u64 %at, [{self.name}];", f"mad.lo.s64 %at, %wide, {self.bits // 8}, %at;", move]


class Short:
    """A file of the short form."""

    def __init__(self, name, text):
        self.name, self.arguments, self.answers = name, {}, {}
        self.head, self.launch, self.instructions = [], None, []
        lines = text.rstrip("\n").split("\n")
        for number, line in enumerate(lines, 1):
            if not line.isascii():
                raise Malformed(name, number, "a letter that is not ASCII, which ptxas refuses")
            if not self.instructions and line.startswith("//"):
                self.read_comment(number, line)
            elif not re.search(r"[;:{}]$", line) and not OWN_NEED.fullmatch(line):
                raise Malformed(name, number, "neither a comment nor an instruction with its semicolon")
            else:
                self.instructions.append(line)
        if not self.instructions:
            raise Malformed(name, len(lines), "no instruction")
        if not self.answers:
            raise Malformed(name, 1, "no answer: // expect: " + FORMS["expect"])
        self.complete()

    def read_comment(self, number, line):
        keyword = "".join(re.findall(r"^// ?([\w-]+):", line))
        if keyword and keyword not in FORMS:
            raise Malformed(self.name, number, f"the short form has no \"{keyword}:\", but " + ", ".join(FORMS))
        argument, answer, launch = (pattern.fullmatch(line) for pattern in (ARGUMENT, EXPECTED, LAUNCH))
        if keyword in ("arg", "expect", "launch") and not (argument or answer or launch):
            raise Malformed(self.name, number, f"expected // {keyword}: {FORMS[keyword]}")
        if argument:
            name, kind, count, values = argument.groups()
            if name in self.arguments or name in TAKEN:
                raise Malformed(self.name, number, f"the name {name} is taken")
            self.arguments[name] = Argument(name, kind, int(count or values.count(",") + 1), values, number)
        elif answer:
            self.answers[answer[1]] = answer[2].count(",") + 1, number
        if launch:
            self.launch = line
        elif not argument:
            self.head.append(line)

    def complete(self):
        """Adds the launch and the arrays of results where the file leaves them out, and compares sizes."""
        if not self.arguments:
            raise Malformed(self.name, 1, "no argument: // arg: " + FORMS["arg"])
        first, lanes = next(iter(self.arguments.values())), max(x.count for x in self.arguments.values())
        self.launch = self.launch or f"// launch: grid 1 block {lanes}"
        for name, (count, number) in self.answers.items():
            argument = self.arguments.setdefault(name, Argument(name, first.kind, lanes, None, number))
            if argument.count != count:
                raise Malformed(self.name, number, f"{count} values for {name}, which has {argument.count}")
        for argument in self.arguments.values():
            self.check(argument)

    def check(self, argument):
        """Whether the kernel uses an array, and has enough elements of it."""
        name, text = argument.name, "\n".join(self.instructions)
        argument.by_address = re.search(rf"\[%{name}\b", text) is not None
        threads = re.fullmatch(r"// launch: grid 1 block (\d+).*", self.launch)
        if threads and not argument.by_address and argument.count < int(threads[1]):
            raise Malformed(self.name, argument.number, f"{argument.count} values for {threads[1]} lanes")
        changes = not argument.values or argument.by_address or f"[{name}]" in text
        if not argument.values and name not in self.answers:
            raise Malformed(self.name, argument.number, f"no answer for {name}")
        if name in self.answers and not (changes and re.search(rf"%{name}\b|\[{name}\]", text)):
            raise Malformed(self.name, self.answers[name][1], f"no instruction gives {name} this answer")

    def comments(self):
        """As in a whole module: launch, arguments and answers are complete."""
        first = next(i for i, line in enumerate(self.head) if line.startswith("// expect:"))
        return [*self.head[:first], self.launch, *(x.comment() for x in self.arguments.values()), *self.head[first:]]

    def needs(self):
        """Version and target: as the file says before its instructions, or what those need."""
        found = [need for pattern, *need in NEEDS if any(re.search(pattern, line) for line in self.instructions)][-1]
        own = dict(x.groups() for x in map(OWN_NEED.fullmatch, self.instructions) if x)
        return own.get("version", found[0]), own.get("target", found[1])

    def module(self):
        """The full PTX."""
        version, target = self.needs()
        arguments = self.arguments.values()
        lines = [".reg .pred %p, %q;", ".reg .b32 %thread;", ".reg .b64 %wide, %at;", *(x.declared() for x in arguments)]
        lines += ["mov.u32 %thread, %tid.x;", "cvt.u64.u32 %wide, %thread;"]
        lines += [line for x in arguments if x.values or x.by_address for line in x.moved()]
        lines += [line for line in self.instructions if not OWN_NEED.fullmatch(line)]
        lines += [line for x in arguments if not x.values and not x.by_address for line in x.moved()]
        parameters = ", ".join(f".param .u64 {name}" for name in self.arguments)
        module = MODULE.format(version=version, target=target, parameters=parameters, lines="\n  ".join([*lines, "ret;"]))
        return "\n".join(self.comments()) + "\n" + module


def full_text(path):
    """The full PTX of a file, which may have the short form."""
    text = path.read_text()
    return text if ".entry" in text else Short(path.name, text).module()
