#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "simt/check/present.h"
#include "simt/check/shadow.h"
#include "simt/decode/program.h"

namespace warplens::simt {

/// Told what was found at one byte of the window that all of `lanes` access; `past` is null for a read of what nobody has
/// written.
class RaceListener {
 public:
  virtual ~RaceListener() = default;
  virtual void found(const Present& present, std::uint32_t lanes, std::uint64_t offset, const PastAccess* past) = 0;
};

/// Finds data races and reads of unwritten shared (and freshly allocated global) memory by what it remembers of every granule: a
/// byte or two where the program has accesses that narrow, else 4.
class RaceDetector {
 public:
  static constexpr std::uint64_t usual_room = std::uint64_t{2} << 30;

  /// `room`: bytes for what was done to global memory word by word.
  RaceDetector(const Program& program, const Clocks& clocks, RaceListener& listener, std::uint64_t room = usual_room);

  void start_block(std::uint32_t slot, std::uint64_t shared_bytes);
  /// Bytes of global memory that are no longer looked at, for want of room to remember what was done to them.
  std::uint64_t given_up_bytes() const { return given_up_lines_ * line_granules << granule_bits_; }
  void access(const Present& present);
  /// The common case of access(): a weak load of shared memory in which nothing is wrong. `like`: as Present::now, but for thread
  /// and time. False where access() has to look.
  bool plain_load(const PlainAccess& access, const PastAccess& like, const BlockClock& block);

 private:
  enum class How : std::uint8_t { read, write, atomic };
  /// What one lane was found to race with; `past` did not happen for a read of what nobody has written.
  struct Told {
    std::uint64_t offset;
    PastAccess past;
  };
  template <How how, bool shared>
  void access_to(Shadow& shadow, const Present& present, bool fresh);
  template <How how, bool shared>
  bool whole_line(Shadow::Line& line, const PastAccess& now, const Present& present, bool fresh);
  Cells* tell_apart(Shadow& shadow, std::uint64_t line);
  void begin_access(SharedShadow& shadow, const Present& present);
  void look_at_loads(SharedShadow& shadow, const BlockClock& block);
  void look_at(SharedShadow& shadow, const PlainLoad& load);
  template <How how, bool shared, typename Granule>
  void lane_by_lane(const Present& present, std::uint32_t lanes, bool fresh, Granule granule);
  template <How how, bool shared>
  std::uint32_t one_granule(History& history, const PastAccess& now, const Present& present, std::uint64_t offset, bool fresh);
  void tell(const Present& present, std::uint32_t lanes, const Told& told);

  const Clocks& clocks_;
  RaceListener& listener_;
  int granule_bits_ = 2;       ///< log2 of the bytes of a granule
  bool alike_atomics_ = true;  ///< all atomics of the program are of one width and for the whole device
  CellStore cells_;
  std::uint64_t given_up_lines_ = 0;
  std::vector<Told> told_;                  ///< of the lane that is looked at
  std::map<std::uint64_t, Shadow> global_;  ///< by the window's first address
  std::uint64_t last_base_ = 0;
  Shadow* last_ = nullptr;            ///< that of last_base_
  std::vector<SharedShadow> shared_;  ///< by block slot
};

}  // namespace warplens::simt
