#include "ptx/flow/liveness.h"
#include "ptx/listing.h"
#include "simt/code/decode/decoder.h"

namespace warplens::simt {

using ptx::Opcode;
using ptx::OperandKind;

namespace {

/// Prefetches and other hints: no effect.
void change_nothing(const Frame&, const Decoded&, std::uint32_t) {}

}  // namespace

base::Status Decoder::run() {
  for (const ptx::Instruction& instruction : function_.instructions) {
    instruction_ = &instruction;
    append(decode(instruction), arithmetic_cost(instruction, spec_));
    if (problem_) return error_of(*problem_);
  }
  Decoded end;
  decode_return(end);
  append(end, {});
  instruction_ = nullptr;
  const ptx::ControlFlow flow = ptx::control_flow(function_);
  const ptx::Liveness liveness = ptx::liveness(function_, flow, ptx::max_liveness_visits - linking_.liveness_visits);
  linking_.liveness_visits = std::min(linking_.liveness_visits + liveness.visits, ptx::max_liveness_visits);
  program_.registers_per_thread = std::max(program_.registers_per_thread, liveness.max_registers);
  for (std::uint32_t r = 0; r < rows_.size(); ++r) {
    const int bits = register_bits(r);
    if (liveness.read_at_start[r])
      program_.read_at_start.push_back({rows_[r], bits <= 1 ? 4 : bits == 64 ? 2 * row_alignment : row_alignment});
  }
  mark_reconvergence_points(flow);
  place_waits(flow);
  place_orders(flow);
  place_patterns(flow, liveness);
  for (std::size_t i = 0; i < function_.instructions.size(); ++i) {
    for (std::uint32_t p = code(i).pieces_begin; p < code(i).pieces_end; ++p) program_.pieces[p].order = code(i).order;
    if (code(i).texture != no_texture) program_.pieces[program_.textures[code(i).texture].piece].order = code(i).order;
  }
  count_runs();
  return place_saved_rows(liveness);
}

base::Error Decoder::error_of(const std::string& problem) const {
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

Row Decoder::fail(std::string problem) {
  if (!problem_) problem_ = std::move(problem);
  return no_row;
}

/// Append an instruction to the program.
void Decoder::append(const Decoded& decoded, const ArithmeticCost& cost) {
  std::vector<UnitCycles>& before = program_.units_before;
  if (before.empty()) before.emplace_back();
  UnitCycles next = before.back();
  if (decoded.kind == Kind::compute || decoded.kind == Kind::collective)
    next[static_cast<std::size_t>(cost.unit)] += cost.interval;
  program_.code.push_back(decoded);
  before.push_back(next);
}

Decoded Decoder::decode(const ptx::Instruction& instruction) {
  Decoded decoded;
  decoded.ordering = instruction.modifiers.ordering;
  decoded.scope = instruction.modifiers.scope;
  const std::uint32_t latency = arithmetic_cost(instruction, spec_).latency;
  decoded.latency = static_cast<std::uint16_t>(std::clamp<std::uint32_t>(latency, 1, 0xffff));
  if (instruction.guard != ptx::no_index) decoded.guard = rows_[instruction.guard] | (instruction.guard_negated ? negated : 0);
  switch (instruction.opcode) {
    case Opcode::bra:
      decode_branch(instruction, decoded);
      break;
    case Opcode::brx:
      decode_table_branch(instruction, decoded);
      break;
    case Opcode::call:
      decode_call(instruction, decoded);
      break;
    case Opcode::ret:
      decode_return(decoded);
      break;
    case Opcode::exit:
      decoded.kind = Kind::exit;
      break;
    case Opcode::trap:
    case Opcode::brkpt:
      decoded.kind = Kind::trap;
      break;
    case Opcode::alloca:
    case Opcode::stacksave:
    case Opcode::stackrestore:
      decode_stack(instruction, decoded);
      break;
    case Opcode::membar:
    case Opcode::fence:
      // The machine has one way to reach memory, so a fence between proxies orders nothing more.
      if (instruction.modifiers.proxy != ptx::Proxy::none && decoded.ordering == ptx::Ordering::weak)
        decoded.execute = &change_nothing;
      else
        decoded.kind = Kind::fence;
      break;
    case Opcode::applypriority:
    case Opcode::discard:
    case Opcode::griddepcontrol:
    case Opcode::pmevent:
      decoded.execute = &change_nothing;
      break;
    case Opcode::prefetch:
    case Opcode::prefetchu:
      if (instruction.modifiers.proxy == ptx::Proxy::tensormap) {  // the caches of tensor maps are not modelled
        decoded.execute = &change_nothing;
        break;
      }
      decoded.kind = Kind::prefetch;
      decoded.in_l1 = !instruction.modifiers.past_l1;
      decode_address(instruction.operands[0], decoded);
      break;
    case Opcode::nanosleep:
      decoded.kind = Kind::sleep;
      decoded.operands[0] = row(instruction.operands[0], 4);
      break;
    case Opcode::bar:
    case Opcode::barrier:
      decode_barrier(instruction, decoded);
      break;
    case Opcode::ldmatrix:
    case Opcode::stmatrix:
      decode_matrices(instruction, decoded);
      break;
    case Opcode::wmma:
      if (instruction.modifiers.step == ptx::MatrixStep::multiply)
        decode_operation(instruction, decoded);
      else
        decode_fragment(instruction, decoded);
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
    case Opcode::cp:
      if (instruction.modifiers.copy == ptx::CopyStep::mbarrier_arrive)
        decode_mbarrier(instruction, decoded);
      else
        decode_copy(instruction, decoded);
      break;
    case Opcode::tex:
    case Opcode::tld4:
    case Opcode::txq:
    case Opcode::suld:
    case Opcode::suq:
    case Opcode::sust:
      decode_texture(instruction, decoded);
      break;
    case Opcode::mbarrier:
      decode_mbarrier(instruction, decoded);
      break;
    case Opcode::cvta:
      decode_address_conversion(instruction, decoded);
      break;
    case Opcode::isspacep:
      decode_space_test(instruction, decoded);
      break;
    case Opcode::mov:
      if (!decode_own_address(instruction, decoded)) decode_operation(instruction, decoded);
      break;
    default:
      decode_operation(instruction, decoded);
      break;
  }
  for (const ptx::Operand& operand : instruction.operands) {
    if (operand.kind == OperandKind::special)
      decoded.reads_clock |= ptx::is_clock(static_cast<ptx::SpecialRegister>(operand.index));
  }
  return decoded;
}

void Decoder::decode_operation(const ptx::Instruction& instruction, Decoded& decoded) {
  ptx::Instruction asked;
  if (linking_.as_hardware) {
    asked = instruction;
    asked.modifiers.as_hardware = true;
  }
  const Operation operation = executor().select(linking_.as_hardware ? asked : instruction, function_);
  if (operation.execute == nullptr) return void(fail("this form is not supported"));
  decoded.execute = operation.execute;
  decoded.immediate = operation.immediate;
  const std::vector<const ptx::Operand*> places = in_places(instruction);
  for (std::size_t i = 0; i < places.size() && i < operand_slots; ++i) {
    if (places[i] != nullptr && operation.bytes[i] != 0) decoded.operands[i] = row(*places[i], operation.bytes[i]);
  }
  if (operation.listed != 0) {
    std::vector<Row> rows;
    for (const ptx::Operand* place : places) rows.push_back(row(*place, operation.listed));
    decoded.immediate = list(operation.immediate, rows);
    if (instruction.opcode == Opcode::mov) return;
    decoded.kind = Kind::collective;
    decoded.members = constant(all_lanes, 4);
    return;
  }
  if (operation.conversion != nullptr) {
    const WideConversion wide{operation.conversion, operation.immediate, operation.conversion_bytes, operation.bytes,
                              ptx::kind(instruction.type) == ptx::TypeKind::signed_integer && !instruction.modifiers.pack};
    decoded.immediate = append_constants(&wide, sizeof wide);
  }
  if (operation.writes_carry) decoded.operands[carry_out_slot] = condition_code();
  if (operation.reads_carry) decoded.operands[carry_in_slot] = condition_code();
  if (operation.members < 0) return;
  decoded.kind = Kind::collective;
  decoded.members = decoded.operands[static_cast<std::size_t>(operation.members)];
}

}  // namespace warplens::simt
