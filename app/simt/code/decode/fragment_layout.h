#pragma once

#include <cstdint>

#include "ptx/matrix.h"

namespace warplens::simt {

/// The part of a matrix that each lane holds, for wmma, where the ISA leaves it open: `elements` that follow each other in a
/// line, a row of A, C or D or a column of B. Lane L's part begins with element L · elements of the matrix in the order of its
/// lines; if the lanes hold more elements than the matrix has, they begin again.
struct FragmentLayout {
  static constexpr std::uint64_t extracts = std::uint64_t{1} << 63;  ///< first_element extracts the first element of a register

  std::uint32_t elements = 0, line = 0, total = 0;  ///< per lane, in a line, in the matrix
  std::uint8_t element_bytes = 0;
  bool contiguous = false;  ///< a line's elements follow each other in memory, too
  std::uint32_t stride =
      0;  ///< elements in memory from one row (or column, if it is stored by columns) to the next, if not given

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
/// That of wmma.load and wmma.store.
FragmentLayout fragment_layout(const ptx::Instruction& wmma);

/// After the access of one element of a fragment in several: the next one.
struct FragmentStep {
  std::uint8_t element_bytes = 0;
  std::uint8_t place = 0;  ///< of the element in its register
  bool moves = false;      ///< elements are narrower than registers: into it after a load, out of it before the next store
  bool loads = false;

  std::uint64_t encoded() const {
    return element_bytes | std::uint64_t{place} << 8 | std::uint64_t{moves} << 16 | std::uint64_t{loads} << 17;
  }
  static FragmentStep from(std::uint64_t bits) {
    return {static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(bits >> 8), (bits >> 16 & 1) != 0, (bits >> 17 & 1) != 0};
  }
};

}  // namespace warplens::simt
