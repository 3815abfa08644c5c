#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "launch/launch.h"

// Launches for benchmarks.

namespace warplens::bench {

template <typename T>
launch::Argument buffer(launch::ElementType type, const std::vector<T>& values) {
  launch::Bytes bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return launch::Buffer{"buffer", type, values.size(), std::make_shared<const launch::Bytes>(std::move(bytes))};
}

launch::Argument number(std::int32_t value);
launch::Argument number(float value);

/// Reproducible pseudorandom numbers in [0, 1).
std::vector<float> uniform_numbers(std::int32_t size, std::uint64_t seed);

/// A kernel of kernels/, compiled by the build; one-dimensional.
launch::Launch of_kernel(const std::string& file, const std::string& entry, std::uint32_t grid, std::uint32_t block,
                         std::vector<launch::Argument> arguments);
/// A kernel of tests/bench/kernels, compiled now.
launch::Launch of_source(const std::string& file, const std::string& entry, base::Dim3 grid, base::Dim3 block,
                         std::vector<launch::Argument> arguments);

/// Add 1 to each of `elements` elements, a multiple of 256.
launch::Launch increment_of(std::int32_t elements);
/// The product of a `rows` × `inner` and an `inner` × `columns` matrix by an entry of matmul.cu; sizes are multiples of 16.
launch::Launch product_of(const std::string& entry, std::int32_t rows, std::int32_t inner, std::int32_t columns);
/// Accelerations of `bodies` bodies, a multiple of 256. Arguments: bodies (x, y, z and mass of each), accelerations, number.
launch::Launch nbody_of(std::int32_t bodies);

}  // namespace warplens::bench
