#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "launch/launch.h"
#include "ptx/listing.h"
#include "simt/check/report.h"
#include "simt/check/undefined_bytes.h"
#include "simt/code/decode/program.h"
#include "simt/machine/observe/checks.h"

namespace warplens::simt {

/// Follows undefined values: what a shuffle reads from a lane that takes no part in it (PTX ISA, "shfl.sync"), and what a load
/// reads from uninitialised local memory. Reading one is no defect: the last lanes of a reduction may do so and never use the
/// value, and compilers load a variable before they select it or not. Using it is: as an address, to decide something, or as a
/// value stored in global or shared memory, or printed. Values are followed through registers, lane by lane, and through local
/// memory, where calls have their arguments and results. They are not followed through registers named in a call itself, nor
/// through frames of recursive functions.
class UndefinedValues {
 public:
  UndefinedValues(const launch::Launch& launch, const Program& program, std::uint32_t warps_per_block, Report& report)
      : launch_(launch),
        program_(program),
        listing_(*launch.module, launch.entry),
        warps_per_block_(warps_per_block),
        report_(report) {}

  /// `first_thread`: of the block, as in PastAccess.
  void start_block(std::uint32_t slot, std::uint32_t first_thread);
  /// All `active` lanes execute a collective together. True if the warp has undefined values, so that step() has to be
  /// called.
  bool collective(const WarpStep& step);
  /// A warp with undefined values executes another instruction. Returns whether it still has some.
  bool step(const WarpStep& step);
  /// The access of a load or store, after step() of the same instruction.
  void access(const CheckedAccess& access) {
    if (some_) follow(access);
  }
  /// `lanes` are about to load element `element` of an access to local memory, which is uninitialised, after access().
  void uninitialised(const CheckedAccess& access, std::uint32_t lanes, std::uint32_t element);
  /// Whether a warp has undefined values, so that step() has to be called.
  bool has_some(std::uint32_t slot, std::uint32_t warp) { return some_ && of(slot, warp).has_some(); }

 private:
  /// The last values that lanes of a warp have loaded from uninitialised memory, as one element of one instruction.
  struct UninitialisedRead {
    std::uint32_t lanes = 0, bytes = 0;
    LaneOffsets offsets{}, values{};
  };
  struct OfWarp {
    std::uint32_t first_thread = 0;
    std::unordered_map<std::uint64_t, Undefined> registers;  ///< by function and register
    UndefinedBytes memory;
    std::map<std::pair<std::uint32_t, std::uint32_t>, UninitialisedRead> reads;  ///< by place and element of UndefinedOrigin

    bool has_some() const { return !registers.empty() || !memory.empty(); }
  };

  OfWarp& of(std::uint32_t slot, std::uint32_t warp) { return warps_[slot * std::size_t{warps_per_block_} + warp]; }
  void follow(const CheckedAccess& access);
  Undefined in(const OfWarp& warp, std::uint64_t function, const ptx::Operand& operand) const;
  Undefined result_of(const OfWarp& warp, std::uint64_t function, const ptx::Instruction& instruction,
                      const WarpStep& step) const;
  void write(OfWarp& warp, std::uint64_t function, const ptx::Operand& operand, std::uint32_t lanes, const Undefined& value);
  void use(const OfWarp& warp, std::uint32_t pc, const Undefined& value, std::uint32_t lanes, const char* how);
  void move_own(OfWarp& warp, std::uint64_t function, const ptx::Instruction& instruction, const WarpStep& step);
  void use_in_builtin(const OfWarp& warp, const CallSite& site, const WarpStep& step);
  static void forget_registers(OfWarp& warp, std::uint64_t function, std::uint32_t lanes);
  static void pass(OfWarp& warp, const std::vector<ValueLocation>& from, const std::vector<ValueLocation>& to,
                   std::uint32_t lanes);
  std::uint32_t read_from_outside(OfWarp& warp, const WarpStep& step, LaneOffsets& sources);

  const launch::Launch& launch_;
  const Program& program_;
  const ptx::Listing listing_;
  std::uint32_t warps_per_block_;
  Report& report_;
  std::vector<OfWarp> warps_;  ///< by block slot and warp
  bool some_ = false;          ///< an undefined value has been read: there is something to follow
};

}  // namespace warplens::simt
