#pragma once

#include <cuda_runtime_api.h>

#include <memory>
#include <optional>

#include "base/result.h"
#include "gpu/module.h"
#include "gpu/work.h"
#include "launch/device.h"
#include "launch/launch.h"
#include "ptx/instrument/instrument.h"
#include "trace/trace.h"

namespace warplens::gpu {

/// Result of a run of instrumented PTX, with its trace.
struct Recorded {
  RunOutcome outcome;
  trace::Trace trace;
  std::string note;  ///< for LaunchResult::trace_note
};

/// Runs instrumented PTX. Keeps the instrumented code of the last module, so that tracing it again needs no compilation.
class Recording {
 public:
  /// Run the instrumented PTX of `launch` on the current GPU. The trace is at Level::memory and limited to the launch's budget
  /// and to half of the free memory. It takes longer than the plain kernel. Errors: the instrumented PTX cannot be made or
  /// loaded, no memory for the records. `fresh`: reload the module, because its variables have been written.
  base::Result<Recorded> run(const launch::Launch& launch, const launch::DeviceProperties& properties, bool fresh,
                             const launch::Progress& progress);
  /// Drop the loaded code, because its context no longer exists.
  void reset();
  /// Drop the loaded code without unloading it, because its kernel may still be running.
  void abandon();

 private:
  base::Status load(const launch::Launch& launch, bool fresh);

  std::shared_ptr<const ptx::Module> source_;  // module of the loaded code
  std::uint32_t threads_ = 0;                  // threads per block for which it is loaded
  ptx::Instrumented instrumented_;
  std::optional<Module> module_;
};

}  // namespace warplens::gpu
