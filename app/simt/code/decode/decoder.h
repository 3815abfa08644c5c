#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ptx/flow/cfg.h"
#include "ptx/flow/liveness.h"
#include "ptx/opcode.h"
#include "simt/code/decode/frames.h"
#include "simt/code/decode/program.h"

namespace warplens::simt {

/// State shared by the functions of one program while they are decoded.
struct Linking {
  const ptx::Module& module;
  const DeviceSpec& spec;
  bool as_hardware;                      ///< launch::Launch::as_hardware
  std::vector<std::uint32_t> functions;  ///< ptx::reached_functions, as in Program::functions
  FrameLayout frames{};
  Program program{};
  std::uint64_t liveness_visits = 0;  ///< so far, against ptx::max_liveness_visits
  std::uint64_t saved_rows = 0;       ///< of all calls so far, against max_saved_rows
  std::map<std::pair<std::uint64_t, std::uint8_t>, Row> constant_rows{};
};

/// Decodes one function; keeps the first unsupported instruction as the error.
class Decoder {
 public:
  /// `place`: index among the reachable functions.
  Decoder(Linking& linking, std::uint32_t place);

  /// Assign places to the function's registers, parameters and frame. Call it once for each function, before the first run().
  base::Status place_function();
  /// Append the function's instructions to the program, once. The error names the unsupported instruction and its PTX
  /// line.
  base::Status run();

 private:
  using Operand = ptx::Operand;

  // decode.cpp: instruction by instruction
  base::Error error_of(const std::string& problem) const;
  Row fail(std::string problem);
  void append(const Decoded& decoded, const ArithmeticCost& cost);
  Decoded decode(const ptx::Instruction& instruction);
  void decode_operation(const ptx::Instruction& instruction, Decoded& decoded);

  // operands.cpp: rows
  std::uint32_t new_row(std::uint32_t bytes);
  int register_bits(std::uint32_t index) const { return ptx::bits(function_.registers[index].type); }
  void place_registers();
  Row constant(std::uint64_t bits, std::uint8_t bytes);
  Row condition_code();
  std::uint64_t append_constants(const void* bytes, std::size_t size);
  std::uint64_t list(std::uint64_t first, const std::vector<Row>& rows);
  Row special(const Operand& operand, std::uint8_t bytes);
  Row register_row(std::uint32_t index, std::uint8_t bytes);
  Row row(const Operand& operand, std::uint8_t bytes);
  std::vector<const Operand*> in_places(const ptx::Instruction& instruction) const;

  // memory.cpp: loads, stores, atomics
  void decode_address_conversion(const ptx::Instruction& instruction, Decoded& decoded);
  void decode_space_test(const ptx::Instruction& instruction, Decoded& decoded);
  void decode_address(const Operand& operand, Decoded& decoded);
  void decode_memory(const ptx::Instruction& instruction, const Operand& address, Decoded& decoded);
  std::uint8_t decode_values(const Operand& operand, const ptx::Instruction& instruction, Decoded& decoded);
  void decode_load(const ptx::Instruction& instruction, Decoded& decoded);
  void decode_store(const ptx::Instruction& instruction, Decoded& decoded);
  void decode_copy(const ptx::Instruction& instruction, Decoded& decoded);
  void decode_copied(const ptx::Instruction& instruction, std::uint64_t size, Decoded& decoded);
  void decode_bulk_copy(const ptx::Instruction& instruction, Decoded& decoded);
  Decoded mbarrier_address(const ptx::Operand& operand, Decoded& decoded);
  void decode_atomic(const ptx::Instruction& instruction, Decoded& decoded);
  void decode_atomic_vector(const ptx::Instruction& instruction, Decoded& decoded);
  void decode_wide_swap(const ptx::Instruction& instruction, Decoded& decoded);
  void decode_matrices(const ptx::Instruction& instruction, Decoded& decoded);  // fragments.cpp
  void decode_fragment(const ptx::Instruction& instruction, Decoded& decoded);
  void decode_mbarrier(const ptx::Instruction& instruction, Decoded& decoded);  // mbarrier.cpp
  void decode_texture(const ptx::Instruction& instruction, Decoded& decoded);   // textures.cpp
  void decode_texel_access(const ptx::Instruction& instruction, const Operand& values, TextureAccess& access, Decoded& decoded);
  Row texture_handle(const Operand& address);

  void place_waits(const ptx::ControlFlow& flow);                                    // waits.cpp
  void place_patterns(const ptx::ControlFlow& flow, const ptx::Liveness& liveness);  // patterns.cpp

  // control.cpp: branches and barriers
  void decode_branch(const ptx::Instruction& instruction, Decoded& decoded);
  void decode_barrier(const ptx::Instruction& instruction, Decoded& decoded);
  void mark_reconvergence_points(const ptx::ControlFlow& flow);
  void count_runs();
  Decoded& code(std::size_t instruction) { return program_.code[first_ + instruction]; }

  // call.cpp: calls, parameters, the stack
  ValueLocation place_of(const Operand& operand, std::uint64_t bytes);
  ValueLocation parameter_place(std::uint32_t parameter) const;
  void decode_call(const ptx::Instruction& instruction, Decoded& decoded);
  void decode_return(Decoded& decoded) const;
  void decode_table_branch(const ptx::Instruction& instruction, Decoded& decoded);
  void decode_stack(const ptx::Instruction& instruction, Decoded& decoded);
  bool decode_own_address(const ptx::Instruction& instruction, Decoded& decoded);
  bool is_own(const Operand& address) const;
  void decode_own_access(const ptx::Instruction& instruction, const Operand& address, const Operand& values, Decoded& decoded);
  base::Status place_saved_rows(const ptx::Liveness& liveness);

  // order.cpp: which effects other warps can observe
  void place_orders(const ptx::ControlFlow& flow);
  void place_strict_orders();
  void find_shared_writes_ahead(const ptx::ControlFlow& flow, const std::vector<bool>& writes);

  Linking& linking_;
  const ptx::Module& module_;
  const ptx::Function& function_;
  const DeviceSpec& spec_;
  const FunctionFrame& frame_;
  Program& program_;
  std::uint32_t place_;      ///< index among the program's functions
  std::uint32_t first_ = 0;  ///< index of its first instruction in Program::code
  Row frame_row_ = no_row;   ///< FunctionCode::frame
  const ptx::Instruction* instruction_ = nullptr;
  std::optional<std::string> problem_;
  std::vector<Row> rows_;        ///< per register
  Row condition_code_ = no_row;  ///< CC.CF, a predicate per lane; absent until an instruction uses it
  Row sink_ = no_row;            ///< destination for discarded results
};

inline constexpr std::uint32_t row_alignment = 128;                          // bytes
inline constexpr std::uint64_t max_register_file = std::uint64_t{32} << 20;  // bytes per warp
inline constexpr std::uint64_t max_saved_rows = 1u << 22;                    // for all recursive calls of a program together

}  // namespace warplens::simt
