#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "ptx/module.h"
#include "ptx/parse/constant.h"
#include "ptx/parse/form.h"
#include "ptx/parse/lexer.h"

namespace warplens::ptx {

/// Meaning of a name in a function's body.
struct Symbol {
  enum class Kind : std::uint8_t { reg, variable, parameter } kind = Kind::reg;
  std::uint32_t index =
      no_index;            ///< in Function::registers (no_index until first used), Module::variables, Function::parameters
  Type type = Type::none;  ///< type of one element
  std::uint8_t lanes = 1;  ///< registers: 2 or 4 for .v2 and .v4; 2 for .b128, which is held in two 64-bit registers
};

/// The names of one { } block: single names, and ranges such as %r<6>; only the used registers of a range are created.
class Block {
 public:
  /// False if the name is already declared in this block.
  bool declare(std::string_view name, Symbol symbol);
  bool declare_range(std::string_view prefix, std::uint64_t count, Type type, std::uint8_t lanes);

  /// Find the symbol with this name in this block; else null. The first lookup of a register in a range creates it.
  Symbol* find(std::string_view name);

 private:
  struct Range {
    std::uint64_t count;
    Type type;
    std::uint8_t lanes;
  };
  std::unordered_map<std::string_view, Symbol> symbols_;
  std::unordered_map<std::string_view, Range> ranges_;
};

/// Shared state while parsing a module: the module so far, and the position in the text.
struct ModuleParse {
  Module& module;
  Cursor& cursor;
  Block globals{};                                                  ///< module-level variables
  std::unordered_map<std::string_view, std::uint32_t> functions{};  ///< index in Module::functions
  std::map<std::uint32_t, std::uint32_t> aliases{};                 ///< aliases of functions, by index
  /// Index in Module::inlined_functions, by the label of the name in section .debug_str.
  std::unordered_map<std::string_view, std::uint32_t> inlined_functions{};
  std::uint64_t instructions = 0;                                   ///< over all functions, against a limit
  std::uint64_t variable_bytes = 0;                                 ///< over all variables, against a limit
  std::uint64_t table_targets = 0;                                  ///< over all branches by a table, against a limit

  /// Index in Module::inlined_functions of the function whose name is at `label`.
  std::uint32_t inlined_function(std::string_view label) {
    const auto next = static_cast<std::uint32_t>(module.inlined_functions.size());
    const auto [entry, fresh] = inlined_functions.try_emplace(label, next);
    if (fresh) module.inlined_functions.emplace_back();
    return entry->second;
  }
};

/// Limits of a module: far above what compilers generate, far below what would exhaust memory.
inline constexpr std::uint64_t max_instructions = 1u << 20;
inline constexpr std::uint64_t max_files = 1u << 14;
inline constexpr std::uint64_t max_variable_bytes = std::uint64_t{1} << 32;
inline constexpr std::uint64_t max_variables = 1u << 16;
inline constexpr std::uint64_t max_functions = 1u << 16;
inline constexpr std::uint64_t max_parameter_bytes = 32764;  ///< PTX ISA, "Kernel Function Parameters"
inline constexpr std::size_t max_nested_blocks = 64;
/// A short text can branch by one long table many times, and each branch keeps its targets.
inline constexpr std::uint64_t max_table_targets = 1u << 18;

/// Parses the body of one function: `{ … }`.
class FunctionParser {
 public:
  /// `function` already has its name and parameters; it will be number `index` of the module.
  FunctionParser(ModuleParse& parse, Function& function, std::uint32_t index);

  /// Parse from the opening brace to after the closing one. An error leaves the function without instructions and becomes its
  /// Function::refusal, unless the end of the body cannot be found.
  void parse_body();

 private:
  /// A branch to a label that is not known yet.
  struct PendingLabel {
    std::uint32_t instruction;
    std::size_t operand;
    Token label;
  };
  struct Scope {
    Block names;
    std::unordered_map<std::string_view, std::uint32_t> labels;  ///< label → instruction after it
    std::vector<PendingLabel> pending;
    std::unordered_map<std::string_view, std::vector<Token>> target_tables;  ///< of .branchtargets
  };

  // function_parser.cpp: statements other than instructions
  void parse_statements();
  void parse_statement();
  void parse_directive();
  void parse_registers();
  void parse_location();
  void parse_label(const Token& name);
  void open_scope();
  void close_scope();
  void parse_branch_targets(const Token& directive);

  // instruction_parser.cpp
  void parse_instruction();
  bool parse_guard(Instruction& instruction);
  std::string parse_suffixes(Instruction& instruction, std::string& written);
  void parse_operands(Instruction& instruction, const std::string& written);

  // call_parser.cpp
  void parse_call(Instruction& instruction);
  void parse_callee(Instruction& instruction);
  Operand parse_argument(const Parameter* formal);
  void parse_table_branch(Instruction& instruction);

  // texture_parser.cpp
  Operand parse_texture_vector(const Instruction& instruction, char role, Type first, Type type, std::size_t number);
  void parse_texture_place(Instruction& instruction);
  Operand parse_texture_operand(const Instruction& instruction, char role);

  // operand_parser.cpp
  Operand parse_operand(const Instruction& instruction, char role);
  Operand parse_word(const Instruction& instruction, char role);
  Operand parse_vector(const Instruction& instruction, char role);
  Operand parse_vector_register(const Instruction& instruction, char role, const Token& name, Symbol& symbol);
  Operand parse_special_vector(const Instruction& instruction);
  void parse_parts(Instruction& instruction, std::size_t operand);
  void check_parts(const Instruction& instruction, const Token& start);
  Operand parse_fragment(const Instruction& instruction, char role);
  void take_space_of_variable(Instruction& instruction, const Operand& address) const;
  std::int64_t parse_element(const Variable& array);
  Operand parse_address(const Instruction& instruction);
  Operand parse_immediate(Type type);
  Operand parse_special_register(const Token& name, Type read_as);
  std::int64_t parse_offset();
  void check_register(const Token& token, Type registered, const Instruction& instruction, char role);
  std::uint32_t use_register(Symbol& symbol, std::string_view name);
  Symbol* find(std::string_view name);
  bool at_vector_register();

  ModuleParse& parse_;
  Module& module_;
  Cursor& cursor_;
  Function& function_;
  std::uint32_t function_index_;
  std::vector<Scope> scopes_;
  std::uint32_t location_ = no_index;  ///< index in Function::locations for the instructions that follow
  Token last_label_;                   ///< the most recent label, which names a following .branchtargets
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> known_locations_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> latest_locations_;  ///< by file, line, column
};

/// The operand that is all elements of a vector register, of which the first has this index in Function::registers.
Operand elements_of(const Symbol& vector, std::uint32_t first);

/// Parse the parameters of `function`, or its return values, after the opening parenthesis: .param .align 8 .b8 p[24], .param
/// .u64 .ptr .global .align 4 q, .reg .u32 r).
void parse_parameters(Cursor& cursor, Function& function, bool results);
/// Parse the performance-tuning directives between the parameters and the body.
void parse_tuning(Cursor& cursor, Function& function);
/// Describe the difference between two headers of one function; null if there is none.
const char* difference(const Function& declared, const Function& defined);

/// Parse a variable declaration, from its state space on: `.shared .align 4 .b8 x[128];`. For the module or function `function`.
void parse_variables(ModuleParse& parse, Block& names, std::uint32_t function, bool external);

/// Parse a type suffix such as `.u32`, or report an error.
Type parse_type(Cursor& cursor);
/// Parse `.align N`, if present, and return N, which must be a power of two; else return `otherwise`.
std::uint32_t parse_alignment(Cursor& cursor, std::uint32_t otherwise);

}  // namespace warplens::ptx
