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

/// A run that wrote down what it did.
struct Recorded {
  Once once;
  trace::Trace trace;
  std::string note;  ///< for LaunchResult::trace_note
};

/// Runs instrumented PTX. What it made of the last module is kept, so that the next trace of it costs no compiling.
class Recording {
 public:
  /// Run `launch` on the current GPU by its instrumented PTX. The trace is at Level::memory and takes at most the launch's
  /// budget, and half of the memory that is free. Its time is not the kernel's. Errors: the instrumented PTX cannot be made or
  /// loaded, or there is no memory for the records. `fresh`: load it again, as its variables have been written.
  base::Result<Recorded> run(const launch::Launch& launch, const launch::DeviceProperties& properties, bool fresh,
                             const launch::Progress& progress);
  /// Forget what is loaded: its context is gone.
  void reset();
  /// Forget it without unloading: a kernel of it may still be running.
  void abandon();

 private:
  base::Status load(const launch::Launch& launch, bool fresh);

  std::shared_ptr<const ptx::Module> source_;  // of what is loaded
  std::uint32_t threads_ = 0;                  // for blocks of how many
  ptx::Instrumented instrumented_;
  std::optional<Module> module_;
};

}  // namespace warplens::gpu
