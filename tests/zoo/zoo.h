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

// The zoo: kernels of every kind, each with a plain C++ reference, compiled in every way there is and run on the SIMT machine.

namespace warplens::zoo {

/// How far a result may lie from its reference: |result - expected| ≤ absolute + relative · |expected|, and why that far.
struct Tolerance {
  double relative = 0, absolute = 0;
  const char* reason = "exact";
};

/// Looks at the final content of a buffer; failures are GoogleTest's.
using Check = std::function<void(const launch::Bytes&)>;

/// An argument of a kernel and, where it is a buffer with a result, what must be in it afterwards.
struct Given {
  launch::Argument argument;
  Check check = {};
};

/// A variable of the module and what must be in it afterwards.
struct SavedSymbol {
  std::string name;
  Check check;
};

/// One launch of a kernel with everything that must come of it.
struct Case {
  base::Dim3 grid, block;
  std::uint32_t dynamic_shared = 0;  ///< bytes
  std::vector<Given> arguments = {};
  std::vector<launch::Buffer> symbols = {};  ///< `__constant__` and `__device__` variables before the launch
  std::vector<SavedSymbol> saved_symbols = {};
  std::string printed = {};  ///< what the kernel's printf must write
  bool races = false;        ///< has data races on purpose; every other kernel must be free of findings
};

/// A way of turning CUDA C++ into PTX; files are VARIANT/KERNELS.ptx (cmake/ptx.cmake).
struct Refusal {
  const char* compiler;  ///< start of the variants' names: "clang", "clang_O0"
  const char* reason;
};

/// A row of the tables: an entry of a .cu file and the case that it is run with.
struct Kernel {
  const char* name;  ///< of the test; the entry's name where `entry` is empty
  Case (*make)();
  const char* entry = "";
  std::vector<Refusal> refusals = {};  ///< variants that a compiler itself cannot make
};

/// A kernel in one variant: what one test runs.
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

/// Loads the PTX, runs it under each schedule and checks what came of it.
class Zoo : public testing::TestWithParam<Specimen> {};

/// Tests are named Theme/Zoo.RunsRight/KERNEL_VARIANT.
std::string test_name(const testing::TestParamInfo<Specimen>& info);

/// The launch of a specimen and what must come of it. Says why it cannot be made in this build, or nothing; failures are
/// GoogleTest's.
std::string prepare(const Specimen& specimen, launch::Launch& launch, Case& wanted);

/// What came of a launch is what the case wants; failures are GoogleTest's.
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

/// A buffer that the kernel must leave as it was.
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

/// That a buffer of T holds `expected`, element by element within the tolerance.
template <typename T, typename U>
Check values_are(const std::vector<U>& expected, Tolerance tolerance = {}) {
  return [expected, tolerance](const launch::Bytes& bytes) {
    const std::vector<T> values = values_of<T>(bytes);
    ASSERT_EQ(values.size(), expected.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i] == static_cast<T>(expected[i])) continue;
      const double value = static_cast<double>(values[i]), wanted = static_cast<double>(expected[i]);
      const double allowed = tolerance.absolute + tolerance.relative * std::abs(wanted);
      // Written so that a NaN fails, and integers that only their doubles make equal.
      ASSERT_TRUE(allowed > 0 && std::abs(value - wanted) <= allowed)
          << "element " << i << " is " << +values[i] << ", not " << +expected[i] << " (" << tolerance.reason << ")";
    }
  };
}

/// A buffer that must hold `expected` in the end.
template <typename T, typename U>
Given output(const std::vector<T>& initial, const std::vector<U>& expected, Tolerance tolerance = {}) {
  return {buffer(initial), values_are<T>(expected, tolerance)};
}
template <typename U>
Given output(const std::vector<U>& expected) {
  return output(std::vector<U>(expected.size()), expected);
}

/// A buffer checked by a function of its values.
template <typename T, typename Look>
Given output_where(const std::vector<T>& initial, Look look) {
  return {buffer(initial), [look](const launch::Bytes& bytes) { look(values_of<T>(bytes)); }};
}

// --- inputs, the same on every machine ---

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

/// Blocks of `block` threads for `n` elements, one a thread.
constexpr std::uint32_t blocks_for(std::size_t n, std::uint32_t block) {
  return static_cast<std::uint32_t>((n + block - 1) / block);
}

}  // namespace warplens::zoo
