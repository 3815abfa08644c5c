#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "launch/byte_range.h"
#include "launch/launch.h"

namespace warplens::launch {

/// The addresses of a launch's memory, if the memory belongs to a program and outlives the launch. Buffers and structures may
/// contain addresses, so addresses are part of the launch. With a placement, the launch's arguments are the program's
/// allocations, all of them buffers, and the parameters are given as bytes.
struct Placement {
  /// A `.global` or `.const` variable of the module.
  struct Variable {
    std::uint32_t index = 0;  ///< in Module::variables
    std::uint64_t address = 0;
    std::byte* memory = nullptr;  ///< its content, which the launch changes in place
    /// Without `memory`: its complete content before the launch; null: given by the module and Launch::symbols.
    std::shared_ptr<const Bytes> initial = nullptr;
  };
  /// One of the launch's buffers. A block at an address for constants is a `__constant__` variable of one of the program's other
  /// modules.
  struct Block {
    std::uint64_t address = 0;
    std::byte* memory = nullptr;  ///< its content, which the launch changes in place; null: a copy of Buffer::initial
    RangesOfBytes unwritten{};    ///< its unwritten bytes, as far as known
    bool from_malloc = false;     ///< a kernel's malloc has allocated it; a kernel may free it
    bool freed = false;           ///< the buffer's size is 0; an access to it is reported as an access to freed memory
  };
  std::vector<Block> blocks;          ///< per buffer of the launch
  std::vector<Variable> variables;    ///< the variables that the entry uses, and possibly others
  std::vector<std::byte> parameters;  ///< the entry's parameters, ptx::Function::parameter_bytes bytes
  /// A parameter that is a number, as the source declares it.
  struct Number {
    std::uint32_t parameter = 0;  ///< index in ptx::Function::parameters
    std::string name;
    ElementType type = ElementType::i32;
  };
  std::vector<Number> numbers{};  ///< for messages, where they are known
  /// Memory with the program's own pointer to it.
  struct Narrow {
    std::uint32_t pointer = 0;
    std::uint64_t address = 0, bytes = 0;
  };
  std::vector<Narrow> narrow{};  ///< all memory, if the program's pointers have 32 bits (launch/narrow_pointers.h); else none
  bool cooperative = true;       ///< whether the kernel may synchronise its whole grid (cudaLaunchCooperativeKernel)
};

class NarrowPointers;

/// Write the initial value of variables that are initialised with the address of a function or of another variable. `pointers`:
/// those of a program whose pointers have 32 bits; else null.
void store_addresses(const ptx::Module& module, const std::vector<Placement::Variable>& placed,
                     const NarrowPointers* pointers = nullptr);

/// Memory from the kernel's malloc that is still allocated at the end of a launch with a placement.
struct HeapBlock {
  std::uint64_t address = 0;
  Bytes content;
};

}  // namespace warplens::launch
