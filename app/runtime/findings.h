#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <tuple>

#include "launch/launch_result.h"
#include "runtime/journal.h"
#include "runtime/memory.h"

namespace warplens::runtime {

/// Kinds of defects on the host's side of a program (`kind` of a finding, docs/json.md).
enum class HostFinding : std::uint8_t {
  unchecked_error,      ///< a call failed and the program went on
  wrong_copy,           ///< the direction contradicts the pointers
  out_of_bounds,        ///< a copy or memset beyond an allocation
  uninitialised_copy,   ///< a copy of unwritten memory
  use_after_free,       //
  double_free,          //
  leak,                 ///< never freed
  host_touched_device,  ///< the host reads or writes device memory
  device_touched_host,  ///< a kernel got an address of host memory
  variable_on_host,     ///< the host has changed its own copy of a kernel's variable
  size_of_pointer,      ///< nothing but as many bytes as a pointer has is copied to the host
  memset_bytes,         ///< a memset of elements of several bytes to a value that is neither 0 nor usual for all bytes
  pitch_ignored,        ///< a copy in one piece of rows with gaps between them
  pageable_copy,        ///< a copy in a stream that cannot overlap
  launch_timed,         ///< the host reads its clock after a launch without waiting for the kernel
  output_not_shown,     ///< what a kernel prints never appears
  result_unused,        ///< a copy to the device after the last launch, and never one to the host
  unordered_streams,    ///< two unordered uses of the same memory, in two streams or by the host
};
std::string_view name(HostFinding kind);  ///< "unchecked-error"

/// Writes findings on the host's side to the journal, once per place. Messages call an allocation by Allocation::name.
class Findings {
 public:
  explicit Findings(Journal& journal) : journal_(journal) {}

  /// Add a finding. `message`: a sentence for a student. `allocation`: the affected memory, or null. `other`: the other call, or
  /// null. `unless_atomic`: drop the finding if debug information shows that the access in `call` is atomic.
  /// `at`: the place of a kernel's fault, instead of the call's.
  void add(HostFinding kind, const Call& call, const std::string& message, const Allocation* allocation = nullptr,
           const Call* other = nullptr, bool unless_atomic = false, const launch::Fault* at = nullptr);

  /// Whether there is a finding for this call.
  bool has_any_of(const Call& call) const;

 private:
  Journal& journal_;
  std::set<std::tuple<HostFinding, decltype(Call::frames), decltype(Call::frames)>> told_;
};

}  // namespace warplens::runtime
