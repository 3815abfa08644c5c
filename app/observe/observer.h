#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "observe/launch_keeper.h"
#include "observe/launch_timer.h"
#include "runtime/call.h"
#include "runtime/journal.h"
#include "runtime/observation.h"

namespace warplens::observe {

/// What is known of the program that has loaded this library, and the journal of its launches:
///   start      the program is going to use the CUDA runtime
///   launch     of which less is known than of our runtime's, and its time later: number, call, kernel, stream, launch {grid,
///   block, shared}, error, timed (a "time" event may follow) time       LaunchTimer end        the program ends by itself;
///   calls: {name: how often}
/// Of a recording it has runtime/recorder.h's events `call`, by the host's clock, of a launch with its number in `launch` and
/// `kernel`; `memory` and `cut`; `allocation`, as our runtime writes it; and LaunchKeeper's.
struct Observer {
  explicit Observer(const runtime::Observation& observation)
      : active(!observation.journal.empty()), journal(observation.journal), keeper(observation, journal) {}

  /// The number of a stream in the journal: 0 for the default ones, others by their first launch.
  std::uint32_t number_of(cudaStream_t stream);
  /// The event "call" for a call that is being made, and to write it when it returns CUDA's `error`.
  report::Json begin_call(std::string_view function);
  void end_call(report::Json event, cudaError_t error);
  /// What the call of this event has allocated, or freed. `kind`: as runtime::memory_kind_names. Null is no memory.
  void note_allocated(const report::Json& call, const char* kind, std::uint64_t address, std::uint64_t bytes);
  void note_freed(const report::Json& call, std::uint64_t address);
  /// The mangled name of the kernel behind a function of the host or a handle.
  std::string kernel_name(const void* function) const;

  const bool active;  ///< if false, all calls are only passed on
  runtime::Journal journal;
  runtime::CallSites sites;
  LaunchTimer timer{journal};
  LaunchKeeper keeper;
  std::map<const void*, std::string> kernels;  ///< mangled names, by function of the host or handle
  std::map<cudaStream_t, std::uint32_t> streams;
  std::map<std::string, std::uint64_t> calls;
  std::uint64_t launches = 0, noted_calls = 0;
};

/// The observer of this process. It is never destroyed.
Observer& observer();

/// Mutex held while the observer is used, also from the event before a launch to the event after it.
std::recursive_mutex& in_turn();

/// Collect the last times when the program ends. Call it after the runtime has been used, so that this happens before the runtime
/// ends.
void finish_at_exit();

}  // namespace warplens::observe
