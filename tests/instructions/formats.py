"""Numbers of PTX's types: bits to exact fractions, and fractions to bits, rounded once."""
import re
from fractions import Fraction

# Bits of exponent and fraction. tf32 is without the 13 bits that follow it in a register.
FORMATS = {"f16": (5, 10), "bf16": (8, 7), "tf32": (8, 10), "f32": (8, 23), "f64": (11, 52)}


def width(kind):
    return int(re.sub(r"\D+", "", kind.replace("bf16", "16").replace("x2", "")))


def parts(bits, kind):
    """(sign, value): the value is a Fraction, "inf" or "nan"."""
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
    up = {"rn": rest > Fraction(1, 2) or rest == Fraction(1, 2) and floor & 1, "rna": rest >= Fraction(1, 2), "rz": False,
          "rm": sign and rest > 0, "rp": not sign and rest > 0}[rounding]
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
        outwards = rounding in ("rn", "rna") or rounding == ("rm" if sign else "rp")
        bits = infinity(kind) if outwards else infinity(kind) - 1
    return joined(sign, kind, bits)


def signed(number):
    sign, value = number
    return -value if sign else value


def flushed(bits, kind):
    exponent, fraction = FORMATS[kind]
    return bits & 1 << exponent + fraction if bits >> fraction & (1 << exponent) - 1 == 0 else bits


def as_signed(bits, size):
    return bits - (1 << size) if bits >> size - 1 else bits


def limits(kind):
    size = width(kind)
    return (-(1 << size - 1), (1 << size - 1) - 1) if kind[0] == "s" else (0, (1 << size) - 1)


def clipped(bits, kind):
    """.sat: to [0, 1], NaN to +0."""
    one = (1 << FORMATS[kind][0] - 1) - 1 << FORMATS[kind][1]
    return 0 if parts(bits, kind)[1] == "nan" or bits >> width(kind) - 1 else min(bits, one)
