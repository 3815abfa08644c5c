#pragma once

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "ptx/nvvm/block_order.h"
#include "ptx/nvvm/ir.h"
#include "ptx/nvvm/layout.h"
#include "ptx/nvvm/phi_registers.h"
#include "ptx/nvvm/selection.h"
#include "ptx/nvvm/write_debug.h"
#include "ptx/nvvm/write_lines.h"

namespace warplens::ptx::nvvm {

/// What the functions of a module share while they are written.
struct ModuleWriting {
  const Module& module;
  Layout layout;
  SourceLines lines;
  std::vector<std::string> function_names, global_names;  ///< as symbols of PTX
  std::vector<bool> kernels;                              ///< per function
  std::vector<bool> used_functions, used_globals;         ///< whether a constant names them
  bool tells_lines = false;                               ///< of a source; else the IR's own lines are the source's
  bool variables_described = false;                       ///< with debug information of variables
  std::uint64_t bytes = 0;                                ///< of PTX, in the functions so far
  std::uint64_t expressions = 0;                          ///< of constants, written so far
  bool widens = false, narrows = false;                   ///< whether a function calls what converts narrow pointers
  std::uint64_t numbers = 0;                              ///< of which the large values consist that were written so far
};

/// A function in PTX.
struct WrittenFunction {
  std::string text;
  DescribedFunction described;
};

/// The parentheses of a function's parameters: ".param .b32 f_param_0"; and of its result, "" if void.
std::string parameter_list(const ModuleWriting& writing, std::uint32_t function);
std::string result_list(const ModuleWriting& writing, std::uint32_t type, std::string_view name);
/// An argument or a result as a .param: ".param .align 8 .b8 NAME[24]".
std::string parameter_declaration(const ModuleWriting& writing, std::uint32_t type, const ParameterAttributes& attributes,
                                  std::string_view name, bool of_kernel);
/// A symbol as PTX allows it: other characters become "_$_" (LLVM: NVPTXAssignValidGlobalNames).
std::string symbol_name(std::string_view name);
/// A constant as an operand: -5, 0f3F800000, 0x3C00.
std::string immediate(RegisterKind kind, std::uint64_t bits, unsigned width);

/// ".global" and so on; "" for generic addresses.
std::string_view space_suffix(AddressSpace space);
/// ".gpu" and so on for the scope of an atomic operation or a fence: "device", "block", … or "" for the system.
std::string scope_suffix(std::string_view scope);

// Functions of the machine for modules with narrow pointers.

/// The address of a pointer of 32 bits, and the pointer to an address.
inline constexpr std::string_view widening_function = "__warplens_widen", narrowing_function = "__warplens_narrow";
/// The function of the machine that stands for one that is only declared: vprintf has another where its arguments are narrow.
std::string_view machine_function(const Module& module, const Function& function);
/// Whether the machine takes an argument as 64 bits that CUDA's device runtime declares as size_t.
bool is_machine_size(const Module& module, const Function& function, std::size_t argument);

/// Registers of a value, one for each Part of its type.
using Registers = std::vector<std::string>;

/// Writes a function's body, instruction by instruction. Its parts are in several files, each for a kind of instructions. The
/// first thing that cannot be written is an error; what is written after it is never seen.
class FunctionWriter {
 public:
  FunctionWriter(ModuleWriting& writing, std::uint32_t function);
  base::Result<WrittenFunction> write();

 private:
  // write_function.cpp
  void write_start();
  void write_parameter(std::uint32_t parameter);
  void write_block(std::uint32_t block);
  void write_instruction(std::uint32_t number);
  void write_plain(const Instruction& instruction);
  void write_location(const Instruction& instruction, bool starts_block);
  void describe_variables();
  std::optional<std::uint64_t> added_bytes(std::uint32_t expression) const;
  std::string declarations() const;

  static constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20;  // of PTX: a short text may ask for much more

  // values.cpp
  void fail(std::string message);
  void fail_length();
  bool has_few_numbers(const Instruction& instruction);
  /// The parts of a value that is moved to or from memory.
  std::vector<Part> memory_parts(std::uint32_t type);
  template <typename... Arguments>
  void emit(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    if (writing_.bytes + body_.size() > most_bytes) return fail_length();
    body_ += '\t';
    fmt::format_to(std::back_inserter(body_), format, std::forward<Arguments>(arguments)...);
    body_ += '\n';
  }
  void label(std::string_view name) { body_ += fmt::format("{}:\n", name); }
  std::string new_label() { return fmt::format("$L__BB{}_{}", function_index_, blocks_.size() + labels_++); }
  std::string new_register(RegisterKind kind);
  Registers new_registers(std::uint32_t type);
  std::vector<Part> parts(std::uint32_t type);
  /// Registers that an instruction's result goes to.
  const Registers& result(std::uint32_t local);
  const Registers& result(const Instruction& instruction);
  /// Operands for a value's parts: registers, or constants where instructions take them. Pointers are generic addresses.
  Registers operands(const Value& value);
  std::string operand(const Value& value);
  /// The same, with constants in registers.
  std::string in_register(const Value& value);
  std::string in_register(const std::string& operand, RegisterKind kind);
  /// A pointer as an address in a space; generic: whatever it is.
  std::string pointer(const Value& value, AddressSpace space);
  std::string converted(const std::string& address, AddressSpace from, AddressSpace to);
  /// "%rd1+16" for square brackets, in the space of the pointer.
  std::string address(const Value& pointer, std::int64_t further = 0);
  std::string address_base(const Address& address);
  std::string address_of_base(const Address& address);
  std::string parameter_address(std::uint32_t parameter);
  Registers constant_operands(std::uint32_t constant);
  Registers expression(const Value& constant);
  std::string symbol_address(const Constant& symbol, std::int64_t offset);
  /// A part of fewer bits than its register, with the others zero or copies of the sign.
  std::string extended(const std::string& operand, const Part& part, bool is_signed);
  const Type& type(std::uint32_t index) const { return module_.types[index]; }
  const Type& scalar(std::uint32_t index) const { return module_.types[scalar_type(module_, index)]; }
  bool is_wide(std::uint32_t index) const { return scalar(index).kind == TypeKind::integer && scalar(index).bits > 64; }
  bool is_float(std::uint32_t index) const;

  // write_arithmetic.cpp, write_floating.cpp, write_compare.cpp
  void write_binary(const Instruction& instruction);
  void write_integer(Opcode opcode, const Part& part, const std::string& to, const std::string& a, const std::string& b);
  void write_predicate(Opcode opcode, const std::string& to, const std::string& a, const std::string& b);
  void write_shift(Opcode opcode, const Part& part, const std::string& to, const std::string& a, const std::string& places);
  void write_multiply_add(const Instruction& instruction, const Choice& choice);
  void write_multiply_wide(const Instruction& instruction, const Choice& choice);
  void write_floating(Opcode opcode, std::uint32_t type, const std::string& to, const std::string& a, const std::string& b);
  void write_floating_as(Opcode opcode, RegisterKind kind, const std::string& suffix, const std::string& to, const std::string& a,
                         const std::string& b);
  void write_negation(const Instruction& instruction);
  void write_sign(std::uint32_t type, const std::string& to, const std::string& value);
  void write_fused(std::uint32_t type, const std::string& to, const std::string& a, const std::string& b, const std::string& c);
  void write_remainder(std::string_view suffix, RegisterKind kind, const std::string& to, const std::string& a,
                       const std::string& b);
  std::string as_float(const std::string& operand, TypeKind kind);
  void from_float(const std::string& to, const std::string& value, TypeKind kind);
  std::string flush(std::uint32_t type) const;
  std::string flush_of_function() const;
  void write_comparison(const Instruction& instruction);
  void compare_integers(Predicate predicate, const Part& part, const std::string& to, const std::string& a, const std::string& b);
  void compare_floats(Predicate predicate, std::uint32_t type, const std::string& to, const std::string& a, const std::string& b);
  void write_select(const Instruction& instruction);
  void select(RegisterKind kind, const std::string& to, const std::string& condition, const std::string& yes,
              const std::string& no);

  // write_wide.cpp: integers of more than 64 bits, 64 at a time
  void write_wide(Opcode opcode, std::uint32_t bits, const Registers& to, const Registers& a, const Registers& b);
  void multiply_words(const Registers& to, const Registers& a, const Registers& b);
  void add_onwards(const Registers& sum, std::size_t at, const std::string& word);
  void shift_wide(Opcode opcode, const Registers& to, const Registers& a, const std::string& places);
  void shift_wide_by(Opcode opcode, const Registers& to, const Registers& a, std::uint64_t places);
  void divide_wide(Opcode opcode, std::uint32_t bits, const Registers& to, const Registers& a, const Registers& b);
  Registers extended_wide(const Registers& value, std::uint32_t bits, bool is_signed);
  Registers negated_if(const std::string& condition, const Registers& value);
  void compare_wide(Predicate predicate, const std::string& to, const Registers& a, const Registers& b);

  // write_cast.cpp
  void write_cast(const Instruction& instruction);
  void cast_integer(Opcode opcode, const Part& from, const Part& to, const std::string& result, const std::string& value);
  void cast_floating(Opcode opcode, std::uint32_t from, std::uint32_t to, const std::string& result, const std::string& value);
  void write_bitcast(const Instruction& instruction);
  Registers bits_of(const Registers& from, const std::vector<Part>& shape, RegisterKind unit);
  void write_bits_of_bits(const Registers& from, const std::vector<Part>& before, const Registers& to,
                          const std::vector<Part>& after);
  void gather_bits(const Registers& from, const std::vector<Part>& before, const Registers& to, const std::vector<Part>& after);
  void move(RegisterKind kind, const std::string& to, const std::string& from);

  // write_elements.cpp
  void assign(const Instruction& instruction, const Registers& values);
  void write_elements(const Instruction& instruction);
  void write_getelementptr(const Instruction& instruction, const Choice& choice);
  void add_terms(const AddressSum& sum, std::string& address);

  // write_memory.cpp
  void write_load(const Instruction& instruction, const Choice& choice);
  bool is_unchanging(const Instruction& load) const;
  void write_store(const Instruction& instruction);
  void load_part(std::string_view operation, const Part& part, const std::string& to, const std::string& place,
                 std::uint32_t alignment);
  void store_part(std::string_view operation, const Part& part, const std::string& value, const std::string& place,
                  std::uint32_t alignment);
  void write_merged(const Instruction& instruction, const Choice& choice);
  static std::uint32_t alignment_at(std::uint32_t alignment, std::uint64_t offset);
  std::size_t vector_of(std::span<const Part> parts, std::size_t first, std::uint32_t alignment) const;
  std::string memory_operation(std::string_view name, const Instruction& instruction, const Value& pointer);

  // write_narrow.cpp: pointers that have 32 bits in memory
  static std::set<std::uint32_t> find_whole_pointers(const Module& module, const Function& function);
  bool is_whole_pointer(const Value& place) const;
  void widen(AddressSpace space, const std::string& to, const std::string& narrow);
  std::string narrowed(AddressSpace space, const std::string& address);
  void write_pointer_cast(const Instruction& instruction);
  void write_pointer_exchange(const Instruction& instruction, const std::string& operation);
  std::string address_for_assembly(const Value& value);
  /// The parts of an argument or a result of a call, in which a pointer by itself has all its bits.
  std::vector<Part> passed_parts(std::uint32_t type);

  // write_atomic.cpp
  void write_fence(const Instruction& instruction);
  void write_exchange(const Instruction& instruction);
  void write_atomic(const Instruction& instruction);
  void write_atomic_loop(const Instruction& instruction, const std::string& operation);
  std::string atomic_operation(const Instruction& instruction, const Value& pointer);

  // write_copy.cpp
  void write_copy(const Instruction& instruction, bool may_overlap);
  void write_fill(const Instruction& instruction);
  void copy_loop(std::string_view load, const std::string& from, std::string_view store, const std::string& to,
                 const std::string& bytes, std::uint64_t step, bool backwards);
  std::string number_of_bytes(const Value& size);
  void copy_bytes(std::string_view load, const std::string& from, std::string_view store, const std::string& to,
                  std::uint64_t bytes, std::uint32_t alignment);

  // write_control.cpp
  void write_branch(const Instruction& instruction);
  void write_switch(const Instruction& instruction);
  void write_return(const Instruction& instruction);
  void write_phis(std::uint32_t block);
  const Registers& handed(std::uint32_t phi);
  void hand_over(std::uint32_t block);
  void copy_in_parallel(std::vector<std::pair<std::string, std::string>> copies, std::map<std::string, RegisterKind> kinds);
  void jump(std::uint32_t target, std::uint32_t next);
  std::string block_label(std::uint32_t block) const { return fmt::format("$L__BB{}_{}", function_index_, block); }

  // write_call.cpp, write_assembly.cpp
  void write_call(const Instruction& instruction);
  const Function* called_function(const Instruction& call) const;
  void pass(const Instruction& instruction, std::size_t argument);
  void write_assembly(const Instruction& instruction);
  std::string as_kind(const Value& value, RegisterKind kind);

  // write_intrinsic.cpp, write_integer_intrinsic.cpp
  bool write_intrinsic(const Instruction& instruction, std::string_view name);
  bool write_pointer_conversion(const Instruction& instruction, std::string_view name);
  void write_read_only_load(const Instruction& instruction);
  struct RowOperands;
  bool write_row(const Instruction& instruction, std::string_view name);
  bool write_row_for_elements(const Instruction& instruction, std::string_view text);
  bool write_row_text(std::string_view text, const RowOperands& row);
  bool write_floating_intrinsic(const Instruction& instruction, std::string_view name);
  bool converts_floats(const Instruction& instruction, bool to_integer);
  bool write_round(const Instruction& instruction, std::string_view base);
  bool write_saturated_cast(const Instruction& instruction, bool is_signed);
  bool write_class_test(const Instruction& instruction);
  bool write_integer_intrinsic(const Instruction& instruction, std::string_view name);
  void write_ordered(std::string_view base, const Part& part, const std::string& to, const std::string& a, const std::string& b);
  void write_count(std::string_view base, const Part& part, const std::string& to, const std::string& a);
  void write_reversed_bytes(const Part& part, const std::string& to, const std::string& a);
  void write_funnel(bool left, const Part& part, const std::string& to, const std::string& a, const std::string& b,
                    const std::string& places);
  void write_overflow(Opcode opcode, bool is_signed, const Part& part, const std::string& to, const std::string& too_large,
                      const std::string& a, const std::string& b);
  void write_saturated(Opcode opcode, bool is_signed, const Part& part, const std::string& to, const std::string& a,
                       const std::string& b);
  bool write_reduction(const Instruction& instruction, std::string_view name);

  ModuleWriting& writing_;
  const Module& module_;
  const Layout& layout_;
  const std::uint32_t function_index_;
  const Function& function_;
  const std::vector<Block>& blocks_;
  const std::vector<const Instruction*> definitions_;
  Selection selection_;
  PhiRegisters shared_;
  const std::set<std::uint32_t> whole_pointers_;  ///< allocas of pointers that keep 64 bits: nothing sees how they lie in memory
  std::vector<std::uint32_t> order_;              ///< of the blocks
  std::uint32_t next_block_ = none;               ///< written after the current one
  std::string body_;
  std::array<std::uint32_t, 6> registers_used_{};        ///< by RegisterKind
  std::map<std::uint32_t, Registers> registers_;         ///< by PhiRegisters::of()
  std::set<std::string> shared_registers_;               ///< of values that PhiRegisters lets share, written more than once
  std::set<std::string> zero_extended_;                  ///< of fewer bits than the register, whose others are 0
  std::map<std::uint32_t, std::string> bases_;           ///< of getelementptrs: without their constant offset
  std::map<std::uint32_t, std::uint64_t> stack_places_;  ///< of allocas and copied structures: bytes from %SP
  std::uint64_t stack_bytes_ = 0;
  std::uint32_t stack_alignment_ = 1;
  std::uint32_t labels_ = 0, calls_ = 0;
  bool needs_generic_stack_ = false;  ///< %SP, besides %SPL
  const Instruction* current_ = nullptr;
  Registers expression_;  ///< the result of a constant expression being written
  std::optional<base::Error> error_;
  DescribedFunction described_;
};

}  // namespace warplens::ptx::nvvm
