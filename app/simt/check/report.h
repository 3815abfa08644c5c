#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "launch/findings/finding.h"
#include "launch/findings/finding_sentence.h"
#include "launch/launch.h"
#include "ptx/listing.h"
#include "simt/check/barrier_places.h"
#include "simt/check/collectives.h"
#include "simt/check/common_values.h"
#include "simt/check/overlapping_arrays.h"
#include "simt/check/races.h"
#include "simt/check/rounds.h"
#include "simt/check/shared_index.h"
#include "simt/check/signals.h"
#include "simt/check/swap_loops.h"
#include "simt/check/undefined_bytes.h"
#include "simt/code/decode/program.h"

namespace warplens::simt {

/// A shuffle gave a lane the value of another lane that took no part in it.
struct LaneRead {
  enum class Why : std::uint8_t { exited, no_thread, elsewhere };
  ComerToBarrier reader;
  std::uint32_t lane = 0;  ///< the lane that took no part
  Why why = Why::exited;
};

/// A thread's load from its uninitialised local memory.
struct LocalRead {
  std::uint32_t thread = 0;
  std::uint32_t bytes = 0;   ///< of the element
  std::uint64_t offset = 0;  ///< in the thread's own memory
  std::uint64_t value = 0;
};

/// Collects findings: one entry per pair of instructions and buffer, with its first witnesses and a count; at the end one finding
/// per pair of source lines. With several cores, each collects its own findings; the order of turns then decides which came
/// first.
class Report final : public RaceListener {
 public:
  /// `followed`: the module, or a version of it with stack variables in registers. It has to outlive this.
  Report(const launch::Launch& launch, const Program& program, const Signals& signals, const Rounds& rounds,
         const ptx::Module& followed)
      : launch_(launch),
        program_(program),
        signals_(signals),
        rounds_(rounds),
        listing_(*launch.module, launch.entry),
        first_guesses_(loads_of_first_guesses(followed, listing_)),
        common_values_(followed, listing_),
        overlapping_(overlapping_shared_arrays(launch, followed)),
        collectives_(collectives_of_other_blocks(launch, listing_)),
        shared_index_(launch, program, followed) {}

  /// Begin a turn: findings from now on belong to it (Checker::begin_turn).
  void begin_turn(std::uint64_t moment) { moment_ = std::max(moment_, moment); }
  void found(const Present& present, std::uint32_t lanes, std::uint64_t offset, const PastAccess* past) override;
  /// Whether a store that is about to take place changes any value; always true for a store of vectors.
  static bool changes_memory(const Present& present);
  /// Report that `lanes` arrived at a barrier of the whole block while others wait for them at another barrier. Instructions of
  /// the same source line count as the same barrier, as compilers may duplicate it. `of_warp`: others wait at a warp-wide
  /// instruction, which `lanes` have passed by.
  void came_apart(const ComerToBarrier& first, const ComerToBarrier& comer, std::uint32_t lanes, bool of_warp = false);
  /// Report that a barrier of the whole block was complete without `count` threads (`left` is the first), which had taken part in
  /// the block's work and then left the kernel.
  void left_before(const ComerToBarrier& waited, const ComerToBarrier& left, std::uint32_t count);
  /// Note that a shuffle has read an undefined value.
  void undefined_read(const LaneRead& read) { lane_reads_.try_emplace(read.reader.pc, FirstLaneRead{read, moment_}); }
  /// Report that `lanes` of a warp (`user` is the first) use the undefined value read by the shuffle at `shuffle`. `how`: "is
  /// stored", ….
  void undefined_used(std::uint32_t shuffle, const ComerToBarrier& user, std::uint32_t lanes, const char* how);
  /// Report that `lanes` of a warp use an undefined value that was loaded from local memory. `read`: such a load, if possible by
  /// the first of them.
  void uninitialised_used(const UndefinedOrigin& origin, const LocalRead& read, std::uint32_t lanes);
  /// Add the finding of a fault that stopped the kernel.
  void add(launch::Finding finding);
  /// Name the place of a finding in a buffer of structures or of several dimensions: "p[8].y", "m[3, 17]".
  void name_as_written(launch::Finding& finding) const;

  /// Merge another core's findings. False if there are too many to know which of them a single core would have kept.
  bool absorb(Report& other);
  /// All findings and notes, in source order; at most `max_findings` of each. Call it once.
  FoundByChecks found();

  static constexpr std::size_t max_findings = 200;

 private:
  static constexpr std::size_t max_groups = 4096, max_unexplained = 1 << 16;

  /// Whether a race is harmless. if_equal: it looks so if both write the same value; proved: for whatever values.
  enum class Harmless : std::uint8_t { no, if_equal, proved };
  struct Group {
    launch::Finding finding;
    std::uint64_t moment = 0;  ///< turn of discovery
    std::uint64_t order = 0;   ///< rank of discovery on its core; 0: not yet found
    std::uint32_t pc = 0;      ///< of the later access
    Harmless harmless = Harmless::no;
    bool values_differ = false;      ///< two writes, harmless if equal, have different values
    launch::SentenceWords words{};   ///< of its sentence, where more is known than the finding says
    const char* used_how = nullptr;  ///< `how` of undefined_used(); null: another kind of finding
  };
  /// First and second instruction, window, space.
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint64_t, trace::MemorySpace>;
  /// A recently used group; null: none.
  struct Recent {
    Key key{};
    Group* group = nullptr;
  };

  /// Space, window, block (of shared and local memory), offset.
  using Byte = std::tuple<trace::MemorySpace, std::uint64_t, std::uint32_t, std::uint64_t>;
  /// A read of an element before anything had written it. `place`: only buffer, element and place are set.
  struct EarlyRead {
    std::uint32_t pc = 0, thread = 0;
    std::uint64_t moment = 0, order = 0;  ///< as in Group
    launch::Finding place;
  };
  struct FirstLaneRead {
    LaneRead read;
    std::uint64_t moment = 0;
  };

  /// The group of a key, or null if there are too many groups.
  Group* group_of(const Key& key) {
    Recent& recent = recent_[(std::get<0>(key) * 7 + std::get<1>(key)) % recent_.size()];
    return recent.group != nullptr && recent.key == key ? recent.group : look_up(key, recent);
  }
  std::string who_has_written(const Present& present, std::uint64_t start) const;
  bool computes_in_place(std::uint32_t load, std::uint32_t store) const;
  launch::SentenceWords words_of(const Present& present, std::uint32_t lane, std::uint64_t offset, const PastAccess* past,
                                 const launch::Finding& finding);
  std::optional<launch::ElementType> type_of(std::uint32_t pc) const;
  Group* look_up(const Key& key, Recent& recent);
  static Byte byte_of(const Present& present, std::uint64_t offset);
  EarlyRead* keep(const Byte& byte, EarlyRead read);
  void read_unwritten(const Present& present, std::uint32_t lanes, std::uint64_t offset);
  void explain_reads(const Present& present, std::uint32_t lanes);
  bool absorb_early_reads(Report& other);
  bool is_explained(launch::Finding& finding, std::uint32_t pc) const;
  void discover(Group& group) const;
  void complete(const Key& key, Group& group) const;
  void set_place(launch::Finding& finding, const CheckedAccess& access, std::uint64_t start) const;
  /// A variable in shared or local memory.
  struct Variable {
    std::string name;
    std::uint64_t begin = 0, bytes = 0;  ///< 0 bytes: dynamic shared memory
  };
  Variable variable_at(bool shared, std::uint64_t start) const;
  void set_place_in_variable(launch::Finding& finding, bool shared, std::uint64_t start, std::uint32_t bytes) const;
  void name_element(launch::Finding& finding, std::uint64_t size, std::uint64_t start, std::uint32_t bytes) const;
  Harmless may_be_harmless(const Present& present, const PastAccess* past) const;
  static std::uint32_t differing_lanes(const Present& present, std::uint32_t lanes, std::uint64_t offset, const PastAccess& past);
  bool is_first_guess(std::uint32_t pc) const { return pc < first_guesses_.size() && first_guesses_[pc]; }
  bool one_dimension() const { return launch_.grid.y * launch_.grid.z == 1 && launch_.block.y * launch_.block.z == 1; }
  void name_missing_fence(launch::Finding& finding, const Present& present, std::uint32_t lane, const PastAccess& past) const;
  std::optional<launch::RoundsOfLoop> rounds_between(const Present& present, std::uint32_t lane, const PastAccess& past) const;
  launch::Finding describe(const Present& present, std::uint32_t lane, std::uint64_t offset, const PastAccess* past) const;
  base::Dim3 block_of(std::uint32_t thread) const;
  launch::Witness witness(std::uint32_t thread, std::uint32_t pc, std::optional<trace::AccessKind> access = {}) const;
  launch::Witness witness_of(const PastAccess& access) const;

  const launch::Launch& launch_;
  const Program& program_;
  const Signals& signals_;
  const Rounds& rounds_;
  const ptx::Listing listing_;
  const std::vector<bool> first_guesses_;  ///< per instruction
  const CommonValues common_values_;
  const std::optional<launch::Finding> overlapping_;
  const std::map<SourceLine, std::string> collectives_;  ///< sentences that come before those of findings
  SharedIndex shared_index_;
  std::uint64_t moment_ = 0;  ///< the turn
  std::map<Key, Group> groups_;
  std::map<Byte, std::vector<EarlyRead>> unexplained_;  ///< by the first byte of the element
  std::uint64_t early_reads_ = 0;                       ///< number of reads put into unexplained_ so far
  bool some_explained_ = false;                         ///< some reads have been taken out of unexplained_ again
  std::map<std::uint32_t, FirstLaneRead> lane_reads_;   ///< the first of each shuffle
  std::array<Recent, 64> recent_;                       ///< cache, indexed by a few bits of the keys
  std::vector<Group> others_;
};

}  // namespace warplens::simt
