#include "ptx/parse/source_place.h"

#include <gtest/gtest.h>

#include "ptx_text.h"

namespace warplens::ptx {
namespace {

/// The lines of the entry's instructions, 1000 + N for line N of the PTX.
std::vector<std::uint32_t> lines_of(const std::string& body) {
  auto module = parse(entry_text(body) + "\n.file 1 \"k.cu\"\n.file 2 \"header.h\"\n", "test.ptx");
  if (!module) throw std::runtime_error(base::describe(module.error()));
  const Function& function = module->functions.at(0);
  std::vector<std::uint32_t> lines;
  for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
    const SourcePlace place = source_place(*module, function, i);
    lines.push_back(place.line + (place.file == "k.cu" ? 0 : 1000));
  }
  return lines;
}

const std::string registers = ".reg .b32 %r;\n.reg .pred %p;\n", move = "mov.u32 %r, 1;\n";

TEST(SourcePlace, OfCodeOfNoLineIsTheNearestLine) {
  EXPECT_EQ(lines_of(registers + ".loc 1 5 1\n" + move + ".loc 1 0 0\n" + move + move + move + ".loc 1 9 1\nret;"),
            (std::vector<std::uint32_t>{5, 5, 5, 9, 9}));
}

TEST(SourcePlace, OfCodeOfNoLineBeforeAllOthers) {
  EXPECT_EQ(lines_of(registers + ".loc 1 0 0\n" + move + move + ".loc 1 9 1\nret;"), (std::vector<std::uint32_t>{9, 9, 9}));
  EXPECT_EQ(lines_of(registers + ".loc 1 0 0\n" + move + "bra NEXT;\nNEXT:\n.loc 1 9 1\nret;"),
            (std::vector<std::uint32_t>{9, 9, 9}));
}

// Where several pieces of code lead, the code before it in the text says nothing.
TEST(SourcePlace, OfCodeMadeOfSeveralLinesIsThePtx) {
  const auto lines = lines_of(registers + ".loc 1 5 1\nsetp.eq.u32 %p, %r, 1;\n@%p bra BOTH;\n.loc 1 6 1\n" + move +
                              "BOTH:\n.loc 1 0 0\n" + move + "bra LAST;\nLAST:\n.loc 1 9 1\nret;");
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_EQ(std::vector(lines.begin(), lines.begin() + 3), (std::vector<std::uint32_t>{5, 5, 6}));
  EXPECT_GT(lines[3], 1000u);
  EXPECT_GT(lines[4], 1000u);
  EXPECT_EQ(lines[5], 9u);
}

TEST(SourcePlace, OfCodeOfNoLineIsThatOfTheBranchThatLeadsThere) {
  EXPECT_EQ(lines_of(registers + ".loc 1 5 1\nsetp.eq.u32 %p, %r, 1;\n@%p bra FAR;\n.loc 1 6 1\nret;\nFAR:\n.loc 1 0 0\n" + move +
                     "ret;"),
            (std::vector<std::uint32_t>{5, 5, 6, 5, 5}));
}

TEST(SourcePlace, OfAnInlinedCallWithoutALineIsThatOfTheCall) {
  EXPECT_EQ(lines_of(".loc 1 7 1\nret;\n.loc 1 0 0, function_name f, inlined_at 1 16 2\nret;"),
            (std::vector<std::uint32_t>{7, 16}));
}

TEST(SourcePlace, WithoutLinesIsThePtx) {
  EXPECT_GT(lines_of("ret;")[0], 1000u);
  EXPECT_GT(lines_of(".loc 1 0 0\nret;")[0], 1000u);
}

/// Whether a function `f` with these locations is_elsewhere, called by an entry with `entry`.
bool elsewhere(const std::string& entry, const std::string& f) {
  auto module = parse(".version 8.0\n.target sm_75\n.address_size 64\n.func f() {\n" + f + "ret;\n}\n.visible .entry k() {\n" +
                          entry + "call f, ();\nret;\n}\n.file 1 \"k.cu\"\n.file 2 \"header.h\"\n",
                      "test.ptx");
  if (!module) throw std::runtime_error(base::describe(module.error()));
  return is_elsewhere(module->functions.at(1), module->functions.at(0));
}

TEST(SourcePlace, OfACalledFunctionMayBeElsewhere) {
  EXPECT_FALSE(elsewhere(".loc 1 5 1\n", ".loc 1 2 1\n"));
  EXPECT_TRUE(elsewhere(".loc 1 5 1\n", ".loc 2 397 1\n"));
  EXPECT_TRUE(elsewhere(".loc 1 5 1\n", ""));
  EXPECT_FALSE(elsewhere(".loc 2 5 1\n", ".loc 2 397 1\n"));
  EXPECT_FALSE(elsewhere("", ".loc 1 2 1\n"));
  EXPECT_FALSE(elsewhere("", ""));
}

}  // namespace
}  // namespace warplens::ptx
