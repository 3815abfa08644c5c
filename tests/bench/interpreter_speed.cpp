#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "simt/simt_device.h"
#include "tests/bench/launches.h"

// Speed of the interpreter on one core, natively and as WebAssembly (README.md): prints a line per launch, the
// shortest of some runs.

namespace {

using namespace warplens;
using namespace warplens::bench;

void measure(const std::string& name, launch::Launch launch) {
  launch.trace_level = trace::Level::none;
  const auto device = simt::make_device(simt::two_sm_toy(), 1);
  launch::Progress progress;
  double shortest = std::numeric_limits<double>::infinity(), instructions = 0;
  constexpr int runs = 7;
  for (int run = 0; run < runs; ++run) {
    const auto begin = std::chrono::steady_clock::now();
    const auto result = device->run(launch, progress);
    const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
    if (!result) throw std::runtime_error(result.error().message);
    shortest = std::min(shortest, taken.count());
    instructions = static_cast<double>(result->counters.thread_instructions);
  }
  std::printf("%s: %.1f ms, %.0f million thread instructions a second\n", name.c_str(), shortest, instructions / shortest / 1000);
}

}  // namespace

int main() {
  constexpr std::int32_t elements = 1 << 20, bins = 150;
  measure("increment", increment_of(elements));
  const auto samples = buffer(launch::ElementType::f32, uniform_numbers(elements, 1));
  const auto counts = buffer(launch::ElementType::i32, std::vector<std::int32_t>(bins));
  for (const std::string entry : {"histogram_atomic", "histogram_shared"}) {
    launch::Launch launch =
        of_kernel("histogram", entry, 64, 256, {samples, number(elements), counts, number(bins), number(0.0f), number(1.0f)});
    launch.dynamic_shared = bins * 4;
    measure(entry, std::move(launch));
  }
}
