#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "simt/check/further_accesses.h"
#include "simt/check/present.h"
#include "simt/check/shadow.h"
#include "simt/code/decode/program.h"
#include "simt/machine/launch_memory.h"

namespace warplens::simt {

/// Receives each race. It is found at one byte of the window, which all of `lanes` access; `past` is null for a read of
/// uninitialised memory.
class RaceListener {
 public:
  virtual ~RaceListener() = default;
  virtual void found(const Present& present, std::uint32_t lanes, std::uint64_t offset, const PastAccess* past) = 0;
};

/// Finds data races, and reads of bytes never written (in shared memory, and in Allocation::unwritten). It remembers the accesses
/// to every granule: one or two bytes if the program has such narrow accesses, else 4.
class RaceDetector {
 public:
  /// `room`: byte limit of the per-word history of global memory.
  RaceDetector(const Program& program, const Clocks& clocks, RaceListener& listener,
               std::uint64_t room = GrowthLimits::usual_check);

  /// Whether the block has written the byte at an offset of its shared memory in this launch.
  bool has_written(std::uint32_t slot, const BlockClock& block, std::uint64_t offset) const;
  void start_block(std::uint32_t slot, std::uint64_t shared_bytes);
  /// Bytes of global memory no longer checked, because the history limit was reached.
  std::uint64_t given_up_bytes() const { return given_up_lines_ * line_granules << granule_bits_; }
  void access(const Present& present);
  /// The parts of Allocation::unwritten that the launch has not written either. Bytes no longer checked count as written.
  launch::RangesOfBytes unwritten(const Allocation& allocation) const;
  /// Fast path of access(): a weak load of shared memory without an error. `like`: the access to remember (as Present::now),
  /// without thread and time. False if access() has to check it.
  bool plain_load(const PlainAccess& access, const PastAccess& like, const BlockClock& block);

 private:
  enum class How : std::uint8_t { read, write, atomic };
  /// The access that one lane races with; `past` has no access for a read of uninitialised memory.
  struct RacingAccess {
    std::uint64_t offset;
    PastAccess past;
  };
  /// Cheaper than push_back of a RacingAccess: in a racy kernel, most accesses come here.
  void add_told(std::uint64_t offset, const PastAccess& past) {
    if (told_count_ == told_.size()) told_.emplace_back();
    RacingAccess& told = told_[told_count_++];
    told.offset = offset;
    told.past = past;
  }
  template <How how, bool shared>
  void access_to(Shadow& shadow, const Present& present);
  template <How how, bool shared>
  bool whole_line(Shadow::Line& line, std::uint64_t offset, const PastAccess& now, const Present& present);
  /// Whether the granule at an offset is unwritten; in shared memory: unwritten since the block began.
  template <bool shared>
  bool is_unwritten(const History& history, const Present& present, std::uint64_t offset) const;
  void note_store(Shadow& shadow, const Present& present) const;
  /// Memory of one granule: its history, or its only access; neither if there is no room for it.
  struct Remembered {
    History* history = nullptr;
    PastAccess* only = nullptr;
  };
  template <bool shared>
  Remembered remembered(Shadow& shadow, std::uint64_t granule) {
    const Shadow::Line& line = shadow.lines[granule >> line_granule_bits];
    if (line.given_up) return {};
    const auto [cells, only] = line.block_of(granule);
    if (cells != nullptr) return {.history = &(*cells)[granule % cells_of_block]};
    if (only != nullptr) return {.only = &(*only)[granule % cells_of_block]};
    if (!shared && only_access(line.whole)) return {.only = own_access(shadow, granule)};
    return {.history = own_history(shadow, granule)};
  }
  History* own_history(Shadow& shadow, std::uint64_t granule);
  PastAccess* own_access(Shadow& shadow, std::uint64_t granule);
  void set_block(Shadow::Line& line, std::uint64_t granule, BlockOfLine block) {
    if (line.blocks == nullptr) line.blocks = cells_.take_line();
    (*line.blocks)[granule % line_granules >> cell_bits] = block;
  }
  void give_up(Shadow::Line& line) {
    line.given_up = true;
    ++given_up_lines_;
  }
  void begin_access(SharedShadow& shadow, const Present& present);
  void count_copies(SharedShadow& shadow, const CheckedAccess& access);
  void compare(SharedShadow& shadow, const Present& present);
  void look_at_loads(SharedShadow& shadow, const BlockClock& block);
  void look_at(SharedShadow& shadow, const PlainLoad& load);
  void remember_read(History& history, std::uint32_t& tag, const SharedShadow& shadow, const PlainLoad& load,
                     std::uint32_t lanes);
  template <How how, bool shared>
  void lane_by_lane(Shadow& shadow, const Present& present, std::uint32_t lanes);
  template <bool shared>
  bool is_padding(const Shadow& shadow, const Present& present, std::uint64_t offset, std::uint64_t element) const;
  template <How how, bool shared>
  std::uint32_t one_granule(History& history, const PastAccess& now, const Present& present, std::uint64_t offset);
  template <How how>
  void one_granule(Shadow& shadow, PastAccess& only, const PastAccess& now, const Present& present, std::uint64_t offset);
  void tell(const Present& present, std::uint32_t lanes, const RacingAccess& told);

  const Clocks& clocks_;
  RaceListener& listener_;
  int granule_bits_ = 2;       ///< log2 of the granule size in bytes
  bool alike_atomics_ = true;  ///< all atomics of the program have one width and device scope
  ProgramTraits traits_;
  CellStore cells_;
  FurtherAccesses further_;
  std::uint64_t given_up_lines_ = 0;
  bool unwritten_ = false;          ///< the granule checked last was read before it was written
  std::vector<RacingAccess> told_;  ///< the first told_count_ are findings of the lane being checked
  std::size_t told_count_ = 0;
  std::map<std::uint64_t, Shadow> global_;  ///< by the window's first address
  std::uint64_t last_base_ = 0;
  Shadow* last_ = nullptr;                           ///< shadow of last_base_
  std::vector<std::optional<SharedShadow>> shared_;  ///< by block slot; nothing: a slot of another core
};

}  // namespace warplens::simt
