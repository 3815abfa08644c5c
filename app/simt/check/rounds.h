#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "launch/findings/finding_sentence.h"
#include "launch/launch.h"
#include "ptx/flow/cfg.h"
#include "ptx/flow/loops.h"
#include "ptx/listing.h"
#include "simt/check/past_access.h"
#include "simt/code/decode/program.h"

namespace warplens::simt {

/// Counts the rounds of the kernel's loops, lane by lane, so that a race between two rounds is told as that. Only loops that
/// write memory are counted; of functions that the kernel calls, none.
class Rounds {
 public:
  Rounds(const launch::Launch& launch, const Program& program);

  void start_block(std::uint32_t slot) { blocks_[at(slot)].clear(); }
  /// Whether a taken branch begins another round of a counted loop. `pc`: the branch.
  bool begins_round(std::uint32_t pc) const { return pc < loop_of_jump_.size() && loop_of_jump_[pc] != none; }
  /// `lanes` of a warp (index in its block) take the branch at `pc`, which begins_round(). `time`: later than that of all
  /// accesses before.
  void jumped_back(std::uint32_t slot, std::uint32_t warp, std::uint32_t pc, std::uint32_t lanes, std::uint32_t time);

  /// An access by a lane of a warp of a block.
  struct Access {
    std::uint32_t slot = 0;  ///< of its block
    std::uint32_t warp = 0;  ///< index in the block
    std::uint32_t lane = 0;
    std::uint32_t pc = 0;
    std::uint32_t time = 0;  ///< Clocks::now()
  };
  /// Find the outermost loop of whose rounds two accesses took place in different ones. Nothing if both were in the same round,
  /// or if the earlier access is so many rounds ago that its round is no longer known.
  std::optional<launch::RoundsOfLoop> between(const Access& first, const Access& second) const;

 private:
  static constexpr std::uint8_t none = 255;
  static constexpr std::size_t everywhere = none;  ///< instead of a loop: the whole kernel
  static constexpr std::size_t max_loops = 64, jumps_remembered = 16;
  /// What is looked through for unrolled loops: larger kernels would take seconds.
  static constexpr std::size_t max_instructions = 1 << 14, max_copies = 64;

  /// Lanes that began a round, and when.
  struct Jump {
    std::uint32_t time = 0, lanes = 0;
  };
  /// One loop of one warp.
  struct Count {
    std::array<std::uint32_t, warp_size> jumps{};  ///< per lane, since the loop around this one began a round
    std::array<Jump, jumps_remembered> latest{};   ///< ring
    std::uint64_t remembered = 0;                  ///< jumps put into the ring since then
    std::uint32_t since = 0;                       ///< time of that

    std::optional<std::uint32_t> round(std::uint32_t lane, std::uint32_t time) const;
  };
  using OfWarp = std::vector<Count>;  ///< per loop

  std::size_t at(std::uint32_t slot) {
    if (slot >= blocks_.size()) blocks_.resize(slot + 1);
    return slot;
  }
  const Count* count_of(std::uint32_t slot, std::uint32_t warp, std::size_t loop) const;
  bool within(std::size_t loop, std::uint32_t pc) const { return loop == everywhere || loops_[loop].contains[pc]; }
  std::vector<std::uint32_t> copies(std::size_t loop, std::uint32_t pc) const;
  std::optional<std::uint32_t> peeled(std::size_t loop, std::uint32_t pc) const;
  std::optional<std::uint32_t> round_of(std::size_t loop, const Access& access) const;
  bool reaches(std::size_t loop, std::uint32_t from, std::uint32_t to) const;
  bool unrolled(std::size_t loop, std::uint32_t first, std::uint32_t second) const;
  launch::RoundsOfLoop rounds_of(std::size_t loop, std::uint32_t first, std::uint32_t second) const;

  const launch::Launch& launch_;
  const ptx::Listing listing_;
  ptx::ControlFlow flow_;                    ///< of the kernel
  std::vector<ptx::Loop> loops_;             ///< those counted, outer ones first
  std::vector<std::uint8_t> loop_of_jump_;   ///< per instruction of the kernel: index in loops_, or none
  std::vector<std::vector<OfWarp>> blocks_;  ///< by block slot, per warp
};

}  // namespace warplens::simt
