#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <type_traits>
#include <vector>

#include "base/pages.h"
#include "simt/check/past_access.h"

namespace warplens::simt {

/// Zeroed T, in pages that cost nothing until they are touched.
template <typename T>
class ZeroedArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  enum class Touched : std::uint8_t { everywhere, here_and_there };
  ZeroedArray(std::size_t count, Touched touched) : pages_(base::zeroed_pages((count + 1) * sizeof(T))) {
    if (touched == Touched::everywhere) base::expect_touched(pages_.get(), pages_.get_deleter().bytes);
  }
  T* data() { return reinterpret_cast<T*>(pages_.get()); }
  const T* data() const { return reinterpret_cast<const T*>(pages_.get()); }
  T& operator[](std::size_t i) { return data()[i]; }
  const T& operator[](std::size_t i) const { return data()[i]; }

 private:
  base::Pages pages_;
};

/// Histories of granules one by one, taken from a store with a bound: beyond it, lines are no longer told apart.
class CellStore {
 public:
  explicit CellStore(std::uint64_t most_bytes) : most_(most_bytes / sizeof(Cells)) {}
  Cells* take() { return cells_.size() < most_ ? &cells_.emplace_back() : nullptr; }

 private:
  std::size_t most_;
  std::deque<Cells> cells_;
};

/// The memory of what was done to one allocation of global memory, or to one block's shared memory.
struct Shadow {
  struct Line {
    History whole;  ///< while `cells` is null
    Cells* cells = nullptr;
    std::uint32_t tag = 0;  ///< while `cells` is null: as Line's granules' tags
    bool given_up = false;  ///< no room to tell its granules apart
    // Of shared memory: when the last access took place that was no weak load, and the quiet tag of the last load noted
    // (SharedShadow::loads).
    std::uint32_t last_loud = 0, noted = 0;
  };
  Shadow(std::uint64_t bytes, int granule_bits)
      : lines((bytes >> granule_bits) / line_granules + 1, ZeroedArray<Line>::Touched::everywhere),
        tags((((bytes >> granule_bits) / line_granules) + 1) * line_granules,
             ZeroedArray<std::uint32_t>::Touched::here_and_there) {}

  ZeroedArray<Line> lines;
  /// Per granule told apart: equal to a current quiet tag of the clocks if one more read (atomic) of it adds nothing.
  ZeroedArray<std::uint32_t> tags;
};

/// Per lane of an access: the first granule that it touches.
using LaneGranules = std::array<std::uint32_t, warp_size>;

/// A weak load of shared memory in which nothing was wrong.
struct PlainLoad {
  PastAccess access;  ///< of lane 0
  std::uint32_t active = 0;
  std::uint8_t granules = 1;             ///< of a lane
  bool in_quarters = false;              ///< all lanes load one granule each, in a LaneLayout:
  std::uint8_t repeats = 0;              ///< as LaneLayout::repeats; the other quarters are runs
  std::array<std::uint32_t, 4> first{};  ///< of lanes 0, 8, 16 and 24; without a layout: a place in SharedShadow::scattered
};

/// The memory of one block's shared memory. A place keeps it from block to block: times tell what is old.
struct SharedShadow : Shadow {
  using Shadow::Shadow;

  /// Loads since the block's barrier at `interval`, not looked at yet: if nobody writes there before the next one, nothing has to
  /// be remembered of them.
  std::vector<PlainLoad> loads;
  std::vector<LaneGranules> scattered;
  std::uint32_t interval = 0;
  std::uint32_t quiet = 0;  ///< the block's quiet tag for reads when they took place
};

}  // namespace warplens::simt
