"""What an instruction computes, by its name: in a lane, in a warp, and in memory (PTX ISA)."""
import re

from floating import *
from integers import *
from small import small_conversion

PAIRS = ("f16x2", "bf16x2", "u16x2", "s16x2", "f32x2")
COMBINED = {"and": lambda a, b: a & b, "or": lambda a, b: a | b, "xor": lambda a, b: a ^ b}


def predicate(operation, modifiers, kind, sources):
    """setp without a second operation, testp."""
    if operation == "testp":
        value = parts(sources[0], kind)[1]
        field = sources[0] >> FORMATS[kind][1] & (1 << FORMATS[kind][0]) - 1
        finite = value not in ("inf", "nan")
        return {"finite": finite, "infinite": value == "inf", "number": value != "nan", "notanumber": value == "nan",
                "normal": finite and (field != 0 or value == 0), "subnormal": finite and field == 0 and value != 0}[modifiers[0]]
    if "ftz" in modifiers:
        sources = [flushed(x, kind) for x in sources]
    return compared(modifiers[0], kind, *sources)


def in_pairs(kind, operation, sources):
    """An operation on the upper and on the lower half of each source."""
    size = 32 if kind == "f32x2" else 16
    halves = [operation([x >> shift & (1 << size) - 1 for x in sources]) for shift in (size, 0)]
    return None if None in halves else halves[0] << size | halves[1]


def one(kind):
    return (1 << FORMATS[kind][0] - 1) - 1 << FORMATS[kind][1]


def chosen(modifiers, to, kind, sources):
    """set: ones, or the number 1, where the comparison holds."""
    if kind.endswith("x2"):
        to = to[:-2] if to.endswith("x2") else "u16"
        return in_pairs(kind, lambda halves: chosen(modifiers, to, kind[:-2], halves), sources)
    holds = predicate("set", modifiers, kind, sources[:2])
    combine = next((m for m in modifiers if m in COMBINED), None)
    if combine:
        holds = COMBINED[combine](int(holds), sources[2])
    return 0 if not holds else one(to) if to in FORMATS else (1 << width(to)) - 1


def packed(to, sources):
    """cvt.pack: clamped values side by side, below the rest of the third source."""
    size, (low, high) = width(to), limits(to)
    first, second = (max(low, min(as_signed(x & 0xFFFFFFFF, 32), high)) & (1 << size) - 1 for x in sources[:2])
    return (first << size | second | sum(sources[2:]) << 2 * size) & 0xFFFFFFFF


def converted(modifiers, to, kind, sources):
    """cvt. Of a register that is wider than its type the low bits count."""
    if re.fullmatch(r"[us](8|16|32|64)|b?f16|f32|f64", kind):
        sources = [x & (1 << width(kind)) - 1 for x in sources]
    if to in ("f16x2", "bf16x2") and kind == "f32":
        half = to[:-2]
        if "rs" in modifiers:
            halves = [stochastic(x, half, random) for x, random in zip(sources, (sources[2] >> 16, sources[2]))]
            halves = [limited(x, half, modifiers) for x in halves]
        else:
            halves = [conversion(modifiers, half, kind, x) for x in sources]
        return halves[0] << 16 | halves[1]
    if not all(re.fullmatch(r"[us](8|16|32|64)|b?f16|f32|f64", x) for x in (to, kind)):
        return small_conversion(modifiers, to, kind, sources)
    result = conversion(modifiers, to, kind, sources[0])
    return result if result is None or to[0] != "s" else as_signed(result, width(to))  # extended to the register


def answer(name, sources):
    """The bits of d, or None where the ISA leaves them open or they are not defined here."""
    operation, *rest = name.split(".")
    kind, modifiers = rest[-1], rest[:-1]
    if operation == "cvt" and rest[0] == "pack":
        return packed(rest[2], sources)
    if operation == "cvt":
        return converted(rest[:-2], rest[-2], kind, sources)
    if operation == "set":
        return chosen(rest[:-2], rest[-2], kind, sources)
    if operation == "setp" and {"and", "or", "xor"} & set(modifiers):
        return COMBINED[modifiers[1]](int(predicate("setp", modifiers[:1] + modifiers[2:], kind, sources[:2])), sources[2])
    if operation in ("setp", "testp"):
        return int(predicate(operation, modifiers, kind, sources))
    if operation == "mov":
        return sources[0]
    if operation == "selp":
        return sources[0] if sources[2] else sources[1]
    if operation == "slct":
        sign, value = (0, 0) if kind == "s32" else parts(flushed(sources[2], kind) if "ftz" in modifiers else sources[2], kind)
        first = not sources[2] >> 31 if kind == "s32" else value == 0 or value != "nan" and not sign
        return sources[0] if first else sources[1]
    if operation in ("dp2a", "dp4a"):
        return dot(operation, modifiers, rest[-2:], sources)
    if operation in ("add", "sub", "fma") and modifiers and modifiers[-1] == "f32":
        wide = [conversion([], "f32", kind, x) for x in sources[:-1]] + sources[-1:]
        return floating(operation, modifiers[:-1], "f32", wide)
    if kind in PAIRS:
        return in_pairs(kind, lambda halves: answer(".".join([operation, *modifiers, kind[:-2]]), halves), sources)
    if kind in FORMATS:
        approximate = "approx" in modifiers or "full" in modifiers
        return (approximation if approximate else floating)(operation, modifiers, kind, sources)
    if operation in ("mul24", "mad24"):
        return product_24(operation, modifiers, kind, sources)
    if operation == "prmt":
        return permuted(rest, sources)
    if operation == "lop3":
        return looked_up(sources)
    if operation == "shf":
        return funnel(modifiers, sources)
    if operation == "bfi":
        return inserted(kind, sources)
    if not re.fullmatch(r"[usb](8|16|32|64)", kind):
        return None
    result = integer(operation, modifiers, kind, sources) if kind[0] in "us" else None
    return bitwise(operation, modifiers, kind, sources) if result is None else result


def two_answers(name, sources):
    """setp with two destinations: the comparison and its negation, or those of the lower and the upper halves; lop3 with a
    predicate."""
    operation, *rest = name.split(".")
    if operation == "lop3":
        d = looked_up(sources[:4])
        return d, COMBINED[rest[0]](int(d != 0), sources[4])
    kind, combine = rest[-1], next((m for m in rest if m in COMBINED), None)
    if kind.endswith("x2"):
        holds = [predicate("setp", rest[:-1], kind[:-2], [x >> shift & 0xFFFF for x in sources[:2]]) for shift in (0, 16)]
    else:
        first = predicate("setp", rest[:-1], kind, sources[:2])
        holds = [first, not first]
    return tuple(COMBINED[combine](int(x), sources[2]) if combine else int(x) for x in holds)


def shuffled(mode, values, lanes_by, limits_and_masks):
    """shfl: each lane's value and whether its source lane is within the segment."""
    results = []
    for lane, (by, control) in enumerate(zip(lanes_by, limits_and_masks)):
        by, limit, mask = by & 31, control & 31, control >> 8 & 31
        last, first = lane & mask | limit & ~mask, lane & mask
        source = {"up": lane - by, "down": lane + by, "bfly": lane ^ by, "idx": first | by & ~mask & 31}[mode]
        inside = source >= last if mode == "up" else source <= last
        results.append((values[source] if inside else values[lane], int(inside)))
    return [d for d, _ in results], [p for _, p in results]


def collective(name, columns):
    """vote, match, redux and shfl of a warp, all of whose lanes take part: the destinations' columns."""
    operation, *rest = name.split(".")
    kind, values = rest[-1], columns[0]
    everyone = (1 << len(values)) - 1
    if operation == "shfl":
        return shuffled(rest[1], *columns[:3])
    if operation == "vote":
        votes = {"all": int(all(values)), "any": int(any(values)), "uni": int(len(set(values)) == 1),
                 "ballot": sum(1 << lane for lane, value in enumerate(values) if value)}
        return [[votes[rest[1]]] * len(values)]
    if operation == "match":
        if rest[0] == "all":
            equal = len(set(values)) == 1
            return [everyone if equal else 0] * len(values), [int(equal)] * len(values)
        return [[sum(1 << lane for lane, other in enumerate(values) if other == value) for value in values]]
    if operation == "redux":
        how = rest[1]
        result = values[0]
        if kind == "f32" and "abs" in rest:
            values = [x & 0x7FFFFFFF for x in values]
        if kind == "f32":
            result = floating(how, [m for m in rest if m == "NaN"], kind, values)
        else:
            for value in values[1:]:
                result = updated(how, kind, result, [value])
        return [[result] * len(values)]
    return None


def updated(operation, kind, old, sources):
    """What atom and red leave in memory."""
    if kind in ("f16x2", "bf16x2"):
        return in_pairs(kind, lambda halves: updated(operation, kind[:-2], halves[0], halves[1:]), [old, *sources])
    if operation in COMBINED:
        return COMBINED[operation](old, sources[0])
    if operation == "exch":
        return sources[0]
    if operation == "cas":
        return sources[1] if old == sources[0] else old
    if operation == "inc":
        return 0 if old >= sources[0] else old + 1
    if operation == "dec":
        return sources[0] if old == 0 or old > sources[0] else old - 1
    flushed_ = ".ftz" if (operation, kind) == ("add", "f32") else ""  # in global memory
    return answer(f"{operation}{flushed_}.{kind}", [old, sources[0]])
