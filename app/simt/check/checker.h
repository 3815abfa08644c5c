#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "launch/findings/finding.h"
#include "launch/launch.h"
#include "launch/launch_result.h"
#include "simt/check/barrier_places.h"
#include "simt/check/clocks.h"
#include "simt/check/local_memory.h"
#include "simt/check/present.h"
#include "simt/check/races.h"
#include "simt/check/report.h"
#include "simt/check/rounds.h"
#include "simt/check/undefined_values.h"
#include "simt/code/decode/program.h"
#include "simt/machine/observe/checks.h"

namespace warplens::simt {

/// Checks a launch while it runs, without changing its behaviour: data races, judged by the happens-before order (Clocks) and not
/// by the order of this run, and reads of uninitialised memory. With several cores, each has its own checker for its own blocks.
/// That is enough: no two cores access the same granule of memory that the launch writes.
class Checker final : public Checks {
 public:
  /// `room`: as for MakeChecks.
  Checker(const launch::Launch& launch, const Program& program, std::uint64_t room);

  void begin_turn(std::uint64_t moment) override { report_.begin_turn(moment); }
  void start_block(std::uint32_t slot, std::uint32_t block, std::uint64_t shared_bytes) override;
  bool access(const CheckedAccess& access) override;
  bool plain_load(const PlainAccess& access) override {
    return !clocks_.exhausted() && races_.plain_load(access, remembered_[access.pc], clocks_.block(access.slot));
  }
  void barrier_joined(std::uint32_t slot, std::uint32_t number, std::uint32_t warp, std::uint32_t pc, std::uint32_t lanes,
                      bool waits) override;
  void barrier_complete(std::uint32_t slot, std::uint32_t number, std::uint32_t live) override;
  void exited(std::uint32_t slot, std::uint32_t warp, std::uint32_t pc, std::uint32_t lanes) override;
  void jumped_back(std::uint32_t slot, std::uint32_t warp, std::uint32_t pc, std::uint32_t lanes) override;
  void warp_sync(std::uint32_t slot, std::uint32_t warp, std::uint32_t lanes) override;
  void passed_by(std::uint32_t slot, std::uint32_t warp, LanesAt waiting, LanesAt passing) override;
  bool collective(const WarpStep& step) override { return undefined_.collective(step); }
  bool step(const WarpStep& step) override { return undefined_.step(step); }
  void mbarrier_started(std::uint32_t slot, std::uint64_t object) override;
  void mbarrier_arrived(std::uint32_t slot, std::uint32_t warp, std::uint32_t lane, std::uint64_t object, bool releases,
                        bool completes) override;
  void mbarrier_passed(std::uint32_t slot, std::uint32_t warp, std::uint32_t lane, std::uint64_t object) override;
  std::uint32_t copy_issued() override;
  void fence(std::uint32_t slot, std::uint32_t warp, const Decoded& instruction, std::uint32_t active) override;
  void fault(const launch::Fault& fault, const std::optional<launch::Witness>& other) override;

  bool left_something_out() const override { return races_.given_up_bytes() != 0; }
  bool absorb(Checks& others) override;
  FoundByChecks found() override { return report_.found(); }
  launch::RangesOfBytes unwritten(const Allocation& allocation) const override;
  std::string unchecked() const override;

 private:
  void access_of_others(const CheckedAccess& access);
  void synchronise(const CheckedAccess& access);

  const std::optional<ptx::Module> unstacked_;  ///< the module with its stack variables in registers, if it has any
  const ptx::Module& followed_;                 ///< that, or the launch's module
  std::uint64_t threads_per_block_;
  std::vector<bool> copies_;            ///< per instruction: loads that only copy (copies.h)
  std::vector<PastAccess> remembered_;  ///< per instruction: the properties common to its accesses
  Clocks clocks_;
  Signals signals_;
  Rounds rounds_;
  Report report_;
  RaceDetector races_;
  BarrierPlaces barriers_;
  UndefinedValues undefined_;
  LocalMemory local_;
};

/// Makes a Checker, for a Machine.
std::unique_ptr<Checks> make_checker(const launch::Launch& launch, const Program& program, std::uint64_t room);

}  // namespace warplens::simt
