#include <algorithm>
#include <cstring>

#include "experiment/references/reference_arguments.h"

namespace warplens::experiment {

using launch::Buffer;
using launch::ElementType;
using launch::Scalar;

base::Result<std::vector<double>> histogram(const NamedArguments& arguments, const std::string& output) {
  const auto samples = argument<Buffer>(arguments, "samples", ElementType::f32);
  const auto n = argument<Scalar>(arguments, "n", ElementType::i32);
  const auto bins = argument<Scalar>(arguments, "bins", ElementType::i32);
  const auto low = argument<Scalar>(arguments, "low", ElementType::f32);
  const auto high = argument<Scalar>(arguments, "high", ElementType::f32);
  const auto counts = argument<Buffer>(arguments, output, ElementType::i32);
  if (!samples) return samples.error();
  if (!counts) return counts.error();
  for (const auto* scalar : {&n, &bins, &low, &high})
    if (!*scalar) return scalar->error();

  const auto bin_count = static_cast<std::int64_t>(launch::to_double(**bins));
  const auto first = static_cast<float>(launch::to_double(**low)), last = static_cast<float>(launch::to_double(**high));
  const auto wanted = static_cast<std::int64_t>(launch::to_double(**n));
  const std::uint64_t size =
      std::min<std::uint64_t>((*samples)->size, static_cast<std::uint64_t>(std::max<std::int64_t>(wanted, 0)));
  if (bin_count < 0 || static_cast<std::uint64_t>(bin_count) > (*counts)->size)
    return base::error("'bins' is " + std::to_string(bin_count) + ", but '" + output + "' has " +
                       std::to_string((*counts)->size) + " elements");

  std::vector<double> expected((*counts)->size);
  for (std::uint64_t bin = 0; bin < expected.size(); ++bin)
    expected[bin] = launch::to_double(launch::element(ElementType::i32, *(*counts)->initial, bin));
  const std::byte* from = (*samples)->initial->data();
  for (std::uint64_t index = 0; index < size; ++index) {
    float sample;
    std::memcpy(&sample, from + index * sizeof sample, sizeof sample);
    const float position = (sample - first) / (last - first) * static_cast<float>(bin_count);
    if (!(position >= 0 && position < static_cast<float>(bin_count))) continue;
    if (const auto bin = static_cast<std::size_t>(position); bin < expected.size()) expected[bin] += 1;
  }
  return expected;
}

}  // namespace warplens::experiment
