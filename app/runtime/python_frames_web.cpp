#include "runtime/python_frames.h"

namespace warplens::runtime {

std::vector<PythonFrame> python_frames() { return {}; }

}  // namespace warplens::runtime
