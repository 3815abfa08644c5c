#include "desk/pointer/pointer.h"

#include <gtest/gtest.h>

#include "tests/desk/desk_test_base.h"

// Looking for an element of the shown buffer.

namespace warplens::desk {
namespace {

class FindElement : public DeskTest {
 protected:
  FindElement() {
    desk_.open_first_experiment();
    EXPECT_TRUE(choose_experiment(desk_.choices, "increment").ok());
    desk_.choices.session.settings.parameters["n"] = 10'000;  // instead of a million
    desk_.choices.session.settings.grid = {40, 1, 1};
    draw_until_idle();
  }
  std::string found(const std::string& wanted, std::uint64_t from = 0) const {
    const auto element = find_element(*desk_.runs.shown, wanted, from);
    return element ? std::to_string(*element) : element.error().message;
  }
};

TEST_F(FindElement, ByIndexAndByValue) {
  const std::uint64_t last = desk_.runs.shown->shown_buffer().size - 1;
  EXPECT_EQ(found("17"), "17");
  EXPECT_EQ(found(std::to_string(last)), std::to_string(last));
  EXPECT_NE(found(std::to_string(last + 1)).find("the last element is"), std::string::npos);
  const double value = launch::to_double(launch::element(
      desk_.runs.shown->shown_buffer().type, desk_.runs.shown->run.result.outputs.at(desk_.runs.shown->run.shown), 5));
  const auto same = find_element(*desk_.runs.shown, "=" + view::number(value), 5);
  ASSERT_TRUE(same);
  EXPECT_EQ(*same, 5u);
  EXPECT_EQ(found("nan"), "no element is nan");
  EXPECT_EQ(found(">1e300"), "no element is >1e300");
}

TEST_F(FindElement, TheMappingGoesThere) {
  go_to_element(desk_.pointer, desk_.choices, 785);
  EXPECT_EQ(desk_.choices.timeline.element_wanted, 785u);
  EXPECT_EQ(desk_.pointer.kept.element, 785u);
}

TEST_F(FindElement, SaysWhatMayBeTyped) {
  for (const char* wrong : {"", "hello", "=", "=x", "<", "-1"})
    EXPECT_NE(found(wrong).find("type an element"), std::string::npos) << wrong << ": " << found(wrong);
}

TEST_F(FindElement, WrongOnesFromTheHighlightedOneOn) {
  EXPECT_EQ(desk_.runs.shown->run.check.wrong, 0u);
  EXPECT_EQ(found("wrong"), "no element is wrong");
  choose_expected(desk_.choices, "i < 3 ? -1 : in + 1");
  draw_until_idle();
  ASSERT_EQ(desk_.runs.shown->run.check.wrong, 3u);
  EXPECT_EQ(found("wrong"), "0");
  EXPECT_EQ(found("wrong", 2), "2");
  EXPECT_EQ(found("wrong", 3), "0") << "from the end to the start";
}

}  // namespace
}  // namespace warplens::desk
