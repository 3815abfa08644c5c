"""The library that compiles NVVM IR (app/nvvm_library), as Numba calls it: by its C interface."""

import ctypes
import math
import pathlib
import subprocess
import unittest

from program import PROGRAM, SANITIZED, ProgramTest, read_npy, warplens

TOOLKIT = pathlib.Path(PROGRAM).parent / "program" / "toolkit" / "nvvm"
LIBDEVICE = TOOLKIT / "libdevice" / "libdevice.10.bc"
NO_MODULE, INVALID_OPTION, INVALID_IR, COMPILATION = 8, 7, 6, 9

HEAD = """target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
!nvvmir.version = !{!100}
!100 = !{i32 2, i32 0, i32 3, i32 1}
"""
TAIL = """
!nvvm.annotations = !{!101}
!101 = !{%s @kernel, !"kernel", i32 1}
"""
SAXPY = """
define void @kernel(float* %x, float %a) {
  %v = load float, float* %x
  %p = fmul float %v, %a
  %s = fadd float %p, %a
  %d = fdiv float %s, %v
  %r = call float @__nv_sqrtf(float %d)
  %e = call float @__nv_fast_sinf(float %r)
  store float %e, float* %x
  ret void
}
declare float @__nv_sqrtf(float)
declare float @__nv_fast_sinf(float)
""" + TAIL % "void (float*, float)*"


class Library:
    """A program of the interface: modules, then PTX and a log."""

    def __init__(self):
        self.functions = ctypes.CDLL(str(TOOLKIT / "lib64" / "libnvvm.so.4"))
        self.program = ctypes.c_void_p()
        assert self.functions.nvvmCreateProgram(ctypes.byref(self.program)) == 0

    def close(self):
        assert self.functions.nvvmDestroyProgram(ctypes.byref(self.program)) == 0

    def add(self, text, name=None, lazy=False):
        data = text if isinstance(text, bytes) else text.encode()
        add = self.functions.nvvmLazyAddModuleToProgram if lazy else self.functions.nvvmAddModuleToProgram
        return add(self.program, data, ctypes.c_size_t(len(data)), name.encode() if name else None)

    def options(self, words):
        return len(words), (ctypes.c_char_p * len(words))(*[word.encode() for word in words])

    def compile(self, *words):
        return self.functions.nvvmCompileProgram(self.program, *self.options(words))

    def verify(self, *words):
        return self.functions.nvvmVerifyProgram(self.program, *self.options(words))

    def text(self, what):
        size = ctypes.c_size_t()
        assert getattr(self.functions, "nvvmGet%sSize" % what)(self.program, ctypes.byref(size)) == 0
        buffer = ctypes.create_string_buffer(size.value)
        assert getattr(self.functions, "nvvmGet" + what)(self.program, buffer) == 0
        return buffer.value.decode()

    ptx = property(lambda self: self.text("CompiledResult"))
    log = property(lambda self: self.text("ProgramLog"))


@unittest.skipIf(SANITIZED, "programs load the library, which is without sanitizers")
class NvvmLibrary(ProgramTest):
    def setUp(self):
        self.library = Library()
        self.addCleanup(self.library.close)

    def compiled(self, *options, text=SAXPY):
        self.assertEqual(self.library.add(HEAD + text), 0)
        self.assertEqual(self.library.add(LIBDEVICE.read_bytes(), lazy=True), 0)
        self.assertEqual(self.library.compile(*options), 0, self.library.log)
        return self.library.ptx

    def test_says_its_versions(self):
        numbers = [ctypes.c_int() for _ in range(4)]
        self.assertEqual(self.library.functions.nvvmIRVersion(*map(ctypes.byref, numbers)), 0)
        self.assertGreaterEqual([number.value for number in numbers][:2], [1, 6])
        name = self.library.functions.nvvmGetErrorString
        name.restype = ctypes.c_char_p
        self.assertEqual(name(COMPILATION), b"NVVM_ERROR_COMPILATION")

    def test_options_choose_instructions(self):
        exact = self.compiled("-arch=compute_75")
        self.assertIn(".target sm_75", exact)
        self.assertRegex(exact, r"\.visible \.entry kernel\(")
        for instruction in ("fma.rn.f32", "div.rn.f32", "sqrt.rn.f32", "sin.approx.f32"):
            self.assertIn(instruction, exact)
        self.assertNotIn("call", exact)
        self.assertNotIn("warpSize", exact)
        self.assertEqual(self.library.compile("-arch=compute_86", "-ftz=1", "-prec-sqrt=0", "-prec-div=0", "-fma=0"), 0)
        fast = self.library.ptx
        self.assertIn(".target sm_86", fast)
        for instruction in ("mul.rn.ftz.f32", "add.rn.ftz.f32", "div.full.ftz.f32", "sqrt.approx.ftz.f32", "sin.approx.ftz.f32"):
            self.assertIn(instruction, fast)
        self.assertEqual(self.library.compile("-opt=0"), 0)
        self.assertNotIn("fma.rn.f32", self.library.ptx)

    def test_newer_dialect_with_opaque_pointers(self):
        text = SAXPY.replace("float*", "ptr").replace("void (ptr, float)*", "ptr")
        if self.library.add(HEAD + text) == 0 and self.library.compile() != 0:
            self.assertRegex(self.library.log, r"<unnamed>:\d+:\d+: .*\n(.*\n)* \(LLVM 14\)")
            raise unittest.SkipTest("this build has no LLVM that reads opaque pointers")
        self.assertIn(".visible .entry kernel(", self.library.ptx)

    def test_memory_spaces_are_seen_through_casts(self):
        shared = self.compiled(text="""
@tile = internal addrspace(3) global [32 x double] undef, align 8
declare i8* @llvm.nvvm.ptr.shared.to.gen.p0i8.p3i8(i8 addrspace(3)*)
define void @kernel(i32 %i) {
  %g = call i8* @llvm.nvvm.ptr.shared.to.gen.p0i8.p3i8(i8 addrspace(3)* bitcast ([32 x double] addrspace(3)* @tile to i8 addrspace(3)*))
  %d = bitcast i8* %g to double*
  %p = getelementptr double, double* %d, i32 %i
  store volatile double 1.0, double* %p
  ret void
}
""" + TAIL % "void (i32)*")
        self.assertIn("st.volatile.shared", shared)

    def test_what_a_warp_does_together_stays_where_it_is(self):
        text = self.compiled(text="""
declare {i32, i1} @llvm.nvvm.vote.sync(i32, i32, i1)
declare {i32, i1} @llvm.nvvm.shfl.sync.i32(i32, i32, i32, i32, i32)
declare {i32, i1} @llvm.nvvm.match.all.sync.i32(i32, i32)
declare void @llvm.nvvm.barrier0()
define void @kernel(i32* %out, i1 %c) {
  br i1 %c, label %yes, label %no
yes:
  %a = call i32 asm sideeffect "activemask.b32 $0;", "=r"()
  call void @llvm.nvvm.barrier0()
  br label %end
no:
  %b = call i32 asm sideeffect "activemask.b32 $0;", "=r"()
  call void @llvm.nvvm.barrier0()
  br label %end
end:
  %m = phi i32 [%a, %yes], [%b, %no]
  store i32 %m, i32* %out
  %v = call {i32, i1} @llvm.nvvm.vote.sync(i32 -1, i32 3, i1 %c)
  %w = extractvalue {i32, i1} %v, 0
  %s = call {i32, i1} @llvm.nvvm.shfl.sync.i32(i32 -1, i32 2, i32 %w, i32 1, i32 31)
  %t = extractvalue {i32, i1} %s, 0
  %n = call {i32, i1} @llvm.nvvm.match.all.sync.i32(i32 -1, i32 %t)
  %o = extractvalue {i32, i1} %n, 0
  store volatile i32 %o, i32* %out
  ret void
}
""" + TAIL % "void (i32*, i1)*")
        self.assertEqual(text.count("activemask.b32"), 2)
        self.assertEqual(text.count("bar.sync"), 2)
        for instruction in ("vote.sync.ballot.b32", "shfl.sync.down.b32", "match.all.sync.b32"):
            self.assertIn(instruction, text)
        self.assertNotIn("call", text)

    def test_errors_name_the_place(self):
        self.assertEqual(self.library.compile(), NO_MODULE)
        self.assertEqual(self.library.add(HEAD + SAXPY.replace("fadd float", "fadd double"), "racy.py"), 0)
        self.assertEqual(self.library.compile(), COMPILATION)
        self.assertIn("racy.py:9:20: error: '%p' defined with type 'float' but expected 'double'", self.library.log)
        self.assertEqual(self.library.verify(), INVALID_IR)
        self.assertEqual(self.library.compile("-arch=compute_75", "-fast"), INVALID_OPTION)
        self.assertIn("-fast", self.library.log)
        self.assertEqual(self.library.ptx, "")

    def test_no_ir_of_a_stranger_ends_this_process(self):
        bitcode = LIBDEVICE.read_bytes()
        for text in ("", "\0", "nonsense", "BC", "define void @kernel() {", bitcode[:1000], bitcode[:-100] + b"\xff" * 100,
                     bitcode[:40000] + bytes(200) + bitcode[40200:], "define void @f() { call void @f() ret void }",
                     "define void @f() { call void asm \"\", \"=r\"() ret void }"):
            with self.subTest(text=text[:40]):
                library = Library()
                self.addCleanup(library.close)
                if library.add(text) != 0:
                    continue  # refused at once
                if library.compile() != 0:
                    self.assertNotEqual(library.log, "")

    def test_without_llvm_it_says_what_to_install(self):
        empty = self.folder / "empty"
        empty.mkdir()
        module = self.write("k.ll", HEAD + SAXPY)
        compiler = [TOOLKIT / "bin" / "nvvm_compiler", "--module", module]
        if subprocess.run(["unshare", "-rm", "true"], capture_output=True).returncode != 0:
            raise unittest.SkipTest("this build has no right to hide LLVM from itself")
        script = 'for file in $(ldconfig -p | sed -n "s/.*libLLVM.* => //p"); do mount --bind /dev/null "$(readlink -f "$file")"; done; exec "$@"'
        process = subprocess.run(["unshare", "-rm", "sh", "-c", script, "sh", *compiler], capture_output=True, text=True)
        self.assertEqual(process.returncode, 1)
        self.assertIn("install Debian's package libllvm14", process.stdout)


def bessel_j(n, x):
    """Bessel's integral, by the trapezoidal rule, which converges exponentially on a period."""
    steps = 400
    return sum(math.cos(n * t - x * math.sin(t)) for t in (2 * math.pi * k / steps for k in range(steps))) / steps


def simpson(function, high, steps=20000):
    width = high / steps
    return width / 3 * sum((1 if k in (0, steps) else 4 if k % 2 else 2) * function(k * width) for k in range(steps + 1))


def bessel_y(n, x):
    """Schläfli's integrals (Abramowitz and Stegun, 9.1.22)."""
    near = simpson(lambda t: math.sin(x * math.sin(t) - n * t), math.pi)
    end = math.asinh(60 / x)  # what follows is below 1e-24
    far = simpson(lambda t: (math.exp(n * t) + (-1) ** n * math.exp(-n * t)) * math.exp(-x * math.sinh(t)), end)
    return (near - far) / math.pi


def bessel_i(n, x):
    steps = 400
    return sum(math.exp(x * math.cos(t)) * math.cos(n * t) for t in (2 * math.pi * k / steps for k in range(steps))) / steps


def gamma_of(x):
    return math.gamma(x) if x > 0 or x != int(x) else math.nan


XS = [0.0, -0.0, 0.125, -0.3, 0.5, 0.75, 1.0, -1.0, 1.5, 1.9375, 2.0, 2.0625, 3.0, -3.5, 8.0, 10.0, 19.0, 24.0, 26.0, 31.0, 100.0, 1000.0, 1e-5, -40.0, 600.0]
# Name, reference, the x that it is for, and how far it may be off: relative, and absolute.
FUNCTIONS = [
    ("sin", math.sin, XS, 4e-16, 0), ("cos", math.cos, XS, 4e-16, 0), ("tan", math.tan, XS, 1e-15, 0), ("exp2", lambda x: 2.0**x, XS, 4e-16, 0),
    ("exp", math.exp, XS, 4e-16, 0), ("expm1", math.expm1, XS, 2e-15, 0), ("exp10", lambda x: 10.0**x, [x for x in XS if abs(x) < 300], 1e-15, 0),
    ("log", math.log, [x for x in XS if x > 0], 4e-16, 0), ("log2", math.log2, [x for x in XS if x > 0], 4e-16, 0),
    ("log10", math.log10, [x for x in XS if x > 0], 4e-16, 0), ("log1p", math.log1p, [x for x in XS if x > -1], 8e-16, 0),
    ("asin", math.asin, [x for x in XS if abs(x) <= 1], 8e-16, 0), ("acos", math.acos, [x for x in XS if abs(x) <= 1], 8e-16, 0),
    ("atan", math.atan, XS, 8e-16, 0), ("sinh", math.sinh, XS, 2e-15, 0), ("cosh", math.cosh, XS, 2e-15, 0), ("tanh", math.tanh, XS, 2e-15, 0),
    ("asinh", math.asinh, XS, 2e-15, 0), ("acosh", math.acosh, [x for x in XS if x >= 1], 2e-15, 0),
    ("atanh", math.atanh, [x for x in XS if abs(x) < 1], 2e-15, 0), ("erf", math.erf, XS, 1e-15, 0), ("erfc", math.erfc, XS, 6e-14, 0),
    ("lgamma", math.lgamma, [x for x in XS if x > 0], 4e-15, 1e-15), ("tgamma", gamma_of, [x for x in XS if 0 < x < 150], 4e-14, 0),
    ("cbrt", lambda x: math.copysign(abs(x) ** (1 / 3), x), XS, 1e-15, 0), ("fabs", abs, XS, 0, 0), ("floor", math.floor, XS, 0, 0),
    ("rint", round, XS, 0, 0), ("sqrt", math.sqrt, [x for x in XS if x >= 0], 0, 0), ("trunc", math.trunc, XS, 0, 0),
    ("j0", lambda x: bessel_j(0, x), [x for x in XS if abs(x) <= 100], 0, 2e-15), ("j1", lambda x: bessel_j(1, x), [x for x in XS if abs(x) <= 100], 0, 2e-15),
    ("y0", lambda x: bessel_y(0, x), [x for x in XS if 0.1 < x <= 100], 0, 5e-12), ("y1", lambda x: bessel_y(1, x), [x for x in XS if 0.1 < x <= 100], 0, 5e-12),
    ("cyl_bessel_i0", lambda x: bessel_i(0, x), [x for x in XS if abs(x) <= 100], 4e-15, 0),
    ("cyl_bessel_i1", lambda x: bessel_i(1, x), [x for x in XS if abs(x) <= 100], 4e-15, 1e-16),
]


@unittest.skipIf(SANITIZED, "programs load the library, which is without sanitizers")
class DeviceFunctions(ProgramTest):
    def test_are_right_to_the_stated_error(self):
        body, declared, places = [], [], []
        for name, _, xs, _, _ in FUNCTIONS:
            declared.append(f"declare double @__nv_{name}(double)")
            for x in xs:
                k = len(places)
                body.append(f"  %p{k} = getelementptr double, double* %x, i32 {k}\n  %v{k} = load double, double* %p{k}\n"
                            f"  %r{k} = call double @__nv_{name}(double %v{k})\n  %q{k} = getelementptr double, double* %out, i32 {k}\n"
                            f"  store double %r{k}, double* %q{k}")
                places.append(x)
        library = Library()
        self.addCleanup(library.close)
        # Unoptimised, each function is compiled once and called.
        library.add(HEAD + "\n".join(declared) + "\ndefine void @kernel(double* %out, double* %x) {\n" + "\n".join(body) + "\n  ret void\n}\n" +
                    TAIL % "void (double*, double*)*")
        library.add(LIBDEVICE.read_bytes(), lazy=True)
        self.assertEqual(library.compile("-opt=0"), 0, library.log)
        ptx = self.write("functions.ptx", library.ptx)
        out = self.folder / "out.npy"
        process = warplens("run", f"{ptx}:kernel", "--grid", 1, "--block", 1, "--arg", f"f64[{len(places)}]=zeros", "--arg",
                           "f64=" + ",".join(map(repr, places)), "--save", f"0={out}")
        self.assertEqual(process.returncode, 0, process.stderr)
        values = iter(read_npy(out)[2])
        for name, reference, xs, relative, absolute in FUNCTIONS:
            for x in xs:
                value = next(values)
                try:
                    expected = float(reference(x))
                except OverflowError:
                    expected = math.inf
                with self.subTest(function=name, x=x):
                    if math.isinf(expected):
                        self.assertEqual(abs(value), math.inf)
                    else:
                        self.assertLessEqual(abs(value - expected), max(relative * abs(expected), absolute, 5e-324), (value, expected))
                    if expected == 0 and name not in ("j1", "rint", "trunc", "floor"):
                        self.assertEqual(math.copysign(1, value), math.copysign(1, expected))


if __name__ == "__main__":
    unittest.main()
