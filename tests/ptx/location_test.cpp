#include <gtest/gtest.h>

#include "ptx_text.h"

namespace warplens::ptx {
namespace {

const SourceLocation& location_of(const Function& function, std::size_t instruction) {
  return function.locations.at(function.instructions.at(instruction).location);
}

TEST(Location, HoldsUntilTheNextLoc) {
  const Function function = parsed_entry(entry_text("bra L; .loc 1 9 30\nL: ret; ret; .loc 1 12 0\nret;"));
  EXPECT_EQ(function.instructions[0].location, no_index);
  EXPECT_EQ(location_of(function, 1), (SourceLocation{1, 9, 30, no_index}));
  EXPECT_EQ(function.instructions[1].location, function.instructions[2].location);
  EXPECT_EQ(location_of(function, 3).line, 12u);
}

TEST(Location, RemembersThePtxPlaceToo) {
  const auto instructions = instructions_of("ret;\n  @%p1 ret;");
  EXPECT_EQ(instructions[0].ptx_line, static_cast<std::uint32_t>(lines_before + 1));
  EXPECT_EQ(instructions[1].ptx_line, static_cast<std::uint32_t>(lines_before + 2));
  EXPECT_EQ(instructions[1].ptx_column, 3u);
}

TEST(Location, FollowsInlinedCallsOutwards) {
  const Function function =
      parsed_entry(entry_text(".loc 1 16 2\n"
                              ".loc 2 40 5, function_name $L__info_string0, inlined_at 1 16 2\n"
                              "ret;\n"
                              ".loc 3 107 3, function_name $L__info_string1+6, inlined_at 2 40 5\n"
                              "ret;"));
  EXPECT_EQ(location_of(function, 0).file, 2u);
  const SourceLocation inner = location_of(function, 1);
  EXPECT_EQ(inner.file, 3u);
  const SourceLocation middle = function.locations.at(inner.inlined_at);
  EXPECT_EQ(middle.line, 40u);
  const SourceLocation outer = function.locations.at(middle.inlined_at);
  EXPECT_EQ(outer, (SourceLocation{1, 16, 2, no_index}));
}

TEST(Location, OfACallNotSeenBeforeIsAdded) {
  const Function function = parsed_entry(entry_text(".loc 2 1 1, function_name f, inlined_at 1 6 3\nret;"));
  EXPECT_EQ(function.locations.at(location_of(function, 0).inlined_at), (SourceLocation{1, 6, 3, no_index}));
}

TEST(Location, SameplaceIsOneLocation) {
  const Function function = parsed_entry(entry_text(".loc 1 5 1\nret; .loc 1 6 1\nret; .loc 1 5 1\nret;"));
  EXPECT_EQ(function.locations.size(), 2u);
  EXPECT_EQ(function.instructions[0].location, function.instructions[2].location);
}

TEST(Location, FilesWithoutANameAreThereAllTheSame) {
  auto module = parse(entry_text(".loc 7 1 1\nret;"), "test.ptx");
  ASSERT_TRUE(module.ok());
  EXPECT_EQ(module->files.size(), 8u);
}

}  // namespace
}  // namespace warplens::ptx
