"""Values that instructions are tested on, and values as a file's comments hold them."""
from fractions import Fraction

from formats import FORMATS, as_signed, infinity, joined, nan, parts, rounded, width
from small import ABOVE, SHAPES, magnitudes


def edges(kind):
    """Edge values of a type, as bits."""
    if kind in FORMATS:
        exponent, fraction = FORMATS[kind]
        one = (1 << exponent - 1) - 1 << fraction
        top, least, inf = 1 << exponent + fraction, 1 << fraction, infinity(kind)
        half = [0, 1, least - 1, least, least + 1, one, one + 1, one - 1, one + (1 << fraction - 1), inf - 1, inf - 2,
                one + (fraction << fraction), one - (fraction + 1 << fraction), inf]
        return half + [x | top for x in half] + [inf | 1 << fraction - 1, inf | 1, inf | top | 1 << fraction - 1 | 5]
    if kind == "ue8m0":
        return [0, 1, 2, 126, 127, 128, 253, 254, 255]
    if kind in SHAPES:
        fraction, top = SHAPES[kind][1], 1 << sum(SHAPES[kind])
        half = [0, 1, (1 << fraction) - 1, 1 << fraction, (1 << fraction) + 1, *range(top - ABOVE.get(kind, 0) - 2, top)]
        return half + [x | top for x in half]
    bits = width(kind)
    top = 1 << bits - 1
    return [x & 2 * top - 1 for x in (0, 1, 2, 3, -1, -2, top - 1, top - 2, top, top + 1, bits - 1, bits, bits + 1, 255, 256,
                                      top >> 1, (top >> 1) - 1, 0x5555555555555555, 0x8000 % (2 * top), 0xFFFF)]


def between(kind, to):
    """Numbers of a type next to those of a smaller format, and to the middle between two of them, as bits."""
    if to == "tf32":
        kept = (0x80000000, 0x2000, 0x800000, 0x3F800000, 0xBF802000, 0x7F7FE000)
        return [x | low for x in kept for low in (0xFFF, 0x1000, 0x1001)]
    numbers = magnitudes(to)
    places = [0, 1, len(numbers) // 4, len(numbers) // 2, len(numbers) - 2, len(numbers) - 1]
    values = [(numbers[i], numbers[i + 1] if i + 1 < len(numbers) else 2 * numbers[i] - numbers[i - 1]) for i in places]
    bits = [rounded(x, kind, "rn") for low, high in values for x in (low, (low + high) / 2)]
    near = [max(x + step, 0) for x in bits for step in (-1, 0, 1)]
    return near + [x | 1 << width(kind) - 1 for x in near]


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
