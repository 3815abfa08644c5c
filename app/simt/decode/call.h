#pragma once

#include <cstdint>
#include <vector>

#include "simt/decode/decoded.h"

// What the machine knows of a program's functions and of the places that call them.

namespace warplens::simt {

struct Builtin;

/// Where an argument, parameter or result lies: in a row of registers, or in the thread's own memory.
struct Place {
  bool in_memory = false;
  Row row = no_row;          ///< the register or constant; in memory, what is added to `offset` (absent: nothing)
  std::uint32_t cell = 4;    ///< bytes of one lane in the row: 4, 8, or predicate_bytes
  std::uint64_t offset = 0;  ///< in memory: bytes
  std::uint32_t bytes = 0;   ///< that are passed
};

/// Some cells that a call keeps: a row of registers.
struct SavedRow {
  Row row = no_row;
  std::uint32_t cell = 4;  ///< bytes of one lane: 4, 8, or predicate_bytes
};

/// One function of a program.
struct FunctionCode {
  std::uint32_t function = 0;  ///< index in ptx::Module::functions
  std::uint32_t first = 0;     ///< its first instruction in Program::code
  std::vector<Row> registers;  ///< per register of the function
  std::vector<Place> parameters, results;
  std::uint32_t frame_bytes = 0;     ///< of its variables and parameters in the thread's own memory
  Row frame = no_row;                ///< row of where they begin, for each lane; absent where that is always the same place
  const Builtin* builtin = nullptr;  ///< of a function that is the machine's own
};

/// One call instruction.
struct CallSite {
  std::uint32_t callee = 0;  ///< index in Program::functions; without meaning where there is a `pointer`
  Row pointer = no_row;      ///< of an indirect call: row of functions' addresses
  std::vector<Place> arguments, results;
  std::vector<SavedRow> saved;    ///< registers that the function called may overwrite by calling this one again
  std::uint32_t saved_bytes = 0;  ///< of one lane
};

/// Functions' addresses: in a slot of their own, so that reading them as memory is an error.
inline constexpr std::uint64_t function_window = std::uint64_t{4} << 36, function_stride = 16;

/// The address of function `index` of a module.
constexpr std::uint64_t function_address(std::uint32_t index) { return function_window + (index + 1ull) * function_stride; }

}  // namespace warplens::simt
