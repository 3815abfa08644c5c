#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace warplens::runtime {

/// A place in the program's code or data.
struct HostCode {
  std::string file;           ///< the executable or library
  std::uintptr_t offset = 0;  ///< in it, as its debug information counts
};

/// What is at an address of the host; nothing if no executable or library is there.
std::optional<HostCode> host_code_at(std::uintptr_t address);

}  // namespace warplens::runtime
