#include "launch/arguments/variable_shape.h"

#include <gtest/gtest.h>

namespace warplens::launch {
namespace {

const std::vector<VariableShape> shapes{{"s", 4, {32}, {}},
                                        {"y", 4, {16, 33}, {}},
                                        {"all", 8, {0}, {}},
                                        {"flag", 4, {}, {}},
                                        {"bodies", 16, {4, 2}, {{"at.x", 0, 4}, {"at.y", 4, 4}, {"mass", 8, 8}}},
                                        {"twice", 4, {8}, {}},
                                        {"twice", 2, {16}, {}},
                                        {"twice", 4, {9}, {}}};

std::string place(const std::string& name, std::uint64_t size, std::uint64_t offset, std::uint64_t bytes) {
  const auto place = place_in_variable(shapes, name, size, offset, bytes);
  return place ? place->text : "";
}

TEST(VariableShape, NamesElements) {
  EXPECT_EQ(place("s", 128, 124, 4), "s[31]");
  EXPECT_EQ(place("y", 16 * 33 * 4, (12 * 33 + 32) * 4, 4), "y[12][32]");
  EXPECT_EQ(place("all", 0, 80, 8), "all[10]");
  EXPECT_EQ(place("flag", 4, 0, 4), "flag");
}

TEST(VariableShape, NamesWhatOfAnElementANarrowAccessConcerns) {
  EXPECT_EQ(place("s", 128, 124, 2), "s[31] (bytes 0 to 1)");
  EXPECT_EQ(place("s", 128, 127, 1), "s[31] (byte 3)");
  EXPECT_EQ(place_in_variable(shapes, "s", 128, 124, 2)->element, 31);
}

TEST(VariableShape, NamesFields) {
  EXPECT_EQ(place("bodies", 128, 16 * 5 + 4, 4), "bodies[2][1].at.y");
  EXPECT_EQ(place("bodies", 128, 8, 8), "bodies[0][0].mass");
  EXPECT_EQ(place("bodies", 128, 12, 4), "bodies[0][0].mass (bytes 4 to 7)");
  EXPECT_EQ(place("bodies", 128, 0, 8), "bodies[0][0] (bytes 0 to 7)");  // both coordinates at once
}

TEST(VariableShape, SaysNothingThatItDoesNotKnow) {
  EXPECT_EQ(place("other", 128, 0, 4), "");
  EXPECT_EQ(place("s", 64, 0, 4), "");      // another one of this name
  EXPECT_EQ(place("twice", 32, 0, 4), "");  // two may be meant
  EXPECT_EQ(place("twice", 36, 32, 4), "twice[8]");
}

}  // namespace
}  // namespace warplens::launch
