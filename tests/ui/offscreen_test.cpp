#include "ui/window/offscreen.h"

#include <gtest/gtest.h>

#include "base/resources.h"
#include "gl/context.h"
#include "simt/simt_device.h"
#include "view/drawing/theme.h"

namespace warplens::ui {
namespace {

class Offscreen : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto context = gl::OffscreenContext::create(); !context) GTEST_SKIP() << base::describe(context.error());
    devices_.devices.push_back(simt::make_device());
    catalogue_ = experiment::load_catalogue({base::resource_folder() / "kernels"});
    ASSERT_TRUE(catalogue_.errors.empty());
  }

  Session opening(const std::string& id) const {
    Session session;
    const experiment::Experiment* found = experiment::find(catalogue_, id);
    session.experiment = id;
    session.settings = *experiment::default_settings(*found);
    session.view = found->view;
    return session;
  }

  base::Result<RenderedWindow> render(const Session& session, std::uint32_t width = 1280, std::uint32_t height = 720) {
    return render_offscreen(session, width, height, 1, devices_, catalogue_);
  }

  launch::DeviceList devices_;
  experiment::Catalogue catalogue_;
};

/// Pixels within a little of `colour`, in the rectangle.
std::size_t pixels_like(const view::Raster& picture, view::Colour colour, view::Rectangle in) {
  std::size_t count = 0;
  const auto near = [](std::uint8_t a, std::uint8_t b) { return std::abs(int{a} - int{b}) <= 6; };
  for (auto y = static_cast<std::uint32_t>(in.y); y < static_cast<std::uint32_t>(in.y + in.height); ++y) {
    for (auto x = static_cast<std::uint32_t>(in.x); x < static_cast<std::uint32_t>(in.x + in.width); ++x) {
      const view::Colour& pixel = picture.pixels[std::size_t{y} * picture.width + x];
      count += near(pixel.r, colour.r) && near(pixel.g, colour.g) && near(pixel.b, colour.b) ? 1 : 0;
    }
  }
  return count;
}

TEST_F(Offscreen, PanelsStandWhereTheDesignPutsThem) {
  const auto picture = render(opening("counter"));
  ASSERT_TRUE(picture) << base::describe(picture.error());
  ASSERT_EQ(picture->width, 1280u);
  ASSERT_EQ(picture->height, 720u);
  const view::Theme& theme = view::theme(view::ThemeName::dark);
  const auto at = [&](std::uint32_t x, std::uint32_t y) { return picture->pixels[std::size_t{y} * 1280 + x]; };
  EXPECT_EQ(at(5, 5), theme.bar);
  EXPECT_EQ(at(5, 300), theme.panel);
  EXPECT_EQ(at(290, 300), theme.background);
  EXPECT_EQ(at(925, 700), theme.bar);
  EXPECT_EQ(at(925, 300), theme.panel);
}

TEST_F(Offscreen, TheHeadlineIsInTheColourOfWrongOnlyWhereUpdatesAreLost) {
  const view::Rectangle headline{300, 75, 600, 130};
  const view::Theme& theme = view::theme(view::ThemeName::dark);
  Session session = opening("counter");
  const auto racy = render(session);
  session.settings.entry = 1;
  const auto atomic = render(session);
  ASSERT_TRUE(racy && atomic);
  EXPECT_GT(pixels_like(*racy, theme.wrong, headline), 100u);
  EXPECT_EQ(pixels_like(*atomic, theme.wrong, headline), 0u);
  EXPECT_GT(pixels_like(*atomic, theme.good, headline), 100u);
}

TEST_F(Offscreen, EveryExperimentDraws) {
  for (const experiment::Experiment& experiment : catalogue_.experiments) {
    const auto picture = render(opening(experiment.id));
    ASSERT_TRUE(picture) << experiment.id << ": " << base::describe(picture.error());
    const view::Theme& theme = view::theme(view::ThemeName::dark);
    const view::Rectangle centre{290, 200, 600, 400};
    EXPECT_LT(pixels_like(*picture, theme.background, centre), 600u * 400u * 99 / 100)
        << experiment.id << " leaves the middle empty";
  }
}

TEST_F(Offscreen, TheSameSessionGivesTheSamePixels) {
  const auto once = render(opening("counter")), again = render(opening("counter"));
  ASSERT_TRUE(once && again);
  // Times are measured anew: leave out the right panel.
  std::size_t different = 0;
  for (std::size_t y = 0; y < 720; ++y) {
    for (std::size_t x = 0; x < 919; ++x) different += once->pixels[y * 1280 + x] == again->pixels[y * 1280 + x] ? 0 : 1;
  }
  EXPECT_EQ(different, 0u);
}

TEST_F(Offscreen, WhatCannotBeDrawnIsAnError) {
  Session session = opening("counter");
  session.experiment = "nowhere";
  EXPECT_FALSE(render(session));
  session = opening("counter");
  session.settings.entry = 9;
  EXPECT_FALSE(render(session));
  session = opening("counter");
  session.settings.block = {32, 32, 32};
  const auto refused = render(session);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("32,768"), std::string::npos);
  EXPECT_FALSE(render(opening("counter"), 10, 720));
  EXPECT_FALSE(render(opening("counter"), 100000, 720));
}

}  // namespace
}  // namespace warplens::ui
