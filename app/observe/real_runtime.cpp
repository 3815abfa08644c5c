#include "observe/real_runtime.h"

#include <dlfcn.h>

#include <string>

namespace warplens::observe {

void* find_real(std::string_view name) {
  const std::string text(name);
  if (void* const next = ::dlsym(RTLD_NEXT, text.c_str()); next != nullptr) return next;
  for (const char* library : {"libcudart.so.13", "libcudart.so.12", "libcudart.so.11.0"}) {
    if (void* const loaded = ::dlopen(library, RTLD_LAZY | RTLD_NOLOAD); loaded != nullptr) return ::dlsym(loaded, text.c_str());
  }
  return nullptr;
}

bool is_captured(cudaStream_t stream) {
  const KeptError kept;
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  return real<cudaStreamIsCapturing>(stream, &status) != cudaSuccess || status != cudaStreamCaptureStatusNone;
}

}  // namespace warplens::observe
