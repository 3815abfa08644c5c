#include <glad/gl.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "base/number_format.h"
#include "base/resources.h"
#include "desk/run/run_tables.h"
#include "desk/run/shared_output.h"
#include "experiment/run.h"
#include "gl/context.h"
#include "gpu/gpu_device.h"
#include "launch/costs/spread.h"
#include "simt/simt_device.h"
#include "view/mapping/mapping_picture.h"

// Time to draw an output from the OpenGL buffer that the kernel wrote, and from a copy. Uses the first GPU, or else the SIMT
// machine, whose outputs are always copied. Prints rows of the log of tests/gpu/run_on_gpu.sh:
//   FRAME| what | in place, ms | of a copy, ms | goal |
// each the median (smallest to largest) of `frames` frames after a warm-up frame, each timed until glFinish returns.

namespace {

using namespace warplens;
using Clock = std::chrono::steady_clock;

constexpr int frames = 21;
constexpr float width = 1110, height = 860;  // points = pixels: the picture area of a 1920 × 1080 window

/// The increment experiment.
struct Increment {
  experiment::Experiment experiment;
  std::shared_ptr<const ptx::Module> module;
  experiment::Settings settings;
};

base::Result<Increment> increment_of(std::uint64_t elements) {
  auto loaded = experiment::load_experiment(base::resource_folder() / "kernels" / "increment.toml");
  if (!loaded) return loaded.error();
  auto module = experiment::load_module(*loaded);
  if (!module) return module.error();
  auto settings = experiment::default_settings(*loaded);
  if (!settings) return settings.error();
  settings->parameters["n"] = static_cast<double>(elements);
  const auto grid = experiment::grid_for(*loaded, *settings);
  if (!grid) return grid.error();
  settings->grid = *grid;
  settings->check = false;
  return Increment{std::move(*loaded), std::move(*module), std::move(*settings)};
}

/// Draws like the window, with a buffer that the device may write.
class Stage {
 public:
  Stage(launch::Device& device, std::unique_ptr<view::CellPainter> painter) : device_(device), painter_(std::move(painter)) {}

  /// Runs the kernel and computes its tables; `in_place` leaves the output in the OpenGL buffer if the device supports it.
  bool run(const Increment& increment, trace::Level level, bool in_place) {
    const auto bytes = experiment::shown_bytes(increment.experiment, increment.settings);
    const auto memory = in_place && bytes ? output_.lend(device_, *bytes) : nullptr;
    launch::Progress progress;
    auto run = experiment::run(increment.experiment, increment.module, increment.settings, device_, progress, level, 0, memory);
    if (!run) {
      std::fprintf(stderr, "%s\n", base::describe(run.error()).c_str());
      return false;
    }
    const bool filled = run->result.in_place;
    // The view by value requires a trace level, but not the trace itself.
    if (level == trace::Level::none) run->result.trace.level = trace::Level::memory;
    tables_ = std::make_shared<const desk::RunTables>(desk::make_tables(increment.experiment, std::move(*run)));
    output_.take_back(memory, filled ? tables_ : nullptr);
    return true;
  }

  bool is_in_place() const { return output_.buffer_of(*tables_) != 0; }
  const std::string& note() const { return output_.note(); }
  void renew() { ++version_; }

  void draw_mapping(float zoom, bool in_place) {
    view::MappingInput input;
    input.subject = desk::subject_of(*tables_);
    input.subject.version = version_;
    input.subject.gl_buffer = in_place ? output_.buffer_of(*tables_) : 0;
    input.map = &tables_->map;
    input.colour = view::ColourMode::value;
    input.zoom = zoom;
    view::mapping_picture(input, view::theme(view::ThemeName::dark), width, height, *painter_);
    glFinish();
  }

  /// Only the elements: upload their bytes, compute and draw their cells.
  void draw_values(bool in_place) {
    view::Subject subject = desk::subject_of(*tables_);
    subject.gl_buffer = in_place ? output_.buffer_of(*tables_) : 0;
    view::CellLook look;
    look.mode = view::CellLook::Mode::ramp;
    look.columns = 4096;
    look.cell_width = width / 4096;
    look.cell_height = height / std::ceil(static_cast<float>(subject.elements) / 4096);
    painter_->paint_values(2, ++version_, view::final_values(subject), subject.range, look, {0, 0, width, height}, 1);
    glFinish();
  }

 private:
  launch::Device& device_;
  std::unique_ptr<view::CellPainter> painter_;
  desk::SharedOutput output_;
  std::shared_ptr<const desk::RunTables> tables_;
  std::uint64_t version_ = 1;
};

std::string timed(const std::function<void()>& frame) {
  std::vector<double> milliseconds;
  for (int k = 0; k <= frames; ++k) {
    const auto begin = Clock::now();
    frame();
    const std::chrono::duration<double, std::milli> took = Clock::now() - begin;
    if (k > 0) milliseconds.push_back(took.count());
  }
  std::ranges::sort(milliseconds);
  char text[80];
  std::snprintf(text, sizeof text, "%.2f (%.2f to %.2f)", milliseconds[milliseconds.size() / 2], milliseconds.front(),
                milliseconds.back());
  return text;
}

void print_row(const std::string& what, const std::string& in_place, const std::string& copied, const char* goal) {
  std::printf("FRAME| %s | %s | %s | %s |\n", what.c_str(), in_place.c_str(), copied.c_str(), goal);
  std::fflush(stdout);
}

int measure(launch::Device& device, std::unique_ptr<view::CellPainter> painter, std::uint64_t elements) {
  const auto large = increment_of(elements), small = increment_of(65536);
  for (const auto* each : {&large, &small}) {
    if (each->ok()) continue;
    std::fprintf(stderr, "%s\n", base::describe(each->error()).c_str());
    return 1;
  }
  Stage stage(device, std::move(painter));
  if (!stage.run(*large, trace::Level::none, true)) return 1;
  const bool in_place = stage.is_in_place();
  std::printf("FRAMES ON: %s; %s; %s\n", device.properties().name.c_str(), gl::description().c_str(),
              stage.note().empty() ? "its memory is this computer's" : stage.note().c_str());
  const auto either = [&](const std::function<void(bool)>& frame) {
    return std::pair(in_place ? timed([&] { frame(true); }) : std::string("–"), timed([&] { frame(false); }));
  };
  const std::string many = base::grouped(elements) + " elements";
  const auto anew = either([&](bool there) { stage.draw_values(there); });
  print_row(many + ": the output is new", anew.first, anew.second, "≤ 4");
  float zoom = 1;
  const auto moved = either([&](bool there) { stage.draw_mapping(zoom *= 1.05f, there); });
  print_row(many + ": the camera moves", moved.first, moved.second, "≤ 4");
  const auto pointed = either([&](bool there) { stage.draw_mapping(zoom, there); });
  print_row(many + ": nothing changes", pointed.first, pointed.second, "≤ 4");
  const auto picture = either([&](bool there) {
    if (!stage.run(*small, trace::Level::none, there)) return;
    stage.draw_values(there);
  });
  print_row("65,536 threads: launch → elements by value", picture.first, picture.second, "≤ 5");
  const auto traced = either([&](bool there) {
    if (!stage.run(*small, trace::Level::full, there)) return;
    stage.renew();
    stage.draw_mapping(1, there);
  });
  print_row("65,536 threads: launch, trace and tables → mapping", traced.first, traced.second, "");
  return 0;
}

}  // namespace

/// Optional argument: number of elements of the large array; fewer for a software OpenGL.
int main(int argc, char** argv) {
  const std::uint64_t elements = argc > 1 ? std::max(std::strtoull(argv[1], nullptr, 10), 1ull) : 16'777'216;
  gpu::FoundDevices found = gpu::find_devices();
  const std::unique_ptr<launch::Device> simt = simt::make_device();
  launch::Device& device = found.devices.empty() ? *simt : *found.devices.front();
  const auto context = gl::OffscreenContext::create(found.devices.empty() ? std::nullopt : std::optional(0));
  auto painter = context ? view::make_shader_cell_painter() : base::Result<std::unique_ptr<view::CellPainter>>(context.error());
  if (!painter) {
    std::fprintf(stderr, "%s\n", base::describe(painter.error()).c_str());
    return 1;
  }
  return measure(device, std::move(*painter), elements);
}
