#include "observe/real_runtime.h"

#include <dlfcn.h>

namespace warplens::observe {

void* find_real(const char* name) {
  if (void* const next = ::dlsym(RTLD_NEXT, name); next != nullptr) return next;
  for (const char* library : {"libcudart.so.13", "libcudart.so.12", "libcudart.so.11.0"}) {
    if (void* const loaded = ::dlopen(library, RTLD_LAZY | RTLD_NOLOAD); loaded != nullptr) return ::dlsym(loaded, name);
  }
  return nullptr;
}

const RealRuntime& real() {
  static const RealRuntime functions;
  return functions;
}

bool is_captured(void* stream) {
  const KeptError kept;
  int status = 0;  // cudaStreamCaptureStatusNone
  return real().stream_is_capturing(stream, &status) != success || status != 0;
}

}  // namespace warplens::observe
