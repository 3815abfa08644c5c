#include "simt/code/execute/operation.h"

namespace warplens::simt {

const Executor& executor() {
#ifdef WARPLENS_X86_64_V3
  static const bool modern = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
  if (modern) return x86_64_v3::executor();
#endif
  return baseline::executor();
}

}  // namespace warplens::simt
