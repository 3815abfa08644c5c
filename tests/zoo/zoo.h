#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/random.h"
#include "launch/launch.h"
#include "launch/launch_result.h"

// The zoo: kernels of every kind, each with a plain C++ reference, compiled in every available variant and run on the SIMT
// machine.

namespace warplens::zoo {

/// Allowed difference of a result from its reference: |result - expected| ≤ absolute + relative · |expected|, and the reason.
struct Tolerance {
  double relative = 0, absolute = 0;
  const char* reason = "exact";
};

/// Checks the final content of a buffer; failures are GoogleTest's.
using Check = std::function<void(const launch::Bytes&)>;

/// A kernel argument and, for an output buffer, the check of its final content.
struct Given {
  launch::Argument argument;
  Check check = {};
};

/// A module variable and the check of its final content.
struct SavedSymbol {
  std::string name;
  Check check;
};

/// One launch of a kernel with all its expected results.
struct Case {
  base::Dim3 grid, block;
  std::uint32_t dynamic_shared = 0;  ///< bytes
  std::vector<Given> arguments = {};
  std::vector<launch::Buffer> symbols = {};  ///< `__constant__` and `__device__` variables before the launch
  std::vector<SavedSymbol> saved_symbols = {};
  std::string printed = {};             ///< expected output of the kernel's printf
  std::vector<std::string> fault = {};  ///< the kernel must end with a fault whose message has these words; empty: no fault
  bool races = false;                   ///< has data races on purpose; every other kernel must be free of findings
};

/// Variants that a compiler cannot produce, and why.
struct Refusal {
  const char* compiler;  ///< start of the variants' names: "clang", "clang_O0"
  const char* reason;
};

/// A row of the tables: an entry of a .cu file and its case.
struct Kernel {
  const char* name;  ///< name of the test, and of the entry if `entry` is empty
  Case (*make)();
  const char* entry = "";
  std::vector<Refusal> refusals = {};  ///< variants that a compiler cannot produce
};

/// A kernel in one variant: the subject of one test.
struct Specimen {
  std::string source;  ///< tests/zoo/SOURCE.cu
  std::string variant;
  Kernel kernel;
};

inline std::ostream& operator<<(std::ostream& stream, const Specimen& specimen) {
  return stream << specimen.source << ".cu: " << specimen.kernel.name << " by " << specimen.variant;
}

/// Every kernel of a table in every variant.
std::vector<Specimen> specimens(const char* source, std::span<const Kernel> kernels);

/// Loads the PTX, runs it under each schedule and checks the results.
class Zoo : public testing::TestWithParam<Specimen> {};

/// Tests are named Theme/Zoo.RunsRight/KERNEL_VARIANT.
std::string test_name(const testing::TestParamInfo<Specimen>& info);

/// Prepare a specimen's launch and its expected results. Returns why it cannot be built here, or "" if it can; failures are
/// GoogleTest's.
std::string prepare(const Specimen& specimen, launch::Launch& launch, Case& wanted);

/// Checks a launch's results against the case; failures are GoogleTest's.
void expect_result(const launch::LaunchResult& result, const Case& wanted);

#define WARPLENS_ZOO(theme, source, kernels) \
  INSTANTIATE_TEST_SUITE_P(theme, Zoo, testing::ValuesIn(specimens(source, kernels)), test_name)

// --- arguments ---

template <typename T>
constexpr launch::ElementType element_type() {
  using launch::ElementType;
  if constexpr (std::is_same_v<T, float>) return ElementType::f32;
  if constexpr (std::is_same_v<T, double>) return ElementType::f64;
  constexpr bool is_signed = std::is_signed_v<T>;
  if constexpr (sizeof(T) == 1) return is_signed ? ElementType::i8 : ElementType::u8;
  if constexpr (sizeof(T) == 2) return is_signed ? ElementType::i16 : ElementType::u16;
  if constexpr (sizeof(T) == 4) return is_signed ? ElementType::i32 : ElementType::u32;
  return is_signed ? ElementType::i64 : ElementType::u64;
}

template <typename T>
launch::Buffer buffer(const std::vector<T>& values, std::string name = "data") {
  launch::Bytes bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return {std::move(name), element_type<T>(), values.size(), std::make_shared<const launch::Bytes>(std::move(bytes))};
}

template <typename T>
std::vector<T> values_of(const launch::Bytes& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

template <typename T>
Given scalar(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return {launch::Scalar{element_type<T>(), bits}, {}};
}

/// A buffer that the kernel must leave unchanged.
template <typename T>
Given input(const std::vector<T>& values) {
  return {buffer(values),
          [values](const launch::Bytes& bytes) { EXPECT_EQ(values_of<T>(bytes), values) << "an input was changed"; }};
}

/// A buffer whose final content does not matter.
template <typename T>
Given scratch(const std::vector<T>& values) {
  return {buffer(values), {}};
}

/// Checks that a buffer of T holds `expected`, element by element within the tolerance.
template <typename T, typename U>
Check values_are(const std::vector<U>& expected, Tolerance tolerance = {}) {
  return [expected, tolerance](const launch::Bytes& bytes) {
    const std::vector<T> values = values_of<T>(bytes);
    ASSERT_EQ(values.size(), expected.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i] == static_cast<T>(expected[i])) continue;
      const double value = static_cast<double>(values[i]), wanted = static_cast<double>(expected[i]);
      const double allowed = tolerance.absolute + tolerance.relative * std::abs(wanted);
      // Written so that NaNs fail, and so do integers that are equal only as doubles.
      ASSERT_TRUE(allowed > 0 && std::abs(value - wanted) <= allowed)
          << "element " << i << " is " << +values[i] << ", not " << +expected[i] << " (" << tolerance.reason << ")";
    }
  };
}

/// A buffer with the expected final content.
template <typename T, typename U>
Given output(const std::vector<T>& initial, const std::vector<U>& expected, Tolerance tolerance = {}) {
  return {buffer(initial), values_are<T>(expected, tolerance)};
}
template <typename U>
Given output(const std::vector<U>& expected) {
  return output(std::vector<U>(expected.size()), expected);
}

/// A buffer whose final values are checked by a function.
template <typename T, typename Look>
Given output_where(const std::vector<T>& initial, Look look) {
  return {buffer(initial), [look](const launch::Bytes& bytes) { look(values_of<T>(bytes)); }};
}

// --- inputs, reproducible on every machine ---

template <typename T = float>
std::vector<T> uniform(std::size_t size, std::uint64_t seed, double low = 0, double high = 1) {
  base::Random random(seed);
  std::vector<T> values(size);
  for (T& value : values) value = static_cast<T>(low + (high - low) * random.uniform());
  return values;
}

/// Integers in [low, high).
template <typename T = std::int32_t>
std::vector<T> integers(std::size_t size, std::uint64_t seed, std::int64_t low, std::int64_t high) {
  base::Random random(seed);
  std::vector<T> values(size);
  for (T& value : values) value = static_cast<T>(low + random.below(static_cast<std::uint32_t>(high - low)));
  return values;
}

/// Blocks of `block` threads for `n` elements, one per thread.
constexpr std::uint32_t blocks_for(std::size_t n, std::uint32_t block) {
  return static_cast<std::uint32_t>((n + block - 1) / block);
}

}  // namespace warplens::zoo
