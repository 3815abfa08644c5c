#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/dim3.h"
#include "launch/device.h"
#include "runtime/errors.h"
#include "runtime/findings.h"
#include "runtime/journal.h"
#include "runtime/kernels.h"
#include "runtime/memory.h"
#include "runtime/recorder.h"
#include "runtime/streams.h"
#include "runtime/textures.h"
#include "runtime/uses.h"

namespace warplens::runtime {

/// Options for all launches of a program.
struct LaunchOptions {
  launch::Schedule schedule = launch::Schedule::timed;
  std::uint64_t seed = 1, step_limit = 2'000'000'000;
  bool check = false;
  std::uint64_t heap_bytes = launch::Launch{}.heap_bytes;  ///< Launch::heap_bytes
  bool details = false;                                    ///< write every launch to the journal, not only those with findings
};

/// Runs kernels on the machine. A launch runs at once, whatever its stream; its failure and printed text appear when the program
/// waits.
class Launches {
 public:
  Launches(launch::Device& device, Memory& memory, const Textures& textures, Streams& streams, Uses& uses, Errors& errors,
           Findings& findings, Journal& journal, Recorder& recorder, const LaunchOptions& options)
      : device_(device),
        memory_(memory),
        textures_(textures),
        streams_(streams),
        uses_(uses),
        errors_(errors),
        findings_(findings),
        journal_(journal),
        recorder_(recorder),
        options_(options) {}

  /// Whether a launch of this size is possible: the status that CUDA returns for it; `reason` gets a sentence if it is not
  /// success.
  Status check(const Kernel& kernel, const base::Dim3& grid, const base::Dim3& block, std::uint64_t dynamic_shared,
               std::string& reason) const;
  /// Run a kernel. Returns the status that CUDA returns for the launch itself; `reason` gets a sentence if it is not success.
  /// `arguments`: pointers to the arguments; `cooperative`: the kernel may synchronise its whole grid.
  Status run(Kernel& kernel, const base::Dim3& grid, const base::Dim3& block, void** arguments, std::uint64_t dynamic_shared,
             std::uint32_t stream, bool cooperative, const Call& call, std::string& reason, Issuer issuer = Issuer::host);
  /// What the last kernel has launched, in order; the list is empty then.
  std::vector<std::pair<Kernel*, launch::DeviceLaunch>> take_device_launches(Kernels& kernels);
  /// The host has waited for work: print the kernels' text to standard output, and make the first failure the program's
  /// error.
  void waited();

  /// Set the size of the heap, bytes, from the next launch on.
  void set_heap_bytes(std::uint64_t bytes) { options_.heap_bytes = bytes; }
  std::uint64_t heap_bytes() const { return options_.heap_bytes; }

  std::uint64_t count() const { return count_; }
  bool any_failed() const { return any_failed_; }
  /// Whether a kernel has failed, and the program has not waited for it yet. Later work in any stream does not run.
  bool failure_is_pending() const { return pending_ != Status::success; }
  /// The last launch: its place and "kernel NAME".
  const std::optional<Call>& last() const { return last_; }
  /// Whether any kernel has printed.
  bool any_printed() const { return any_printed_; }
  /// The first launch whose kernel has printed since the host last waited, if there is any.
  const std::optional<Call>& unprinted_from() const { return printing_; }
  double clock_mhz() const { return device_.properties().clock_mhz; }

 private:
  launch::Launch make_launch(const Kernel& kernel, void** arguments, bool cooperative);
  void finish(const Kernel& kernel, const launch::Launch& launch, launch::LaunchResult result, std::uint32_t stream,
              Issuer issuer, const Call& call);
  /// List the parameters that point to allocations, [{parameter, buffer}]. `parameter` is an index; for a kernel of Numba's it
  /// counts the parameters of the Python function.
  report::Json pointers_of(const Kernel& kernel, const launch::Launch& launch) const;
  void tell_arguments(const Kernel& kernel, const launch::Launch& launch, const Call& call);
  std::string written_before(const launch::Launch& launch, const launch::Finding& finding) const;
  std::string doubt_in_pitch(const launch::Launch& launch, const launch::Fault& fault) const;
  std::string waiting_for_host(const launch::Fault& fault) const;
  bool tell_pointer(const launch::Launch& launch, const launch::Fault& fault, const Call& call);
  void fail(const launch::Fault& fault, const Call& call);
  void note_written(const launch::Launch& launch, const launch::LaunchResult& result, const Call& call);
  void note_uses(const launch::Launch& launch, const launch::LaunchResult& result, const Streams::Issued& issued,
                 const Call& call);
  void set_types(const Kernel& kernel, const std::vector<std::byte>& values);
  void store_argument(const ptx::Parameter& parameter, const void* argument, std::byte* to) const;

  launch::Device& device_;
  Memory& memory_;
  const Textures& textures_;
  Streams& streams_;
  Uses& uses_;
  Errors& errors_;
  Findings& findings_;
  Journal& journal_;
  Recorder& recorder_;
  LaunchOptions options_;
  std::vector<Allocation*> blocks_;  ///< of the current launch, by buffer
  std::uint64_t count_ = 0;
  bool any_failed_ = false, any_printed_ = false;
  std::optional<Call> last_, printing_;
  std::vector<launch::DeviceLaunch> launched_;  ///< by the last kernel, which is …
  std::optional<Kernel> launcher_;
  std::string printed_;               ///< by kernels since the host last waited
  Status pending_ = Status::success;  ///< error of a failed kernel, until the host waits
  Call pending_call_;
  std::string pending_reason_;
};

}  // namespace warplens::runtime
