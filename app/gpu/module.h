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

/// PTX text loaded by the driver as a library, and compiled for the GPU at the latest when a kernel is asked for. Unloaded with
/// the value.
class Module {
 public:
  /// `text` of the file `path`. The error carries the line of the PTX where the driver's assembler names one. Kernels get no more
  /// registers than let a block of `threads` run; 0: as the PTX says.
  static base::Result<Module> load(const std::string& text, const std::string& path, std::uint32_t threads = 0);

  /// The kernel with this mangled name, loaded on the current GPU, so that its first launch is not slower than the next, and
  /// allowed `dynamic_shared` bytes of dynamic shared memory per block.
  base::Result<cudaKernel_t> kernel(const std::string& name, std::uint32_t dynamic_shared = 0) const;

  /// Queue copies into the first bytes of the variable with this name in the PTX, and out of the whole of it, on the current GPU.
  /// `content` must live until the stream has been waited for. Errors: no such variable, more bytes than it has.
  base::Status set_variable(const std::string& name, std::span<const std::byte> content, const Stream& stream) const;
  base::Status read_variable(const std::string& name, std::vector<std::byte>& content, const Stream& stream) const;

  /// A variable of the loaded library.
  struct Place {
    void* address = nullptr;
    std::size_t size = 0;  ///< bytes
  };
  base::Result<Place> variable(const std::string& name) const;

  /// Leave it loaded for ever: a kernel of it may still be running, and unloading would wait for that.
  static void abandon(std::optional<Module>& module);

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
