#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "launch/costs/streams.h"
#include "launch/device.h"
#include "runtime/captures.h"
#include "runtime/copies.h"
#include "runtime/effect.h"
#include "runtime/environment.h"
#include "runtime/errors.h"
#include "runtime/findings.h"
#include "runtime/graphs.h"
#include "runtime/journal.h"
#include "runtime/kernels.h"
#include "runtime/launches.h"
#include "runtime/memory.h"
#include "runtime/recorder.h"
#include "runtime/streams.h"
#include "runtime/textures.h"
#include "runtime/uses.h"

namespace warplens::runtime {

/// A whole CUDA program while it runs: its memory, streams, kernels and errors, on one machine. The C interface (app/cudart)
/// calls its parts, one call at a time.
struct Program {
  /// `max_memory`: bytes of device memory.
  Program(std::unique_ptr<launch::Device> machine, const launch::CopyCosts& costs, std::uint64_t max_memory,
          const Environment& environment)
      : device(std::move(machine)),
        journal(environment.journal),
        streams(costs, effect),
        memory(max_memory),
        recorder(environment.recording, journal, memory, streams, effect),
        launches(*device, memory, textures, streams, uses, errors, findings, journal, recorder, environment.launches) {}

  std::unique_ptr<launch::Device> device;
  Journal journal;
  Findings findings{journal};
  Errors errors;
  Effect effect;
  Streams streams;
  Uses uses{streams, findings};
  Memory memory;
  Textures textures;
  Kernels kernels{memory};
  Copies copies{memory, streams, uses, errors, findings, effect};
  Recorder recorder;
  Launches launches;
  Graphs graphs;
  Captures captures{graphs};
  std::map<std::string, std::uint64_t> calls;  ///< number of calls per function
  std::set<std::pair<decltype(Call::frames), std::string>> refused;  ///< what refuse() has told
  /// The last cudaFree of a null pointer, and the number of allocations before it.
  std::optional<std::pair<Call, std::uint32_t>> null_freed;

  /// Call when the host has waited for work: prints the kernels' text, and turns their failures into errors.
  void waited();
  /// Tell the person who started the program why a call fails: once for each place and reason.
  void refuse(const Call& call, const std::string& reason);
  /// Free pinned (`host`) or device memory; adds a finding if something is wrong with the pointer.
  Status free(void* pointer, bool host, const Call& call);
  /// The program has read a clock of the host, by `call`, and launched a kernel into `stream` since it had last done so.
  void clock_read(std::uint32_t stream, const Call& call);
  /// cudaDeviceReset: free all memory, and forget failures.
  void reset(const Call& call);
  /// Handle an access of the host to protected memory. True if the program may go on, because it got its access back.
  bool host_touched(std::uint64_t address, const Call& call);
  /// Call before a launch: tells which of the kernel's variables the host has only changed in its own copies.
  void check_variables(const Kernel& kernel, const Call& call);

  /// Whether the host can know anything of what kernels have computed.
  bool host_sees_results();
  /// Call when the program ends: writes leaks, unnoticed errors and the numbers of calls to the journal.
  void end();
};

}  // namespace warplens::runtime
