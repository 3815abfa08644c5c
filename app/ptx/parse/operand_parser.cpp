#include <algorithm>
#include <array>

#include "ptx/parse/function_parser.h"

namespace warplens::ptx {
namespace {

struct SpecialRow {
  std::string_view name;  ///< without %
  SpecialRegister special;
};

constexpr std::array specials{
    SpecialRow{"tid.x", SpecialRegister::tid_x},
    SpecialRow{"tid.y", SpecialRegister::tid_y},
    SpecialRow{"tid.z", SpecialRegister::tid_z},
    SpecialRow{"ntid.x", SpecialRegister::ntid_x},
    SpecialRow{"ntid.y", SpecialRegister::ntid_y},
    SpecialRow{"ntid.z", SpecialRegister::ntid_z},
    SpecialRow{"ctaid.x", SpecialRegister::ctaid_x},
    SpecialRow{"ctaid.y", SpecialRegister::ctaid_y},
    SpecialRow{"ctaid.z", SpecialRegister::ctaid_z},
    SpecialRow{"nctaid.x", SpecialRegister::nctaid_x},
    SpecialRow{"nctaid.y", SpecialRegister::nctaid_y},
    SpecialRow{"nctaid.z", SpecialRegister::nctaid_z},
    SpecialRow{"laneid", SpecialRegister::laneid},
    SpecialRow{"warpid", SpecialRegister::warpid},
    SpecialRow{"nwarpid", SpecialRegister::nwarpid},
    SpecialRow{"smid", SpecialRegister::smid},
    SpecialRow{"nsmid", SpecialRegister::nsmid},
    SpecialRow{"clock", SpecialRegister::clock},
    SpecialRow{"clock_hi", SpecialRegister::clock_hi},
    SpecialRow{"clock64", SpecialRegister::clock64},
    SpecialRow{"globaltimer", SpecialRegister::globaltimer},
    SpecialRow{"globaltimer_lo", SpecialRegister::globaltimer_lo},
    SpecialRow{"globaltimer_hi", SpecialRegister::globaltimer_hi},
    SpecialRow{"lanemask_eq", SpecialRegister::lanemask_eq},
    SpecialRow{"lanemask_le", SpecialRegister::lanemask_le},
    SpecialRow{"lanemask_lt", SpecialRegister::lanemask_lt},
    SpecialRow{"lanemask_ge", SpecialRegister::lanemask_ge},
    SpecialRow{"lanemask_gt", SpecialRegister::lanemask_gt},
    SpecialRow{"dynamic_smem_size", SpecialRegister::dynamic_smem_size},
    SpecialRow{"total_smem_size", SpecialRegister::total_smem_size},
    SpecialRow{"aggr_smem_size", SpecialRegister::total_smem_size},
    SpecialRow{"envreg1", SpecialRegister::envreg1},
    SpecialRow{"envreg2", SpecialRegister::envreg2},
    SpecialRow{"clusterid.x", SpecialRegister::ctaid_x},
    SpecialRow{"clusterid.y", SpecialRegister::ctaid_y},
    SpecialRow{"clusterid.z", SpecialRegister::ctaid_z},
    SpecialRow{"nclusterid.x", SpecialRegister::nctaid_x},
    SpecialRow{"nclusterid.y", SpecialRegister::nctaid_y},
    SpecialRow{"nclusterid.z", SpecialRegister::nctaid_z},
};

/// Special registers with constant values: performance counters and further environment registers are 0, and every block is a
/// cluster of its own.
struct ConstantSpecial {
  std::string_view start;  ///< of the name, without %
  std::uint64_t value;
};
constexpr std::array constant_specials{
    ConstantSpecial{"pm", 0},
    ConstantSpecial{"envreg", 0},
    ConstantSpecial{"gridid", 0},
    ConstantSpecial{"current_graph_exec", 0},
    ConstantSpecial{"reserved_smem_offset_", 0},
    ConstantSpecial{"is_explicit_cluster", 0},
    ConstantSpecial{"cluster_ctaid.", 0},
    ConstantSpecial{"cluster_ctarank", 0},
    ConstantSpecial{"cluster_nctaid.", 1},
    ConstantSpecial{"cluster_nctarank", 1},
};

/// Type of an operand of that role.
Type type_of(const Instruction& instruction, char role) {
  switch (role) {
    case second_source:
      return instruction.source_type;
    case count_destination:
    case word_source:
    case word_and_predicate:
    case word_with_predicate:
    case word_or_predicate:
    case constant:
      return Type::b32;
    case long_source:
      return Type::b64;
    case single_source:
      return Type::f32;
    case predicate_destination:
    case pair_destination:
    case predicate_source:
    case negatable_predicate:
      return Type::pred;
    case wide_destination:
    case wide_source:
      if (instruction.modifiers.part == MultiplyPart::wide) {
        const bool to_64 = bits(instruction.type) == 32;
        if (kind(instruction.type) == TypeKind::signed_integer) return to_64 ? Type::s64 : Type::s32;
        return to_64 ? Type::u64 : Type::u32;
      }
      return instruction.type;
    default:
      return instruction.type;
  }
}

/// Most special registers have 32 bits, of which the lower 16 may be read; this includes %gridid, which used to have 32.
bool may_read_special(std::string_view name, Type type) {
  if (name == "is_explicit_cluster") return type == Type::pred;
  if (type == Type::pred) return false;
  if (name == "gridid") return true;
  const bool wide = name == "clock64" || name == "globaltimer" || name == "current_graph_exec" || name.ends_with("_64");
  return wide == (bits(type) == 64);
}

bool is_integer(Type type) { return kind(type) == TypeKind::unsigned_integer || kind(type) == TypeKind::signed_integer; }

/// PTX ISA, "Operand Size Exceeding Instruction-Type Size": these roles accept registers wider than the type.
bool may_be_wider(char role, const Instruction& instruction) {
  const bool exact = is_tiny(instruction.type) || is_tiny(instruction.source_type) || instruction.type == Type::tf32;
  if (instruction.opcode == Opcode::cvt) return (role == loaded || role == second_source) && !exact;
  return role == loaded || role == stored || (role == element && instruction.opcode != Opcode::mov);
}

/// Whether an access without a state space takes that of a variable which it names. ptxas reads it so
/// (but for constant memory), although by the letter of the ISA the address would have to be generic.
bool takes_space_of_variable(const Instruction& instruction, Space space) {
  if (instruction.space != Space::generic) return false;
  switch (instruction.opcode) {
    case Opcode::ld:
    case Opcode::st:
      return space == Space::shared || space == Space::local;
    case Opcode::atom:
    case Opcode::red:
      return space == Space::shared;
    default:
      return false;
  }
}

bool is_fragment(char role) { return role >= matrix_result && role <= matrix_c; }

bool takes_immediate(char role) { return std::string_view("swtuvixfjMpn").find(role) != std::string_view::npos; }

}  // namespace

std::uint32_t FunctionParser::use_register(Symbol& symbol, std::string_view name) {
  if (symbol.index != no_index) return symbol.index;
  symbol.index = static_cast<std::uint32_t>(function_.registers.size());
  if (symbol.lanes == 1) {
    function_.registers.push_back({std::string(name), symbol.type});
    return symbol.index;
  }
  const bool wide = symbol.type == Type::b128;
  for (std::size_t lane = 0; lane < symbol.lanes; ++lane) {
    const std::string_view suffix = wide ? std::array{".lo", ".hi"}[lane] : std::array{".x", ".y", ".z", ".w"}[lane];
    function_.registers.push_back({std::string(name) + std::string(suffix), wide ? Type::b64 : symbol.type});
  }
  return symbol.index;
}

void FunctionParser::check_register(const Token& token, Type registered, const Instruction& instruction, char role) {
  const Type wanted = type_of(instruction, role);
  const bool predicates = wanted == Type::pred || registered == Type::pred;
  const bool wide_enough = bits(registered) > bits(wanted) && may_be_wider(role, instruction);
  bool fits = predicates ? wanted == registered : bits(registered) == bits(wanted) || wide_enough;
  // A .b register is valid for every type; integer and floating-point types are not interchangeable.
  const bool floating = kind(registered) == TypeKind::floating;
  fits = fits && !(wanted == Type::f32x2 && registered != Type::b64) && !(is_integer(wanted) && floating) &&
         !(kind(wanted) == TypeKind::floating && is_integer(registered)) &&
         !(floating && kind(wanted) == TypeKind::floating && bits(registered) != bits(wanted));
  if (fits) return;
  cursor_.fail(token, "register " + quoted(token) + " is ." + std::string(name(registered)) + " where '" +
                          std::string(row(instruction.opcode).mnemonic) + "' wants ." + std::string(name(wanted)));
}

Operand FunctionParser::parse_operand(const Instruction& instruction, char role) {
  const Token token = cursor_.current();
  if (role == address) return parse_address(instruction);
  if (role == target) {
    const Token label = cursor_.expect_word("a label");
    scopes_.back().pending.push_back({static_cast<std::uint32_t>(function_.instructions.size()), 0, label});
    Operand operand;
    operand.kind = OperandKind::label;
    return operand;
  }
  if (is_fragment(role)) return parse_fragment(instruction, role);
  if (role == fetched || role == texels || role == gradient) return parse_texture_operand(instruction, role);
  if (cursor_.at('{')) return parse_vector(instruction, role);
  if (role == moved && instruction.vector > 1 && token.kind == TokenKind::word && token.text.starts_with('%') &&
      find(token.text) == nullptr)
    return parse_special_vector(instruction);
  const bool moves_vector = instruction.vector > 1 && (role == loaded || role == stored || role == moved || role == moved_to);
  if (moves_vector && !at_vector_register()) {
    cursor_.fail_expected("a vector {…}");
    return {};
  }
  if (cursor_.at('!') && !at_constant(cursor_)) {
    cursor_.take();
    if (role != negatable_predicate && role != predicate_source && role != word_or_predicate) {
      cursor_.fail(token, "a negated predicate does not fit here");
      return {};
    }
    Operand operand = parse_word(instruction, negatable_predicate);
    operand.negated = true;
    return operand;
  }
  if (token.kind == TokenKind::word && token.text != warp_size_name) return parse_word(instruction, role);
  if (at_constant(cursor_)) {
    if (takes_immediate(role)) return parse_immediate(type_of(instruction, role));
    cursor_.fail(token, "a literal does not fit here: '" + std::string(row(instruction.opcode).mnemonic) + "' wants a register");
    return {};
  }
  cursor_.fail_expected("an operand");
  return {};
}

/// A register, special register, sink, or the address of a variable or parameter.
Operand FunctionParser::parse_word(const Instruction& instruction, char role) {
  const Token token = cursor_.expect_word("an operand");
  Operand operand;
  if (cursor_.error()) return operand;
  const bool may_discard = role == discardable || role == pair_destination || role == word_and_predicate ||
                           role == word_with_predicate || role == element;
  if (token.text == "_" && may_discard) {
    operand.kind = OperandKind::sink;
    return operand;
  }
  Symbol* symbol = find(token.text);
  if (symbol && symbol->kind == Symbol::Kind::reg && symbol->lanes > 1)
    return parse_vector_register(instruction, role, token, *symbol);
  if (symbol && symbol->kind == Symbol::Kind::reg) {
    const bool is_predicate = role == word_or_predicate && symbol->type == Type::pred;
    check_register(token, symbol->type, instruction, is_predicate ? char{negatable_predicate} : role);
    operand.kind = OperandKind::reg;
    operand.index = use_register(*symbol, token.text);
    return operand;
  }
  const bool is_variable = symbol && symbol->kind == Symbol::Kind::variable && symbol->index < module_.variables.size();
  if (symbol && (role == moved || role == converted_address || (role == stored && is_variable))) {
    operand.kind = symbol->kind == Symbol::Kind::variable ? OperandKind::variable : OperandKind::parameter;
    operand.index = symbol->index;
    operand.offset = is_variable && cursor_.at('[') ? parse_element(module_.variables[symbol->index]) : parse_offset();
    if (bits(instruction.type) < 32) cursor_.fail(token, "an address does not fit in ." + std::string(name(instruction.type)));
    return operand;
  }
  if (const auto function = parse_.functions.find(token.text); !symbol && role == moved && function != parse_.functions.end()) {
    operand.kind = OperandKind::function;
    operand.index = function->second;
    if (bits(instruction.type) != 64)
      cursor_.fail(token, "a function's address does not fit in ." + std::string(name(instruction.type)));
    return operand;
  }
  const bool reads_special = role == moved || (role == second_source && instruction.opcode == Opcode::cvt);
  if (!symbol && token.text.starts_with('%') && reads_special) return parse_special_register(token, type_of(instruction, role));
  cursor_.fail(token, symbol ? quoted(token) + " is not a register" : quoted(token) + " is not declared");
  return operand;
}

Operand FunctionParser::parse_special_register(const Token& token, Type read_as) {
  std::string name(token.text.substr(1));
  if (cursor_.current().kind == TokenKind::dotted) name += "." + std::string(cursor_.take().text);
  if (!may_read_special(name, read_as)) {
    cursor_.fail(token, "'%" + name + "' has another width than ." + std::string(ptx::name(read_as)));
    return {};
  }
  for (const SpecialRow& row : specials) {
    if (row.name != name) continue;
    Operand operand;
    operand.kind = OperandKind::special;
    operand.index = static_cast<std::uint32_t>(row.special);
    return operand;
  }
  for (const ConstantSpecial& constant : constant_specials) {
    if (!name.starts_with(constant.start)) continue;
    Operand operand;
    operand.kind = OperandKind::immediate;
    operand.bits = constant.value;
    return operand;
  }
  cursor_.fail(token, "'%" + name + "' is neither declared nor a special register that is supported");
  return {};
}

/// ld.b32 [tile], with a tile in shared memory, is ld.shared.b32.
void FunctionParser::take_space_of_variable(Instruction& instruction, const Operand& address) const {
  if (address.base != OperandKind::variable || address.index >= module_.variables.size()) return;
  const Space space = module_.variables[address.index].space;
  if (takes_space_of_variable(instruction, space)) instruction.space = space;
}

/// [2]: the offset in bytes of an element of an array.
std::int64_t FunctionParser::parse_element(const Variable& array) {
  constexpr std::uint64_t most = std::uint64_t{1} << 40;
  cursor_.expect('[');
  const std::uint64_t index = cursor_.expect_integer("the number of an element", most);
  cursor_.expect(']');
  return static_cast<std::int64_t>(index) * std::max(bits(array.type) / 8, 1);
}

/// + 4, - 4, +-4, + (2 * 2), or nothing.
std::int64_t FunctionParser::parse_offset() {
  constexpr std::int64_t most = std::int64_t{1} << 62;
  const Token start = cursor_.current();
  if (!cursor_.at('+') && !cursor_.at('-')) return 0;
  const auto offset = static_cast<std::int64_t>(parse_constant(cursor_, Type::s64));
  if (offset > most || offset < -most) cursor_.fail(start, "an offset is at most " + std::to_string(most));
  return offset;
}

Operand FunctionParser::parse_address(const Instruction& instruction) {
  Operand operand;
  operand.kind = OperandKind::address;
  cursor_.expect('[');
  const Token token = cursor_.current();
  if (token.kind == TokenKind::word) {
    cursor_.take();
    Symbol* symbol = find(token.text);
    if (!symbol) {
      cursor_.fail(token, quoted(token) + " is not declared");
      return operand;
    }
    if (symbol->kind == Symbol::Kind::reg) {
      if (bits(symbol->type) < 32 || symbol->lanes > 1 || kind(symbol->type) == TypeKind::floating) {
        cursor_.fail(token,
                     "register " + quoted(token) + " is ." + std::string(name(symbol->type)) + " and cannot hold an address");
        return operand;
      }
      operand.base = OperandKind::reg;
      operand.index = use_register(*symbol, token.text);
    } else {
      operand.base = symbol->kind == Symbol::Kind::variable ? OperandKind::variable : OperandKind::parameter;
      operand.index = symbol->index;
      const Space space = operand.base == OperandKind::parameter     ? Space::param
                          : symbol->index < module_.variables.size() ? module_.variables[symbol->index].space
                                                                     : Space::generic;
      const bool copies = instruction.opcode == Opcode::cp && (space == Space::shared || space == Space::global);
      const bool fits = copies || instruction.space == space || (instruction.space == Space::generic && space == Space::global) ||
                        takes_space_of_variable(instruction, space);
      if (!fits) {
        cursor_.fail(token,
                     quoted(token) + " is in ." + std::string(name(space)) + ", not in ." + std::string(name(instruction.space)));
      }
    }
    operand.offset = parse_offset();
  } else if (token.kind == TokenKind::number) {
    operand.offset = static_cast<std::int64_t>(cursor_.expect_integer("an address", ~std::uint64_t{0}));
  } else {
    cursor_.fail_expected("an address");
  }
  cursor_.expect(']');
  return operand;
}

Operand FunctionParser::parse_immediate(Type type) {
  Operand operand;
  operand.kind = OperandKind::immediate;
  operand.bits = parse_constant(cursor_, type);
  return operand;
}

}  // namespace warplens::ptx
