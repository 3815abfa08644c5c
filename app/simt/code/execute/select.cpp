#include "simt/code/execute/lanes.h"

// Selects the family of an instruction.

namespace warplens::simt::WARPLENS_ISA {
namespace {

bool is_half(ptx::Type type) {
  using enum ptx::Type;
  return type == f16 || type == f16x2 || type == bf16 || type == bf16x2;
}
/// Two values of at most 8 bits each.
bool is_tiny(ptx::Type type) { return type >= ptx::Type::e4m3x2 && type <= ptx::Type::ue8m0x2; }
/// Two packed f32, or half precision and f32.
bool is_of_singles(const ptx::Instruction& instruction) {
  return instruction.type == ptx::Type::f32x2 || instruction.source_type != ptx::Type::none;
}
bool is_pair(ptx::Type type) { return type == ptx::Type::u16x2 || type == ptx::Type::s16x2; }

Operation select(const ptx::Instruction& instruction, const ptx::Function& function) {
  using ptx::Opcode;
  switch (instruction.opcode) {
    case Opcode::addc:
    case Opcode::subc:
    case Opcode::madc:
      return select_carry(instruction);
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
      return instruction.modifiers.cc     ? select_carry(instruction)
             : is_half(instruction.type)  ? select_half(instruction)
             : is_pair(instruction.type)  ? select_pairs(instruction)
             : is_of_singles(instruction) ? select_singles(instruction)
                                          : select_arithmetic(instruction);
    case Opcode::div:
      return ptx::kind(instruction.type) == ptx::TypeKind::floating ? select_special(instruction)
                                                                    : select_arithmetic(instruction);
    case Opcode::dp2a:
    case Opcode::dp4a:
      return select_dot(instruction);
    case Opcode::vabsdiff:
    case Opcode::vabsdiff2:
    case Opcode::vabsdiff4:
    case Opcode::vadd:
    case Opcode::vadd2:
    case Opcode::vadd4:
    case Opcode::vavrg2:
    case Opcode::vavrg4:
    case Opcode::vmad:
    case Opcode::vmax:
    case Opcode::vmax2:
    case Opcode::vmax4:
    case Opcode::vmin:
    case Opcode::vmin2:
    case Opcode::vmin4:
    case Opcode::vset:
    case Opcode::vset2:
    case Opcode::vset4:
    case Opcode::vshl:
    case Opcode::vshr:
    case Opcode::vsub:
    case Opcode::vsub2:
    case Opcode::vsub4:
      return select_video(instruction);
    case Opcode::and_:
    case Opcode::or_:
    case Opcode::xor_:
    case Opcode::not_:
    case Opcode::cnot:
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
    case Opcode::bmsk:
    case Opcode::szext:
    case Opcode::fns:
      return select_masks(instruction);
    case Opcode::set:
      return is_half(instruction.source_type) ? select_half_compare(instruction) : select_compare(instruction);
    case Opcode::setp:
      return is_half(instruction.type) ? select_half_compare(instruction) : select_compare(instruction);
    case Opcode::selp:
    case Opcode::slct:
    case Opcode::testp:
      return select_compare(instruction);
    case Opcode::cvt: {
      if (is_tiny(instruction.type) || is_tiny(instruction.source_type)) return select_tiny_convert(instruction);
      const bool narrow = is_half(instruction.type) || is_half(instruction.source_type) || instruction.type == ptx::Type::tf32;
      return narrow || instruction.modifiers.pack ? select_half_convert(instruction) : select_convert(instruction, function);
    }
    case Opcode::ex2:
    case Opcode::tanh:
      return is_half(instruction.type) ? select_half(instruction) : select_special(instruction);
    case Opcode::rcp:
    case Opcode::sqrt:
    case Opcode::rsqrt:
    case Opcode::lg2:
    case Opcode::sin:
    case Opcode::cos:
    case Opcode::copysign:
      return select_special(instruction);
    case Opcode::mov:
    case Opcode::cvta:
    case Opcode::isspacep:
    case Opcode::createpolicy:
    case Opcode::ld:
      return select_move(instruction, function);
    case Opcode::shfl:
    case Opcode::vote:
    case Opcode::activemask:
      return select_shuffle(instruction);
    case Opcode::mma:
    case Opcode::wmma:
    case Opcode::ldmatrix:
    case Opcode::stmatrix:
    case Opcode::movmatrix:
      return select_matrix(instruction);
    case Opcode::match:
    case Opcode::redux:
    case Opcode::elect:
      return select_collective(instruction);
    default:
      return {};
  }
}

}  // namespace

const Executor& executor() {
  static constexpr Executor functions{&select,          &select_load,        &select_own,     &select_store,
                                      &select_atomic,   &addresses,          &lowest_address, &find_lines,
                                      &count_conflicts, &max_on_one_address, &next_element};
  return functions;
}

}  // namespace warplens::simt::WARPLENS_ISA
