#include "analysis/instruction_mix.h"

#include <algorithm>

#include "ptx/listing.h"

namespace warplens::analysis {
namespace {

using ptx::InstructionClass;
using ptx::Space;
using enum InstructionKind;

constexpr base::Names<InstructionKind> names{
    {integer, "integer"},
    {floating, "floating"},
    {double_, "double"},
    {special_function, "special-function"},
    {conversion, "conversion"},
    {move, "move"},
    {load_global, "load-global"},
    {store_global, "store-global"},
    {load_shared, "load-shared"},
    {store_shared, "store-shared"},
    {load_local, "load-local"},
    {store_local, "store-local"},
    {load_constant, "load-constant"},
    {load_generic, "load-generic"},
    {store_generic, "store-generic"},
    {copy_async, "copy-async"},
    {atomic, "atomic"},
    {control, "control"},
    {barrier, "barrier"},
    {collective, "exchange"},
};

InstructionKind arithmetic(const ptx::Instruction& instruction, InstructionKind of_narrow_floats) {
  if (ptx::kind(instruction.type) != ptx::TypeKind::floating) return integer;
  return instruction.type == ptx::Type::f64 ? double_ : of_narrow_floats;
}

InstructionKind load_from(Space space) {
  switch (space) {
    case Space::global:
      return load_global;
    case Space::shared:
      return load_shared;
    case Space::local:
      return load_local;
    case Space::constant:
    case Space::param:
      return load_constant;
    default:
      return load_generic;
  }
}

InstructionKind store_to(Space space) {
  switch (space) {
    case Space::global:
      return store_global;
    case Space::shared:
      return store_shared;
    case Space::local:
    case Space::param:  // arguments of a call
      return store_local;
    default:
      return store_generic;
  }
}

InstructionKind memory_kind(const ptx::Instruction& instruction) {
  switch (instruction.opcode) {
    case ptx::Opcode::ld:
    case ptx::Opcode::ldmatrix:
    case ptx::Opcode::ldu:
      return load_from(instruction.space);
    case ptx::Opcode::st:
    case ptx::Opcode::stmatrix:
      return store_to(instruction.space);
    case ptx::Opcode::tex:
    case ptx::Opcode::tld4:
    case ptx::Opcode::suld:
      return load_global;
    case ptx::Opcode::sust:
      return store_global;
    case ptx::Opcode::txq:
    case ptx::Opcode::suq:
      return move;
    case ptx::Opcode::cp:
      return copy_async;
    case ptx::Opcode::membar:
    case ptx::Opcode::fence:
      return barrier;
    default:
      return control;
  }
}

}  // namespace

std::string_view name(InstructionKind kind) { return names.name_of(kind); }

InstructionKind kind_of(const ptx::Instruction& instruction) {
  switch (ptx::row(instruction.opcode).instruction_class) {
    case InstructionClass::integer:
    case InstructionClass::floating:
      return arithmetic(instruction, floating);
    case InstructionClass::special_function:
      return arithmetic(instruction, special_function);
    case InstructionClass::convert:
      return conversion;
    case InstructionClass::move:
      return move;
    case InstructionClass::memory:
      return memory_kind(instruction);
    case InstructionClass::atomic:
      return atomic;
    case InstructionClass::barrier:
      return barrier;
    case InstructionClass::warp:
      return collective;
    case InstructionClass::matrix:
      if (instruction.modifiers.step == ptx::MatrixStep::load) return load_from(instruction.space);
      if (instruction.modifiers.step == ptx::MatrixStep::store) return store_to(instruction.space);
      return collective;
    case InstructionClass::control:
      break;
  }
  return control;
}

InstructionMix instruction_mix(std::span<const launch::Tally> tallies, const ptx::Module& module, std::uint32_t entry) {
  const ptx::Listing listing(module, entry);
  InstructionMix mix;
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    const ptx::Instruction* instruction = listing.instruction(module, static_cast<std::uint32_t>(i));
    const InstructionKind kind = instruction != nullptr ? kind_of(*instruction) : control;
    InstructionMix::Count& count = mix.counts[static_cast<std::size_t>(kind)];
    count.warp += tallies[i].executions;
    count.thread += tallies[i].lanes;
  }
  return mix;
}

}  // namespace warplens::analysis
