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

TEST(SourcePlace, OfCodeOfNoLineIsTheNearestLine) {
  EXPECT_EQ(lines_of(".loc 1 5 1\nret;\n.loc 1 0 0\nret;\nret;\nret;\n.loc 1 9 1\nret;"),
            (std::vector<std::uint32_t>{5, 5, 5, 9, 9}));
}

TEST(SourcePlace, OfCodeOfNoLineBeforeAllOthers) {
  EXPECT_EQ(lines_of(".loc 1 0 0\nret;\nret;\n.loc 1 9 1\nret;"), (std::vector<std::uint32_t>{9, 9, 9}));
}

TEST(SourcePlace, OfAnInlinedCallWithoutALineIsThatOfTheCall) {
  EXPECT_EQ(lines_of(".loc 1 7 1\nret;\n.loc 1 0 0, function_name f, inlined_at 1 16 2\nret;"),
            (std::vector<std::uint32_t>{7, 16}));
}

TEST(SourcePlace, WithoutLinesIsThePtx) {
  EXPECT_GT(lines_of("ret;")[0], 1000u);
  EXPECT_GT(lines_of(".loc 1 0 0\nret;")[0], 1000u);
}

}  // namespace
}  // namespace warplens::ptx
