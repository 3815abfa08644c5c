"""What video instructions compute (PTX ISA): on a word, a half-word or a byte, and on pairs and quads of those."""
import re

from formats import as_signed

SCALAR = ("vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr", "vset", "vmad")
VIDEO = re.compile("(" + "|".join(SCALAR) + "|vavrg)[24]?")
HOLDS = {"eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "lt": lambda a, b: a < b, "le": lambda a, b: a <= b,
         "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b}
COMPUTED = {"vadd": lambda a, b: a + b, "vsub": lambda a, b: a - b, "vabsdiff": lambda a, b: abs(a - b), "vmin": min, "vmax": max,
            "vavrg": lambda a, b: a + b + (a + b >= 0) >> 1}
SECOND = {"add": lambda a, c: a + c, "min": min, "max": max}


def field(bits, place, size, is_signed):
    value = bits >> place * size & (1 << size) - 1
    return as_signed(value, size) if is_signed else value


def part(bits, selector, is_signed):
    """Of a word, the part that a selector such as h1 names; all of it without one."""
    size = {"b": 8, "h": 16}.get(selector[:1], 32)
    return field(bits, int(selector[1:] or 0), size, is_signed)


def clamped(value, size, is_signed):
    low, high = (-(1 << size - 1), (1 << size - 1) - 1) if is_signed else (0, (1 << size) - 1)
    return max(low, min(value, high))


def selector_of(operand):
    return operand.partition(".")[2]


def scalar(operation, types, modifiers, selectors, sources):
    d, a, b = selectors
    signed = [x == "s32" for x in types]
    first, second = part(sources[0], a, signed[-2]), part(sources[1], b, signed[-1])
    if operation == "vset":
        result = int(HOLDS[modifiers[0]](first, second))
    elif operation in ("vshl", "vshr"):
        second = min(part(sources[1], b, False), 32) if "clamp" in modifiers else part(sources[1], b, False) & 31
        first = part(sources[0], a, signed[1])
        result = first << second if operation == "vshl" else first >> second
    else:
        result = COMPUTED[operation](first, second)
    to_signed = signed[0] and operation != "vset"
    if "sat" in modifiers:
        result = clamped(result, {"b": 8, "h": 16}.get(d[:1], 32), to_signed)
    if d:
        size, place = {"b": 8, "h": 16}[d[0]], int(d[1])
        mask = (1 << size) - 1 << place * size
        return sources[2] & ~mask | result << place * size & mask
    for name in set(modifiers) & set(SECOND):
        result = SECOND[name](result, as_signed(sources[2], 32) if to_signed else sources[2])
    return result & 0xFFFFFFFF


def multiplied(types, modifiers, negated, selectors, sources):
    """vmad."""
    signed = [x == "s32" for x in types]
    of_product, of_c = negated[0] != negated[1], negated[2]
    final = signed[1] or signed[2] or of_product or of_c
    product = part(sources[0], selectors[1], signed[1]) * part(sources[1], selectors[2], signed[2])
    c = as_signed(sources[2], 32) if final else sources[2]
    result = (-product if of_product else product) + (-c if of_c else c) + ("po" in modifiers)
    result >>= {"shr7": 7, "shr15": 15}.get(modifiers[-1] if modifiers else "", 0)
    return (clamped(result, 32, final) if "sat" in modifiers else result) & 0xFFFFFFFF


def parallel(operation, types, modifiers, selectors, sources):
    """Those on two half-words or four bytes, which are selected from a and b together, the highest first."""
    count = int(operation[-1])
    size, letter, all_places = 32 // count, "h" if count == 2 else "b", "3210"[-count:]
    mask, *chosen = (x[1:] for x in selectors)
    chosen = [x or default for x, default in zip(chosen, (all_places, "32" if count == 2 else "7654"))]
    assert all(x[:1] in ("", letter) for x in selectors)
    both = sources[1] << 32 | sources[0]
    first, second = ([field(both, int(place), size, kind == "s32") for place in reversed(places)]
                     for places, kind in zip(chosen, types[-2:]))
    unsigned = operation.startswith("vset")
    compute = HOLDS[modifiers[0]] if unsigned else COMPUTED[operation[:-1]]
    results = [int(compute(a, b)) for a, b in zip(first, second)]
    if "sat" in modifiers:
        results = [clamped(x, size, types[0] == "s32") for x in results]
    wanted = [str(place) in (mask or all_places) for place in range(count)]
    if "add" in modifiers:
        return sum(x for x, is_wanted in zip(results, wanted) if is_wanted) + sources[2] & 0xFFFFFFFF
    merged = (x if is_wanted else sources[2] >> i * size for i, (x, is_wanted) in enumerate(zip(results, wanted)))
    return sum((x & (1 << size) - 1) << i * size for i, x in enumerate(merged))


def video(name, operands, sources):
    """The bits of d. Operands are as written, d first: %d.h0, -%a.b1, …"""
    operation, *rest = name.split(".")
    types, modifiers = [x for x in rest if x in ("u32", "s32")], [x for x in rest if x not in ("u32", "s32")]
    selectors = [selector_of(x) for x in operands[:3]]
    if operation == "vmad":
        return multiplied(types, modifiers, [x.startswith("-") for x in operands[1:]], selectors, sources)
    if operation in SCALAR:
        return scalar(operation, types, modifiers, selectors, sources)
    return parallel(operation, types, modifiers, selectors, sources)
