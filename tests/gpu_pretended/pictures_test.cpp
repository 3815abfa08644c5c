#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/resources.h"
#include "desk/run/shared_output.h"
#include "gl/context.h"
#include "gpu/gpu_device.h"
#include "pretended_cuda.h"
#include "ptx/parse/parser.h"
#include "ui/window/offscreen.h"

// Pictures drawn from a shared OpenGL buffer must be byte-identical to pictures drawn from a copy.

namespace warplens::gpu {
namespace {

using Graphics = PretendedGpu::Graphics;

class PretendedPictures : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto context = gl::OffscreenContext::create(); !context) GTEST_SKIP() << base::describe(context.error());
    restart_pretended_gpu();
    devices_.devices = std::move(find_devices().devices);
    catalogue_ = experiment::load_catalogue({base::resource_folder() / "kernels"});
  }

  ui::RenderedWindow render(const Session& session, Graphics graphics) {
    pretended_gpu().graphics = graphics;
    auto picture = ui::render_offscreen(session, 1280, 720, 1, devices_, catalogue_);
    if (!picture) throw std::runtime_error(base::describe(picture.error()));
    return std::move(*picture);
  }

  launch::DeviceList devices_;
  experiment::Catalogue catalogue_;
};

struct Scene {
  const char* experiment;
  std::vector<std::string> set;
  std::string view;
  std::optional<view::ColourMode> colour;
};

Session session_of(const experiment::Catalogue& catalogue, const Scene& scene) {
  Session session;
  const experiment::Experiment& experiment = *experiment::find(catalogue, scene.experiment);
  session.experiment = scene.experiment;
  session.settings = *experiment::default_settings(experiment);
  for (const std::string& change : scene.set) EXPECT_TRUE(experiment::set(experiment, session.settings, change)) << change;
  session.device = launch::first_gpu;
  session.view = scene.view;
  session.colour = scene.colour;
  return session;
}

/// The centre of the window, with the picture; the times around it differ from run to run.
std::vector<view::Colour> middle_of(const view::Raster& window) {
  std::vector<view::Colour> pixels;
  for (std::size_t y = 180; y < 640; ++y)
    for (std::size_t x = 300; x < 880; ++x) pixels.push_back(window.pixels[y * window.width + x]);
  return pixels;
}

TEST_F(PretendedPictures, AreTheSameToTheByteInPlaceAndCopied) {
  const std::vector<Scene> scenes{
      {"increment", {"n=5000"}, "mapping", view::ColourMode::value},
      {"increment", {"entry=fixed-grid", "n=20000"}, "mapping", view::ColourMode::value},
      {"increment", {"n=5000"}, "mapping", std::nullopt},
      {"histogram", {"entry=atomic", "n=5000"}, "histogram", std::nullopt},
      {"histogram", {"entry=racy", "n=5000", "bins=2000"}, "histogram", std::nullopt},
      {"matrix_multiplication", {"m=48", "n=32", "p=40"}, "matrix", view::ColourMode::value},
  };
  for (const Scene& scene : scenes) {
    SCOPED_TRACE(std::string(scene.experiment) + " " + (scene.set.empty() ? "" : scene.set.front()));
    const Session session = session_of(catalogue_, scene);
    const auto in_place = render(session, Graphics::granted);
    EXPECT_EQ(pretended_gpu().registered, 1u);
    EXPECT_EQ(pretended_gpu().unregistered, 1u);
    EXPECT_EQ(pretended_gpu().mapped, 1u);
    EXPECT_EQ(pretended_gpu().unmapped, 1u);
    EXPECT_NE(in_place.note.find("where the kernel wrote"), std::string::npos) << in_place.note;
    const auto copied = render(session, Graphics::refused);
    EXPECT_NE(copied.note.find("from a copy of the output: OpenGL does not draw on an NVIDIA GPU here"), std::string::npos)
        << copied.note;
    const auto elsewhere = render(session, Graphics::of_another_gpu);
    EXPECT_NE(elsewhere.note.find("draws on GPU 1"), std::string::npos) << elsewhere.note;
    EXPECT_EQ(pretended_gpu().misused, 0u);
    EXPECT_EQ(pretended_gpu().registered, 1u);
    EXPECT_TRUE(middle_of(in_place) == middle_of(copied));
    EXPECT_TRUE(middle_of(in_place) == middle_of(elsewhere));
    pretended_gpu().registered = pretended_gpu().unregistered = pretended_gpu().mapped = pretended_gpu().unmapped = 0;
  }
}

TEST_F(PretendedPictures, AreDrawnFromTheCopyWhereTheBufferHasNothing) {
  const Session session =
      session_of(catalogue_, {"increment", {"entry=fixed-grid", "n=20000"}, "mapping", view::ColourMode::value});
  const auto right = render(session, Graphics::granted);
  EXPECT_NE(right.note.find("from the GPU's memory"), std::string::npos) << right.note;
  pretended_gpu().writes_elsewhere = true;
  const auto without_output = render(session, Graphics::granted);
  EXPECT_NE(without_output.note.find("OpenGL drew nothing"), std::string::npos) << without_output.note;
  auto shown = middle_of(without_output), wanted = middle_of(right);
  const std::size_t above_the_notice = shown.size() * 4 / 5;
  shown.resize(above_the_notice);
  wanted.resize(above_the_notice);
  EXPECT_TRUE(shown == wanted);
}

class PretendedOutput : public PretendedPictures {
 protected:
  void SetUp() override {
    PretendedPictures::SetUp();
    if (IsSkipped()) return;
    auto context = gl::OffscreenContext::create();
    ASSERT_TRUE(context.ok());
    context_.emplace(std::move(*context));
    pretended_gpu().graphics = Graphics::granted;
  }
  launch::Device& device() { return *devices_.devices.front(); }
  static std::shared_ptr<const desk::RunTables> some_run() { return std::make_shared<const desk::RunTables>(); }

  std::optional<gl::OffscreenContext> context_;
};

TEST_F(PretendedOutput, IsRegisteredOnceForManyRunsAndUnregisteredBeforeTheBufferDies) {
  {
    desk::SharedOutput output;
    for (int time = 0; time < 5; ++time) {
      const auto memory = output.lend(device(), 4000);
      ASSERT_TRUE(memory);
      EXPECT_GE(memory->bytes, 4000u);
      const auto run = some_run(), other = some_run();
      output.take_back(memory, run);
      EXPECT_NE(output.buffer_of(*run), 0u);
      EXPECT_EQ(output.buffer_of(*other), 0u);
    }
    EXPECT_EQ(pretended_gpu().registered, 1u);
    EXPECT_EQ(pretended_gpu().mapped, 5u);
    EXPECT_EQ(pretended_gpu().unmapped, 5u);
    auto large = output.lend(device(), 1u << 20);
    ASSERT_TRUE(large);
    EXPECT_EQ(pretended_gpu().registered, 2u) << "a larger one in its place";
    EXPECT_EQ(pretended_gpu().unregistered, 1u);
  }
  EXPECT_EQ(pretended_gpu().unregistered, 2u);
  EXPECT_EQ(pretended_gpu().mapped, pretended_gpu().unmapped) << "also what was lent to the end";
  EXPECT_EQ(pretended_gpu().misused, 0u);
}

TEST_F(PretendedOutput, IsLentToOneRunAtATime) {
  desk::SharedOutput output;
  auto first = output.lend(device(), 100);
  ASSERT_TRUE(first);
  EXPECT_FALSE(output.lend(device(), 100)) << "the first may still be writing";
  output.take_back(nullptr, some_run());
  EXPECT_FALSE(output.lend(device(), 100)) << "another run's end";
  first.reset();  // cancelled: it is not returned
  auto second = output.lend(device(), 100);
  ASSERT_TRUE(second);
  const auto run = some_run();
  output.take_back(second, run);
  EXPECT_NE(output.buffer_of(*run), 0u);
  const auto third = output.lend(device(), 100);
  EXPECT_EQ(output.buffer_of(*run), 0u) << "it is no longer as that run left it";
  output.take_back(third, nullptr);
  EXPECT_EQ(output.buffer_of(*run), 0u) << "nor after a run that did not fill it";
}

TEST_F(PretendedOutput, AsksOnlyOnceWhereItIsRefused) {
  pretended_gpu().graphics = Graphics::refused;
  desk::SharedOutput output;
  EXPECT_FALSE(output.lend(device(), 100));
  EXPECT_NE(output.note().find("from a copy"), std::string::npos);
  pretended_gpu().graphics = Graphics::granted;
  EXPECT_FALSE(output.lend(device(), 100)) << "this device has said no";
  EXPECT_EQ(pretended_gpu().registered, 0u);
  EXPECT_FALSE(output.lend(device(), 0));
}

TEST_F(PretendedOutput, LargeOutputsAreCopied) {
  desk::SharedOutput output;
  EXPECT_FALSE(output.lend(device(), (std::uint64_t{1} << 30) + 1));
  EXPECT_NE(output.note().find("1 GiB"), std::string::npos);
  EXPECT_TRUE(output.lend(device(), 100)) << "the next may be smaller";
}

TEST_F(PretendedOutput, HasNoBufferOfItsOwnAfterAFault) {
  desk::SharedOutput output;
  auto memory = output.lend(device(), 4000);
  ASSERT_TRUE(memory);
  const auto module = ptx::parse(
      ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry kernel() {\n"
      ".reg .b64 %d<2>; mov.u64 %d1, 64; st.global.u64 [%d1], %d1; ret; }\n",
      "fails.ptx");
  ASSERT_TRUE(module.ok());
  launch::Launch launch;
  launch.module = std::make_shared<const ptx::Module>(*module);
  launch.grid = launch.block = {1, 1, 1};
  launch::Progress progress;
  const auto failed = device().run(launch, progress);
  ASSERT_TRUE(failed.ok()) << base::describe(failed.error());
  ASSERT_EQ(failed->outcome, launch::Outcome::faulted);
  const auto run = some_run();
  output.take_back(memory, run);
  EXPECT_EQ(output.buffer_of(*run), 0u);
  EXPECT_FALSE(output.lend(device(), 4000));
  EXPECT_EQ(pretended_gpu().registered, 1u);
  EXPECT_EQ(pretended_gpu().unregistered, 0u) << "the first was lost with its context";
  EXPECT_EQ(pretended_gpu().misused, 0u);
}

}  // namespace
}  // namespace warplens::gpu
