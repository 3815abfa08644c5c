#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "base/pages.h"
#include "simt/check/past_access.h"

namespace warplens::simt {

/// Zeroed array of T, whose pages are allocated on first access.
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

/// Zeroed objects at fixed addresses. They are allocated in chunks that double the number of objects, up to 4 MiB, which are
/// large pages.
template <typename T>
class Pool {
 public:
  T* take() {
    if (!free_.empty()) {
      T* const object = free_.back();
      free_.pop_back();
      return &(*object = {});
    }
    if (left_ == 0) {
      left_ = std::clamp(taken_, least, most);
      chunks_.emplace_back(left_, ZeroedArray<T>::Touched::everywhere);
    }
    ++taken_;
    return &chunks_.back()[--left_];
  }
  void give_back(T* object) { free_.push_back(object); }

 private:
  static constexpr std::size_t least = (std::size_t{16} << 10) / sizeof(T) - 1, most = (std::size_t{4} << 20) / sizeof(T) - 1;
  std::vector<ZeroedArray<T>> chunks_;
  std::size_t left_ = 0;   ///< objects left in the last chunk
  std::size_t taken_ = 0;  ///< objects taken from all chunks
  std::vector<T*> free_;
};

/// Per-granule histories, allocated from a store of bounded size: when it is full, lines are no longer split into granules.
class CellStore {
 public:
  explicit CellStore(std::uint64_t max_bytes) : room_(max_bytes) {}
  /// Take cells; null if the store is full.
  Cells* take_cells() { return take(cells_); }
  OnlyAccesses* take_only() { return take(only_); }
  void give_back(OnlyAccesses* only) {
    room_ += sizeof(OnlyAccesses);
    only_.give_back(only);
  }
  BlocksOfLine* take_line() { return lines_.take(); }

 private:
  template <typename T>
  T* take(Pool<T>& pool) {
    if (room_ < sizeof(T)) return nullptr;
    room_ -= sizeof(T);
    return pool.take();
  }

  std::uint64_t room_;  ///< bytes left
  Pool<Cells> cells_;
  Pool<OnlyAccesses> only_;
  Pool<BlocksOfLine> lines_;  ///< each refers to at least one object of the other pools
};

/// The shadow memory of one allocation of global memory, or of one block's shared memory.
struct Shadow {
  struct Line {
    History whole;                   ///< history of all granules outside `blocks`
    BlocksOfLine* blocks = nullptr;  ///< histories of some blocks of granules; null: none
    std::uint32_t tag = 0;           ///< like Shadow::tags, for all granules outside `blocks`
    bool given_up = false;           ///< no space left to split it into granules

    BlockOfLine block_of(std::uint64_t granule) const {
      return blocks != nullptr ? (*blocks)[granule % line_granules >> cell_bits] : BlockOfLine{};
    }
    History history(std::uint64_t granule) const {
      const auto [cells, only] = block_of(granule);
      return cells != nullptr  ? (*cells)[granule % cells_of_block]
             : only != nullptr ? history_of((*only)[granule % cells_of_block])
                               : whole;
    }
  };
  Shadow(std::uint64_t bytes, int granule_bits)
      : lines((bytes >> granule_bits) / line_granules + 1, ZeroedArray<Line>::Touched::everywhere),
        tags((((bytes >> granule_bits) / line_granules) + 1) * line_granules,
             ZeroedArray<std::uint32_t>::Touched::here_and_there) {}

  ZeroedArray<Line> lines;
  /// Granules per chunk; Shadow::stored has one byte per chunk.
  static constexpr std::uint64_t chunk_granules = std::uint64_t{32} * line_granules;

  /// Per granule with its own history: equal to a current quiet tag of the clocks if one more read (or atomic) adds no
  /// information.
  ZeroedArray<std::uint32_t> tags;
  /// Per chunk: whether the launch has written there. Only for memory with bytes that were unwritten before the launch.
  std::vector<std::uint8_t> stored;
};

/// Per lane of an access: the first granule it touches.
using LaneGranules = std::array<std::uint32_t, warp_size>;

/// A weak load of shared memory without an error.
struct PlainLoad {
  PastAccess access;         ///< of lane 0
  std::uint32_t synced = 0;  ///< when the warp's lanes last met: their earlier operations are ordered before the load
  std::uint32_t active = 0;
  std::uint8_t granules = 1;             ///< per lane
  bool in_quarters = false;              ///< all lanes load; each quarter repeats one address, or reads consecutive granules
  std::uint8_t repeats = 0;              ///< as LaneLayout::repeats; the other quarters are consecutive
  std::array<std::uint32_t, 4> first{};  ///< of lanes 0, 8, 16 and 24; unless in_quarters: [0] is an index in `scattered`

  /// Whether quarter `q` (1 to 3) loads the same as the quarter before it.
  bool repeats_last(std::uint32_t q) const { return (repeats >> (q - 1) & 3) == 3 && first[q] == first[q - 1]; }
};

/// The shadow memory of one block slot's shared memory. It is kept from block to block: times distinguish old entries.
struct SharedShadow : Shadow {
  SharedShadow(std::uint64_t bytes, int granule_bits)
      : Shadow(bytes, granule_bits), lines_of_loads((bytes >> granule_bits) / line_granules + 1) {}

  /// State of a line that decides whether a weak load of it is recorded in `loads`.
  struct LineOfLoads {
    std::uint64_t batch = 0;        ///< `batch` when a load of this line was last recorded
    std::uint64_t plain_batch = 0;  ///< batch during which weak loads of this line need no check, only recording
    std::uint32_t last_loud = 0;    ///< time of the last access other than a weak load
    std::uint32_t copies = 0;       ///< asynchronous copies by single lanes that are on their way to this line
  };
  std::vector<LineOfLoads> lines_of_loads;

  /// Loads since the block's barrier at `interval`, not yet in the histories: if no thread writes there before the next barrier,
  /// they need not be remembered.
  std::vector<PlainLoad> loads;
  std::vector<LaneGranules> scattered;
  std::uint64_t batch = 1;  ///< number of the batch of loads in `loads`
  std::uint32_t interval = 0;
  std::uint32_t quiet = 0;  ///< the block's quiet tag for reads at the time of the loads
};

}  // namespace warplens::simt
