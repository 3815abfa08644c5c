#include "observe/real_runtime.h"

namespace warplens::observe {

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
