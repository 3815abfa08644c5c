#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "ptx/nvvm/ir.h"
#include "ptx/nvvm/lexer.h"

// Parts of read_module(), one file each: types, constants, metadata, attributes, globals, functions and instructions. Those that
// read leave the cursor behind what they read; after an error they return anything that is safe to go on with.

namespace warplens::ptx::nvvm {

/// Numbers of equal things, by all that makes them equal.
struct KeyHash {
  std::size_t operator()(const std::vector<std::uint64_t>& key) const;
};
using Numbers = std::unordered_map<std::vector<std::uint64_t>, std::uint32_t, KeyHash>;

/// What a list of attributes says.
struct Attributes {
  ParameterAttributes parameter;
  std::map<std::string, std::string> words;
  std::vector<std::uint32_t> groups;  ///< #5
  bool has(const char* word) const { return words.contains(word); }
};

/// A function, global or alias: a use may come before it is known which.
struct Symbol {
  enum class Kind : std::uint8_t { unknown, function, global, alias };
  std::string name;
  Place place;  ///< of its definition, or its first use
  Kind kind = Kind::unknown;
  std::uint32_t index = none;  ///< in Module::functions or globals; of an alias, its aliasee in constants
  AddressSpace space = AddressSpace::generic;
};

/// The function that is being read. Locals and blocks may be used before their definitions.
struct Scope {
  struct Use {
    std::string written;
    Place place;  ///< of the first use
    bool defined = false;
    std::uint32_t position = none;  ///< of a block in the text
  };
  Function function;
  std::unordered_map<std::string, std::uint32_t> local_numbers, block_numbers;
  std::vector<Use> locals, blocks;
  std::uint32_t next_number = 0;  ///< of an unnamed argument, block or result
};

class Reader {
 public:
  Reader(std::string_view text, std::string path);
  base::Result<Module> read();

 private:
  /// Limits how deep the text may nest, and with it the stack.
  class Nesting {
   public:
    explicit Nesting(Reader& reader);
    ~Nesting() { --reader_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    Reader& reader_;
  };

  // read_type.cpp
  std::uint32_t read_type();
  std::uint32_t read_value_type();
  AddressSpace read_address_space();
  void read_type_definition();
  void check_structures();
  bool at_type() const;
  const Type& type(std::uint32_t index) const { return module_.types[index < module_.types.size() ? index : 0]; }
  TypeKind kind(std::uint32_t index) const { return type(index).kind; }
  std::uint32_t add_type(Type added);
  std::uint32_t integer_type(std::uint32_t bits) { return add_type({.kind = TypeKind::integer, .bits = bits, .members = {}}); }
  std::uint32_t pointer_type(AddressSpace space) { return add_type({.kind = TypeKind::pointer, .space = space, .members = {}}); }
  std::uint32_t scalar(std::uint32_t index) const { return kind(index) == TypeKind::vector ? type(index).members[0] : index; }
  std::uint32_t shaped(std::uint32_t like, std::uint32_t element);
  bool sized(std::uint32_t index, const Place& place);
  bool movable(std::uint32_t index, const Place& place);
  std::string type_name(std::uint32_t index) const;

  // read_constant.cpp
  Value read_value(std::uint32_t type);
  Value read_typed_value();
  Value read_typed_value(std::uint32_t type, std::string_view what);
  std::uint32_t read_constant(std::uint32_t type);
  std::uint32_t read_aggregate(std::uint32_t type, char close);
  std::uint32_t read_bytes(std::uint32_t type);
  std::uint32_t read_expression(std::uint32_t type);
  std::uint32_t add_constant(Constant added);
  std::uint32_t integer_constant(std::uint32_t type, std::uint64_t value);
  std::uint32_t zero(std::uint32_t type);
  std::optional<std::uint64_t> small_integer(const Value& value) const;

  // rules.cpp: types of results; an error if the operands do not fit
  std::uint32_t operation_type(const Token& token, Opcode opcode, std::uint32_t operand);
  std::uint32_t comparison_type(const Token& token, Opcode opcode, std::uint32_t operand);
  std::uint32_t cast_type(const Token& token, Opcode opcode, std::uint32_t from, std::uint32_t to);
  std::uint32_t select_type(const Token& token, std::uint32_t condition, std::uint32_t first, std::uint32_t second);
  std::uint32_t element_type(const Token& token, Opcode opcode, std::span<const Value> operands);
  std::uint32_t shuffle_type(const Token& token, std::span<const Value> operands);
  std::uint32_t address_type(const Token& token, std::uint32_t element, std::span<const Value> operands);
  std::uint32_t member_type(const Token& token, std::uint32_t type, std::span<const std::uint32_t> indices);

  // read_attributes.cpp
  Attributes read_words_before_type();
  Attributes read_argument_attributes();
  void check_by_value(const ParameterAttributes& attributes, std::uint32_t type, const Token& place);
  void read_attribute(Attributes& into);
  void read_attribute_group();
  std::uint32_t read_alignment();

  // read_metadata.cpp
  void size_metadata(std::string_view text);
  void read_metadata_definition();
  std::uint32_t read_node();
  MetadataNode read_node_body();
  MetadataField read_field_value(bool named);
  void skip_metadata_operand();

  // read_global.cpp
  void read_symbol_definition();
  void read_alias(std::uint32_t symbol);
  std::uint32_t symbol_number(const Token& token);
  std::uint32_t define_symbol(const Token& token, Symbol::Kind kind, std::uint32_t index);
  std::uint32_t symbol_constant(const Token& token, std::uint32_t type);
  void resolve_symbols();
  std::uint32_t height(std::uint32_t constant, std::vector<std::uint32_t>& heights, std::uint32_t depth);

  // read_function.cpp
  void read_function(bool declaration);
  Place read_parameters(std::uint32_t result);
  void read_function_tail(Attributes& attributes, Place close);
  void read_function_attachment();
  void read_body();
  void read_block_label();
  void begin_block(const std::string& name, const Token& token);
  void finish_body();
  std::string take_number(const Token& token);
  std::uint32_t block_number(const std::string& name, const Token& token);
  std::uint32_t read_block_reference();
  std::uint32_t local_number(const Token& token, std::uint32_t type);
  std::uint32_t define_local(const std::optional<Token>& name, const Token& place, std::uint32_t type);

  // read_instruction.cpp
  void read_instruction();
  bool read_operation(Instruction& into, const Token& word);
  void read_other(Instruction& into, const Token& word);
  void read_flags(Instruction& into);
  void read_tail(Instruction& into);
  void read_attachment(Instruction& into);
  bool at_further_operand() const;
  void read_branch(Instruction& into);
  void read_switch(Instruction& into);
  void read_phi(Instruction& into);
  void read_return(Instruction& into);
  void read_element(Instruction& into, const Token& word);
  void read_member(Instruction& into, const Token& word);
  void read_shuffle_mask(Instruction& into);

  // read_memory.cpp
  bool read_memory(Instruction& into, const Token& word);
  void read_alloca(Instruction& into);
  void read_load(Instruction& into);
  void read_store(Instruction& into);
  void read_address(Instruction& into, const Token& word);
  void read_cmpxchg(Instruction& into);
  void read_atomicrmw(Instruction& into);
  void read_pointer(Instruction& into);
  void read_scope(Instruction& into);
  AtomicOrder read_order();

  // read_call.cpp
  void read_call(Instruction& into);
  void read_assembly(Instruction& into);
  Place read_arguments(Instruction& into);
  void read_call_tail(Place close);
  void read_debug_record();
  void read_variable(std::string_view kind, bool record);

  // read_module.cpp
  void read_top_level();
  void skip_top_level();
  void skip_use_list();
  void finish_functions();
  void check_debug_nodes(const Function& function);

  TokenCursor cursor_;
  Module module_;
  int depth_ = 0;
  Numbers type_numbers_, constant_numbers_;
  struct NamedType {
    std::uint32_t type = none;
    Place place;
    bool defined = false;
  };
  std::unordered_map<std::string, NamedType> named_types_;
  std::unordered_set<std::uint32_t> unfinished_types_;  ///< structures that are not defined yet
  std::vector<std::uint64_t> type_sizes_;               ///< at least; 0: not known yet
  std::vector<Symbol> symbols_;
  std::unordered_map<std::string, std::uint32_t> symbol_numbers_;
  struct MetadataUse {
    Place place;
    bool used = false, defined = false;
  };
  std::vector<MetadataUse> metadata_uses_;
  std::map<std::uint32_t, std::map<std::string, std::string>> attribute_groups_;
  std::vector<std::vector<std::uint32_t>> function_groups_;  ///< of Module::functions
  std::optional<Scope> scope_;
};

/// The name of a local, block, type or global as a key: "12" is not the same as 12.
std::string name_key(const Token& token);

/// Whether linkage lets another definition replace this one.
bool is_weak_linkage(const Attributes& words);

/// Find the opcode that a word names: of an operation on two values of one type, of a conversion, of any other expression.
std::optional<Opcode> binary_opcode(std::string_view word);
std::optional<Opcode> cast_opcode(std::string_view word);
std::optional<Opcode> other_expression(std::string_view word);
/// A comparison's predicate, of icmp or of fcmp.
std::optional<Predicate> predicate_of(Opcode comparison, std::string_view word);

}  // namespace warplens::ptx::nvvm
