#include "observe/real_runtime.h"

namespace warplens::observe {

const RealRuntime& real() {
  static const RealRuntime functions;
  return functions;
}

}  // namespace warplens::observe
