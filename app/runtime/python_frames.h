#pragma once

#include <string>
#include <vector>

namespace warplens::runtime {

/// A line of Python that is being executed.
struct PythonFrame {
  std::string file, function;
  int line = 0;
};

/// The lines of Python from which this thread calls, innermost first, without those of Python's own modules and of installed
/// packages; at most four. Empty where this process has no Python. It takes Python's lock (the GIL) for a moment: a thread that
/// waits for this library must not hold it, and ctypes, by which Numba calls, does not.
std::vector<PythonFrame> python_frames();

}  // namespace warplens::runtime
