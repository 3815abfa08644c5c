#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "ptx/opcode.h"
#include "ptx/parse/form.h"
#include "ptx/parse/refusal.h"

// docs/ptx.md is drawn from the tables of the parser. WARPLENS_WRITE_DOCS=1 writes it anew.

namespace warplens::ptx {
namespace {

const std::filesystem::path path = std::filesystem::path(WARPLENS_SOURCE_FOLDER) / "docs" / "ptx.md";

std::string names(Types types) {
  std::string text;
  for (int t = 0; t <= static_cast<int>(Type::f64); ++t) {
    if ((types >> t & 1) != 0) text += (text.empty() ? "" : " ") + std::string(name(static_cast<Type>(t)));
  }
  return text;
}

std::string document() {
  std::string text =
      "# PTX that runs\n\n"
      "Drawn from the parser's tables (`WARPLENS_WRITE_DOCS=1 build/release/ptx_test --gtest_filter='Documentation*'`); a test\n"
      "compares them. An instruction, a type or a suffix that is not known is refused with its line and column; what is left out "
      "on\n"
      "purpose is below, with the reason.\n\n"
      "## Instructions\n\n"
      "Types: of the first type suffix, and, after a semicolon, of the second. Where an instruction names more, they are those "
      "of\n"
      "the ISA's page of it. The last columns: the version of the PTX ISA and the target that introduced the instruction; some "
      "of\n"
      "its types and suffixes are younger. The machine runs all of them, whatever `.version` and `.target` a file names.\n\n"
      "| instruction | types | since PTX ISA | target |\n| --- | --- | --- | --- |\n";
  for (const OpcodeRow& row : opcode_table()) {
    const Form& form = ptx::form(row.opcode);
    text += "| `" + std::string(row.mnemonic) + "` | " + (form.first_types != 0 ? names(form.first_types) : "–") +
            (form.second_types != 0 ? "; " + names(form.second_types) : "") + " | " + std::string(row.since) + " | " +
            (row.target == 0 ? "all" : "sm_" + std::to_string(row.target)) + " |\n";
  }
  text +=
      "\n## Matrices\n\n"
      "`mma`, `ldmatrix`, `stmatrix` and `movmatrix` hold fragments as the ISA draws them. Of the fragments of `wmma` the ISA "
      "says\n"
      "nothing: here a thread holds consecutive elements of a row of A, C and D and of a column of B. The ISA leaves open in "
      "which\n"
      "order and precision tensor cores add: here products are exact, sums are formed in double precision and rounded once, so "
      "the\n"
      "last bits of a GPU's results may differ. In `.f64` each multiplication and addition is rounded, as the instruction says.\n"
      "Products of sparse matrices, of single bits, and the `mma.m8n8k4` of `.f16` are refused.\n\n"
      "## Textures and surfaces\n\n"
      "A texture or surface is an object of 64 bits in a register (unified mode), of which the launch says what it is made of "
      "and how it\n"
      "is read. `.1d`, `.2d`, `.3d`, `.a1d` and `.a2d` run, with `.level` and `.grad`, which choose among mipmaps, of which "
      "there is\n"
      "one. An object of another shape is a fault. Texels are blended by the formulas of the CUDA C++ Programming Guide, "
      "\"Texture\n"
      "Fetching\", in double precision and rounded once; coordinates of a linear filter are rounded to 8 fractional bits. "
      "Numbers that a\n"
      "texel lacks are 0, the fourth 1. `suld` and `sust` move bytes as they are (`.b`); `.p` converts, and is refused.\n\n"
      "## Where GPUs depart from the ISA\n\n"
      "The machine follows the text of the ISA. With `warplens run --as-hardware` it does as GPUs are known to do:\n\n"
      "| instruction | by the ISA | by GPUs |\n| --- | --- | --- |\n"
      "| `bfe.u64`, `bfi.b64` | the low 8 bits of the length count | a length above 255 is as good as 255 |\n"
      "| `cvt.rm.ftz.f16.f32`, `cvt.rp.ftz.f16.f32` | a subnormal source is flushed to zero | it is rounded as it is, away from "
      "zero "
      "too |\n\n"
      "Video instructions add, multiply and compare exactly, before they saturate, combine or merge. A fence between proxies "
      "orders\n"
      "nothing more: here there is one way to reach memory. A subnormal result of `cvt.rs.f16x2.f32` drops more bits than there "
      "are\n"
      "random ones, which are added to the first of them. Sums of `.f32` by `atom` and `red` have no subnormal numbers in "
      "global\n"
      "memory, and have them in shared memory. Every block is a cluster of its own: `st.async` stores in its shared memory.\n\n"
      "## Refused\n\n"
      "A kernel that contains one of these cannot be chosen; the others of its file can.\n\n"
      "| begins with | reason |\n| --- | --- |\n";
  for (const Refusal& refusal : refusals())
    text += "| `" + std::string(refusal.start) + "` | " + std::string(refusal.reason.substr(2)) + " |\n";
  return text;
}

TEST(Documentation, ListsTheTables) {
  const std::string wanted = document();
  if (std::getenv("WARPLENS_WRITE_DOCS") != nullptr) std::ofstream(path) << wanted;
  std::ifstream file(path);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), wanted);
}

}  // namespace
}  // namespace warplens::ptx
