#!/usr/bin/env python3
"""Writes NAME.edges.ptx beside NAME.ptx: the same instruction on edge values, with answers worked out here.

Edge values are zeros of both signs, subnormal numbers, infinities, NaNs with payloads, and the extremes of each type. Answers come
from the definitions of the PTX ISA with integers and fractions of unlimited size: a number is a fraction, rounded once. Files whose
instruction is not defined below are left alone; those with an answer that the ISA leaves open (division of integers by zero) too.
Usage: edges.py [NAME.ptx ...]; without names, all files of this folder.
"""
import math
import pathlib
import random
import re
import sys
from fractions import Fraction

HERE = pathlib.Path(__file__).parent
LANES = 48
FORMATS = {"f16": (5, 10), "bf16": (8, 7), "f32": (8, 23), "f64": (11, 52)}  # bits of exponent and fraction


def width(kind):
    return int(re.sub(r"\D+", "", kind.replace("bf16", "16").replace("x2", "")))


# Floating point: bits to (sign, value), where the value is a Fraction, "inf" or "nan"; and back.

def parts(bits, kind):
    exponent, fraction = FORMATS[kind]
    sign, field, rest = bits >> (exponent + fraction), bits >> fraction & (1 << exponent) - 1, bits & (1 << fraction) - 1
    bias = (1 << exponent - 1) - 1
    if field == (1 << exponent) - 1:
        return sign, "nan" if rest else "inf"
    if field == 0:
        return sign, Fraction(rest) * Fraction(2) ** (1 - bias - fraction)
    return sign, Fraction((1 << fraction) + rest) * Fraction(2) ** (field - bias - fraction)


def nan(kind):
    return (1 << FORMATS[kind][0] + FORMATS[kind][1]) - 1 if kind != "f64" else 0x7FF8 << 48


def joined(sign, kind, magnitude):
    return sign << FORMATS[kind][0] + FORMATS[kind][1] | magnitude


def infinity(kind):
    return (1 << FORMATS[kind][0]) - 1 << FORMATS[kind][1]


def whole(value, rounding, sign):
    """A magnitude rounded to an integer."""
    floor = value.numerator // value.denominator
    rest = value - floor
    up = {"rn": rest > Fraction(1, 2) or rest == Fraction(1, 2) and floor & 1, "rz": False, "rm": sign and rest > 0,
          "rp": not sign and rest > 0}[rounding]
    return floor + bool(up)


def rounded(value, kind, rounding, zero_sign=0):
    """A fraction in the format, rounded once."""
    if value == 0:
        return joined(zero_sign, kind, 0)
    exponent, fraction = FORMATS[kind]
    sign, magnitude = int(value < 0), abs(value)
    lowest = 2 - (1 << exponent - 1)
    power = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    power = max(power - (magnitude < Fraction(2) ** power), lowest)
    steps = whole(magnitude / Fraction(2) ** (power - fraction), rounding, sign)
    bits = steps + (power - lowest << fraction)
    if bits >= infinity(kind):
        outwards = rounding == "rn" or rounding == ("rm" if sign else "rp")
        bits = infinity(kind) if outwards else infinity(kind) - 1
    return joined(sign, kind, bits)


def signed(number):
    sign, value = number
    return -value if sign else value


def flushed(bits, kind):
    exponent, fraction = FORMATS[kind]
    return bits & 1 << exponent + fraction if bits >> fraction & (1 << exponent) - 1 == 0 else bits


def exact_sum(a, b, kind, rounding):
    (sign_a, x), (sign_b, y) = a, b
    if x == "nan" or y == "nan" or (x == y == "inf" and sign_a != sign_b):
        return nan(kind)
    if x == "inf" or y == "inf":
        return joined(sign_a if x == "inf" else sign_b, kind, infinity(kind))
    zero = sign_a if sign_a == sign_b else int(rounding == "rm")
    return rounded(signed(a) + signed(b), kind, rounding, zero)


def product(a, b):
    (sign_a, x), (sign_b, y) = a, b
    if "nan" in (x, y) or ("inf" in (x, y) and 0 in (x, y)):
        return 0, "nan"
    return sign_a ^ sign_b, "inf" if "inf" in (x, y) else x * y


def encoded(number, kind, rounding):
    sign, value = number
    if value == "nan":
        return nan(kind)
    return joined(sign, kind, infinity(kind)) if value == "inf" else rounded(-value if sign else value, kind, rounding, sign)


def quotient(a, b):
    (sign_a, x), (sign_b, y) = a, b
    if "nan" in (x, y) or x == y == "inf" or x == y == 0:
        return 0, "nan"
    if x == "inf" or y == 0:
        return sign_a ^ sign_b, "inf"
    return sign_a ^ sign_b, Fraction(0) if y == "inf" else x / y


def root(a, kind, rounding):
    sign, value = a
    if value == "nan" or (sign and value != 0):
        return nan(kind)
    if value in ("inf", 0):
        return encoded(a, kind, rounding)
    # Enough digits that the rest only says on which side of a tie the root is.
    scale = 4 ** (FORMATS[kind][1] + 80 + max(0, value.denominator.bit_length() - value.numerator.bit_length()) // 2)
    scaled = value * scale
    digits = math.isqrt(scaled.numerator // scaled.denominator)
    inexact = Fraction(1, 2) if Fraction(digits) ** 2 != scaled else 0
    return rounded((digits + inexact) / Fraction(math.isqrt(scale)), kind, rounding)


def order(bits, kind):
    """A key that sorts numbers, -0 below +0."""
    sign, magnitude = bits >> width(kind) - 1, bits & (1 << width(kind) - 1) - 1
    return (-magnitude, 0) if sign and magnitude else (magnitude, 0 if sign else 1)


def extreme(operation, modifiers, kind, a, b):
    xorsign = (a ^ b) >> width(kind) - 1 if "xorsign" in modifiers else 0
    if "xorsign" in modifiers:
        a, b = (x & (1 << width(kind) - 1) - 1 for x in (a, b))
    nan_a, nan_b = (parts(x, kind)[1] == "nan" for x in (a, b))
    if nan_a and nan_b or "NaN" in modifiers and (nan_a or nan_b):
        return nan(kind)
    result = b if nan_a else a if nan_b else (min if operation == "min" else max)(a, b, key=lambda x: order(x, kind))
    return result | xorsign << width(kind) - 1


def floating(operation, modifiers, kind, sources):
    rounding = next((m for m in modifiers if m in ("rn", "rz", "rm", "rp")), "rn")
    ftz = "ftz" in modifiers
    if ftz:
        sources = [flushed(x, kind) for x in sources]
    numbers = [parts(x, kind) for x in sources]
    top = 1 << width(kind) - 1
    if operation in ("add", "sub"):
        if operation == "sub":
            numbers[1] = numbers[1][0] ^ 1, numbers[1][1]
        result = exact_sum(*numbers, kind, rounding)
    elif operation == "mul":
        result = encoded(product(*numbers), kind, rounding)
    elif operation == "fma":
        result = exact_sum(product(*numbers[:2]), numbers[2], kind, rounding)
    elif operation == "div":
        result = encoded(quotient(*numbers), kind, rounding)
    elif operation == "rcp":
        result = encoded(quotient((0, Fraction(1)), numbers[0]), kind, rounding)
    elif operation == "sqrt":
        result = root(numbers[0], kind, rounding)
    elif operation in ("min", "max"):
        result = extreme(operation, modifiers, kind, *sources)
    elif operation == "copysign":
        return sources[1] & ~top | sources[0] & top
    elif operation in ("abs", "neg"):
        result = nan(kind) if numbers[0][1] == "nan" else sources[0] & ~top if operation == "abs" else sources[0] ^ top
    else:
        return None
    if ftz:
        result = flushed(result, kind)
    is_nan, negative = parts(result, kind)[1] == "nan", result & top
    if "sat" in modifiers:
        result = clipped(result, kind)
    if "relu" in modifiers and negative and not is_nan:
        result = 0
    return result


# Integers.

def as_signed(bits, size):
    return bits - (1 << size) if bits >> size - 1 else bits


def integer(operation, modifiers, kind, sources):
    size, is_signed = width(kind), kind[0] == "s"
    values = [as_signed(x, size) if is_signed else x for x in sources]
    high, wide = "hi" in modifiers, "wide" in modifiers
    a, b = values[0], values[1] if len(values) > 1 else 0
    if operation in ("add", "sub"):
        result = a + b if operation == "add" else a - b
    elif operation in ("mul", "mad"):
        result = a * b >> (size if high else 0)
        if operation == "mad":
            third = sources[2] if not wide else sources[2] & (1 << 2 * size) - 1
            result += as_signed(third, size * (2 if wide else 1)) if is_signed else third
    elif operation in ("div", "rem"):
        if b == 0 or (is_signed and b == -1 and a == -(1 << size - 1)):
            return None
        quotient_ = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        result = quotient_ if operation == "div" else a - quotient_ * b
    elif operation in ("min", "max"):
        result = min(a, b) if operation == "min" else max(a, b)
    elif operation == "sad":
        result = abs(a - b) + values[2]
    elif operation in ("abs", "neg"):
        result = abs(a) if operation == "abs" else -a
    else:
        return None
    if "sat" in modifiers:
        result = max(-(1 << size - 1), min(result, (1 << size - 1) - 1))
    if "relu" in modifiers:
        result = max(result, 0)
    return result & (1 << size * (2 if wide else 1)) - 1


def compared(comparison, kind, a, b):
    """Whether a comparison holds; those that end in u hold for NaNs too."""
    if kind in FORMATS:
        number_a, number_b = parts(a, kind), parts(b, kind)
        unordered = "nan" in (number_a[1], number_b[1])
        if comparison in ("num", "nan") or unordered:
            return unordered == (comparison == "nan" or comparison in ("equ", "neu", "ltu", "leu", "gtu", "geu"))
        # Zeros of either sign are equal; the order of magnitudes is that of their bits.
        a, b = (0 if x & (1 << width(kind) - 1) - 1 == 0 else order(x, kind)[0] for x in (a, b))
        comparison = comparison[:2]
    elif kind[0] == "s":
        a, b = as_signed(a, width(kind)), as_signed(b, width(kind))
    comparison = {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}.get(comparison, comparison)
    return {"eq": a == b, "ne": a != b, "lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b}[comparison]


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


def conversion(modifiers, to, source, bits):
    """cvt between f32, f64, f16, bf16 and integers."""
    rounding = next((m for m in modifiers if m[0] == "r" and m != "relu"), "")
    if rounding == "rna" or "relu" in modifiers or "pack" in modifiers or "satfinite" in modifiers:
        return None
    if source not in FORMATS:
        value = as_signed(bits, width(source)) if source[0] == "s" else bits
        if to in FORMATS:
            result = rounded(Fraction(value), to, rounding)
            return clipped(result, to) if "sat" in modifiers else result
        low, high = limits(to)
        return (max(low, min(value, high)) if "sat" in modifiers else value) & (1 << width(to)) - 1
    if "ftz" in modifiers and source == "f32":
        bits = flushed(bits, source)
    sign, value = parts(bits, source)
    if to in FORMATS:
        if rounding.endswith("i") and value not in ("nan", "inf"):
            value = Fraction(whole(value, rounding[:2], sign))
        result = encoded((sign, value), to, rounding if rounding in ("rn", "rz", "rm", "rp") else "rn")
        if "ftz" in modifiers and to == "f32":
            result = flushed(result, to)
        return clipped(result, to) if "sat" in modifiers else result
    low, high = limits(to)
    if value == "nan":
        return 1 << width(to) - 1 if 64 in (width(to), width(source)) else 0
    if value == "inf":
        return (low if sign else high) & (1 << width(to)) - 1
    value = whole(value, rounding[:2], sign)
    return max(low, min(-value if sign else value, high)) & (1 << width(to)) - 1


def limits(kind):
    size = width(kind)
    return (-(1 << size - 1), (1 << size - 1) - 1) if kind[0] == "s" else (0, (1 << size) - 1)


def clipped(bits, kind):
    """.sat: to [0, 1], NaN to +0."""
    one = (1 << FORMATS[kind][0] - 1) - 1 << FORMATS[kind][1]
    return 0 if parts(bits, kind)[1] == "nan" or bits >> width(kind) - 1 else min(bits, one)


def bitwise(operation, modifiers, kind, sources):
    size, mask = width(kind), (1 << width(kind)) - 1
    a, b = sources[0], sources[1] if len(sources) > 1 else 0
    if operation in ("and", "or", "xor"):
        return {"and": a & b, "or": a | b, "xor": a ^ b}[operation]
    if operation in ("not", "cnot"):
        return a ^ mask if operation == "not" else int(a == 0)
    if operation in ("shl", "shr"):
        b = min(b, size)
        return a << b & mask if operation == "shl" else (as_signed(a, size) if kind[0] == "s" else a) >> b & mask
    if operation == "popc":
        return bin(a).count("1")
    if operation == "clz":
        return size - a.bit_length()
    if operation == "brev":
        return int(format(a, f"0{size}b")[::-1], 2)
    if operation == "bfind":
        value = ~as_signed(a, size) if kind[0] == "s" and a >> size - 1 else a
        place = value.bit_length() - 1
        return (size - 1 - place if "shiftamt" in modifiers and place >= 0 else place) & 0xFFFFFFFF
    if operation == "bfe" and len(sources) == 3:
        place, length = sources[1] & 255, sources[2] & 255
        sign = length and kind[0] == "s" and a >> min(place + length - 1, size - 1) & 1
        return sum((a >> place + i & 1 if i < length and place + i < size else sign) << i for i in range(size))
    return None


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


def answer(name, sources):
    """The bits of d, or None."""
    operation, *rest = name.split(".")
    kind, modifiers = rest[-1], rest[:-1]
    if operation == "cvt":
        simple = all(re.fullmatch(r"[us](8|16|32|64)|b?f16|f32|f64", x) for x in rest[-2:])
        result = conversion(rest[:-2], rest[-2], kind, sources[0]) if simple else None
        return result if result is None or rest[-2][0] != "s" else as_signed(result, width(rest[-2]))  # extended to the register
    if operation == "set":
        return None
    if operation in ("setp", "testp"):
        return int(predicate(operation, modifiers, kind, sources)) if not {"and", "or", "xor"} & set(modifiers) else None
    if kind in ("f16x2", "bf16x2", "u16x2", "s16x2"):
        halves = [answer(".".join([operation, *modifiers, kind[:-2]]), [x >> shift & 0xFFFF for x in sources]) for shift in (16, 0)]
        return None if None in halves else halves[0] << 16 | halves[1]
    if kind in FORMATS:
        return None if "approx" in modifiers or "full" in modifiers else floating(operation, modifiers, kind, sources)
    result = integer(operation, modifiers, kind, sources) if kind[0] in "us" else None
    return bitwise(operation, modifiers, kind, sources) if result is None and kind[0] in "usb" else result


def write(path):
    text = path.read_text()
    arguments = re.findall(r"^// arg: (\w+) (\w+)(?:\[\d+\])? = .*$", text, re.M)
    found = re.findall(r"^  ([a-z0-9]+(?:\.\w+)*) (%[dp], (?:%[abc](?:, )?)+);$", text, re.M)
    names = [name for name, _ in arguments]
    if len(found) != 1 or names[-1:] != ["d"] or "tolerance" in text or "fault" in text or "as-hardware" in text:
        return False
    instruction, operands = found[0]
    if operands.startswith("%p") and not re.search(r"^  selp\.\w+ %d, 1, 0, %p;$", text, re.M):
        return False
    used = [x.strip()[1:] for x in operands.split(",")][1:]
    if used != names[:-1]:
        return False
    kind = instruction.split(".")[-1]
    if not re.fullmatch(r"[usb](8|16|32|64)|(b?f16|[us]16)(x2)?|f32|f64", kind):
        return False
    generator = random.Random(instruction)
    pools = []
    for i, (_, stored) in enumerate(arguments[:-1]):
        size = width(stored)
        of = kind if size == (32 if kind.endswith("x2") else width(kind)) else f"u{size}"
        if of.endswith("x2"):
            single = edges(of[:-2])
            pools.append([generator.choice(single) << 16 | generator.choice(single) for _ in range(LANES)])
        else:
            pools.append(edges(of))
    lanes = []
    for _ in range(40 * LANES):
        sources = tuple(generator.choice(pool) for pool in pools)
        if len(lanes) < LANES and sources not in lanes and answer(instruction, list(sources)) is not None:
            lanes.append(sources)
    if len(lanes) < 8:
        return False
    results = [answer(instruction, list(sources)) for sources in lanes]
    of = arguments[-1][1]
    shown = [str(x & (1 << width(of)) - 1) for x in results]
    if of[0] == "f":
        shown = [spelled(x, of) for x in results]
    elif of[0] == "i":
        shown = [str(as_signed(x & (1 << width(of)) - 1, width(of))) for x in results]
    lines = text.split("\n")
    head = ["// Edge values; written by edges.py.", f"// launch: grid 1 block {len(lanes)}"]
    for i, (name, stored) in enumerate(arguments[:-1]):
        head.append(f"// arg: {name} u{width(stored)} = " + ", ".join(str(lane[i]) for lane in lanes))
    head += [f"// arg: d {of}[{len(lanes)}] = zeros", "// expect: d = " + ", ".join(shown)]
    body = [line for line in lines if not line.startswith("//")]
    path.with_suffix(".edges.ptx").write_text("\n".join(head + body))
    return True


def spelled(bits, kind):
    sign, value = parts(bits, kind)
    if value == "nan":
        return "nan"
    return ("-" if sign else "") + ("inf" if value == "inf" else repr(float(value)))


if __name__ == "__main__":
    chosen = [HERE / name for name in sys.argv[1:]] or sorted(HERE.glob("*.ptx"))
    print(sum(write(path) for path in chosen if ".edges." not in path.name), "files written")
