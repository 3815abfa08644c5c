#include "base/names.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace warplens::base {
namespace {

enum class Colour : std::uint8_t { red, green2, blue };
enum class Gap : std::uint8_t { first, second, last = 7 };
struct Lamp {
  enum class State : int { off, on };
};

constexpr Names<Colour> colour_names{{Colour::blue, "blue"}, {Colour::red, "red"}, {Colour::green2, ""}};

TEST(Names, TheCompilerCountsEnumerators) {
  static_assert(enumerators<Colour> == 3);
  static_assert(enumerators<Lamp::State> == 2);
  static_assert(enumerators<Gap> == 2);  // those after a gap cannot be named, and the compiler says so
}

TEST(Names, LeadFromAValueToItsNameAndBack) {
  static_assert(colour_names.name_of(Colour::red) == "red");
  static_assert(colour_names.name_of(Colour::blue) == "blue");
  static_assert(colour_names.value_of("blue") == Colour::blue);
  static_assert(colour_names.value_of("") == Colour::green2);
  EXPECT_FALSE(colour_names.value_of("Blue").has_value());
  EXPECT_FALSE(colour_names.value_of("blue ").has_value());
}

TEST(Names, AreListedInTheOrderOfTheEnumerators) {
  EXPECT_EQ(colour_names.all(), (std::array<std::string_view, 3>{"red", "", "blue"}));
  EXPECT_EQ(colour_names.list(), "red, blue");
  EXPECT_EQ(colour_names.list(" "), "red blue");
}

TEST(Names, TheValueAfterTheLastIsTheFirst) {
  static_assert(next_enumerator(Colour::red) == Colour::green2);
  static_assert(next_enumerator(Colour::blue) == Colour::red);
}

}  // namespace
}  // namespace warplens::base
