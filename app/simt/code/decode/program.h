#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/result.h"
#include "ptx/module.h"
#include "simt/code/decode/call.h"
#include "simt/code/decode/decoded.h"
#include "simt/code/decode/texture_access.h"
#include "simt/code/device_spec.h"
#include "simt/code/memory/global_memory.h"

namespace warplens::simt {

/// A special register that the program reads, and its row of 4-byte cells (8 for 64-bit registers).
struct SpecialRow {
  ptx::SpecialRegister special;
  Row row;
};

/// A range of bytes of the register file.
struct RowSpan {
  Row row;
  std::uint32_t bytes;
};

/// One entry and the functions it reaches, decoded. Instruction i has number i in the ptx::Listing; each function ends with an
/// exit or return for lanes that reach its end.
struct Program {
  std::vector<Decoded> code;
  /// Per instruction, and one after the last: cycles for which all instructions before it occupy their units, if each runs once.
  std::vector<UnitCycles> units_before;
  std::vector<FunctionCode> functions;     ///< the entry first
  std::vector<std::uint32_t> function_at;  ///< per function of the module: its index in `functions`, or ptx::no_index
  std::vector<CallSite> calls;
  std::vector<std::uint32_t> targets;  ///< branch tables: instruction indices
  Row stack_pointer = no_row;        ///< per lane, start of the free local memory; only in programs that allocate it dynamically
  std::vector<std::byte> constants;  ///< rows of immediates and addresses
  std::vector<std::uint32_t> waits;  ///< registers written by loads, for Decoded::waits_begin … ready_end
  std::vector<Decoded> pieces;       ///< accesses of instructions with several accesses; after each, its `execute` runs
  std::vector<TextureAccess> textures;
  std::vector<Row> vectors;          ///< vector atomics: source rows, then destination rows
  std::vector<SpecialRow> specials;
  std::vector<RowSpan> read_at_start;      ///< registers to initialise to zero: they may be read before they are written
  std::uint32_t register_bytes = 0;        ///< per warp
  std::uint32_t accesses = 0;              ///< number of access patterns: the largest Decoded::access + 1
  std::uint32_t loaded_registers = 0;      ///< registers written by some load or atomic
  std::uint32_t registers_per_thread = 0;  ///< maximum number of live 32-bit registers (ptx::Liveness)
  WrittenMemory written;
  VariableLayout variables;
};

/// Decode entry `function` for a machine of `spec`. The error names the unsupported instruction and its line and column in the
/// PTX. `as_hardware`: launch::Launch::as_hardware; `placement`: Launch::placement, or null.
base::Result<Program> decode(const ptx::Module& module, std::uint32_t function, const DeviceSpec& spec, bool as_hardware = false,
                             const launch::Placement* placement = nullptr);

}  // namespace warplens::simt
