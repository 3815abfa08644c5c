"""What floating-point instructions compute (PTX ISA), by exact fractions."""
import functools
import math
from fractions import Fraction

from formats import *


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
    """min, max; more sources are folded."""
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
    elif operation in ("fma", "mad"):
        result = exact_sum(product(*numbers[:2]), numbers[2], kind, rounding)
    elif operation == "div":
        result = encoded(quotient(*numbers), kind, rounding)
    elif operation == "rcp":
        result = encoded(quotient((0, Fraction(1)), numbers[0]), kind, rounding)
    elif operation == "sqrt":
        result = root(numbers[0], kind, rounding)
    elif operation in ("min", "max"):
        if "abs" in modifiers and "xorsign" not in modifiers:
            sources = [x & ~top for x in sources]
        result = functools.reduce(lambda a, b: extreme(operation, modifiers, kind, a, b), sources)
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


def conversion(modifiers, to, source, bits):
    """cvt between f32, f64, f16, bf16 and integers."""
    rounding = next((m for m in modifiers if m[0] == "r" and m != "relu"), "")
    if rounding in ("rna", "rs") or "pack" in modifiers:
        return None
    if "relu" in modifiers or "satfinite" in modifiers:
        return limited(encoded(parts(bits, source), to, rounding), to, modifiers)
    if source not in FORMATS:
        bits &= (1 << width(source)) - 1
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


def limited(bits, kind, modifiers):
    """.satfinite and .relu of a conversion's result."""
    top, infinite = 1 << sum(FORMATS[kind]), infinity(kind)
    if "satfinite" in modifiers and bits & ~top == infinite:
        bits -= 1
    return 0 if "relu" in modifiers and bits & top and bits & ~top <= infinite else bits


def stochastic(bits, kind, random):
    """cvt.rs of f32: away from zero where the bits that are dropped carry when the random ones are added."""
    sign, value = parts(bits, "f32")
    if value in ("nan", "inf"):
        return encoded((sign, value), kind, "rz")
    exponent, fraction = FORMATS[kind]
    dropped = 23 - fraction
    lowest = 2 - (1 << exponent - 1)
    power = max(value.numerator.bit_length() - value.denominator.bit_length(), lowest) if value else lowest
    power = max(power - (value < Fraction(2) ** power), lowest)
    steps = value / Fraction(2) ** (power - fraction)
    kept = steps.numerator // steps.denominator
    carry = steps - kept + Fraction(random % (1 << dropped), 1 << dropped) >= 1
    return encoded((sign, (kept + carry) * Fraction(2) ** (power - fraction)), kind, "rn")


def approximation(operation, modifiers, kind, sources):
    """Results that the ISA's tables of special values give; None for other sources."""
    if "ftz" in modifiers and kind != "bf16":
        sources = [flushed(x, kind) for x in sources]
    upper_only = kind == "f64" and "ftz" in modifiers and operation in ("rcp", "rsqrt")
    if upper_only:  # the lower word of source and result counts for nothing
        sources = [x >> 32 << 32 for x in sources]
    numbers = [parts(x, kind) for x in sources]
    sign, value = numbers[0]
    one = (0, Fraction(1))
    if operation == "div":
        return approximate_quotient(modifiers, kind, numbers)
    not_a_number = 0x7FFFFFFF << 32 if upper_only else nan(kind)
    if value == "nan":
        return not_a_number
    zero, infinite, negative = value == 0, value == "inf", sign and value != 0
    subnormal = not infinite and not zero and value < Fraction(2) ** (2 - (1 << FORMATS[kind][0] - 1))
    result = {
        "ex2": (0, Fraction(0)) if infinite and sign else (0, "inf") if infinite else one if zero or subnormal else None,
        "lg2": (0, "nan") if negative else (1, "inf") if zero else (0, "inf") if infinite else None,
        "sin": (0, "nan") if infinite else (sign, Fraction(0)) if zero else None,
        "cos": (0, "nan") if infinite else one if zero or subnormal else None,
        "tanh": (sign, Fraction(1)) if infinite else (sign, value) if zero or subnormal and kind == "f32" else None,
        "rcp": (sign, "inf") if zero else (sign, Fraction(0)) if infinite else None,
        "rsqrt": (sign, "inf") if zero else (0, "nan") if negative else (0, Fraction(0)) if infinite else None,
        "sqrt": (sign, value) if zero else (0, "nan") if negative else (0, "inf") if infinite else None,
    }.get(operation)
    return None if result is None else not_a_number if result[1] == "nan" else encoded(result, kind, "rn")


def approximate_quotient(modifiers, kind, numbers):
    """a times the reciprocal of b, which div.approx takes for zero where |b| is above 2^126."""
    (sign_a, x), (sign_b, y) = numbers
    if "full" in modifiers and (x not in ("nan", "inf", 0) or y not in ("nan", "inf", 0)):
        return None
    special = "nan" in (x, y) or x in ("inf", 0) or y in ("inf", 0)
    if "approx" in modifiers and y not in ("nan", "inf") and y > Fraction(2) ** 126:
        return encoded(product((sign_a, x), (sign_b, Fraction(0))), kind, "rn")
    if not special or y not in ("nan", "inf", 0) and y < Fraction(2) ** -126:
        return None
    return encoded(quotient(*numbers), kind, "rn")
