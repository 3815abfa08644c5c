#include <gtest/gtest.h>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_NO_SIMD  // its intrinsics ask for a compiler that optimises
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image.h>
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "base/resources.h"
#include "experiment/run.h"
#include "simt/simt_device.h"
#include "view/blocks/blocks_picture.h"
#include "view/caches/caches_picture.h"
#include "view/drawing/cell_painter.h"
#include "view/histogram/histogram_picture.h"
#include "view/mapping/mapping_picture.h"
#include "view/matrix/matrix_picture.h"
#include "view/memory/memory_picture.h"
#include "view/race/race_picture.h"
#include "view/roofline/roofline_picture.h"
#include "view/scene/scene_picture.h"

// Views of real runs, compared with pictures in tests/golden. Shapes are painted without text (fonts differ between machines), at
// half size, and compared with a tolerance. WARPLENS_UPDATE_GOLDEN=1 regenerates them: check them before committing.

namespace warplens::view {
namespace {

struct Pixels {
  int width = 0, height = 0;
  std::vector<Colour> at;
};

/// Paints boxes, lines, discs and rasters with 2 × 2 samples per pixel; no text.
class PlainPainter {
 public:
  PlainPainter(const Drawing& drawing, Colour ground, float scale)
      : scale_(2 * scale),
        width_(static_cast<int>(drawing.width * scale) * 2),
        height_(static_cast<int>(drawing.height * scale) * 2),
        samples_(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), ground) {
    for (const Shape& shape : drawing.shapes) std::visit([this](const auto& s) { draw(s); }, shape);
  }

  Pixels pixels() const {
    Pixels result{width_ / 2, height_ / 2, {}};
    for (int y = 0; y < result.height; ++y)
      for (int x = 0; x < result.width; ++x) {
        int sum[3] = {0, 0, 0};
        for (const auto& [dx, dy] : {std::pair{0, 0}, {1, 0}, {0, 1}, {1, 1}}) {
          const Colour c = samples_[static_cast<std::size_t>(2 * y + dy) * static_cast<std::size_t>(width_) +
                                    static_cast<std::size_t>(2 * x + dx)];
          sum[0] += c.r;
          sum[1] += c.g;
          sum[2] += c.b;
        }
        result.at.push_back({static_cast<std::uint8_t>(sum[0] / 4), static_cast<std::uint8_t>(sum[1] / 4),
                             static_cast<std::uint8_t>(sum[2] / 4), 255});
      }
    return result;
  }

 private:
  template <typename Inside>
  void fill(Rectangle r, Colour colour, Inside inside) {
    if (colour.a == 0) return;
    const int x0 = std::max(0, static_cast<int>(r.x * scale_)),
              x1 = std::min(width_, static_cast<int>((r.x + r.width) * scale_) + 1);
    const int y0 = std::max(0, static_cast<int>(r.y * scale_)),
              y1 = std::min(height_, static_cast<int>((r.y + r.height) * scale_) + 1);
    for (int y = y0; y < y1; ++y)
      for (int x = x0; x < x1; ++x) {
        if (!inside(Point{(static_cast<float>(x) + 0.5f) / scale_, (static_cast<float>(y) + 0.5f) / scale_})) continue;
        Colour& c = samples_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)];
        const auto mix = [&](int under, int over) {
          return static_cast<std::uint8_t>((under * (255 - colour.a) + over * colour.a) / 255);
        };
        c = {mix(c.r, colour.r), mix(c.g, colour.g), mix(c.b, colour.b), 255};
      }
  }
  void draw(const Box& box) {
    fill(box.at, box.fill, [&](Point p) { return box.at.contains(p); });
    const float w = box.stroke_width;
    const Rectangle hole{box.at.x + w, box.at.y + w, box.at.width - 2 * w, box.at.height - 2 * w};
    if (w > 0) fill(box.at, box.stroke, [&](Point p) { return box.at.contains(p) && !hole.contains(p); });
  }
  void draw(const Disc& disc) {
    const Rectangle around{disc.centre.x - disc.radius - 2, disc.centre.y - disc.radius - 2, 2 * disc.radius + 4,
                           2 * disc.radius + 4};
    const auto far = [&](Point p) { return std::hypot(p.x - disc.centre.x, p.y - disc.centre.y); };
    fill(around, disc.fill, [&](Point p) { return far(p) <= disc.radius; });
    fill(around, disc.stroke,
         [&](Point p) { return disc.stroke_width > 0 && std::abs(far(p) - disc.radius) <= disc.stroke_width / 2; });
  }
  void draw(const Line& line) {
    for (std::size_t k = 0; k + 1 < line.points.size(); ++k) {
      const Point a = line.points[k], b = line.points[k + 1];
      const float h = line.width / 2;
      const Rectangle around{std::min(a.x, b.x) - h, std::min(a.y, b.y) - h, std::abs(a.x - b.x) + 2 * h,
                             std::abs(a.y - b.y) + 2 * h};
      const float length = std::hypot(b.x - a.x, b.y - a.y);
      fill(around, line.colour, [&](Point p) {
        if (length == 0) return false;
        const float along = ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / length;
        const float beside = std::abs((p.x - a.x) * (b.y - a.y) - (p.y - a.y) * (b.x - a.x)) / length;
        return beside <= h && along >= 0 && along <= length && (line.dash <= 0 || std::fmod(along, 2 * line.dash) < line.dash);
      });
    }
  }
  void draw(const Text&) {}
  void draw(const Image& image) {
    if (!image.raster) return;
    const Raster& raster = *image.raster;
    const int x0 = static_cast<int>(image.at.x * scale_), y0 = static_cast<int>(image.at.y * scale_);
    for (int y = std::max(y0, 0); y < std::min(height_, static_cast<int>((image.at.y + image.at.height) * scale_)); ++y)
      for (int x = std::max(x0, 0); x < std::min(width_, static_cast<int>((image.at.x + image.at.width) * scale_)); ++x) {
        const auto u =
            static_cast<std::size_t>(static_cast<float>(x - x0) / (image.at.width * scale_) * static_cast<float>(raster.width));
        const auto v =
            static_cast<std::size_t>(static_cast<float>(y - y0) / (image.at.height * scale_) * static_cast<float>(raster.height));
        samples_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)] =
            raster
                .pixels[std::min<std::size_t>(v, raster.height - 1) * raster.width + std::min<std::size_t>(u, raster.width - 1)];
      }
  }

  float scale_;
  int width_, height_;
  std::vector<Colour> samples_;
};

void compare(const Drawing& drawing, const std::string& name) {
  const Pixels now = PlainPainter(drawing, theme(ThemeName::dark).background, 0.5f).pixels();
  const std::filesystem::path file = std::filesystem::path(WARPLENS_SOURCE_FOLDER) / "tests/golden" / (name + ".png");
  if (std::getenv("WARPLENS_UPDATE_GOLDEN")) {
    ASSERT_TRUE(stbi_write_png(file.c_str(), now.width, now.height, 4, now.at.data(), now.width * 4));
  }
  int width = 0, height = 0, channels = 0;
  unsigned char* const read = stbi_load(file.c_str(), &width, &height, &channels, 4);
  ASSERT_NE(read, nullptr) << file;
  const std::vector<unsigned char> golden(read, read + static_cast<std::ptrdiff_t>(width) * height * 4);
  stbi_image_free(read);
  ASSERT_EQ(width, now.width);
  ASSERT_EQ(height, now.height);
  std::size_t differ = 0;
  for (std::size_t k = 0; k < now.at.size(); ++k)
    differ += std::abs(int{now.at[k].r} - golden[4 * k]) > 24 || std::abs(int{now.at[k].g} - golden[4 * k + 1]) > 24 ||
                      std::abs(int{now.at[k].b} - golden[4 * k + 2]) > 24
                  ? 1
                  : 0;
  EXPECT_LT(static_cast<double>(differ), 0.005 * static_cast<double>(now.at.size()))
      << name << ": " << differ << " pixels differ";
}

/// A run of an experiment of the catalogue on the SIMT machine.
struct RealRun {
  RealRun(const std::string& id, std::uint32_t entry, const std::vector<std::string>& changes) {
    const experiment::Catalogue catalogue = experiment::load_catalogue({base::resource_folder() / "kernels"});
    const experiment::Experiment* found = experiment::find(catalogue, id);
    if (!found) return;
    auto settings = experiment::default_settings(*found, entry);
    const auto module = experiment::load_module(*found);
    if (!settings || !module) return;
    for (const std::string& change : changes)
      if (!experiment::set(*found, *settings, change)) return;
    launch::Progress progress;
    auto ran = experiment::run(*found, *module, *settings, *simt::make_device(), progress);
    if (!ran) return;
    run = std::move(*ran);
    subject.result = &run.result;
    subject.grid = run.launch.grid;
    subject.block = run.launch.block;
    subject.buffer = run.shown;
    subject.buffer_name = found->shown;
    std::vector<const launch::Buffer*> buffers;
    for (const launch::Argument& argument : run.launch.arguments)
      if (const auto* buffer = std::get_if<launch::Buffer>(&argument)) buffers.push_back(buffer);
    subject.type = buffers.at(run.shown)->type;
    subject.elements = buffers.at(run.shown)->size;
    subject.expected = run.check.expected;
    for (std::size_t k = 0; k < buffers.size(); ++k)
      subject.buffers.push_back({buffers[k]->name, buffers[k]->type, buffers[k]->size, run.buffer_columns.at(k)});
    ok = true;
  }
  RealRun(const RealRun&) = delete;
  RealRun& operator=(const RealRun&) = delete;

  bool ok = false;
  experiment::Run run;
  Subject subject;
};

TEST(Golden, RaceOfTheRacyCounter) {
  const RealRun real("counter", 0, {"repeats=20"});
  ASSERT_TRUE(real.ok);
  const auto history = analysis::element_history(real.run.result.trace, real.run.shown, 0, 4);
  const auto distribution = analysis::distribution(real.run.repeats);
  RaceInput input;
  input.subject = real.subject;
  input.history = &history;
  input.outcomes.push_back({"racy", &distribution});
  compare(race_picture(input, theme(ThemeName::dark), 900, 640).drawing, "race_racy");
}

TEST(Golden, RaceOfTheAtomicCounter) {
  const RealRun real("counter", 1, {"repeats=1"});
  ASSERT_TRUE(real.ok);
  const auto history = analysis::element_history(real.run.result.trace, real.run.shown, 0, 4);
  RaceInput input;
  input.subject = real.subject;
  input.history = &history;
  compare(race_picture(input, theme(ThemeName::dark), 900, 480).drawing, "race_atomic");
  EXPECT_EQ(plain(race_headline(input, theme(ThemeName::dark)).title), "1,024 threads each added 1. The counter says 1,024.");
}

void compare_mapping(const RealRun& real, ColourMode colour, const std::string& name) {
  ASSERT_TRUE(real.ok);
  const auto map = analysis::access_map(real.run.result.trace, real.run.shown, real.subject.elements, 4);
  MappingInput input;
  input.subject = real.subject;
  input.map = &map;
  input.colour = colour;
  const auto painter = make_raster_cell_painter();
  compare(mapping_picture(input, theme(ThemeName::dark), 900, 640, *painter).drawing, name);
}

TEST(Golden, MappingGuarded) { compare_mapping(RealRun("increment", 0, {"n=2000"}), ColourMode::block, "mapping_guarded"); }
TEST(Golden, MappingSmallGrid) { compare_mapping(RealRun("increment", 1, {"n=20000"}), ColourMode::block, "mapping_small_grid"); }
TEST(Golden, MappingGridStrideByOrder) {
  compare_mapping(RealRun("increment", 2, {"n=20000"}), ColourMode::order, "mapping_grid_stride");
}

TEST(Golden, BlocksInWaves) {
  const RealRun real("increment", 0, {"n=20000"});
  ASSERT_TRUE(real.ok && real.run.result.occupancy);
  const auto timeline =
      analysis::block_timeline(real.run.result.trace, *real.run.result.occupancy, real.run.result.multiprocessors);
  BlocksInput input;
  input.subject = real.subject;
  input.timeline = &timeline;
  compare(blocks_picture(input, theme(ThemeName::dark), 900, 640).drawing, "blocks_waves");
}

void compare_memory(const RealRun& real, const std::string& memory, std::uint64_t steps, const std::string& name) {
  ASSERT_TRUE(real.ok);
  const auto traffic = analysis::memory_traffic(real.run.result.trace);
  MemoryInput input;
  input.subject = real.subject;
  input.traffic = traffic;
  input.chosen = chosen_memory(real.subject, traffic, memory);
  input.steps = steps;
  compare(memory_picture(input, theme(ThemeName::dark), 900, 640).drawing, name);
}

TEST(Golden, MemoryOfAStridedCopy) {
  compare_memory(RealRun("coalescing", 2, {}), "source", ~std::uint64_t{0}, "memory_strided");
  compare_memory(RealRun("coalescing", 0, {}), "source", 200, "memory_neighbours_scrubbed");
}
TEST(Golden, MemoryOfTheBanksOfATranspose) {
  compare_memory(RealRun("transpose", 1, {}), "shared memory", ~std::uint64_t{0}, "memory_banks_shared");
  compare_memory(RealRun("transpose", 3, {}), "shared memory", ~std::uint64_t{0}, "memory_banks_swizzled");
}

/// Compares the matrix view with the shared memory of `block`.
void compare_matrix(const RealRun& real, std::uint64_t steps, std::uint64_t block, const std::string& name) {
  ASSERT_TRUE(real.ok);
  const trace::Trace& trace = real.run.result.trace;
  auto maps = std::make_shared<std::vector<analysis::AccessMap>>();
  auto whole = std::make_shared<std::vector<analysis::AccessMap>>();
  for (std::uint32_t buffer = 0; buffer < real.subject.buffers.size(); ++buffer) {
    maps->push_back(analysis::access_map(trace, buffer, real.subject.buffers[buffer].elements, 4, steps));
    whole->push_back(analysis::access_map(trace, buffer, real.subject.buffers[buffer].elements, 4));
  }
  const auto shared = analysis::shared_contents(trace, block, steps);
  MatrixInput input;
  input.subject = real.subject;
  input.maps = maps;
  input.whole = whole;
  input.max_reads = 5;  // 72 columns of c in tiles of 16: 5 tiles
  input.shared = &shared;
  input.steps = steps;
  const auto painter = make_raster_cell_painter();
  compare(matrix_picture(input, theme(ThemeName::dark), 900, 640, *painter).drawing, name);
}

TEST(Golden, CachesOfATiledProduct) {
  const RealRun real("matrix_multiplication", 1, {});
  ASSERT_TRUE(real.ok);
  CachesInput input;
  input.subject = real.subject;
  input.hierarchy = analysis::hierarchy(real.run.result, *real.run.launch.module, real.run.launch.entry);
  compare(caches_picture(input, theme(ThemeName::dark), 900, 640).drawing, "caches_tiled");
}

TEST(Golden, RooflineOfTwoProducts) {
  RooflineInput input;
  const RealRun naive("matrix_multiplication", 0, {}), tiled("matrix_multiplication", 1, {});
  ASSERT_TRUE(naive.ok && tiled.ok);
  input.subject = tiled.subject;
  for (const RealRun* real : {&tiled, &naive}) {
    const auto roofline = analysis::roofline(real->run.result, *real->run.launch.module, real->run.launch.entry);
    ASSERT_TRUE(roofline);
    input.entries.push_back({real == &tiled ? "tiled" : "naive", *roofline});
  }
  compare(roofline_picture(input, theme(ThemeName::dark), 900, 640).drawing, "roofline_products");
}

TEST(Golden, MatricesInTiles) {
  const RealRun real("matrix_multiplication", 1, {});
  compare_matrix(real, 6000, analysis::running_block(real.run.result.trace, 6000), "matrix_tiled_scrubbed");
  compare_matrix(real, ~std::uint64_t{0}, 0, "matrix_tiled");  // fixed, because the block that ends last depends on the compiler
}

TEST(Golden, SceneOfTheShip) {
  const RealRun real("rays", 1, {"detail=1"});
  ASSERT_TRUE(real.ok);
  const auto map = analysis::access_map(real.run.result.trace, real.run.shown, real.subject.elements, 4);
  const launch::Bytes& corners = *std::get<launch::Buffer>(real.run.launch.arguments.at(0)).initial;
  std::vector<float> numbers(corners.size() / sizeof(float));
  std::memcpy(numbers.data(), corners.data(), corners.size());
  SceneInput input;
  input.subject = real.subject;
  input.map = &map;
  input.corners = numbers;
  input.model = "ship";
  input.eye = {9, 4, 7};
  input.rays = true;
  ScenePainter painter;
  compare(scene_picture(input, theme(ThemeName::dark), 900, 640, painter).drawing, "scene_ship");
}

TEST(Golden, HistogramRacy) {
  const RealRun real("histogram", 1, {"n=100000"});
  ASSERT_TRUE(real.ok);
  HistogramInput input;
  input.subject = real.subject;
  input.range_minimum = -4;
  input.range_maximum = 4;
  const auto painter = make_raster_cell_painter();
  compare(histogram_picture(input, theme(ThemeName::dark), 900, 560, *painter).drawing, "histogram_racy");
}

}  // namespace
}  // namespace warplens::view
