#include <gtest/gtest.h>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_NO_SIMD  // its intrinsics ask for a compiler that optimises
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image.h>
#pragma GCC diagnostic pop

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "base/resources.h"
#include "desk/figure.h"
#include "export/png.h"
#include "gl/context.h"
#include "simt/simt_device.h"
#include "ui/window/offscreen.h"
#include "ui/window/picture_file.h"

// Headlines and pictures of real runs as the window paints them, text included, against the files of tests/golden.
// WARPLENS_UPDATE_GOLDEN=1 writes the files anew, in colours coarse enough to take a fifth of the space after `optipng`: look at
// each before committing it.

namespace warplens::ui {
namespace {

constexpr std::uint32_t picture_width = 960, picture_height = 600;

/// Whether two pixels look the same: another OpenGL rounds colours and smooths edges differently.
bool are_alike(view::Colour a, view::Colour b) {
  constexpr int tolerance = 24;  // of 255, per channel
  return std::abs(int{a.r} - b.r) <= tolerance && std::abs(int{a.g} - b.g) <= tolerance && std::abs(int{a.b} - b.b) <= tolerance;
}

/// For each pixel of `picture` whether neither the same pixel of `other` nor one next to it is alike: letters may move by a pixel
/// where fonts are drawn by other software.
std::vector<bool> unmatched_pixels(const view::Raster& picture, const view::Raster& other) {
  const auto width = static_cast<int>(picture.width), height = static_cast<int>(picture.height);
  const auto at = [width](int x, int y) {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
  };
  std::vector<bool> unmatched(picture.pixels.size());
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const view::Colour pixel = picture.pixels[at(x, y)];
      bool found = are_alike(pixel, other.pixels[at(x, y)]);
      for (int v = std::max(y - 1, 0); v <= std::min(y + 1, height - 1) && !found; ++v)
        for (int u = std::max(x - 1, 0); u <= std::min(x + 1, width - 1) && !found; ++u)
          found = are_alike(pixel, other.pixels[at(u, v)]);
      unmatched[at(x, y)] = !found;
    }
  return unmatched;
}

/// The most unmatched pixels, of either picture, in any square of 8 × 8 pixels: a mark of that many that one of them lacks.
/// Pictures are of one size.
int largest_lost_mark(const view::Raster& a, const view::Raster& b) {
  constexpr std::uint32_t side = 8;
  int largest = 0;
  for (const std::vector<bool>& unmatched : {unmatched_pixels(a, b), unmatched_pixels(b, a)})
    for (std::uint32_t top = 0; top + side <= a.height; top += side / 2)
      for (std::uint32_t left = 0; left + side <= a.width; left += side / 2) {
        int count = 0;
        for (std::uint32_t k = 0; k < side * side; ++k)
          count += unmatched[std::size_t{top + k / side} * a.width + left + k % side] ? 1 : 0;
        largest = std::max(largest, count);
      }
  return largest;
}

/// The picture with each channel rounded to a multiple of 24: by at most half of the difference that are_alike() allows.
view::Raster coarse(view::Raster picture) {
  const auto rounded = [](std::uint8_t value) { return static_cast<std::uint8_t>(std::min((value + 12) / 24 * 24, 255)); };
  for (view::Colour& pixel : picture.pixels) pixel = {rounded(pixel.r), rounded(pixel.g), rounded(pixel.b), 255};
  return picture;
}

constexpr int max_lost_mark = 5;  // pixels: a tick of an axis has more

view::Raster read_picture(const std::filesystem::path& file) {
  int width = 0, height = 0, channels = 0;
  unsigned char* const bytes = stbi_load(file.c_str(), &width, &height, &channels, 4);
  if (bytes == nullptr) return {};
  view::Raster picture{static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), {}};
  for (std::size_t k = 0; k < std::size_t{picture.width} * picture.height; ++k)
    picture.pixels.push_back({bytes[4 * k], bytes[4 * k + 1], bytes[4 * k + 2], 255});
  stbi_image_free(bytes);
  return picture;
}

/// A picture of tests/golden, and the session that the window draws it from.
struct Golden {
  std::string name;
  std::string experiment;
  std::uint32_t entry = 0;
  std::string view;
  std::vector<std::string> changes{};        ///< of the settings: "n=2000"
  double scrub = 1;                          ///< position in the trace, 0 … 1
  std::optional<view::ColourMode> colour{};  ///< of the mapping
  std::string memory{};                      ///< of the memory view
  view::ThemeName theme = view::ThemeName::dark;
};

const std::vector<Golden>& goldens() {
  using enum view::ColourMode;
  static const std::vector<Golden> all{
      {.name = "race_racy", .experiment = "counter", .view = "race", .changes = {"repeats=20"}},
      {.name = "race_atomic", .experiment = "counter", .entry = 1, .view = "race", .theme = view::ThemeName::light},
      {.name = "mapping_guarded", .experiment = "increment", .view = "mapping", .changes = {"n=2000"}, .colour = block},
      {.name = "mapping_small_grid",
       .experiment = "increment",
       .entry = 1,
       .view = "mapping",
       .changes = {"n=20000"},
       .colour = block},
      {.name = "mapping_grid_stride",
       .experiment = "increment",
       .entry = 2,
       .view = "mapping",
       .changes = {"n=20000"},
       .colour = order},
      {.name = "blocks_waves", .experiment = "increment", .view = "blocks", .changes = {"n=20000"}},
      {.name = "memory_strided", .experiment = "coalescing", .entry = 2, .view = "memory", .memory = "source"},
      {.name = "memory_neighbours_scrubbed", .experiment = "coalescing", .view = "memory", .scrub = 0.4, .memory = "source"},
      {.name = "memory_banks_shared", .experiment = "transpose", .entry = 1, .view = "memory", .memory = "shared memory"},
      {.name = "memory_banks_swizzled", .experiment = "transpose", .entry = 3, .view = "memory", .memory = "shared memory"},
      {.name = "caches_tiled", .experiment = "matrix_multiplication", .entry = 1, .view = "caches"},
      {.name = "roofline_products", .experiment = "matrix_multiplication", .entry = 1, .view = "roofline"},
      {.name = "matrix_tiled_scrubbed", .experiment = "matrix_multiplication", .entry = 1, .view = "matrix", .scrub = 0.3},
      {.name = "matrix_tiled", .experiment = "matrix_multiplication", .entry = 1, .view = "matrix"},
      {.name = "scene_ship", .experiment = "rays", .entry = 1, .view = "scene", .changes = {"detail=1"}},
      {.name = "histogram_racy", .experiment = "histogram", .entry = 1, .view = "histogram", .changes = {"n=100000"}},
      {.name = "schedulers_divergence", .experiment = "divergence", .view = "schedulers", .theme = view::ThemeName::projector},
      {.name = "lanes_divergence", .experiment = "divergence", .entry = 3, .view = "lanes"},
      {.name = "steps_barrier", .experiment = "barrier", .entry = 1, .view = "steps", .scrub = 0.5},
      {.name = "streams_overlap", .experiment = "streams", .view = "streams"},
      {.name = "values_scan", .experiment = "scan", .view = "values"},
  };
  return all;
}

/// The window without a display, with one of these runs.
class GoldenWindow : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto context = gl::OffscreenContext::create(); !context) GTEST_SKIP() << base::describe(context.error());
    devices_.devices.push_back(simt::make_device());
    catalogue_ = experiment::load_catalogue({base::resource_folder() / "kernels"});
  }

  /// Open and draw it. Errors: the experiment is unknown or refuses a change, or nothing can be drawn.
  base::Result<OffscreenWindow> open(const Golden& golden) {
    const experiment::Experiment* const found = experiment::find(catalogue_, golden.experiment);
    if (found == nullptr) return base::error("no experiment " + golden.experiment);
    Session session;
    session.experiment = golden.experiment;
    session.settings = experiment::default_settings(*found, golden.entry).value();
    session.view = golden.view;
    session.colour = golden.colour;
    session.scrub = golden.scrub;
    session.theme = golden.theme;
    session.memory = golden.memory;
    for (const std::string& change : golden.changes)
      if (const base::Status set = experiment::set(*found, session.settings, change); !set) return set.error();
    auto window = OffscreenWindow::open(session, 1280, 720, 1, devices_, catalogue_);
    if (!window) return window.error();
    if (const auto drawn = window->draw(); !drawn) return drawn.error();
    return window;
  }

 private:
  launch::DeviceList devices_;
  experiment::Catalogue catalogue_;
};

class GoldenPicture : public GoldenWindow, public testing::WithParamInterface<Golden> {};

TEST_P(GoldenPicture, IsPaintedAgain) {
  const Golden& golden = GetParam();
  auto window = open(golden);
  ASSERT_TRUE(window) << base::describe(window.error());
  const auto now = picture_pixels(window->desk(), picture_width, picture_height);
  ASSERT_TRUE(now) << base::describe(now.error());

  const std::filesystem::path file = std::filesystem::path(WARPLENS_SOURCE_FOLDER) / "tests/golden" / (golden.name + ".png");
  if (std::getenv("WARPLENS_UPDATE_GOLDEN") != nullptr) {
    ASSERT_TRUE(export_::write_png(file, coarse(*now)).ok());
  }
  const view::Raster before = read_picture(file);
  ASSERT_EQ(before.width, now->width) << file;
  ASSERT_EQ(before.height, now->height);
  EXPECT_LE(largest_lost_mark(before, *now), max_lost_mark) << file << " is not what is painted now";
}

INSTANTIATE_TEST_SUITE_P(All, GoldenPicture, testing::ValuesIn(goldens()),
                         [](const auto& parameter) { return parameter.param.name; });

/// A grey picture with a white line of so many pixels, at `left`, as bright as `brightness`.
view::Raster with_line(std::uint32_t pixels, std::uint32_t left, std::uint8_t brightness = 255) {
  view::Raster picture{64, 64, std::vector<view::Colour>(64 * 64, view::Colour{40, 40, 40, 255})};
  for (std::uint32_t k = 0; k < pixels; ++k)
    picture.pixels[std::size_t{20 + k} * 64 + left] = {brightness, brightness, brightness, 255};
  return picture;
}

TEST(GoldenComparison, AnythingLostOrAddedIsSeenAndAMovedEdgeIsNot) {
  const view::Raster with = with_line(6, 30), without = with_line(0, 30);
  EXPECT_GT(largest_lost_mark(with, without), max_lost_mark);
  EXPECT_GT(largest_lost_mark(without, with), max_lost_mark);
  EXPECT_GT(largest_lost_mark(with, with_line(6, 40)), max_lost_mark);  // moved by ten pixels
  EXPECT_EQ(largest_lost_mark(with, with_line(6, 31)), 0);              // by one
  EXPECT_EQ(largest_lost_mark(with, with_line(6, 30, 240)), 0);
  EXPECT_GT(largest_lost_mark(with, with_line(6, 30, 120)), max_lost_mark);  // of another colour
}

/// Every fifth text or disc of a real picture, left out alone.
TEST_F(GoldenWindow, APictureWithoutOneOfItsMarksFails) {
  auto window = open({.name = "", .experiment = "counter", .view = "race", .changes = {"repeats=20"}});
  ASSERT_TRUE(window) << base::describe(window.error());
  desk::Desk& desk = window->desk();
  const view::Drawing whole = desk::figure_of(desk, picture_width, picture_height, 2).drawing;
  const auto painted = [&](const view::Drawing& drawing) {
    return render_drawing_here(drawing, desk.choices.theme(), picture_width, picture_height, 1).value();
  };
  const view::Raster complete = painted(whole);
  int marks = 0;
  for (std::size_t k = 0; k < whole.shapes.size(); ++k) {
    if (!std::holds_alternative<view::Text>(whole.shapes[k]) && !std::holds_alternative<view::Disc>(whole.shapes[k])) continue;
    if (marks++ % 5 != 0) continue;
    view::Drawing drawing = whole;
    drawing.shapes.erase(drawing.shapes.begin() + static_cast<std::ptrdiff_t>(k));
    EXPECT_GT(largest_lost_mark(complete, painted(drawing)), max_lost_mark) << "shape " << k;
  }
  EXPECT_GT(marks, 40);
}

}  // namespace
}  // namespace warplens::ui
