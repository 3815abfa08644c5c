#pragma once

#include "simt/code/execute/lanes.h"

namespace warplens::simt::WARPLENS_ISA {

/// Whether a comparison of vset, vset2 or vset4 holds.
inline bool holds(ptx::Comparison comparison, s64 a, s64 b) {
  switch (comparison) {
    case ptx::Comparison::eq:
      return a == b;
    case ptx::Comparison::ne:
      return a != b;
    case ptx::Comparison::lt:
      return a < b;
    case ptx::Comparison::le:
      return a <= b;
    case ptx::Comparison::gt:
      return a > b;
    default:
      return a >= b;
  }
}

}  // namespace warplens::simt::WARPLENS_ISA
