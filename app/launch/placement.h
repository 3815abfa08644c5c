#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "launch/byte_range.h"
#include "launch/launch.h"

namespace warplens::launch {

/// Where the memory of a launch lies, if it belongs to a program and outlives the launch: addresses may be stored in buffers and
/// in structures, so they are part of the launch. Its arguments are then the program's allocations, all of them buffers, and the
/// parameters are given as bytes.
struct Placement {
  /// A `.global` or `.const` variable of the module.
  struct Variable {
    std::uint32_t index = 0;  ///< in Module::variables
    std::uint64_t address = 0;
    std::byte* memory = nullptr;  ///< its content, which the launch changes in place
    /// Without `memory`: its content before the launch, all of it; null: as the module and Launch::symbols say.
    std::shared_ptr<const Bytes> initial = nullptr;
  };
  /// One of the launch's buffers. Those among the addresses of constants are `__constant__` variables of the program's other
  /// modules.
  struct Block {
    std::uint64_t address = 0;
    std::byte* memory = nullptr;  ///< its content, which the launch changes in place; null: a copy of Buffer::initial
    RangesOfBytes unwritten{};    ///< its bytes that nothing has written, as far as that is known
    bool from_malloc = false;     ///< the kernel's malloc has allocated it; its free may release it
    bool freed = false;           ///< the buffer's size is 0, but accesses are told apart from those to no buffer
  };
  std::vector<Block> blocks;          ///< per buffer of the launch
  std::vector<Variable> variables;    ///< those that the entry uses, and possibly others
  std::vector<std::byte> parameters;  ///< the entry's parameters, ptx::Function::parameter_bytes bytes
};

/// Memory that the kernel's malloc has allocated in a launch with a placement, and that is still allocated at its end.
struct HeapBlock {
  std::uint64_t address = 0;
  Bytes content;
};

}  // namespace warplens::launch
