#pragma once

#include <cstdint>

#include "ptx/matrix.h"

namespace warplens::simt {

/// Defines, for wmma, the part of a matrix held by each lane, which the ISA leaves open: `elements` consecutive elements of a
/// line, which is a row of A, C or D or a column of B. With the matrix's elements numbered line by line, lane L's part begins at
/// number L · elements; if the lanes hold more elements than the matrix has, the numbers begin again.
struct FragmentLayout {
  static constexpr std::uint64_t extracts = std::uint64_t{1} << 63;  ///< flag: first_element() also extracts the first element

  std::uint32_t elements = 0, line = 0, total = 0;  ///< per lane, in a line, in the matrix
  std::uint8_t element_bytes = 0;
  bool contiguous = false;   ///< a line's elements are consecutive in memory, too
  std::uint32_t stride = 0;  ///< default, in elements: from one row (or column, if stored by columns) to the next in memory

  std::uint64_t encoded() const {
    return elements | std::uint64_t{line} << 8 | std::uint64_t{total} << 16 | std::uint64_t{element_bytes} << 32 |
           std::uint64_t{contiguous} << 40;
  }
  static FragmentLayout from(std::uint64_t bits) {
    FragmentLayout layout;
    layout.elements = bits & 0xff;
    layout.line = bits >> 8 & 0xff;
    layout.total = bits >> 16 & 0xffff;
    layout.element_bytes = static_cast<std::uint8_t>(bits >> 32);
    layout.contiguous = (bits >> 40 & 1) != 0;
    return layout;
  }
};
FragmentLayout fragment_layout(const ptx::Instruction& wmma, ptx::Matrix matrix);
/// The layout of the fragment of a wmma.load or wmma.store.
FragmentLayout fragment_layout(const ptx::Instruction& wmma);

/// Steps from one element of a fragment to the next, between two of its accesses.
struct FragmentStep {
  std::uint8_t element_bytes = 0;
  std::uint8_t place = 0;  ///< index of the element in its register
  bool moves = false;      ///< elements are narrower than registers: insert one after a load, extract one before the next store
  bool loads = false;

  std::uint64_t encoded() const {
    return element_bytes | std::uint64_t{place} << 8 | std::uint64_t{moves} << 16 | std::uint64_t{loads} << 17;
  }
  static FragmentStep from(std::uint64_t bits) {
    return {static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(bits >> 8), (bits >> 16 & 1) != 0, (bits >> 17 & 1) != 0};
  }
};

}  // namespace warplens::simt
