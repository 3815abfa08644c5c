#pragma once

#include <cuda_runtime_api.h>

#include <memory>
#include <string>

#include "base/result.h"
#include "ptx/module.h"

namespace warplens::gpu {

/// PTX text loaded by the driver as a library, and compiled for the GPU at the latest when a kernel is asked for. Unloaded with
/// the value.
class Module {
 public:
  /// The error carries the line of the PTX where the driver's assembler names one.
  static base::Result<Module> load(const ptx::Module& source);

  /// The kernel with this mangled name, loaded on the current GPU, so that its first launch is not slower than the next.
  base::Result<cudaKernel_t> kernel(const std::string& name) const;

 private:
  struct Unload {
    void operator()(cudaLibrary_t library) const { cudaLibraryUnload(library); }
  };
  struct AssemblerLog;

  explicit Module(std::string path);
  base::Error refused(cudaError_t error) const;

  std::string path_;
  std::shared_ptr<AssemblerLog> log_;  // outlives library_: with lazy loading the driver writes to it late
  std::unique_ptr<CUlib_st, Unload> library_;
};

}  // namespace warplens::gpu
