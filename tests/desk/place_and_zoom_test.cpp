#include "tests/desk/desk_test_base.h"

// Where the play head and the zoom are after something else has been chosen.

namespace warplens::desk {
namespace {

class PlaceAndZoom : public DeskTest {
 protected:
  void SetUp() override { ASSERT_TRUE(choose_experiment(desk_.choices, "increment").ok()); }
  Session& session() { return desk_.choices.session; }
};

TEST_F(PlaceAndZoom, AnotherEntryIsShownAtItsEnd) {
  session().scrub = 0.1;
  ASSERT_TRUE(choose_entry(desk_.choices, 1).ok());
  EXPECT_EQ(session().scrub, 1);
  session().scrub = 0.1;
  ASSERT_TRUE(choose_experiment(desk_.choices, "counter").ok());
  EXPECT_EQ(session().scrub, 1);
}

TEST_F(PlaceAndZoom, OtherNumbersOfElementsAreShownWhole) {
  const view::Camera zoomed{0.25f, 0.5f, 4};
  session().camera = zoomed;
  desk_.choices.timeline.zoom = 3;
  choose_parameter(desk_.choices, "n", session().settings.parameters.at("n") * 2);
  EXPECT_EQ(session().camera, view::Camera{});
  EXPECT_EQ(desk_.choices.timeline.zoom, 1);
}

TEST_F(PlaceAndZoom, ParametersOnWhichNoSizeDependsKeepTheZoom) {
  ASSERT_TRUE(choose_experiment(desk_.choices, "divergence").ok());
  const view::Camera zoomed{0.25f, 0.5f, 4};
  session().camera = zoomed;
  choose_parameter(desk_.choices, "rounds", session().settings.parameters.at("rounds") + 1);
  EXPECT_EQ(session().camera, zoomed);
}

}  // namespace
}  // namespace warplens::desk
