#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "launch/findings/finding.h"
#include "launch/launch_result.h"
#include "simt/machine/launch_context.h"
#include "simt/machine/memory/request.h"
#include "simt/machine/warps/resident.h"

namespace warplens::simt {

/// Owns the reasons to stop a launch: a fault, or the need to run the launch again without running ahead. Formats the fault's
/// message and place.
class Faults {
 public:
  explicit Faults(const LaunchContext& context) : context_(context) {}

  struct State {
    std::optional<launch::Fault> fault;
    std::optional<launch::Witness> other;       ///< the second thread involved in the fault
    std::optional<std::uint32_t> full_heap_at;  ///< the first call of malloc that found no room
    bool start_over = false;
  };
  const State& state() const { return state_; }
  void restore(const State& state) { state_ = state; }

  bool raised() const { return state_.fault.has_value(); }
  const std::optional<launch::Fault>& fault() const { return state_.fault; }
  const std::optional<launch::Witness>& other() const { return state_.other; }
  /// Whether an access contradicts the decoded program's analysis, so that the launch has to be run again without running ahead.
  bool must_start_over() const { return state_.start_over; }
  void start_over() { state_.start_over = true; }
  /// A call of malloc at `pc` found no room. A null pointer that is used later may be its result.
  void heap_is_full(std::uint32_t pc) {
    if (!state_.full_heap_at) state_.full_heap_at = pc;
  }
  bool stop() const { return raised() || must_start_over(); }

  void raise(launch::FaultKind kind, const ResidentWarp& warp, std::uint32_t pc, int lane, const std::string& what);
  /// Report a lane's access to `address`: outside of its window, misaligned, or a write to constant memory.
  void raise_access(const ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, int lane, std::uint64_t address,
                    const Request& request);
  /// `issued`: warp instructions since a block last ended.
  void raise_step_limit(const ResidentWarp& warp, std::uint32_t pc, std::uint32_t active, std::uint64_t issued);
  /// Report a lane in a loop that cannot end.
  void raise_endless(const ResidentWarp& warp, std::uint32_t pc, int lane, const std::string& what);
  /// Name the element of a buffer that the fault just raised is about.
  void name_element(const std::string& buffer, std::int64_t element);
  /// Name a lane of another warp that is involved in the fault raised next.
  void name_other(const ResidentWarp& warp, std::uint32_t pc, int lane);

  /// "file.cu:12", or the PTX line if there is no source line.
  std::string place_text(std::uint32_t pc) const;
  std::string block_text(const ResidentWarp& warp) const;
  std::string thread_text(const ResidentWarp& warp, int lane) const;

 private:
  base::Dim3 block_of(const ResidentWarp& warp) const;
  base::Dim3 thread_of(const ResidentWarp& warp, int lane) const;
  launch::Fault fault_at(launch::FaultKind kind, const ResidentWarp& warp, std::uint32_t pc, int lane) const;

  const LaunchContext& context_;
  State state_;
};

}  // namespace warplens::simt
