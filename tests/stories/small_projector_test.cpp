#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "base/resources.h"
#include "gl/context.h"
#include "simt/simt_device.h"
#include "tests/stories/screen.h"
#include "ui/window/offscreen.h"
#include "view/drawing/canvas.h"
#include "view/table.h"

// A projector of 1280 × 720 in the last row's eyes: how large the words in the pictures are, and whether they stand clear of each
// other.

namespace warplens::stories {
namespace {

/// Pixels of the smallest words in a picture: 14 is the smallest size of any words in a large window, too.
constexpr float min_words = 14;
/// Of two pictures side by side: 8.7 before they were laid out for narrower pages.
constexpr float min_words_beside = 11.5f;

class SmallProjector : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto context = gl::OffscreenContext::create(); !context) GTEST_SKIP() << base::describe(context.error());
    devices_.devices.push_back(simt::make_device());
    catalogue_ = experiment::load_catalogue({base::resource_folder() / "kernels"});
  }

  Session session_of(const std::string& id, std::uint32_t entry, std::string_view view) const {
    Session session;
    session.experiment = id;
    session.settings = *experiment::default_settings(*experiment::find(catalogue_, id), entry);
    session.view = view;
    session.theme = view::ThemeName::projector;
    return session;
  }

  /// Show it, look for words that are too small, lie over each other or are cut off.
  void look_at(const Session& session, const std::string& what) {
    auto window = ui::OffscreenWindow::open(session, 1280, 720, 0, devices_, catalogue_);
    ASSERT_TRUE(window) << what << ": " << base::describe(window.error());
    ui::App& app = window->app();
    ui::Shown shown;
    app.look.shown = &shown;
    ASSERT_TRUE(window->settle());
    EXPECT_EQ(Screen(shown, app.look.scale).flaws(), std::vector<std::string>()) << what;
    expect_words(app.picture, session.beside ? min_words_beside : min_words, what);
    if (!session.beside) return;
    expect_words(app.picture_beside, min_words_beside, what + ", kept");
    EXPECT_EQ(app.picture.place.y, app.picture_beside.place.y) << what;
  }

  static void expect_words(const ui::PictureState& picture, float least, const std::string& what) {
    float smallest = std::numeric_limits<float>::infinity();
    for (const view::Shape& shape : picture.drawn.picture.drawing.shapes)
      if (const auto* text = std::get_if<view::Text>(&shape)) smallest = std::min(smallest, text->size);
    ASSERT_LT(smallest, 100) << what << " has no words";
    EXPECT_GE(smallest * picture.place.width / picture.drawn.width, least) << what;
  }

  launch::DeviceList devices_;
  experiment::Catalogue catalogue_;
};

struct Shows {
  const char* experiment;
  const char* view;
};
constexpr Shows all_views[] = {{"counter", "mapping"},
                               {"counter", "race"},
                               {"histogram", "histogram"},
                               {"counter", "blocks"},
                               {"matrix_multiplication", "schedulers"},
                               {"divergence", "lanes"},
                               {"divergence", "steps"},
                               {"coalescing", "memory"},
                               {"transpose", "memory"},
                               {"matrix_multiplication", "caches"},
                               {"matrix_multiplication", "roofline"},
                               {"matrix_multiplication", "matrix"},
                               {"rays", "scene"},
                               {"streams", "streams"},
                               {"increment", "values"},
                               {"amdahl", "sweep"}};

TEST_F(SmallProjector, WordsOfEveryViewAreLarge) {
  for (const auto& [experiment, view] : all_views)
    look_at(session_of(experiment, 0, view), fmt::format("{}, {}", experiment, view));
}

TEST_F(SmallProjector, EveryViewIsLookedAt) {
  for (const view::Row& row : view::table()) {
    if (row.name == "program") continue;  // is of a recording
    EXPECT_TRUE(std::ranges::any_of(all_views, [&](const Shows& each) { return row.name == each.view; })) << row.name;
  }
}

TEST_F(SmallProjector, WordsOfTwoPicturesSideBySideAreLarge) {
  for (const auto& [experiment, view] : all_views) {
    const view::Row& row = view::row_of(view);
    if (row.needs.stepping || row.needs.sweep) continue;  // has only one
    Session session = session_of(experiment, 1, view);
    session.beside = RunChoice{experiment, session_of(experiment, 0, view).settings};
    look_at(session, fmt::format("{}, {} side by side", experiment, view));
  }
}

TEST_F(SmallProjector, PicturesOfDifferentExperimentsBeginAtTheSameHeight) {
  Session session = session_of("latency", 0, "caches");  // its title is longer than the other's
  session.beside = RunChoice{"counter", session_of("counter", 0, "caches").settings};
  auto window = ui::OffscreenWindow::open(session, 1280, 720, 0, devices_, catalogue_);
  ASSERT_TRUE(window) << base::describe(window.error());
  ASSERT_TRUE(window->settle());
  const ui::App& app = window->app();
  EXPECT_EQ(app.picture.place.y, app.picture_beside.place.y);
  EXPECT_GT(app.picture.place.height, 0);
}

}  // namespace
}  // namespace warplens::stories
