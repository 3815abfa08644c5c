#!/usr/bin/env python3
"""Random CUDA C++ kernels without undefined behaviour, for comparing two compilers.

    random_kernels.py SEED...          print the kernels of these seeds

The kernel of a seed is always the same text. Every kernel has the parameters of PARAMETERS, and ends by writing the bits of
all of its variables, SLOTS of them per thread, to `out`. Results do not depend on the order of threads; what does depend on it
(a planted race) goes to `sink`, which nobody should compare.
"""
import random
import sys

BLOCKS, THREADS, SLOTS = 2, 64, 24
PARAMETERS = "const u32* words, const f32* floats, const f64* doubles, u32* cells, u64* out, u64* sink, S0 given"
BITS = {"bool": 1, "i8": 8, "u8": 8, "i16": 16, "u16": 16, "i32": 32, "u32": 32, "i64": 64, "u64": 64, "i128": 128, "u128": 128}
INTEGERS = [name for name in BITS if name != "bool"]
FLOATS = ["f32", "f64"]
TYPES = ["bool", *INTEGERS, *FLOATS]
COMMON = ["i32", "u32", "i64", "f32", "f64", "f32", *TYPES]
FLOAT_CONSTANTS = ["0.0", "-0.0", "1.0", "-1.0", "0.1", "2.5", "-3.75", "1e-40", "1e30", "1e-30", "3.0", "0.5", "16777217.0"]
UNARY = ["fabs", "sqrt", "floor", "ceil", "trunc", "rint", "round"]
BINARY = ["fmin", "fmax", "copysign"]
START = """typedef signed char i8; typedef unsigned char u8; typedef short i16; typedef unsigned short u16; typedef int i32;
typedef unsigned u32; typedef long long i64; typedef unsigned long long u64; typedef __int128 i128; typedef unsigned __int128 u128;
typedef float f32; typedef double f64;
template <typename T, typename F> __device__ T whole(F x) {
  const F high = sizeof(T) == 1 ? 100 : sizeof(T) == 2 ? 30000 : sizeof(T) == 4 ? F(2e9) : F(9e18);
  return x > (T(-1) < T(0) ? -high : F(-0.5)) && x < high ? (T)x : T(3);
}
template <typename T> __device__ u64 bits(T x) { u64 b = 0; memcpy(&b, &x, sizeof(T) < 8 ? sizeof(T) : 8); return b; }
__device__ u64 bits(u128 x) { return (u64)x ^ (u64)(x >> 64) * 3; }
__device__ u64 bits(i128 x) { return bits((u128)x); }
"""


def words(seed, kind):
    """Values of the parameters `words`, `floats` and `doubles`, as 32-bit words."""
    r = random.Random(f"{seed}{kind}")
    if kind == "words":
        return [r.choice([0, 1, 0xFFFFFFFF, 0x80000000, 0x7FFFFFFF, r.randrange(100), r.getrandbits(32), r.getrandbits(32)]) for _ in range(256)]
    wide = kind == "doubles"
    whole, fraction, bias = (11, 52, 1023) if wide else (8, 23, 127)
    result = []
    for _ in range(256):
        exponent = r.choice([0, (1 << whole) - 1, bias, *[bias + r.randrange(-6, 40) for _ in range(9)], r.randrange(1 << whole)])
        mantissa = r.choice([0, 1, r.getrandbits(fraction), r.getrandbits(fraction), 3 << (fraction - 2)])
        value = (r.getrandbits(1) << (whole + fraction)) | exponent << fraction | mantissa
        result += [value & 0xFFFFFFFF, value >> 32] if wide else [value]
    return result


class Writer:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.names = 0
        self.functions = []  # (name, result, parameter types)
        self.read, self.write = [], []  # (type, expression)

    def name(self, start):
        self.names += 1
        return f"{start}{self.names}"

    def chance(self, percent):
        return self.r.randrange(100) < percent

    def convert(self, text, of, to):
        if of == to:
            return text
        if of in FLOATS:
            if to in FLOATS:
                return f"({to})({text})"
            return f"(({text}) > 1)" if to == "bool" else f"({to})whole<{'i64' if BITS[to] == 128 else to}>({text})"
        if to in FLOATS and BITS[of] == 128:
            return f"({to})(i64)({text})"
        return f"({to})({text})"

    def constant(self, t):
        if t in FLOATS:
            return f"{self.r.choice(FLOAT_CONSTANTS)}{'f' if t == 'f32' else ''}"
        value = self.r.choice([0, 1, 2, 3, 5, 7, 10, 31, 127, 128, 255, 256, 1000, 65535, self.r.getrandbits(31), self.r.getrandbits(62)])
        sign = "-" if t[0] == "i" and self.chance(40) else ""
        return f"({t}){sign}{value}{'ll' if value >> 31 else ''}"

    def leaf(self, t):
        same = [text for of, text in self.read if of == t]
        if same and self.chance(75):
            return self.r.choice(same)
        if self.read and self.chance(70):
            of, text = self.r.choice(self.read)
            return self.convert(text, of, t)
        return self.constant(t)

    def condition(self, depth):
        pick = self.r.randrange(10)
        if pick < 5 or depth <= 0:
            t = self.r.choice(COMMON)
            return f"({self.value(t, depth - 1)} {self.r.choice(['<', '<=', '>', '>=', '==', '!='])} {self.value(t, depth - 1)})"
        if pick < 8:
            return f"({self.condition(depth - 1)} {self.r.choice(['&&', '||', '^', '!='])} {self.condition(depth - 1)})"
        return f"!{self.condition(depth - 1)}" if pick < 9 else f"(bool)({self.value('bool', depth - 1)})"

    def value(self, t, depth):
        if depth <= 0 or self.chance(12):
            return self.leaf(t)
        pick = self.r.randrange(20)
        if pick == 0:
            return f"({self.condition(depth - 1)} ? {self.value(t, depth - 1)} : {self.value(t, depth - 1)})"
        if pick in (1, 2):
            of = self.r.choice(COMMON)
            return self.convert(self.value(of, depth - 1), of, t)
        if pick == 3 and self.functions:
            name, result, parameters = self.r.choice(self.functions)
            return self.convert(f"{name}({', '.join(self.value(p, depth - 1) for p in parameters)})", result, t)
        if t == "bool":
            return self.condition(depth)
        return self.floating(t, depth) if t in FLOATS else self.integer(t, depth)

    def floating(self, t, depth):
        a, b = self.value(t, depth - 1), self.value(t, depth - 1)
        pick, end = self.r.randrange(16), "f" if t == "f32" else ""
        if pick < 7:
            return f"({a} {self.r.choice('++-**-')} {b})"
        if pick < 11:
            c, d = self.leaf(t), self.leaf(t)
            return self.r.choice([f"({a} * {c} + {b})", f"({b} - {a} * {c})", f"({a} * {c} - {b} * {d})", f"({a} * {b} + {c} * {d})",
                                  f"(-({a} * {c} + {b}))", f"(-({a}) * {c} - {b})", f"({a} * {a} + {b} * {b} + {c} * {d})"])
        if pick == 11:
            return f"({a} / {b})"
        if pick == 12:
            return f"(-({a}))"
        if pick == 13:
            return self.r.choice([f"fma{end}({a}, {b}, {self.leaf(t)})", f"ldexp{end}({a}, {self.value('i32', 1)} & 15)",
                                  f"fmod{end}({a}, {self.r.choice([0.1, 3.0, 2.5])}{end})"])
        return f"{self.r.choice(UNARY)}{end}({a})" if pick == 14 else f"{self.r.choice(BINARY)}{end}({a}, {b})"

    def integer(self, t, depth):
        a, b, size = self.value(t, depth - 1), self.value(t, depth - 1), BITS[t]
        wide = f"u{max(size, 32)}"  # wraps around
        pick = self.r.randrange(16)
        if pick < 5:
            return f"({t})(({wide}){a} {self.r.choice('+-*')} ({wide}){b})"
        if pick < 8:
            return f"({t})({a} {self.r.choice('&|^')} {b})"
        if pick == 8:
            return f"({t})({a} {self.r.choice(['<<', '>>'])} (u32)({b} & {size - 1}))"
        if pick == 9:
            return f"({t})({a} {self.r.choice(['<<', '>>'])} {self.r.randrange(size)})"
        if pick == 10 and size < 128:
            divisor = f"(({b} & {self.r.choice([7, 63, 127])}) + 1)" if self.chance(50) else str(self.r.choice([2, 3, 7, 8, 10, 64, 100]))
            return f"({t})({a} {self.r.choice('/%')} ({t}){divisor})"
        if pick == 11:
            return f"({t})~{a}" if self.chance(50) else f"({t})(0 - ({wide}){a})"
        if pick == 12 and size >= 32:  # overflow is ruled out, and the compiler knows
            return f"(({a} & 0x7fff) {self.r.choice('+-*')} ({b} & 0xffff))"
        if pick == 13 and size == 64:
            half = t[0] + "32"
            return f"(({t}){self.value(half, depth - 1)} * {self.value(half, depth - 1)})"
        if pick == 14 and size == 32:
            u, v = f"(u32){a}", f"(u32){b}"
            return f"({t})" + self.r.choice([f"__popc({u})", f"__clz({u})", f"__brev({u})", f"__ffs({u})", f"__umulhi({u}, {v})", f"__mulhi({a}, {b})",
                f"__byte_perm({u}, {v}, (u32){self.leaf(t)})", f"__funnelshift_l({u}, {v}, (u32){self.leaf(t)})", f"__mul24({a}, {b})",
                f"__funnelshift_r({u}, {v}, {self.r.randrange(32)})", f"__dp4a((i32){a}, (i32){b}, (i32){self.leaf(t)})", f"__umul24({u}, {v})"])
        if pick == 14 and size == 64:
            return f"({t})" + self.r.choice([f"__popcll({a})", f"__clzll({a})", f"__brevll({a})", f"__umul64hi({a}, {b})", f"__mul64hi({a}, {b})"])
        return f"({t}){self.r.choice(['min', 'max'])}({a}, {b})" if size >= 32 and size < 128 else f"({t})({a} {self.r.choice('&|^')} {b})"

    def index(self, limit):
        return f"((u32){self.value('i32', 1)} & {limit - 1})"

    def declare(self, t, start=None):
        name = self.name("v")
        line = f"{t} {name} = {start or self.value(t, 2)};"
        self.read.append((t, name))
        self.write.append((t, name))
        return line

    def declare_memory(self):
        """An array, a structure, a union or a pointer in local memory, and places in it."""
        pick, t, name = self.r.randrange(6), self.r.choice(COMMON), self.name("m")
        if pick < 2:
            size = self.r.choice([2, 4, 8])
            first = [f"({t})({self.value(t, 1)})" for _ in range(self.r.randrange(1, size + 1))]
            lines = [f"{t} {name}[{size}] = {{{', '.join(first)}}};"]
            places = [(t, f"{name}[{self.r.randrange(size)}]"), (t, f"{name}[{self.index(size)}]")]
        elif pick < 4:
            lines = [f"S0 {name} = {self.r.choice(['{}', 'given', 'table[1]'])};", f"S0* p{name} = &{name};"]
            places = [(t, f"{self.r.choice([name + '.', f'p{name}->'])}{member}") for t, member in self.members]
        elif pick == 4:
            lines = [f"U0 {name}; {name}.wide = {self.value('u64', 2)};"]
            places = [("u64", f"{name}.wide"), ("u16", f"{name}.half[{self.index(4)}]"), ("u32", f"{name}.pair.y"), ("u8", f"{name}.byte[{self.r.randrange(8)}]")]
        else:
            of = [text for other, text in self.write if other == t and ":" not in text and ".bit" not in text and ">bit" not in text]
            if not of:
                return [self.declare(t)]
            lines = [f"{t}* {name} = {self.condition(1)} ? &{self.r.choice(of)} : &{self.r.choice(of)};"]
            places = [(t, f"(*{name})")]
        self.read += places
        self.write += places
        return lines

    def assignment(self):
        t, place = self.r.choice(self.write)
        pick = self.r.randrange(10)
        if pick < 2 and t in FLOATS:
            return f"{place} {self.r.choice(['+=', '-=', '*='])} {self.value(t, 3)};"
        if pick < 3 and t[0] == "u":
            return f"{place} {self.r.choice(['+=', '-=', '^=', '|='])} {self.value(t, 2)};"
        if pick == 3:
            other = self.r.choice([text for of, text in self.write if of == t])
            return f"{{ const {t} kept = {place}; {place} = {other}; {other} = kept; }}"
        if pick == 4:
            copied = self.name("c")
            return f"{{ volatile {t} {copied} = {self.value(t, 2)}; {place} = {copied}; }}"
        return f"{place} = {self.value(t, 3)};"

    def block(self, depth, loop, count=None):
        read, write = list(self.read), list(self.write)
        lines = [line for _ in range(count or self.r.randrange(1, 4)) for line in self.statement(depth, loop)]
        self.read, self.write = read, write
        return ["  " + line for line in lines]

    def statement(self, depth, loop=False):
        pick = self.r.randrange(20)
        if depth <= 0 or pick < 8:
            return [self.assignment()]
        if pick < 9:
            return [self.declare(self.r.choice(COMMON))]
        if pick < 11:
            return self.declare_memory()
        if pick < 13:
            lines = [f"if ({self.condition(2)}) {{", *self.block(depth - 1, loop)]
            return [*lines, *(["} else {", *self.block(depth - 1, loop)] if self.chance(50) else []), "}"]
        if pick < 16:
            n, read = self.name("n"), list(self.read)
            limit = str(self.r.randrange(1, 7)) if self.chance(50) else f"({self.value('i32', 1)} & 7)"
            first = self.r.choice([f"for (i32 {n} = 0; {n} < {limit}; ++{n}) {{", f"for (i64 {n} = {limit}; {n} > 0; {n} -= 2) {{",
                                   f"for (u32 {n} = 0; {n} * {n} <= (u32){limit}; {n} += 1) {{"])
            self.read.append(("i32" if "i32" in first[:9] else "i64" if "i64" in first[:9] else "u32", n))
            lines = [*(["#pragma unroll"] if self.chance(15) else []), first, *self.block(depth - 1, True)]
            self.read = read
            return [*lines, "}"]
        if pick < 18:
            return self.switch(depth)
        if loop:
            return [f"if ({self.condition(2)}) {self.r.choice(['break', 'continue'])};"]
        return self.r.choice([[f"table_copy = table[{self.index(2)}]; {self.copied()}"], [self.assignment()]])

    def copied(self):
        member, (t, place) = self.r.choice(self.members), self.r.choice(self.write)
        return f"{place} = {self.convert('table_copy.' + member[1], member[0], t)};"

    def switch(self, depth):
        t = self.r.choice(["i32", "u32", "i64", "u8", "i16"])
        dense = self.chance(60)
        cases = self.r.sample(range(6) if dense else [-7, -1, 0, 3, 100, 127] if t[0] == "i" else [0, 1, 3, 100, 200, 255], self.r.randrange(2, 6))
        lines = [f"switch ({self.value(t, 2)}{' & 7' if dense else ''}) {{"]
        for case in cases:
            lines += [f"case {case}:", " {", *self.block(depth - 1, False), " }", *([] if self.chance(30) else [" break;"])]
        return [*lines, *(["default:", *self.block(0, False, 1)] if self.chance(50) else []), "}"]

    def function(self):
        name, result = self.name("f"), self.r.choice(COMMON)
        parameters = [self.r.choice(COMMON) for _ in range(self.r.randrange(1, 5))]
        named = [(t, self.name("a")) for t in parameters]
        self.read, self.write = list(named), list(named)
        lines = [f"__device__ __noinline__ {result} {name}({', '.join(f'{t} {a}' for t, a in named)}) {{"]
        lines += [f"  S0 table_copy = table[0];", "  const S0& given = table[1];"]
        lines += ["  " + line for _ in range(self.r.randrange(1, 4)) for line in self.statement(2)]
        if self.chance(40):
            lines.append(f"  if ({self.condition(2)}) return {self.value(result, 2)};")
        lines += ["  " + line for line in self.statement(1)] + [f"  return {self.value(result, 3)};", "}"]
        self.functions.append((name, result, parameters))
        return lines

    def together(self):
        """Statements that all threads of a block reach: they exchange values."""
        t, v = self.r.choice(["u32", "i32", "f32", "u64", "f64"]), self.name("v")
        whole, simple = self.r.choice(["u32", "i32"]), self.value
        lane = self.r.randrange(1, 32)
        cells = {"Add": 0, "Max": 8, "Min": 24, "Xor": 40, "Or": 48, "And": 56}  # one operation each: the order does not matter
        operation, first = self.r.choice(list(cells.items()))
        first += 8 if operation in ("Max", "Min") and whole == "i32" else 0
        texts = {
            0: [f"{t} {v} = __shfl_{self.r.choice(['xor', 'up', 'down'])}_sync(0xffffffff, {simple(t, 2)}, {lane});"],
            1: [f"u32 {v} = __ballot_sync(0xffffffff, {self.condition(2)});"], 2: [f"{t} {v} = __shfl_sync(0xffffffff, {simple(t, 2)}, {self.index(32)});"],
            3: [f"shared_{t}[thread] = {simple(t, 2)};", "__syncthreads();", f"{t} {v} = shared_{t}[(thread + {lane}) & 63];", "__syncthreads();"],
            4: [f"atomic{operation}((({whole}*)cells) + {first} + {self.index(8)}, {simple(whole, 2)});", f"{whole} {v} = {simple(whole, 1)};"],
            5: [f"u32 {v} = atomic{self.r.choice(['Add', 'Sub', 'Exch', 'Inc', 'Dec', 'Max', 'Xor'])}(&cells[64 + id], {simple('u32', 2)});"],
            6: [f"u32 {v} = atomicCAS(&dynamic[thread], {simple('u32', 1)}, {simple('u32', 2)}) + atomicAdd(&dynamic[thread], {simple('u32', 1)});"],
            7: [f"f32 {v} = atomicAdd((f32*)&dynamic[thread + 64], {simple('f32', 2)});"],
            8: [f"u64 {v} = atomic{self.r.choice(['Add', 'Exch', 'Max', 'Min'])}(&shared_u64[thread], {simple('u64', 2)});"],
            9: [f"const float4 q{v} = ((const float4*)floats)[{self.index(64)}];", f"f32 {v} = q{v}.x * q{v}.y - q{v}.z * q{v}.w;"],
            10: [f"const int4 q{v} = ((const int4*)words)[{self.index(64)}];", f"u32 {v} = (u32)q{v}.x + (u32)q{v}.y * (u32)q{v}.z ^ (u32)q{v}.w;"],
            11: [f"char4 q{v} = ((const char4*)words)[{self.index(64)}];", f"q{v}.y = (i8)id; ((char4*)sink)[384 + id] = q{v};", f"i32 {v} = q{v}.x * q{v}.y - q{v}.z + q{v}.w;"],
            12: [f"__half h{v} = __float2half({simple('f32', 2)}), g{v} = __float2half({simple('f32', 2)});", f"f32 {v} = __half2float(__hfma(h{v}, g{v}, __hadd(h{v}, g{v})));"],
            13: [f"u32 {v} = (id & 1 ? callback[{self.index(2)}] : &called_0)({simple('u32', 2)}, {simple('i32', 2)});"],
            14: [f"u32 {v} = recursive({self.index(8)}, {simple('u32', 2)});"],
            15: [f"S0 s{v} = changed({self.r.choice(['given', 'table[0]', 'table_copy'])}, {simple('u32', 2)});", f"u64 {v} = bits(s{v}.{self.members[0][1]}) ^ bits(s{v}.{self.members[1][1]});"],
            16: [f"u32 {v} = *places[{self.index(2)}] + *record.place + record.small + (u32)whole<i32>(record.real);"],
            17: [f"u32 {v} = *({self.condition(1)} ? &dynamic[thread] : &cells[64 + id]);"],
            18: [f"double2 q{v} = ((const double2*)doubles)[{self.index(32)}];", f"f64 {v} = q{v}.x * q{v}.y + {simple('f64', 2)};"],
        }
        lines = texts[self.r.randrange(len(texts))]
        place = (lines[-2] if lines[-1] == "__syncthreads();" else lines[-1]).split(f" {v} =")[0].split()[-1]
        self.read.append((place, v))
        self.write.append((place, v))
        return lines

    def kernel(self, planted):
        self.members = [(self.r.choice(COMMON), f"member_{i}") for i in range(self.r.randrange(2, 6))]
        bit_fields = [(self.r.choice(["i32", "u32", "i64"]), f"bits_{i}") for i in range(3)]
        widths = self.r.choice([(3, 8, 21), (16, 1, 15), (1, 7, 8), (9, 12, 11), (10, 22, 32), (31, 1, 32)])
        lines = ["#include <cuda_fp16.h>", *START.split("\n")[:-1], "struct S0 {", *[f"  {t} {m};" for t, m in self.members]]
        lines += [f"  {t} {m} : {width};" for (t, m), width in zip(bit_fields, widths)] + ["};"]
        self.members += bit_fields
        lines += ["union U0 { u64 wide; u16 half[4]; u8 byte[8]; uint2 pair; };", "__constant__ u32 values[4] = {1, 20, 300, 0xfffffff0u};"]
        lines += ["__device__ u32 numbers[8] = {9, 8, 7, 6, 5, 4, 3, 2};", "__device__ u32* places[2] = {numbers + 1, &numbers[6]};"]
        lines += ["struct Record { u32* place; i16 small; f64 real; };", "__device__ Record record = {&numbers[3], -4, 2.5};"]
        first, second = (t for t, _ in self.members[:2])
        lines += [f"__constant__ S0 table[2] = {{{{({first})1, ({second})2}}, {{({first})3}}}};"]
        for _ in range(self.r.randrange(0, 4)):
            lines += self.function()
        for number in (0, 1):
            self.read = [("u32", "a"), ("i32", "b")]
            lines.append(f"__device__ __noinline__ u32 called_{number}(u32 a, i32 b) {{ return {self.value('u32', 3)}; }}")
        self.read = [("u32", "x"), ("u32", "n")]
        lines += ["__device__ u32 (*callback[2])(u32, i32) = {called_1, called_0};", "__device__ __noinline__ u32 recursive(u32 n, u32 x) {"]
        lines += [f"  if (n == 0) return {self.value('u32', 2)};", f"  return recursive(n - 1, {self.value('u32', 2)}) * 3 + {self.value('u32', 2)};", "}"]
        self.read = [("u32", "x"), *[(t, "s." + m) for t, m in self.members]]
        lines += ["__device__ __noinline__ S0 changed(S0 s, u32 x) {"]
        lines += [f"  s.{m} = {self.value(t, 2)};" for t, m in self.members if self.chance(50)] + ["  return s;", "}"]
        lines += [f"__global__ void kernel({PARAMETERS}) {{", "  const u32 thread = threadIdx.x, id = blockIdx.x * blockDim.x + thread;"]
        lines += ["  extern __shared__ u32 dynamic[];", "  dynamic[thread] = id, dynamic[thread + 64] = 0;", "  S0 table_copy = given;"]
        lines += [f"  __shared__ {t} shared_{t}[64];\n  shared_{t}[thread] = ({t})thread;" for t in ("u32", "i32", "f32", "u64", "f64")]
        lines.append("  __syncthreads();")
        self.read, self.write = [("u32", "thread"), ("u32", "id"), ("u32", "values[id & 3]"), ("u32", "numbers[id & 7]")], []
        starts = {"f32": "floats", "f64": "doubles"}
        for t in [*self.r.sample(INTEGERS, 4), "f32", "f32", "f64", "i32", "u32"]:
            source = starts.get(t, "words")
            lines.append("  " + self.declare(t, f"({t}){source}[(id + {self.r.randrange(128)}) & {127 if t == 'f64' else 255}]"))
        outer = []
        for _ in range(self.r.randrange(4, 11)):
            outer += self.together() if self.chance(50) else [self.declare(self.r.choice(COMMON))] if self.chance(20) else self.statement(3)
        if planted == "race":
            outer += ["shared_u32[thread] = id;", "sink[id] = shared_u32[(thread + 32) & 63];", "sink[128 + (id & 7)] = id;"]
        if planted == "bounds":
            outer += ["sink[id] = words[id + 200];"]
        lines += ["  " + line for line in outer]
        slots = [f"out[id * {SLOTS} + {i}] = bits({text});" for i, (t, text) in enumerate(list(dict.fromkeys(self.read))[:SLOTS - 1])]
        lines += ["  " + slot for slot in slots] + [f"  out[id * {SLOTS} + {SLOTS - 1}] = bits(table_copy.{self.members[-1][1]});", "}"]
        return "\n".join(lines) + "\n"


def planted_in(seed):
    """What is wrong with the kernel of a seed: "race", "bounds" (a read past the end of `words`) or ""."""
    return {0: "race", 1: "bounds"}.get(seed % 12, "")


def kernel_of(seed):
    return Writer(seed).kernel(planted_in(seed))


if __name__ == "__main__":
    for number in sys.argv[1:]:
        print(kernel_of(int(number)), end="")
