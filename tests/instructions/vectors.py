"""Edge files of atomics on vectors and on 128 bits, whose kernels are written here: each lane has elements of its own."""
import random

from definitions import updated
from values import edges, listed

LANES = 32
HALVES = ("f16", "bf16", "f16x2", "bf16x2")
KERNEL = """.version 8.6
.target sm_90
.address_size 64

.visible .entry kernel({parameters})
{{
{lines}
}}
"""


def names():
    """Some types only for red, since it is atom without a result."""
    for count in (2, 4):
        yield from (f"{operation}.add.v{count}.f32" for operation in ("atom", "red"))
    for how in ("add", "min", "max"):
        for kind in HALVES:
            yield from (f"atom.{how}.noftz.v{count}.{kind}" for count in ((2, 4) if kind.endswith("x2") else (2, 4, 8)))
            yield f"red.{how}.noftz.v2.{kind}"
    yield from ("atom.exch.b128", "atom.cas.b128")


def address(parameter, stride):
    return [f"ld.param.u64 %{parameter}, [{parameter}];", f"mad.wide.u32 %{parameter}, %thread, {stride}, %{parameter};"]


def at(register, offset):
    return f"[%{register}+{offset}]" if offset else f"[%{register}]"


def listed_registers(letter, count):
    return "{" + ", ".join(f"%{letter}{i}" for i in range(count)) + "}"


def on_vectors(name, generator):
    """Of atom.add.v2.f32 and the like: type and number of elements, columns of the arguments and of what is left, steps."""
    operation, how, *_, kind = name.split(".")
    count, single, size = int(name.split(".v")[1].split(".")[0]), kind.removesuffix("x2"), 16 if kind in ("f16", "bf16") else 32
    pool = edges(single)

    def element():
        return generator.choice(pool) if single == kind else generator.choice(pool) << 16 | generator.choice(pool)

    memory, source = ([element() for _ in range(count * LANES)] for _ in range(2))
    left = {"m": [updated(how, kind, old, [x]) for old, x in zip(memory, source)]}
    body = [f"ld.global.b{size} %x{i}, {at('a', i * size // 8)};" for i in range(count)]
    instruction = name.replace(operation, operation + ".global", 1)
    if operation == "red":
        body.append(f"{instruction} [%m], {listed_registers('x', count)};")
    else:
        left["d"] = memory
        body.append(f"{instruction} {listed_registers('y', count)}, [%m], {listed_registers('x', count)};")
        body += [f"st.global.b{size} {at('d', i * size // 8)}, %y{i};" for i in range(count)]
    return "f32" if kind == "f32" else f"u{size}", count, {"m": memory, "a": source}, left, body


def on_128_bits(name, generator):
    """Of atom.exch.b128 and atom.cas.b128, whose values are pairs of words."""
    pool = edges("f64") + edges("u64")
    memory, source = ([generator.choice(pool) for _ in range(2 * LANES)] for _ in range(2))
    arguments, left = {"m": memory, "a": source}, {"m": source, "d": memory}
    body = ["ld.global.b128 %source, [%a];", "atom.global.exch.b128 %old, [%m], %source;", "st.global.b128 [%d], %old;"]
    if name == "atom.cas.b128":
        arguments["c"] = [x ^ generator.choice((0, 0, 0, 0, 1, 1 << 63)) for x in memory]
        both = zip(*(list(zip(column[::2], column[1::2])) for column in (memory, arguments["c"], source)))
        left["m"] = [x for old, compared, new in both for x in (new if old == compared else old)]
        body[1] = "atom.global.cas.b128 %old, [%m], %compare, %source;"
        body.insert(0, "ld.global.b128 %compare, [%c];")
    return "u64", 2, arguments, left, body


def text_of(name):
    """The whole file."""
    wide = name.endswith("b128")
    kind, count, arguments, left, body = (on_128_bits if wide else on_vectors)(name, random.Random(name))
    zeros = [x for x in left if x not in arguments]
    head = ["// Edge values; written by edges.py.", f"// launch: grid 1 block {LANES}"]
    head += [f"// arg: {x} {kind} = {listed(column, kind)}" for x, column in arguments.items()]
    head += [f"// arg: {x} {kind}[{count * LANES}] = zeros" for x in zeros]
    head += [f"// expect: {x} = {listed(column, kind)}" for x, column in left.items()]
    parameters = [*arguments, *zeros]
    steps = [step for x in parameters for step in address(x, count * int(kind[1:]) // 8)] + body
    registers = [".reg .b32 %thread;", f".reg .b64 {', '.join('%' + x for x in parameters)};"]
    registers.append(f".reg .b128 %source, %old{', %compare' if 'c' in arguments else ''};" if wide else
                     f".reg .b{kind[1:]} %x<{count}>{f', %y<{count}>' if 'd' in left else ''};")
    lines = "\n".join("  " + line for line in [*registers, "mov.u32 %thread, %tid.x;", *steps, "ret;"])
    return "\n".join(head) + "\n" + KERNEL.format(parameters=", ".join(f".param .u64 {x}" for x in parameters), lines=lines)
