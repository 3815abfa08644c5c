"""What instructions on integers and bits compute (PTX ISA)."""
from formats import as_signed, width


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


def low_24(bits, is_signed):
    return as_signed(bits & 0xFFFFFF, 24) if is_signed else bits & 0xFFFFFF


def product_24(operation, modifiers, kind, sources):
    """mul24, mad24."""
    result = low_24(sources[0], kind == "s32") * low_24(sources[1], kind == "s32") >> (16 if "hi" in modifiers else 0)
    if operation == "mad24" and "sat" in modifiers:
        result = as_signed(result & 0xFFFFFFFF, 32) + as_signed(sources[2], 32)
        return max(-(1 << 31), min(result, (1 << 31) - 1)) & 0xFFFFFFFF
    return result + (sources[2] if operation == "mad24" else 0) & 0xFFFFFFFF


def dot(operation, modifiers, types, sources):
    """dp4a, dp2a: products of bytes of b with bytes or halves of a, added to c."""
    size = 8 if operation == "dp4a" else 16
    first_of_b = 2 if "hi" in modifiers else 0

    def part(bits, place, bits_each, kind):
        value = bits >> place * bits_each & (1 << bits_each) - 1
        return as_signed(value, bits_each) if kind == "s32" else value

    products = (part(sources[0], i, size, types[0]) * part(sources[1], first_of_b + i, 8, types[1]) for i in range(32 // size))
    return sum(products) + sources[2] & 0xFFFFFFFF


def permuted(modifiers, sources):
    """prmt: which of the eight bytes b:a each byte of d is."""
    all_bytes, selector = sources[1] << 32 | sources[0], sources[2]
    first = selector & 3
    places = {"f4e": [first + i for i in range(4)], "b4e": [first - i & 7 for i in range(4)], "rc8": [first] * 4,
              "ecl": [max(i, first) for i in range(4)], "ecr": [min(i, first) for i in range(4)],
              "rc16": [0, 1, 0, 1] if first % 2 == 0 else [2, 3, 2, 3]}
    mode = next((m for m in modifiers if m in places), None)
    result = 0
    for i in range(4):
        nibble = places[mode][i] if mode else selector >> 4 * i & 15
        byte = all_bytes >> 8 * (nibble & 7) & 255
        result |= (byte if nibble < 8 else 255 * (byte >> 7)) << 8 * i
    return result


def looked_up(sources):
    """lop3: bit by bit in the table of the last source."""
    a, b, c, table = sources
    return sum((table >> ((a >> i & 1) * 4 + (b >> i & 1) * 2 + (c >> i & 1)) & 1) << i for i in range(32))


def funnel(modifiers, sources):
    """shf: a shift of the 64 bits b:a."""
    by = min(sources[2], 32) if "clamp" in modifiers else sources[2] & 31
    both = sources[1] << 32 | sources[0]
    return both << by >> 32 & 0xFFFFFFFF if "l" in modifiers else both >> by & 0xFFFFFFFF


def inserted(kind, sources):
    """bfi: the low bits of a over a field of b."""
    place, length = sources[2] & 255, sources[3] & 255
    mask = (1 << length) - 1
    return (sources[1] & ~(mask << place) | (sources[0] & mask) << place) & (1 << width(kind)) - 1


def with_carry(operation, modifiers, kind, sources, carry):
    """add.cc, addc, sub.cc, subc, mad.cc, madc: d and the carry (or borrow) out."""
    size = width(kind)
    a, b, last = sources[0], sources[1], sources[-1]
    if operation.startswith("mad"):
        whole = (as_signed(a, size) * as_signed(b, size) if kind[0] == "s" else a * b) >> (size if "hi" in modifiers else 0)
        a, b = whole & (1 << size) - 1, last
    result = a - b - carry if operation.startswith("sub") else a + b + carry
    return result & (1 << size) - 1, int(not 0 <= result < 1 << size)
