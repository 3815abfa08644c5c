#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "simt/simt_device.h"
#include "tests/bench/launches.h"

// Speed of the SIMT machine on the three experiments, a matrix product, the Mandelbrot set and n bodies, compared with the same
// loops in plain C++. CPU time on one core; copying inputs counts, parsing PTX does not.

namespace {

using namespace warplens;
using namespace warplens::bench;
using launch::ElementType;

/// Runs `launch` once per iteration, each time with the next seed; reports thread instructions per second. Returns the outputs of
/// the last run; nothing if one failed.
std::vector<launch::Bytes> run(benchmark::State& state, launch::Launch launch, std::uint64_t repeats = 1,
                               std::uint32_t cores = 1) {
  const auto device = simt::make_device(simt::two_sm_toy(), cores);
  launch::Progress progress;
  double instructions = 0;
  std::vector<launch::Bytes> outputs;
  for (auto _ : state) {
    for (std::uint64_t r = 0; r < repeats; ++r) {
      ++launch.seed;
      auto result = device->run(launch, progress);
      if (!result.ok() || result->outcome != launch::Outcome::finished) {
        state.SkipWithError("the launch failed");
        return {};
      }
      instructions += static_cast<double>(result->counters.thread_instructions);
      outputs = std::move(result->outputs);
    }
  }
  state.counters["thread_instructions"] = benchmark::Counter(instructions, benchmark::Counter::kIsRate);
  return outputs;
}

template <typename T>
std::vector<T> values_of(const launch::Bytes& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

constexpr std::int32_t elements = 1 << 20, samples = 1'000'000, bins = 150;

std::vector<float> normal_samples() {
  base::Random random(1);
  std::vector<float> values(samples);
  for (float& value : values) {  // Box-Muller transform
    value = static_cast<float>(std::sqrt(-2 * std::log(1 - random.uniform())) * std::cos(6.283185307179586 * random.uniform()));
  }
  return values;
}

void counter(benchmark::State& state, std::uint32_t grid, std::uint32_t block, trace::Level level, std::uint64_t repeats,
             bool check = false) {
  auto launch = of_kernel("counter", "counter_racy", grid, block, {buffer<std::int32_t>(ElementType::i32, {0})});
  launch.trace_level = level;
  launch.check = check;
  run(state, std::move(launch), repeats);
}

void increment(benchmark::State& state, trace::Level level, bool check = false, std::uint32_t cores = 1) {
  auto launch = increment_of(elements);
  launch.trace_level = level;
  launch.check = check;
  run(state, std::move(launch), 1, cores);
}

void histogram(benchmark::State& state, const std::string& entry, std::uint32_t grid, std::uint32_t block, bool check = false) {
  auto launch = of_kernel("histogram", entry, grid, block,
                          {buffer(ElementType::f32, normal_samples()), number(samples),
                           buffer(ElementType::i32, std::vector<std::int32_t>(bins)), number(bins), number(-4.0f), number(4.0f)});
  launch.dynamic_shared = bins * 4;
  launch.check = check;
  run(state, std::move(launch));
}

constexpr std::int32_t rows = 256, columns = 256, usual_inner = 512;

void matmul(benchmark::State& state, const std::string& entry, std::int32_t inner, bool check = false, std::uint32_t cores = 1) {
  auto launch = product_of(entry, rows, inner, columns);
  launch.check = check;
  run(state, std::move(launch), 1, cores);
}

/// Up to 10^10 thread instructions: the rate should not depend on the size.
void matmul_over_size(benchmark::State& state) { matmul(state, "matmul_naive", static_cast<std::int32_t>(state.range(0))); }

void native_matmul(benchmark::State& state) {
  constexpr std::int32_t inner = usual_inner;
  const std::vector<float> a = uniform_numbers(rows * inner, 1), b = uniform_numbers(inner * columns, 2);
  std::vector<float> c(rows * columns);
  for (auto _ : state) {
    std::fill(c.begin(), c.end(), 0.0f);
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t k = 0; k < inner; ++k) {
        for (std::size_t j = 0; j < columns; ++j) c[i * columns + j] += a[i * inner + k] * b[k * columns + j];
      }
    }
    benchmark::DoNotOptimize(c.data());
    benchmark::ClobberMemory();
  }
}

void native_increment(benchmark::State& state) {
  std::vector<float> data(elements);
  for (auto _ : state) {
    for (float& value : data) value += 1;
    benchmark::DoNotOptimize(data.data());
    benchmark::ClobberMemory();
  }
}

void native_histogram(benchmark::State& state) {
  const std::vector<float> data = normal_samples();
  std::vector<std::int32_t> counts(bins);
  for (auto _ : state) {
    for (const float sample : data) {
      const float position = (sample + 4.0f) / 8.0f * bins;
      if (position >= 0 && position < bins) ++counts[static_cast<std::size_t>(position)];
    }
    benchmark::DoNotOptimize(counts.data());
    benchmark::ClobberMemory();
  }
}

constexpr std::int32_t width = 1920, height = 1080, max_steps = 256;

/// As kernels/mandelbrot.cu, but for the products and sums that the kernel's compiler makes one.
std::vector<std::int32_t> mandelbrot_steps() {
  std::vector<std::int32_t> steps(width * height);
  constexpr float pixel = 2.5f / height;
  for (std::int32_t y = 0; y < height; ++y) {
    for (std::int32_t x = 0; x < width; ++x) {
      const float c_real = -0.75f + static_cast<float>(x - width / 2) * pixel;
      const float c_imaginary = static_cast<float>(y - height / 2) * pixel;
      float real = 0, imaginary = 0;
      std::int32_t step = 0;
      while (step < max_steps && real * real + imaginary * imaginary <= 4) {
        const float next = real * real - imaginary * imaginary + c_real;
        imaginary = 2 * real * imaginary + c_imaginary;
        real = next;
        ++step;
      }
      steps[static_cast<std::size_t>(y * width + x)] = step;
    }
  }
  return steps;
}

void native_mandelbrot(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(mandelbrot_steps());
}

void mandelbrot(benchmark::State& state, bool check) {
  auto launch = of_source(
      "mandelbrot.cu", "mandelbrot", {(width + 15) / 16, (height + 15) / 16, 1}, {16, 16, 1},
      {buffer(ElementType::i32, std::vector<std::int32_t>(width * height)), number(width), number(height), number(max_steps)});
  launch.check = check;
  const auto outputs = run(state, std::move(launch));
  if (outputs.empty()) return;
  const auto steps = values_of<std::int32_t>(outputs[0]), expected = mandelbrot_steps();
  std::size_t others = 0;  // fused products and sums move points close to the set's edge: about one in a thousand
  for (std::size_t i = 0; i < expected.size(); ++i) others += steps[i] != expected[i] ? 1 : 0;
  if (others > expected.size() / 100) state.SkipWithError("more than 1 % of the pixels differ from the loop in C++");
}

struct Vector4 {
  float x = 0, y = 0, z = 0, w = 0;
};

constexpr std::int32_t bodies = 4096;

std::vector<Vector4> bodies_of(const launch::Launch& launch) {
  return values_of<Vector4>(*std::get<launch::Buffer>(launch.arguments[0]).initial);
}

/// As kernels/nbody.cu.
std::vector<Vector4> accelerations_of(const std::vector<Vector4>& all) {
  std::vector<Vector4> accelerations;
  for (const Vector4& body : all) {
    Vector4 acceleration;
    for (const Vector4& other : all) {
      const float x = other.x - body.x, y = other.y - body.y, z = other.z - body.z;
      const float inverse = 1 / std::sqrt(x * x + y * y + z * z + 0.01f);
      const float pull = other.w * inverse * inverse * inverse;
      acceleration.x += x * pull;
      acceleration.y += y * pull;
      acceleration.z += z * pull;
    }
    accelerations.push_back(acceleration);
  }
  return accelerations;
}

void native_nbody(benchmark::State& state) {
  const std::vector<Vector4> all = bodies_of(nbody_of(bodies));
  for (auto _ : state) benchmark::DoNotOptimize(accelerations_of(all));
}

void nbody(benchmark::State& state, bool check) {
  auto launch = nbody_of(bodies);
  const std::vector<Vector4> all = bodies_of(launch);
  launch.check = check;
  const auto outputs = run(state, std::move(launch));
  if (outputs.empty()) return;
  const auto accelerations = values_of<Vector4>(outputs[1]), expected = accelerations_of(all);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const Vector4 &is = accelerations[i], &ought = expected[i];
    const float length = std::hypot(ought.x, ought.y, ought.z);
    // Two orders of rounding 4,096 terms differ by about 5e-7.
    if (std::hypot(is.x - ought.x, is.y - ought.y, is.z - ought.z) > 1e-5f * length) {
      return state.SkipWithError("an acceleration differs from that of the loop in C++");
    }
  }
}

BENCHMARK_CAPTURE(counter, racy_32x32_full_trace, 32, 32, trace::Level::full, 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(counter, racy_32x32_100_repeats, 32, 32, trace::Level::none, 100)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(counter, racy_1024x1024, 1024, 1024, trace::Level::none, 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(counter, racy_1024x1024_checked, 1024, 1024, trace::Level::none, 1, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(increment, plain, trace::Level::none)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(increment, two_cores, trace::Level::none, false, 2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(increment, checked, trace::Level::none, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(increment, memory_trace, trace::Level::memory)->Unit(benchmark::kMillisecond);
BENCHMARK(native_increment)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(histogram, atomic_64x64, "histogram_atomic", 64, 64)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(histogram, atomic_64x64_checked, "histogram_atomic", 64, 64, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(histogram, racy_64x64, "histogram_racy", 64, 64)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(histogram, shared_64x64, "histogram_shared", 64, 64)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(histogram, atomic_one_thread_a_sample, "histogram_atomic", 3907, 256)->Unit(benchmark::kMillisecond);
BENCHMARK(native_histogram)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(matmul, naive, "matmul_naive", usual_inner)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(matmul, naive_two_cores, "matmul_naive", usual_inner, false, 2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(matmul, naive_checked, "matmul_naive", usual_inner, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(matmul, tiled_16x16, "matmul_tiled", usual_inner)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(matmul, tiled_16x16_two_cores, "matmul_tiled", usual_inner, false, 2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(matmul, tiled_16x16_checked, "matmul_tiled", usual_inner, true)->Unit(benchmark::kMillisecond);
BENCHMARK(matmul_over_size)
    ->Arg(16)
    ->Arg(64)
    ->Arg(256)
    ->Arg(1024)
    ->Arg(4096)
    ->Arg(14336)
    ->Arg(28672)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(native_matmul)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(mandelbrot, plain, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(mandelbrot, checked, true)->Unit(benchmark::kMillisecond);
BENCHMARK(native_mandelbrot)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(nbody, plain, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(nbody, checked, true)->Unit(benchmark::kMillisecond);
BENCHMARK(native_nbody)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
