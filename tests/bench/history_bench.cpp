#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstring>

#include "base/random.h"
#include "ptx/compile/compile.h"
#include "ptx/parse/parser.h"
#include "simt/simt_device.h"

// Seeking in the history of a tiled matrix product of 4.2 million steps. One iteration seeks to one random step; counters give
// the slowest seek, the bytes kept and the preparation time.

namespace {

using namespace warplens;
using launch::ElementType;

double milliseconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

launch::Argument matrix(std::size_t size) {
  const std::vector<float> values(size, 2.0f);
  launch::Bytes bytes(size * sizeof(float));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return launch::Buffer{"matrix", ElementType::f32, size, std::make_shared<const launch::Bytes>(std::move(bytes))};
}

launch::Launch tiled_product() {
  const auto path = std::filesystem::path(WARPLENS_SOURCE_FOLDER) / "tests" / "bench" / "kernels" / "matmul.cu";
  auto module = ptx::parse(ptx::load(path).value(), path.filename().string());
  launch::Launch launch;
  launch.module = std::make_shared<const ptx::Module>(std::move(module.value()));
  launch.entry = ptx::find_entry(*launch.module, "matmul_tiled").value();
  launch.grid = {16, 16, 1};
  launch.block = {16, 16, 1};
  const auto number = [](std::uint64_t value) { return launch::Scalar{ElementType::i32, value}; };
  launch.arguments = {matrix(256 * 512), matrix(512 * 256), matrix(256 * 256), number(256), number(512), number(256)};
  return launch;
}

/// A launch of 16.7 million threads with a buffer of 64 MiB.
launch::Launch large_increment() {
  const auto path = std::filesystem::path(WARPLENS_SOURCE_FOLDER) / "kernels" / "increment.cu";
  auto module = ptx::parse(ptx::load(path).value(), path.filename().string());
  launch::Launch launch;
  launch.module = std::make_shared<const ptx::Module>(std::move(module.value()));
  launch.entry = ptx::find_entry(*launch.module, "increment").value();
  launch.grid = {65'536, 1, 1};
  launch.block = {256, 1, 1};
  launch.arguments = {matrix(1 << 24), launch::Scalar{ElementType::i32, 1 << 24}};
  return launch;
}

void go_to_any_step(benchmark::State& state, const char* preset, launch::Launch (*made)()) {
  launch::Progress progress;
  const auto begin = std::chrono::steady_clock::now();
  const auto history = simt::make_device(*simt::device_spec_named(preset))->history(made(), progress);
  if (!history.ok()) return state.SkipWithError(history.error().message.c_str());
  state.counters["prepare_ms"] = milliseconds_since(begin);
  base::Random random(1);
  double slowest = 0;
  for (auto _ : state) {
    const auto start = std::chrono::steady_clock::now();
    (*history)->go_to(random.next() % (*history)->length());
    slowest = std::max(slowest, milliseconds_since(start));
  }
  state.counters["slowest_ms"] = slowest;
  state.counters["steps"] = static_cast<double>((*history)->length());
  state.counters["MB"] = static_cast<double>((*history)->bytes()) / 1e6;
}

BENCHMARK_CAPTURE(go_to_any_step, two_sm_toy, "toy", tiled_product)->Unit(benchmark::kMillisecond)->Iterations(300);
BENCHMARK_CAPTURE(go_to_any_step, h100, "h100", tiled_product)->Unit(benchmark::kMillisecond)->Iterations(300);
BENCHMARK_CAPTURE(go_to_any_step, large_two_sm_toy, "toy", large_increment)->Unit(benchmark::kMillisecond)->Iterations(30);
BENCHMARK_CAPTURE(go_to_any_step, large_h100, "h100", large_increment)->Unit(benchmark::kMillisecond)->Iterations(30);

}  // namespace
