#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "runtime/python_frames.h"

namespace warplens::runtime {

/// A call from the program to the runtime: its name ("cudaMalloc"; "kernel add" for a launch), and the return addresses,
/// innermost first, 0 after the last. The innermost may lie in a header of the toolkit. Where Python called, also its lines.
struct Call {
  std::string function;
  std::array<std::uintptr_t, 6> frames{};
  std::vector<PythonFrame> python{};
};

/// Whether the same line of Python made both calls.
bool of_one_python_line(const Call& first, const Call& second);

/// Finds the places where a program calls this library.
class CallSites {
 public:
  /// The current call of `function`, with the return addresses outside of this library.
  Call current(const char* function);

 private:
  bool is_own(void* address);

  std::unordered_map<void*, bool> own_;  ///< whether an address is in this library
};

}  // namespace warplens::runtime
