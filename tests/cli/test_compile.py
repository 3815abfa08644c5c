"""warplens compile --instrumented: PTX that writes down what it does."""

import unittest

from program import ProgramTest, read_npy, warplens

PTX = """.version 7.0
.target sm_75
.address_size 64
.visible .entry k(.param .u64 data)
{
  .reg .b32 %r<2>;
  .reg .b64 %d<3>;
  ld.param.u64 %d1, [data];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %d2, %r1, 4;
  add.u64 %d1, %d1, %d2;
  st.global.u32 [%d1], %r1;
  ret;
}
"""


class Instrumented(ProgramTest):
    def test_runs_and_leaves_its_records(self):
        source = self.write("k.ptx", PTX)
        made, records = self.folder / "made.ptx", self.folder / "records.npy"
        process = warplens("compile", source, "--instrumented", "--records", 16384, "-o", made)
        self.assertEqual(process.returncode, 0, process.stderr)
        process = warplens("run", made, "--device", "simt", "--grid", 1, "--block", 40, "--arg", "i32[40]=zeros", "--json",
                           "--save", "warplens_records:u32=%s" % records, "--save", "0=%s" % (self.folder / "data.npy"))
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual(read_npy(self.folder / "data.npy")[2], list(range(40)))
        words = read_npy(records)[2]
        # Per warp a chunk: a header of 12 words with its size, lanes, block and warp; one record, a header of 4 words and 4 words per
        # lane, address and value; and room for another (app/ptx/instrument/record.h).
        self.assertEqual(words[4:8], [48 + 2 * (16 + 32 * 16), 0xFFFFFFFF, 0, 0])
        self.assertEqual(words[12:14], [0, 0xFFFFFFFF])
        self.assertEqual([words[16 + 4 * lane + 2] for lane in range(32)], list(range(32)))
        second = words[4] // 4
        self.assertEqual(words[second + 4:second + 8], [48 + 2 * (16 + 8 * 16), 0xFF, 0, 1])
        self.assertEqual(words[second + 12:second + 14], [0, 0xFF])
        self.assertEqual([words[second + 16 + 4 * lane + 2] for lane in range(8)], list(range(32, 40)))
        self.assertFalse(any(words[second + 16 + 8 * 4:]))

    def test_is_not_done_twice(self):
        source, made = self.write("k.ptx", PTX), self.folder / "made.ptx"
        self.assertEqual(warplens("compile", source, "--instrumented", "-o", made).returncode, 0)
        process = warplens("compile", made, "--instrumented")
        self.assertEqual(process.returncode, 1)
        self.assertIn("instrumented already", process.stderr)

    def test_records_are_of_instrumented_ptx(self):
        self.assertEqual(warplens("compile", self.write("k.ptx", PTX), "--records", 4096).returncode, 1)


if __name__ == "__main__":
    unittest.main()
