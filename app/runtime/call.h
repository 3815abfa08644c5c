#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace warplens::runtime {

/// A call that the program made to the runtime: "cudaMalloc", of a launch "kernel add", and the return addresses from there
/// outwards, 0 after the last. The innermost may lie in a header of the toolkit.
struct Call {
  std::string function;
  std::array<std::uintptr_t, 6> frames{};
};

}  // namespace warplens::runtime
