#include <gtest/gtest.h>

#include "ui/widgets/widgets.h"

namespace warplens::ui {
namespace {

constexpr view::Rectangle panel{0, 0, 280, 720};

TEST(TipPlace, LiesBelowWhatItExplains) {
  const ImVec2 at = tip_place({20, 100, 60, 30}, {200, 40}, panel, 3);
  EXPECT_EQ(at.x, 20);
  EXPECT_EQ(at.y, 133);
}

TEST(TipPlace, LiesAboveWhereThereIsNoRoomBelow) { EXPECT_EQ(tip_place({20, 670, 60, 30}, {200, 40}, panel, 3).y, 627); }

TEST(TipPlace, StaysInItsPanel) {
  EXPECT_EQ(tip_place({200, 100, 60, 30}, {200, 40}, panel, 3).x, 80) << "not over the picture at the right";
  EXPECT_EQ(tip_place({200, 100, 60, 30}, {400, 40}, panel, 3).x, 0) << "wider than its panel";
  EXPECT_EQ(tip_place({20, 10, 60, 700}, {200, 40}, panel, 3).y, 0) << "no room above nor below";
}

}  // namespace
}  // namespace warplens::ui
