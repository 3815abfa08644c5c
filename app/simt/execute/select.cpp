#include "simt/execute/lanes.h"

// Which family an instruction belongs to.

namespace warplens::simt::WARPLENS_ISA {
namespace {

Operation select(const ptx::Instruction& instruction, const ptx::Function& function) {
  using ptx::Opcode;
  switch (instruction.opcode) {
    case Opcode::add:
    case Opcode::sub:
    case Opcode::mul:
    case Opcode::mad:
    case Opcode::fma:
    case Opcode::mul24:
    case Opcode::mad24:
    case Opcode::sad:
    case Opcode::rem:
    case Opcode::abs:
    case Opcode::neg:
    case Opcode::min:
    case Opcode::max:
      return select_arithmetic(instruction);
    case Opcode::div:
      return ptx::kind(instruction.type) == ptx::TypeKind::floating ? select_special(instruction)
                                                                    : select_arithmetic(instruction);
    case Opcode::and_:
    case Opcode::or_:
    case Opcode::xor_:
    case Opcode::not_:
    case Opcode::shl:
    case Opcode::shr:
    case Opcode::shf:
    case Opcode::lop3:
    case Opcode::prmt:
    case Opcode::popc:
    case Opcode::clz:
    case Opcode::brev:
    case Opcode::bfind:
    case Opcode::bfe:
    case Opcode::bfi:
      return select_bits(instruction);
    case Opcode::set:
    case Opcode::setp:
    case Opcode::selp:
    case Opcode::slct:
    case Opcode::testp:
      return select_compare(instruction);
    case Opcode::cvt:
      return select_convert(instruction);
    case Opcode::rcp:
    case Opcode::sqrt:
    case Opcode::rsqrt:
    case Opcode::ex2:
    case Opcode::lg2:
    case Opcode::sin:
    case Opcode::cos:
    case Opcode::copysign:
      return select_special(instruction);
    case Opcode::mov:
    case Opcode::cvta:
    case Opcode::ld:
      return select_move(instruction, function);
    case Opcode::shfl:
    case Opcode::vote:
    case Opcode::activemask:
      return select_exchange(instruction);
    default:
      return {};
  }
}

}  // namespace

const Executor& executor() {
  static constexpr Executor functions{&select, &select_load,   &select_store,    &select_atomic,      &addresses,
                                      &locate, &count_sectors, &count_conflicts, &most_on_one_address};
  return functions;
}

}  // namespace warplens::simt::WARPLENS_ISA
