#pragma once

#include <cstdint>
#include <vector>

#include "launch/address_space.h"
#include "simt/code/decode/decoded.h"

// The machine's view of a program's functions and call sites.

namespace warplens::simt {

using launch::function_address;
using launch::function_stride;
using launch::function_window;

struct Builtin;

/// Location of an argument, parameter or result: a row of registers, or the thread's local memory.
struct ValueLocation {
  bool in_memory = false;
  Row row = no_row;          ///< the register or constant; in memory, the base added to `offset` (absent: zero)
  std::uint32_t cell = 4;    ///< bytes of one lane in the row: 4, 8, or predicate_bytes
  std::uint64_t offset = 0;  ///< in memory: bytes
  std::uint32_t bytes = 0;   ///< size of the value passed
};

/// Registers saved by a call: one row.
struct SavedRow {
  Row row = no_row;
  std::uint32_t cell = 4;  ///< bytes of one lane: 4, 8, or predicate_bytes
};

/// One function of a program.
struct FunctionCode {
  std::uint32_t function = 0;  ///< index in ptx::Module::functions
  std::uint32_t first = 0;     ///< index of its first instruction in Program::code
  std::vector<Row> registers;  ///< per register of the function
  std::vector<ValueLocation> parameters, results;
  std::uint32_t frame_bytes = 0;     ///< bytes of local memory for its variables and parameters
  Row frame = no_row;                ///< row that holds the frame's base address per lane; absent if the address is fixed
  const Builtin* builtin = nullptr;  ///< set if the function is built into the machine
  bool elsewhere = false;            ///< ptx::is_elsewhere: reports name the place of its call instead
};

/// One call instruction.
struct CallSite {
  std::uint32_t pc = 0;      ///< index of the call in Program::code
  std::uint32_t callee = 0;  ///< index in Program::functions; unused if `pointer` is set
  Row pointer = no_row;      ///< indirect call: row of function addresses
  std::vector<ValueLocation> arguments, results;
  std::vector<SavedRow> saved;    ///< registers that the callee may overwrite by calling this function again
  std::uint32_t saved_bytes = 0;  ///< per lane
};

}  // namespace warplens::simt
