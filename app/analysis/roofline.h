#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "launch/launch_result.h"
#include "ptx/module.h"

namespace warplens::analysis {

enum class OperationKind : std::uint8_t { integer, floating, double_precision };
/// "floating-point", as in "floating-point operations".
std::string_view name(OperationKind kind);

/// A launch in the roofline model (Williams, Waterman, Patterson: Roofline, Communications of the ACM 52(4), 2009): operations
/// per byte of memory, operations per cycle, and the limits of the card. The model leaves out latency, caches, and operations of
/// other kinds.
struct Roofline {
  /// The kind of operation that keeps its units busiest: floating-point of at most 32 bits (special functions count) or double
  /// precision; if there are neither, integer, including address arithmetic.
  OperationKind kind = OperationKind::floating;
  std::uint64_t operations = 0;  ///< counted: instructions × threads; a fused multiply-add counts two, as do packed 16-bit pairs
  std::uint64_t bytes = 0;       ///< modelled: read from memory and written to it
  double cycles = 0;             ///< modelled, from the start of the first block
  launch::Peaks peaks;           ///< maxima of the card
  bool operator==(const Roofline&) const = default;

  /// Arithmetic intensity, operations per byte. Needs bytes.
  double intensity() const { return static_cast<double>(operations) / static_cast<double>(bytes); }
  double per_cycle() const { return static_cast<double>(operations) / cycles; }
  /// Operations of kind `kind` that the card can do per cycle.
  double peak() const;
  /// The roof: operations per cycle that memory and arithmetic units allow at an intensity.
  double roof(double at_intensity) const;
};

/// Nothing if time is not modelled or instructions are not counted. `entry`: index of the kernel in the module.
std::optional<Roofline> roofline(const launch::LaunchResult& result, const ptx::Module& module, std::uint32_t entry);

}  // namespace warplens::analysis
