#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace warplens::ptx {

/// Classes of instructions, for the latencies of the timed model and for the counters.
enum class InstructionClass : std::uint8_t {
  integer,
  floating,
  special_function,
  convert,
  move,
  memory,
  atomic,
  barrier,
  warp,
  matrix,
  control
};

/// One for each row of ptx/instructions.inc.
enum class Opcode : std::uint8_t {
#define OPERATION(opcode, ...) opcode,
#define EFFECT OPERATION
#include "ptx/instructions.inc"
};

/// What a row says, but for its form (ptx/parse/form.h).
struct OpcodeRow {
  Opcode opcode;
  std::string_view mnemonic;  ///< the word before the first dot
  InstructionClass instruction_class;
  std::string_view since;  ///< version of the PTX ISA: "7.0"
  int target;              ///< 80 for sm_80; 0: all targets
};

/// Whether it is a video instruction (operands may be parts of registers); and whether it works on all parts at once.
constexpr bool is_video(Opcode opcode) { return opcode >= Opcode::vabsdiff && opcode <= Opcode::vsub4; }
bool is_simd_video(Opcode opcode);

/// All rows, in the order of the enumeration.
std::span<const OpcodeRow> opcode_table();
const OpcodeRow& row(Opcode opcode);
/// Opcode by mnemonic ("and", not "and_"), or nothing.
std::optional<Opcode> opcode_named(std::string_view mnemonic);

}  // namespace warplens::ptx
