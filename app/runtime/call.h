#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>

namespace warplens::runtime {

/// A call that the program made to the runtime: "cudaMalloc", of a launch "kernel add", and the return addresses from there
/// outwards, 0 after the last. The innermost may lie in a header of the toolkit.
struct Call {
  std::string function;
  std::array<std::uintptr_t, 6> frames{};
};

/// Tells where a program calls the library that this is part of.
class CallSites {
 public:
  /// The call of `function` that is being made, with the return addresses outside of this library.
  Call current(const char* function);

 private:
  bool is_own(void* address);

  std::unordered_map<void*, bool> own_;  ///< whether an address is in this library
};

}  // namespace warplens::runtime
