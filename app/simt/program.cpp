#include "simt/program.h"

#include <map>
#include <optional>
#include <utility>

#include "ptx/cfg.h"
#include "ptx/opcode.h"

namespace warplens::simt {
namespace {

using ptx::Opcode;
using ptx::Operand;
using ptx::OperandKind;
using ptx::Space;

constexpr std::uint32_t row_alignment = 128;
constexpr std::uint64_t largest_register_file = std::uint64_t{4} << 20;  // bytes of one warp
constexpr std::size_t address_slot = 4;  // slot of a memory instruction's address row; its values have 0 to 3

bool is_wide(ptx::SpecialRegister special) {
  return special == ptx::SpecialRegister::clock64 || special == ptx::SpecialRegister::globaltimer;
}

bool is_clock(ptx::SpecialRegister special) {
  using enum ptx::SpecialRegister;
  return special == clock || special == clock_hi || special == clock64 || special == globaltimer || special == globaltimer_lo ||
         special == globaltimer_hi;
}

/// Decodes one function; the first thing that cannot run is kept as the error.
class Decoder {
 public:
  Decoder(const ptx::Module& module, const ptx::Function& function, const DeviceSpec& spec, VariableLayout layout)
      : module_(module), function_(function), spec_(spec) {
    program_.variables = std::move(layout);
  }

  base::Result<Program> run() {
    place_registers();
    if (program_.register_bytes > largest_register_file) return error_of("its registers take too much memory");
    for (const ptx::Instruction& instruction : function_.instructions) {
      instruction_ = &instruction;
      program_.code.push_back(decode(instruction));
      if (problem_) return error_of(*problem_);
    }
    Decoded end;
    end.kind = Kind::exit;
    program_.code.push_back(end);
    place_meetings();
    place_waits();
    return std::move(program_);
  }

 private:
  base::Error error_of(const std::string& problem) const {
    base::Error error = base::error(problem);
    error.file = module_.path;
    if (instruction_ != nullptr) {
      std::string name(ptx::row(instruction_->opcode).mnemonic);
      if (instruction_->type != ptx::Type::none) name += "." + std::string(ptx::name(instruction_->type));
      if (instruction_->source_type != ptx::Type::none) name += "." + std::string(ptx::name(instruction_->source_type));
      error.line = static_cast<int>(instruction_->ptx_line);
      error.column = static_cast<int>(instruction_->ptx_column);
      error.message = "the SIMT machine cannot run '" + name + "': " + problem;
    }
    return error;
  }

  std::uint32_t new_row(std::uint32_t bytes) {
    const std::uint32_t row = program_.register_bytes;
    program_.register_bytes += bytes;
    return row;
  }

  int register_bits(std::uint32_t index) const { return ptx::bits(function_.registers[index].type); }

  /// A row for every register: vectors first, one-word predicates behind them.
  void place_registers() {
    rows_.resize(function_.registers.size(), no_row);
    for (std::uint32_t r = 0; r < rows_.size(); ++r) {
      if (program_.register_bytes > largest_register_file) return;
      if (register_bits(r) > 1) rows_[r] = new_row(register_bits(r) == 64 ? 2 * row_alignment : row_alignment);
    }
    sink_ = new_row(2 * row_alignment);
    std::uint32_t predicates = 0;
    for (std::uint32_t r = 0; r < rows_.size(); ++r) {
      if (register_bits(r) <= 1) rows_[r] = program_.register_bytes + 4 * predicates++;
    }
    program_.register_bytes += (4 * predicates + row_alignment - 1) / row_alignment * row_alignment;
  }

  Row constant(std::uint64_t bits, std::uint8_t bytes) {
    const auto [found, is_new] = constant_rows_.try_emplace({bits, bytes}, 0);
    if (!is_new) return found->second;
    std::vector<std::byte>& constants = program_.constants;
    const auto row = static_cast<std::uint32_t>(constants.size());
    constants.resize(constants.size() + (bytes == 8 ? 2 * row_alignment : row_alignment));
    if (bytes == predicate_bytes) bits = bits != 0 ? all_lanes : 0;
    const std::size_t cell = bytes == 8 ? 8 : 4;
    for (std::size_t lane = 0; lane < warp_size; ++lane) std::memcpy(constants.data() + row + lane * cell, &bits, cell);
    return found->second = row | in_constants;
  }

  Row special(const Operand& operand, std::uint8_t bytes) {
    const auto which = static_cast<ptx::SpecialRegister>(operand.index);
    if (is_wide(which) != (bytes == 8)) return fail("a special register of another width than its type");
    for (const SpecialRow& known : program_.specials) {
      if (known.special == which) return known.row;
    }
    program_.specials.push_back({which, new_row(is_wide(which) ? 2 * row_alignment : row_alignment)});
    return program_.specials.back().row;
  }

  Row fail(std::string problem) {
    if (!problem_) problem_ = std::move(problem);
    return no_row;
  }

  Row register_row(std::uint32_t index, std::uint8_t bytes) {
    const int bits = register_bits(index);
    const std::uint8_t has = bits == 64 ? 8 : bits == 1 ? predicate_bytes : 4;
    if (bits > 64) return fail("registers of " + std::to_string(bits) + " bits are not supported");
    if (has != bytes) return fail("register " + function_.registers[index].name + " has another width than its operand");
    return rows_[index];
  }

  /// The row of an operand whose lanes have `bytes`.
  Row row(const Operand& operand, std::uint8_t bytes) {
    switch (operand.kind) {
      case OperandKind::reg:
        return register_row(operand.index, bytes) | (operand.negated ? negated : 0);
      case OperandKind::immediate:
        return constant(operand.negated ? !operand.bits : operand.bits, bytes);
      case OperandKind::special:
        return special(operand, bytes);
      case OperandKind::variable:
        return constant(program_.variables.address[operand.index] + static_cast<std::uint64_t>(operand.offset), bytes);
      case OperandKind::parameter:
        return constant(function_.parameters[operand.index].offset + static_cast<std::uint64_t>(operand.offset), bytes);
      case OperandKind::sink:
        return bytes == predicate_bytes ? no_row : sink_;
      case OperandKind::none:
        return no_row;
      default:
        return fail("an operand of this form");
    }
  }

  /// Operands in the places that operations expect them: absent ones (the q of setp p|q, the p of shfl d|p) leave a gap.
  std::vector<const Operand*> in_places(const ptx::Instruction& instruction) const {
    std::vector<const Operand*> places;
    const bool pairs = instruction.opcode == Opcode::setp || instruction.opcode == Opcode::shfl;
    for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
      const Operand& operand = instruction.operands[i];
      if (pairs && i == 1 && instruction.destinations == 1) places.push_back(nullptr);
      if (operand.kind == OperandKind::vector) {
        for (const Operand& element : operand.elements) places.push_back(&element);
      } else {
        places.push_back(&operand);
      }
    }
    return places;
  }

  std::uint16_t latency_of(ptx::InstructionClass instruction_class) const {
    using enum ptx::InstructionClass;
    const std::uint32_t cycles = instruction_class == floating           ? spec_.floating_latency
                                 : instruction_class == special_function ? spec_.special_latency
                                                                         : spec_.integer_latency;
    return static_cast<std::uint16_t>(std::min(std::max(cycles, 1u), 0xffffu));
  }

  Decoded decode(const ptx::Instruction& instruction) {
    Decoded decoded;
    decoded.latency = latency_of(ptx::row(instruction.opcode).instruction_class);
    if (instruction.guard != ptx::no_index) decoded.guard = rows_[instruction.guard] | (instruction.guard_negated ? negated : 0);
    switch (instruction.opcode) {
      case Opcode::bra:
        decode_branch(instruction, decoded);
        break;
      case Opcode::ret:
      case Opcode::exit:
        decoded.kind = Kind::exit;
        break;
      case Opcode::trap:
        decoded.kind = Kind::trap;
        break;
      case Opcode::membar:
      case Opcode::fence:
        decoded.execute = [](const Frame&, const Decoded&, std::uint32_t) {};
        break;
      case Opcode::bar:
      case Opcode::barrier:
        decode_barrier(instruction, decoded);
        break;
      case Opcode::ld:
      case Opcode::ldu:
        decode_load(instruction, decoded);
        break;
      case Opcode::st:
        decode_store(instruction, decoded);
        break;
      case Opcode::atom:
      case Opcode::red:
        decode_atomic(instruction, decoded);
        break;
      case Opcode::cvta:
        decode_address_conversion(instruction, decoded);
        break;
      default:
        decode_operation(instruction, decoded);
        break;
    }
    for (const Operand& operand : instruction.operands) {
      if (operand.kind == OperandKind::special) decoded.reads_clock |= is_clock(static_cast<ptx::SpecialRegister>(operand.index));
    }
    return decoded;
  }

  void decode_branch(const ptx::Instruction& instruction, Decoded& decoded) {
    decoded.kind = Kind::branch;
    if (instruction.operands.size() != 1 || instruction.operands[0].kind != OperandKind::label)
      return void(fail("no label to go to"));
    decoded.target = instruction.operands[0].index;
  }

  void decode_operation(const ptx::Instruction& instruction, Decoded& decoded) {
    const Operation operation = executor().select(instruction, function_);
    if (operation.execute == nullptr) return void(fail("this form is not supported"));
    decoded.execute = operation.execute;
    decoded.immediate = operation.immediate;
    const std::vector<const Operand*> places = in_places(instruction);
    for (std::size_t i = 0; i < places.size() && i < operand_slots; ++i) {
      if (places[i] != nullptr && operation.bytes[i] != 0) decoded.operands[i] = row(*places[i], operation.bytes[i]);
    }
    const bool shuffles = instruction.opcode == Opcode::shfl;
    if (!shuffles && instruction.opcode != Opcode::vote) return;
    decoded.kind = Kind::exchange;
    decoded.members = decoded.operands[shuffles ? 5 : 2];
  }

  void decode_barrier(const ptx::Instruction& instruction, Decoded& decoded) {
    const ptx::BarrierMode mode = instruction.modifiers.barrier;
    if (mode == ptx::BarrierMode::red) return void(fail("this form is not supported"));
    decoded.kind = mode == ptx::BarrierMode::warp_sync ? Kind::warp_sync : Kind::barrier;
    decoded.barrier = mode;
    decoded.ordered = decoded.kind == Kind::barrier;
    for (std::size_t i = 0; i < instruction.operands.size() && i < 2; ++i) decoded.operands[i] = row(instruction.operands[i], 4);
    if (decoded.kind == Kind::warp_sync) decoded.members = decoded.operands[0];
  }

  void decode_address_conversion(const ptx::Instruction& instruction, Decoded& decoded) {
    const bool to = instruction.modifiers.to;
    decode_operation(instruction, decoded);
    const std::uint64_t base = instruction.space == Space::shared  ? shared_window
                               : instruction.space == Space::local ? local_window
                                                                   : 0;
    if (instruction.space == Space::param) return void(fail("generic addresses of parameters are not supported"));
    decoded.immediate = to ? std::uint64_t{0} - base : base;
  }

  /// Address row and offset of [register + offset], [variable + offset], [offset].
  void decode_address(const Operand& operand, Decoded& decoded) {
    if (operand.kind != OperandKind::address) return void(fail("no address"));
    decoded.offset = operand.offset;
    if (operand.base == OperandKind::reg) {
      decoded.address_wide = register_bits(operand.index) == 64;
      decoded.operands[address_slot] = register_row(operand.index, decoded.address_wide ? 8 : 4);
    } else if (operand.base == OperandKind::variable) {
      decoded.offset += static_cast<std::int64_t>(program_.variables.address[operand.index]);
      const Space space = module_.variables[operand.index].space;
      if (decoded.space == Space::generic && space == Space::shared) decoded.offset += shared_window;
      if (decoded.space == Space::generic && space == Space::local) decoded.offset += local_window;
    } else if (operand.base == OperandKind::parameter) {
      decoded.offset += static_cast<std::int64_t>(function_.parameters[operand.index].offset);
    }
  }

  void decode_memory(const ptx::Instruction& instruction, const Operand& address, Decoded& decoded) {
    decoded.bytes = static_cast<std::uint8_t>(ptx::bits(instruction.type) / 8);
    decoded.vector = instruction.vector;
    decoded.space = instruction.space;
    decoded.ordered = true;
    if (decoded.bytes == 0 || decoded.bytes > 8) return void(fail("this width is not supported"));
    decode_address(address, decoded);
  }

  /// Rows of the value, or of each element of a vector; all of one width, which is returned.
  std::uint8_t decode_values(const Operand& operand, const ptx::Instruction& instruction, Decoded& decoded) {
    std::vector<const Operand*> elements;
    if (operand.kind == OperandKind::vector) {
      for (const Operand& element : operand.elements) elements.push_back(&element);
    } else {
      elements.push_back(&operand);
    }
    if (elements.size() != instruction.vector || elements.size() > address_slot)
      return fail("as many registers as elements are needed"), 0;
    std::uint8_t bytes = ptx::bits(instruction.type) == 64 ? 8 : 4;
    for (const Operand* element : elements) {
      if (element->kind == OperandKind::reg) bytes = register_bits(element->index) == 64 ? 8 : 4;
    }
    decoded.values_wide = bytes == 8;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      decoded.operands[i] = elements[i]->kind == OperandKind::sink ? no_row : row(*elements[i], bytes);
    }
    return bytes;
  }

  void decode_load(const ptx::Instruction& instruction, Decoded& decoded) {
    if (instruction.operands.size() != 2) return void(fail("two operands are needed"));
    const Operand& address = instruction.operands[1];
    decode_memory(instruction, address, decoded);
    const std::uint8_t bytes = decode_values(instruction.operands[0], instruction, decoded);
    if (problem_) return;
    const bool parameter = decoded.space == Space::param && decoded.operands[address_slot] == no_row;
    if (parameter) {
      decoded.ordered = false;
      const std::uint64_t end = static_cast<std::uint64_t>(decoded.offset) + std::uint64_t{decoded.bytes} * decoded.vector;
      if (decoded.offset < 0 || end > function_.parameter_bytes) return void(fail("it reads outside the parameters"));
      decoded.execute = executor().select(instruction, function_).execute;
      if (decoded.execute == nullptr) fail("this form is not supported");
      return;
    }
    decoded.kind = Kind::load;
    decoded.polls = instruction.modifiers.ordering != ptx::Ordering::weak;
    decoded.load = executor().select_load(instruction.type, bytes);
    if (decoded.load == nullptr) fail("this form is not supported");
  }

  void decode_store(const ptx::Instruction& instruction, Decoded& decoded) {
    if (instruction.operands.size() != 2) return void(fail("two operands are needed"));
    decode_memory(instruction, instruction.operands[0], decoded);
    decoded.kind = Kind::store;
    const std::uint8_t bytes = decode_values(instruction.operands[1], instruction, decoded);
    decoded.store = executor().select_store(instruction.type, bytes);
    if (decoded.store == nullptr || decoded.space == Space::param) fail("this form is not supported");
  }

  void decode_atomic(const ptx::Instruction& instruction, Decoded& decoded) {
    const std::size_t first = instruction.opcode == Opcode::atom ? 1 : 0;
    if (instruction.operands.size() < first + 2) return void(fail("operands are missing"));
    decode_memory(instruction, instruction.operands[first], decoded);
    decoded.kind = Kind::atomic;
    decoded.replaces = instruction.modifiers.atomic == ptx::AtomicOp::cas || instruction.modifiers.atomic == ptx::AtomicOp::exch;
    const std::uint8_t bytes = decoded.bytes == 8 ? 8 : 4;
    decoded.returns = first == 1 && instruction.operands[0].kind != OperandKind::sink;
    if (decoded.returns) decoded.operands[0] = row(instruction.operands[0], bytes);
    for (std::size_t i = first + 1; i < instruction.operands.size() && i < first + 3; ++i) {
      decoded.operands[i - first] = row(instruction.operands[i], bytes);
    }
    decoded.atomic = executor().select_atomic(instruction.modifiers.atomic, instruction.type);
    const bool possible = decoded.space == Space::global || decoded.space == Space::shared || decoded.space == Space::generic;
    if (decoded.atomic == nullptr || !possible) fail("this form is not supported");
  }

  /// Where lanes meet again: behind branches at the post-dominator, behind guarded instructions that make lanes wait right there.
  void place_meetings() {
    const ptx::ControlFlow flow = ptx::control_flow(function_);
    for (std::uint32_t i = 0; i + 1 < program_.code.size(); ++i) {
      Decoded& decoded = program_.code[i];
      const bool waits = decoded.kind == Kind::exchange || decoded.kind == Kind::barrier || decoded.kind == Kind::warp_sync;
      if (decoded.kind == Kind::branch)
        decoded.reconvergence = flow.reconvergence(i);
      else if (waits && decoded.guard != no_row)
        decoded.reconvergence = i + 1;
      else
        continue;
      program_.code[decoded.reconvergence].meeting_place = true;
    }
  }

  template <typename Visit>
  static void each_register(const Operand& operand, Visit visit) {
    const bool named =
        operand.kind == OperandKind::reg || (operand.kind == OperandKind::address && operand.base == OperandKind::reg);
    if (named) visit(operand.index);
    for (const Operand& element : operand.elements) each_register(element, visit);
  }

  /// Number the registers that come from memory, and list for each instruction those it has to wait for and those it brings.
  void place_waits() {
    std::vector<std::uint32_t> number(function_.registers.size(), ptx::no_index);
    const auto brings = [&](std::size_t i) {
      return program_.code[i].kind == Kind::load || (program_.code[i].kind == Kind::atomic && program_.code[i].returns);
    };
    for (std::size_t i = 0; i < function_.instructions.size(); ++i) {
      if (!brings(i)) continue;
      each_register(function_.instructions[i].operands[0], [&](std::uint32_t r) {
        if (number[r] == ptx::no_index) number[r] = program_.loaded_registers++;
      });
    }
    std::vector<std::uint32_t>& waits = program_.waits;
    for (std::size_t i = 0; i < function_.instructions.size(); ++i) {
      const ptx::Instruction& instruction = function_.instructions[i];
      Decoded& decoded = program_.code[i];
      const auto add = [&](std::uint32_t r) {
        if (number[r] != ptx::no_index) waits.push_back(number[r]);
      };
      decoded.waits_begin = static_cast<std::uint32_t>(waits.size());
      for (const Operand& operand : instruction.operands) each_register(operand, add);
      if (instruction.guard != ptx::no_index) add(instruction.guard);
      decoded.waits_end = decoded.ready_begin = static_cast<std::uint32_t>(waits.size());
      if (brings(i)) each_register(instruction.operands[0], add);
      decoded.ready_end = static_cast<std::uint32_t>(waits.size());
    }
  }

  const ptx::Module& module_;
  const ptx::Function& function_;
  const DeviceSpec& spec_;
  Program program_;
  const ptx::Instruction* instruction_ = nullptr;
  std::optional<std::string> problem_;
  std::vector<Row> rows_;  ///< per register
  Row sink_ = no_row;      ///< for destinations that are thrown away
  std::map<std::pair<std::uint64_t, std::uint8_t>, Row> constant_rows_;
};

}  // namespace

base::Result<Program> decode(const ptx::Module& module, std::uint32_t function, const DeviceSpec& spec) {
  auto layout = lay_out(module, function);
  if (!layout.ok()) return layout.error();
  return Decoder(module, module.functions[function], spec, std::move(*layout)).run();
}

}  // namespace warplens::simt
