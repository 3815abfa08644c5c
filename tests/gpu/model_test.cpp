#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "base/resources.h"
#include "gpu_test.h"
#include "ptx/compile/module_cache.h"
#include "simt/code/device_spec.h"
#include "simt/simt_device.h"

// The second table of docs/model.md on the GPU: the same kernels (tests/model/kernels.cu) and sizes as tests/model/model.py,
// beside the SIMT machine as the nearest card with a spec. Rows of MEASURED.md; accuracy is not asserted.

namespace warplens::gpu {
namespace {

using launch::ElementType;

launch::Argument zeros(ElementType type, std::uint64_t count) {
  return launch::Buffer{"", type, count, std::make_shared<const launch::Bytes>(count * launch::bytes(type))};
}

launch::Argument digits(std::uint64_t count) {
  std::vector<std::int32_t> values(count);
  base::Random random(1);
  for (std::int32_t& value : values) value = static_cast<std::int32_t>(random.below(10));
  return buffer_of(ElementType::i32, values);
}

launch::Argument number(std::uint64_t value) { return launch::Scalar{ElementType::i32, value}; }

/// A machine on which the kernels run, with the cycles that they take beyond their launch.
class Machine {
 public:
  Machine(launch::Device& device, std::shared_ptr<const ptx::Module> module) : device_(device), module_(std::move(module)) {}

  double cycles(const std::string& kernel, base::Dim3 grid, base::Dim3 block, std::vector<launch::Argument> arguments) const {
    launch::Launch launch;
    launch.module = module_;
    const auto entry = ptx::find_entry(*module_, kernel);
    if (!entry) throw std::runtime_error(base::describe(entry.error()));
    launch.entry = *entry;
    launch.grid = grid;
    launch.block = block;
    launch.arguments = std::move(arguments);
    launch.timed_runs = 5;
    launch::Progress progress;
    const auto result = device_.run(launch, progress);
    if (!result) throw std::runtime_error(kernel + ": " + base::describe(result.error()));
    const launch::Timing& timing = result->timing;
    if (timing.kernel_cycles) return *timing.kernel_cycles - timing.launch_cycles.value_or(0);
    const double milliseconds = timing.kernel_ms.value_or(0) - timing.overhead_ms.value_or(0);
    return milliseconds * device_.properties().clock_mhz * 1000;
  }

  double copied_bytes_per_cycle() const {
    constexpr std::uint64_t count = 1 << 24;
    return 8.0 * count /
           cycles("copy_grid_stride", {1024, 1, 1}, {256, 1, 1},
                  {zeros(ElementType::f32, count), zeros(ElementType::f32, count), number(count)});
  }
  double strided(std::uint64_t stride) const {
    constexpr std::uint64_t count = 500'000;
    return cycles("copy_strided", {(count + 255) / 256, 1, 1}, {256, 1, 1},
                  {zeros(ElementType::f32, 32 * count), zeros(ElementType::f32, 32 * count), number(count), number(stride)});
  }
  double fields(const std::string& layout) const {
    constexpr std::uint64_t count = 1 << 19;
    return cycles("field_of_" + layout, {count / 256, 1, 1}, {256, 1, 1},
                  {zeros(ElementType::f32, 8 * count), zeros(ElementType::f32, count), number(count)});
  }
  double transpose(const std::string& how) const {
    constexpr std::uint64_t n = 2048;
    return cycles("transpose_" + how, {n / 32, n / 32, 1}, {32, 8, 1},
                  {zeros(ElementType::f32, n * n), zeros(ElementType::f32, n * n), number(n)});
  }
  double product(const std::string& how) const {
    constexpr std::uint64_t n = 256;
    const launch::Argument matrix = zeros(ElementType::f32, n * n);
    return cycles("product_" + how, {n / 16, n / 16, 1}, {16, 16, 1}, {matrix, matrix, matrix, number(n)});
  }
  double atomics(const std::string& where) const {
    return cycles("add_to_" + where, {128, 1, 1}, {256, 1, 1}, {zeros(ElementType::u32, 128 * 256)});
  }
  double histogram(const std::string& where) const {
    constexpr std::uint64_t count = 200'000;
    return cycles("histogram_" + where, {64, 1, 1}, {256, 1, 1}, {digits(count), zeros(ElementType::u32, 10), number(count)});
  }
  double warps(std::uint32_t count) const {
    return cycles("copy_grid_stride", {1, 1, 1}, {32 * count, 1, 1},
                  {zeros(ElementType::f32, 4096), zeros(ElementType::f32, 4096), number(4096)});
  }
  double empty() const { return cycles("empty", {10'000, 1, 1}, {64, 1, 1}, {}); }

 private:
  launch::Device& device_;
  std::shared_ptr<const ptx::Module> module_;
};

const std::vector<std::pair<const char*, std::function<double(const Machine&)>>> rows{
    {"copy of 64 MiB, bytes per cycle", [](const Machine& m) { return m.copied_bytes_per_cycle(); }},
    {"copy of 500,000 elements, stride 8 : stride 1", [](const Machine& m) { return m.strided(8) / m.strided(1); }},
    {"stride 32 : stride 8", [](const Machine& m) { return m.strided(32) / m.strided(8); }},
    {"a field of structures : of arrays", [](const Machine& m) { return m.fields("structures") / m.fields("arrays"); }},
    {"transpose 2048², naive : padded", [](const Machine& m) { return m.transpose("naive") / m.transpose("padded"); }},
    {"transpose 2048², shared : padded", [](const Machine& m) { return m.transpose("shared") / m.transpose("padded"); }},
    {"product 256³, naive : tiled", [](const Machine& m) { return m.product("naive") / m.product("tiled"); }},
    {"32,768 atomics, one address : all different", [](const Machine& m) { return m.atomics("one") / m.atomics("all"); }},
    {"histogram of ten bins, global : shared", [](const Machine& m) { return m.histogram("global") / m.histogram("shared"); }},
    {"one block copies, 1 warp : 8 warps", [](const Machine& m) { return m.warps(1) / m.warps(8); }},
    {"one block copies, 16 warps : 32 warps", [](const Machine& m) { return m.warps(16) / m.warps(32); }},
    {"10,000 empty blocks, cycles", [](const Machine& m) { return m.empty(); }}};

class GpuFiguresOfModel : public GpuTest {};

TEST_F(GpuFiguresOfModel, TableBesideMeasured) {
  ptx::ModuleCache modules;
  const auto module = modules.load(base::resource_folder() / "model" / "kernels.ptx");
  ASSERT_TRUE(module) << base::describe(module.error());
  const simt::DeviceSpec* const spec = simt::device_spec_named("h100");
  const auto simt = simt::make_device(spec != nullptr ? *spec : simt::device_specs().back());
  const Machine gpu(device(), *module), model(*simt, *module);
  for (const auto& [name, value] : rows) {
    SCOPED_TRACE(name);
    const double measured = value(gpu), modelled = value(model);
    std::printf("TABLE| %s | %.5g | %.5g | %.2f |\n", name, modelled, measured, modelled / measured);
  }
}

}  // namespace
}  // namespace warplens::gpu
