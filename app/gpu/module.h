#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "gpu/stream.h"

namespace warplens::gpu {

/// PTX text loaded by the driver as a library. The driver compiles it for the GPU in kernel() at the latest. Unloaded with the
/// value.
class Module {
 public:
  /// Load `text` of the file `path`. Errors have the PTX line if the driver's assembler names one. `threads`: limits the
  /// registers per thread so that a block of that many threads can run; 0: only the PTX's own limit.
  static base::Result<Module> load(const std::string& text, const std::string& path, std::uint32_t threads = 0);

  /// Get the kernel with this mangled name. Loads it on the current GPU in advance, so that its first launch is not slower, and
  /// enables `dynamic_shared` bytes of dynamic shared memory per block.
  base::Result<cudaKernel_t> kernel(const std::string& name, std::uint32_t dynamic_shared = 0) const;

  /// Queue a copy into the first bytes of the variable with this name in the PTX, or from the whole variable, on the current GPU.
  /// `content` must live until the stream is synchronised. Errors: no such variable, more bytes than it has.
  base::Status set_variable(const std::string& name, std::span<const std::byte> content, const Stream& stream) const;
  base::Status read_variable(const std::string& name, std::vector<std::byte>& content, const Stream& stream) const;

  /// A variable of the loaded library.
  struct DeviceVariable {
    void* address = nullptr;
    std::size_t size = 0;  ///< bytes
  };
  base::Result<DeviceVariable> variable(const std::string& name) const;

  /// Keep the library loaded until the program ends: one of its kernels may still be running, and unloading would wait for that.
  static void abandon(std::optional<Module>& module);

 private:
  struct Unload {
    void operator()(cudaLibrary_t library) const { cudaLibraryUnload(library); }
  };
  struct AssemblerLog;

  explicit Module(std::string path);
  base::Error refused(cudaError_t error) const;

  std::string path_;
  std::shared_ptr<AssemblerLog> log_;  // must outlive library_: with lazy loading the driver writes to it late
  std::unique_ptr<CUlib_st, Unload> library_;
};

}  // namespace warplens::gpu
