#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "launch/launch.h"
#include "ptx/listing.h"
#include "simt/check/report.h"
#include "simt/check/undefined_bytes.h"
#include "simt/code/decode/program.h"
#include "simt/machine/observe/checks.h"

namespace warplens::simt {

/// Follows values that are undefined because a shuffle read them from a lane that took no part in it (PTX ISA, "shfl.sync").
/// Reading one is no defect: in a reduction or a scan the last lanes may do so and never use the value. Using it is: as an
/// address, to decide something, or as a value stored in global or shared memory. Values are followed through registers, lane by
/// lane, and through local memory, where calls have their arguments and results. They are not followed through registers named in
/// a call itself, nor through frames of recursive functions.
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

 private:
  struct OfWarp {
    std::uint32_t first_thread = 0;
    std::unordered_map<std::uint64_t, Undefined> registers;  ///< by function and register
    UndefinedBytes memory;

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
  static void pass(OfWarp& warp, const std::vector<ValueLocation>& from, const std::vector<ValueLocation>& to,
                   std::uint32_t lanes);
  std::uint32_t read_from_outside(OfWarp& warp, const WarpStep& step, LaneOffsets& sources);

  const launch::Launch& launch_;
  const Program& program_;
  const ptx::Listing listing_;
  std::uint32_t warps_per_block_;
  Report& report_;
  std::vector<OfWarp> warps_;  ///< by block slot and warp
  bool some_ = false;          ///< a shuffle has read an undefined value: there is something to follow
};

}  // namespace warplens::simt
