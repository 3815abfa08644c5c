#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/result.h"
#include "ptx/module.h"
#include "simt/decode/call.h"
#include "simt/decode/decoded.h"
#include "simt/device_spec.h"
#include "simt/machine/global_memory.h"

namespace warplens::simt {

/// A special register that the program reads, and the row of 4-byte cells (8 for 64-bit ones) that holds it.
struct SpecialRow {
  ptx::SpecialRegister special;
  Row row;
};

/// Some bytes of the registers.
struct RowSpan {
  Row row;
  std::uint32_t bytes;
};

/// One entry and the functions that it reaches, decoded: instruction i is number i of the ptx::Listing, where each function's end
/// is an exit or return for lanes that fall off it.
struct Program {
  std::vector<Decoded> code;
  std::vector<FunctionCode> functions;     ///< the entry first
  std::vector<std::uint32_t> function_at;  ///< per function of the module: its place in `functions`, or ptx::no_index
  std::vector<CallSite> calls;
  std::vector<std::uint32_t> targets;  ///< of the tables of branches: instructions
  Row stack_pointer = no_row;          ///< where each lane's own memory is free, in a program that allocates it as it runs
  std::vector<std::byte> constants;    ///< rows of immediates and addresses
  std::vector<std::uint32_t> waits;    ///< numbers of registers that loads bring, for Decoded::waits_begin … ready_end
  std::vector<Row> vectors;            ///< of atomics of vectors: their sources, then where the old values go
  std::vector<SpecialRow> specials;
  std::vector<RowSpan> read_at_start;      ///< registers that may be read before they are written: they begin as zeros
  std::uint32_t register_bytes = 0;        ///< of one warp
  std::uint32_t accesses = 0;              ///< instructions that access memory
  std::uint32_t loaded_registers = 0;      ///< registers that some load or atomic brings
  std::uint32_t registers_per_thread = 0;  ///< the most 32-bit registers that are live at once (ptx::Liveness)
  WrittenMemory written;
  VariableLayout variables;
};

/// Decode entry `function` for a machine of `spec`. The error names the instruction that cannot run and its line and column in
/// the PTX.
base::Result<Program> decode(const ptx::Module& module, std::uint32_t function, const DeviceSpec& spec);

}  // namespace warplens::simt
