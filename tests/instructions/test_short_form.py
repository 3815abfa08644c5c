"""The short form: what is written out, and the file and line of each mistake."""
import unittest

from short_form import Malformed, Short

ADD = """// Sums wrap around.
// arg: a i32 = 0, 1, -1
// arg: b i32 = 0, 1, 1
// expect: d = 0, 2, 0
add.s32 %d, %a, %b;
"""
ADD_IN_FULL = """// Sums wrap around.
// launch: grid 1 block 3
// arg: a i32 = 0, 1, -1
// arg: b i32 = 0, 1, 1
// arg: d i32[3] = zeros
// expect: d = 0, 2, 0
.version 7.0
.target sm_75
.address_size 64

.visible .entry kernel(.param .u64 a, .param .u64 b, .param .u64 d)
{
  .reg .pred %p, %q;
  .reg .b32 %thread;
  .reg .b64 %wide, %at;
  .reg .b32 %a;
  .reg .b32 %b;
  .reg .b32 %d;
  mov.u32 %thread, %tid.x;
  cvt.u64.u32 %wide, %thread;
  ld.param.u64 %at, [a];
  mad.lo.s64 %at, %wide, 4, %at;
  ld.global.s32 %a, [%at];
  ld.param.u64 %at, [b];
  mad.lo.s64 %at, %wide, 4, %at;
  ld.global.s32 %b, [%at];
  add.s32 %d, %a, %b;
  ld.param.u64 %at, [d];
  mad.lo.s64 %at, %wide, 4, %at;
  st.global.s32 [%at], %d;
  ret;
}
"""


class ShortForm(unittest.TestCase):
    def in_full(self, *lines):
        return Short("k.ptx", "\n".join(lines)).module()

    def assert_refused(self, text, line, message):
        with self.assertRaises(Malformed) as refused:
            Short("k.ptx", text).module()
        self.assertTrue(str(refused.exception).startswith(f"tests/instructions/k.ptx:{line}: error: "), refused.exception)
        self.assertIn(message, str(refused.exception))

    def test_an_instruction_is_written_out(self):
        self.assertEqual(Short("add.s32.ptx", ADD).module(), ADD_IN_FULL)

    def test_registers_are_as_wide_as_elements_and_at_least_16_bits(self):
        text = self.in_full("// arg: a i8 = -1", "// arg: b f64 = 1", "// arg: d u16[1] = zeros", "// expect: d = 1", "x %d, %a, %b;")
        for line in (".reg .b16 %a;", "ld.global.s8 %a, [%at];", ".reg .f64 %b;", "ld.global.f64 %b, [%at];", "st.global.b16 [%at], %d;"):
            self.assertIn(line, text)

    def test_an_array_may_be_used_by_its_address(self):
        text = self.in_full("// arg: m u32 = 7", "// arg: a u32 = 1, 2", "// expect: m = 10", "red.global.add.u32 [%m], %a;")
        self.assertIn("// launch: grid 1 block 2", text)
        self.assertIn("ld.param.u64 %m, [m];", text)
        self.assertNotIn("ld.global.b32 %m", text)

    def test_target_and_version_are_what_the_instructions_need(self):
        head = ("// arg: a u32 = 1", "// expect: d = 1")
        for instruction, version, target in (("fma.rn.f16x2 %d, %a, %a, %a;", "8.6", "sm_90"), ("min.f32 %d, %a, %a, %a;", "8.8", "sm_100"),
                                             ("redux.sync.add.u32 %d, %a, -1;", "8.0", "sm_80")):
            self.assertIn(f".version {version}\n.target {target}\n", self.in_full(*head, instruction))
        own = self.in_full(*head, ".version 5.0", ".target sm_60", "mov.u32 %d, %a;")
        self.assertIn("// expect: d = 1\n.version 5.0\n.target sm_60\n.address_size", own)

    def test_a_mistake_has_its_file_and_line(self):
        self.assert_refused(ADD.replace("arg: b i32", "arg: b s32"), 3, "expected // arg: NAME TYPE = VALUES")
        self.assert_refused(ADD.replace("arg: b", "arg: a"), 3, "the name a is taken")
        self.assert_refused(ADD.replace("arg: b", "argument: b"), 3, "no \"argument:\"")
        self.assert_refused(ADD.replace("0, 1, 1", "0, 1"), 3, "2 values for 3 lanes")
        self.assert_refused(ADD.replace("expect: d =", "expect: d"), 4, "expected // expect: NAME = VALUES")
        self.assert_refused(ADD.replace("0, 2, 0", "0, 2"), 4, "2 values for d, which has 3")
        self.assert_refused(ADD.replace("%d, %a", "%e, %a"), 4, "no instruction gives d this answer")
        self.assert_refused(ADD.replace("expect: d", "expect: a"), 4, "no instruction gives a this answer")
        self.assert_refused(ADD.replace("// expect", "// arg: e i32[3] = zeros\n// expect"), 4, "no answer for e")
        self.assert_refused(ADD.replace("%b;", "%b"), 5, "with its semicolon")
        self.assert_refused(ADD.replace("around", "\u2026"), 1, "ASCII")
        self.assert_refused(ADD.replace("add.s32 %d, %a, %b;\n", ""), 4, "no instruction")
        self.assert_refused("// arg: a i32 = 1\nx;\n", 1, "no answer")
        self.assert_refused("// expect: d = 1\nx;\n", 1, "no argument")
        self.assert_refused("// launch: block 8\n" + ADD, 1, "expected // launch: grid")


if __name__ == "__main__":
    unittest.main()
