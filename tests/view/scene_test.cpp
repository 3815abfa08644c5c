#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/view/layout.h"
#include "tests/view/made_run.h"
#include "view/scene/scene_picture.h"

namespace warplens::view {
namespace {

/// Two upright triangles, one behind the other; the first is nearer to +z and twice as large.
const std::vector<float> two_triangles{-2, -2, 1, 2, -2, 1, 0, 2, 1, -1, -1, -1, 1, -1, -1, 0, 1, -1};

TEST(SceneCamera, LooksAtTheOrigin) {
  const SceneCamera camera({0, 0, 20}, 400, 300);
  const auto middle = camera.project({0, 0, 0});
  ASSERT_TRUE(middle);
  EXPECT_NEAR(middle->x, 200, 1e-3);
  EXPECT_NEAR(middle->y, 150, 1e-3);
  EXPECT_NEAR(middle->nearness, 1 / 20.0, 1e-6);
  // From +z, x is to the right and y is up; half the height is tan 13° of the distance.
  const auto right = camera.project({1, 0, 0}), up = camera.project({0, 1, 0});
  EXPECT_NEAR(right->x - 200, 150 / std::tan(13 * M_PI / 180) / 20, 1e-2);
  EXPECT_LT(up->y, 150);
  EXPECT_FALSE(camera.project({0, 0, 25})) << "behind the camera";
}

TEST(SceneCamera, TurnsRoundTheModel) {
  const Orbit orbit = turned({0, 0, 20}, 90, 0);
  EXPECT_FLOAT_EQ(orbit.azimuth, 90);
  const SceneCamera camera(orbit, 400, 300);
  EXPECT_NEAR(camera.place().x, 20, 1e-3);
  EXPECT_NEAR(camera.place().z, 0, 1e-3);
  EXPECT_FLOAT_EQ(turned({0, 80, 20}, 0, 30).elevation, 85) << "not over the pole";
  EXPECT_FLOAT_EQ(turned({0, 0, 20}, 0, 0, 2).distance, 10);
  EXPECT_FLOAT_EQ(turned({0, 0, 20}, 0, 0, 1000).distance, 6);
}

TEST(SceneRaster, ShowsWhatIsNearer) {
  const SceneShapes shapes{two_triangles, {{200, 0, 0, 255}, {0, 200, 0, 255}}, {}};
  const SceneFrame front = rasterise(shapes, {0, 0, 20}, {1, 2, 3, 255}, 200, 200);
  EXPECT_EQ(front.at(0.5f, 0.5f), 0u);
  EXPECT_EQ(front.at(0.02f, 0.02f), SceneFrame::no_triangle);
  EXPECT_EQ(front.raster->pixels.front(), (Colour{1, 2, 3, 255}));
  const Colour middle = front.raster->pixels[100 * 200 + 100];
  EXPECT_GT(middle.r, 100);
  EXPECT_EQ(middle.g, 0);
  const SceneFrame back = rasterise(shapes, {180, 0, 20}, {1, 2, 3, 255}, 200, 200);
  EXPECT_EQ(back.at(0.5f, 0.5f), 1u);
  EXPECT_EQ(front.at(2, 0.5f), SceneFrame::no_triangle);
  EXPECT_EQ(SceneFrame{}.at(0.5f, 0.5f), SceneFrame::no_triangle);
}

TEST(SceneRaster, HidesLinesBehindTriangles) {
  const Colour line{10, 20, 255, 255};
  const SceneShapes shapes{two_triangles, {{200, 0, 0, 255}, {0, 200, 0, 255}}, {{{-8, 0, 0}, {8, 0, 0}, line}}};
  const SceneFrame frame = rasterise(shapes, {0, 0, 20}, {}, 200, 200);
  const auto lines = [&](std::size_t column) {
    for (std::size_t row = 98; row < 103; ++row)
      if (frame.raster->pixels[row * 200 + column] == line) return true;
    return false;
  };
  EXPECT_TRUE(lines(20));
  EXPECT_FALSE(lines(100)) << "z = 0 lies behind the triangle at z = 1";
}

TEST(SceneRaster, SurvivesAnyNumbers) {
  const float nan = std::nanf(""), large = 3e38f;
  const std::vector<float> odd{nan, nan, nan, large, -large, large, 0, 0, 0, 0, 0, 30, 1, 0,
                               0,   0,   1,   0,     1,      1,     1, 1, 1, 1, 1, 1,  1};
  const SceneShapes shapes{odd, {{}, {}, {}}, {{{nan, 0, 0}, {1, large, 1}, {1, 1, 1, 255}}}};
  EXPECT_EQ(rasterise(shapes, {}, {}, 50, 50).raster->pixels.size(), 2500u);
}

/// Triangle 0 is tested in step 0 and visible, triangle 1 is tested in step 1 and hidden.
class Looked {
 public:
  Looked() : run_({1, 1, 1}, {32, 1, 1}, {1, 0}) {
    run_.access(trace::AccessKind::write, 1, 1, 0, 1, {0}, {1});
    run_.access(trace::AccessKind::write, 2, 2, 0, 2, {0, 1}, {0, 0});
    run_.finish();
    at(~std::uint64_t{0});
  }
  Looked(const Looked&) = delete;
  SceneInput& at(std::uint64_t steps) {
    map_ = run_.map(steps);
    input_.subject = run_.subject(expected);
    input_.map = &map_;
    input_.corners = two_triangles;
    input_.model = "/models/two.obj";
    input_.eye = {0, 0, 10};
    return input_;
  }
  std::vector<double> expected{1, 0};

 private:
  MadeRun run_;
  analysis::AccessMap map_;
  SceneInput input_;
};

TEST(SceneHeadline, CountsWhatTheEyeSees) {
  Looked looked;
  EXPECT_EQ(plain(scene_headline(looked.at(~std::uint64_t{0}), dark()).title), "The eye sees 1 of 2 triangles.");
  EXPECT_EQ(plain(scene_headline(looked.at(1), dark()).title), "So far 1 of 2 triangles looked for: 1 seen.");
  looked.expected = {1, 1};
  EXPECT_EQ(sights(looked.at(~std::uint64_t{0}))[1], Sight::wrong);
  looked.expected = {1, std::nan("")};
  EXPECT_EQ(sights(looked.at(~std::uint64_t{0}))[1], Sight::hidden) << "the reference leaves it open";
}

TEST(ScenePicture, PointsAtTriangles) {
  Looked looked;
  SceneInput& input = looked.at(~std::uint64_t{0});
  input.orbit = {0, 0, 20};
  ScenePainter painter;
  const Picture picture = scene_picture(input, dark(), 800, 600, painter);
  const HotSpot spot = picture.under({400, 290});
  EXPECT_EQ(spot.target.element, 0u);
  EXPECT_EQ(spot.target.thread, 0u);
  EXPECT_EQ(spot.tooltip, "Triangle 0: the eye sees it");
  EXPECT_TRUE(picture.under({5, 300}).target.empty());
}

TEST(ScenePicture, IsTidyAtEverySize) {
  Looked looked;
  SceneInput& input = looked.at(~std::uint64_t{0});
  for (const Size size : sizes())
    for (const float azimuth : {0.0f, 120.0f})
      for (const std::uint64_t lit : {Target::none, std::uint64_t{1}}) {
        input.orbit.azimuth = azimuth;
        input.rays = azimuth > 0;
        input.hover.element = lit;
        ScenePainter painter;
        expect_tidy(scene_picture(input, dark(), size.width, size.height, painter).drawing, "scene");
      }
}

}  // namespace
}  // namespace warplens::view
