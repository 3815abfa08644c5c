"""cvt to and from formats of at most 8 bits (PTX ISA), by lists of all their numbers, and to tf32."""
import bisect
import functools
import re
from fractions import Fraction

from floating import encoded, limited
from formats import parts, rounded

SHAPES = {"e4m3": (4, 3), "e5m2": (5, 2), "e2m3": (2, 3), "e3m2": (3, 2), "e2m1": (2, 1)}  # bits of exponent and fraction
ABOVE = {"e4m3": 1, "e5m2": 4}  # how many of the largest magnitudes are no numbers
NO_EXPONENT = 255  # the NaN of ue8m0


@functools.cache
def magnitudes(kind):
    """The values of all numbers that are not negative, by their bits."""
    if kind == "ue8m0":
        return [Fraction(2) ** (bits - 127) for bits in range(NO_EXPONENT)]
    exponent, fraction = SHAPES[kind]
    fields = ((bits >> fraction, bits & (1 << fraction) - 1) for bits in range((1 << exponent + fraction) - ABOVE.get(kind, 0)))
    return [(int(field > 0) + Fraction(rest, 1 << fraction)) * Fraction(2) ** (max(field, 1) - (1 << exponent - 1) + 1)
            for field, rest in fields]


def size(kind):
    """Bits that a value takes in a pair."""
    return 4 if kind == "e2m1" else 8


def narrowed(number, kind, relu):
    """To nearest, ties to even, and to the largest number where it is exceeded (.satfinite)."""
    sign, value = number
    numbers = magnitudes(kind)
    if value == "nan":
        return (1 << sum(SHAPES[kind])) - 1  # a positive NaN, or the largest number where there is none
    if relu and sign:
        return 0
    above = len(numbers) if value == "inf" else bisect.bisect_left(numbers, value)
    neighbours = range(max(above - 1, 0), min(above + 1, len(numbers)))
    bits = neighbours[0] if value == "inf" else min(neighbours, key=lambda x: (abs(numbers[x] - value), x & 1))
    return sign << sum(SHAPES[kind]) | bits


def exponent_of(number, rounding, finite):
    """To ue8m0, which has no signs: the next power of two towards zero or away from it."""
    value, numbers = number[1], magnitudes("ue8m0")
    if value == "nan" or value == "inf" and not finite:
        return NO_EXPONENT
    if value == "inf":
        return NO_EXPONENT - 1
    below = bisect.bisect_right(numbers, value) - 1
    if rounding == "rz" or below >= 0 and numbers[below] == value:
        return max(below, 0)
    return below + 1 if not finite else min(below + 1, NO_EXPONENT - 1)


def widened(bits, kind, to, relu):
    """From a small format to f16, or from ue8m0 to bf16."""
    if kind == "ue8m0":
        return 0x7FFF if bits == NO_EXPONENT else rounded(magnitudes(kind)[bits], to, "rn")
    sign, magnitude = bits >> sum(SHAPES[kind]) & 1, bits & (1 << sum(SHAPES[kind])) - 1
    numbers = magnitudes(kind)
    if magnitude >= len(numbers) and not (kind == "e5m2" and magnitude == len(numbers)):
        return 0x7FFF
    if relu and sign:
        return 0
    return encoded((sign, "inf" if magnitude == len(numbers) else numbers[magnitude]), to, "rn")


def to_tf32(modifiers, bits):
    """cvt to tf32: an f32 whose last 13 bits are zero."""
    number = parts(bits, "f32")
    if number[1] == "nan":
        return 0x7FFFFFFF
    rounding = next(m for m in modifiers if m in ("rn", "rz", "rna"))
    return limited(encoded(number, "tf32", rounding), "tf32", modifiers) << 13


def small_conversion(modifiers, to, kind, sources):
    """cvt of a pair to or from a small format; None for other types."""
    if to == "tf32":
        return to_tf32(modifiers, sources[0])
    relu = "relu" in modifiers
    if re.fullmatch(r"u?e\dm\dx2", to):
        halves = [sources[0] >> at & 0xFFFF for at in (16, 0)]
        pair = [parts(x, "f32") for x in sources] if kind == "f32" else [parts(x, kind[:-2]) for x in halves]
        to = to[:-2]
        if to == "ue8m0":
            high, low = (exponent_of(x, modifiers[0], "satfinite" in modifiers) for x in pair)
        else:
            high, low = (narrowed(x, to, relu) for x in pair)
        return high << size(to) | low
    if re.fullmatch(r"u?e\dm\dx2", kind):
        kind, mask = kind[:-2], (1 << size(kind[:-2])) - 1
        high, low = (widened(sources[0] >> at & mask, kind, to[:-2], relu) for at in (size(kind), 0))
        return high << 16 | low
    return None
