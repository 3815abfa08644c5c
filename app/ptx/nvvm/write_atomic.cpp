#include <bit>

#include "ptx/nvvm/function_writer.h"

// Atomic operations and fences.

namespace warplens::ptx::nvvm {
namespace {

/// What atom does by itself, with the letter of the type that it is named with; "" where a loop does it.
std::string_view atomic_name(AtomicOperation operation) {
  switch (operation) {
    case AtomicOperation::xchg:
      return "exch.b";
    case AtomicOperation::add:
    case AtomicOperation::sub:
      return "add.u";
    case AtomicOperation::and_:
      return "and.b";
    case AtomicOperation::or_:
      return "or.b";
    case AtomicOperation::xor_:
      return "xor.b";
    case AtomicOperation::max:
      return "max.s";
    case AtomicOperation::min:
      return "min.s";
    case AtomicOperation::umax:
      return "max.u";
    case AtomicOperation::umin:
      return "min.u";
    case AtomicOperation::uinc_wrap:
      return "inc.u";
    case AtomicOperation::udec_wrap:
      return "dec.u";
    default:
      return "";
  }
}

}  // namespace

/// "atom" with ordering, scope and space. CUDA's own atomic functions reach LLVM as seq_cst of the whole system, though
/// they order nothing (CUDA C++ Programming Guide, "Atomic Functions"): those are plain, as LLVM has always written them.
std::string FunctionWriter::atomic_operation(const Instruction& instruction, const Value& pointer) {
  std::string ordering;
  switch (instruction.order) {
    case AtomicOrder::acquire:
      ordering = ".acquire";
      break;
    case AtomicOrder::release:
      ordering = ".release";
      break;
    case AtomicOrder::acq_rel:
      ordering = ".acq_rel";
      break;
    case AtomicOrder::monotonic:
      ordering = ".relaxed";
      break;
    default:
      break;
  }
  const bool plain = ordering.empty() && instruction.scope.empty();
  return "atom" + ordering + (plain ? "" : scope_suffix(instruction.scope)) +
         std::string(space_suffix(selection_.space_of(pointer)));
}

void FunctionWriter::write_fence(const Instruction& instruction) {
  if (instruction.scope == "singlethread") return;
  emit("fence.{}{};", instruction.order == AtomicOrder::seq_cst ? "sc" : "acq_rel", scope_suffix(instruction.scope));
}

void FunctionWriter::write_exchange(const Instruction& instruction) {
  const Value &pointer = instruction.operands[0], &expected = instruction.operands[1];
  const Part whole = parts(expected.type)[0];
  const Part part = whole.narrow ? Part{RegisterKind::b32, 32, 0} : whole;
  const std::string operation = atomic_operation(instruction, pointer);
  const bool one = layout_.part_count(expected.type) == 1;
  if (!one || (part.bits != 16 && part.bits != 32 && part.bits != 64))
    return fail(fmt::format("cmpxchg of {}: GPUs have it for 16, 32 and 64 bits", describe_type(module_, expected.type)));
  const Registers& to = result(instruction);
  const bool is_short = part.bits == 16;  // of which instructions take no constants
  const auto number = [&](const Value& value) {
    if (whole.narrow) return narrowed(whole.space, operand(value));
    return is_short ? in_register(value) : operand(value);
  };
  const std::string old = number(expected), now = number(instruction.operands[2]), seen = new_register(part.kind);
  if (selection_.space_of(pointer) == AddressSpace::local) {
    // Nobody else has it, and atom does not take it.
    const std::string same = new_register(RegisterKind::predicate), kept = new_register(part.kind);
    emit("ld.local.u{} {}, [{}];", part.bits, seen, address(pointer));
    emit("setp.eq.s{} {}, {}, {};", part.bits, same, seen, old);
    emit("selp.b{} {}, {}, {}, {};", part.bits, kept, now, seen, same);
    emit("st.local.u{} [{}], {};", part.bits, address(pointer), kept);
  } else {
    emit("{}.cas.b{} {}, [{}], {}, {};", operation, part.bits, seen, address(pointer), old, now);
  }
  emit("setp.eq.s{} {}, {}, {};", part.bits, to[1], seen, old);
  if (whole.narrow) return widen(whole.space, to[0], seen);
  move(part.kind, to[0], seen);
}

void FunctionWriter::write_atomic(const Instruction& instruction) {
  const Value &pointer = instruction.operands[0], &value = instruction.operands[1];
  const std::string operation = atomic_operation(instruction, pointer);
  const bool local = selection_.space_of(pointer) == AddressSpace::local;
  const std::vector<Part> all = parts(value.type);
  if (all.size() != 1) return fail(fmt::format("an atomic operation on {}", describe_type(module_, value.type)));
  const Part part = all[0];
  if (part.narrow) return write_pointer_exchange(instruction, operation);
  const AtomicOperation atomic = instruction.atomic;
  const TypeKind kind = type(value.type).kind;
  std::string number = part.kind == RegisterKind::b32 || part.kind == RegisterKind::b64 ? operand(value) : in_register(value);
  const bool adds_floats = atomic == AtomicOperation::fadd && (kind == TypeKind::float32 || kind == TypeKind::float64);
  const bool halves = atomic == AtomicOperation::fadd && (kind == TypeKind::half || kind == TypeKind::bfloat);
  const std::string& to = result(instruction)[0];
  if (local && part.bits >= 16 && std::has_single_bit(part.bits)) return write_atomic_loop(instruction, operation);
  if (adds_floats) return emit("{}.add.{} {}, [{}], {};", operation, type_name(part.kind), to, address(pointer), number);
  if (halves)
    return emit("{}.add.noftz.{} {}, [{}], {};", operation, kind == TypeKind::half ? "f16" : "bf16", to, address(pointer),
                number);
  const std::string_view name = atomic_name(atomic);
  if (part.bits == 32 || part.bits == 64) {
    if (atomic == AtomicOperation::xchg || (!name.empty() && !is_float(value.type))) {
      const bool counts = atomic == AtomicOperation::uinc_wrap || atomic == AtomicOperation::udec_wrap;
      if (!(counts && part.bits == 64)) {
        if (atomic == AtomicOperation::sub) {
          if (const auto constant = constant_integer(module_, value)) {
            number = immediate(part.kind, ~static_cast<std::uint64_t>(*constant) + 1, part.bits);
          } else {
            const std::string negative = new_register(part.kind);
            emit("neg.s{} {}, {};", part.bits, negative, number);
            number = negative;
          }
        }
        return emit("{}.{}{} {}, [{}], {};", operation, name, part.bits, to, address(pointer), number);
      }
    }
  } else if (part.bits != 16) {
    return fail(
        fmt::format("an atomic operation on {}: GPUs have them for 16, 32 and 64 bits", describe_type(module_, value.type)));
  }
  write_atomic_loop(instruction, operation);
}

/// What atom does not do: computed, and exchanged if nobody was faster.
void FunctionWriter::write_atomic_loop(const Instruction& instruction, const std::string& operation) {
  const Value &pointer = instruction.operands[0], &value = instruction.operands[1];
  const Part part = parts(value.type)[0];
  const RegisterKind bits = part.bits == 64 ? RegisterKind::b64 : part.bits == 32 ? RegisterKind::b32 : RegisterKind::b16;
  const std::string place = address(pointer), number = in_register(value);
  const std::string old = new_register(part.kind), now = new_register(part.kind), old_bits = new_register(bits),
                    now_bits = new_register(bits), seen = new_register(bits), again = new_register(RegisterKind::predicate);
  emit("ld{}.u{} {}, [{}];", space_suffix(selection_.space_of(pointer)), part.bits, seen, place);
  // Nobody else has local memory, and atom does not take it.
  const bool local = selection_.space_of(pointer) == AddressSpace::local;
  const std::string loop = new_label();
  if (!local) label(loop);
  emit("mov.b{} {}, {};", part.bits, old_bits, seen);
  emit("mov.b{} {}, {};", part.bits, old, old_bits);
  const auto chosen = [&](Predicate predicate) {
    const std::string keeps = new_register(RegisterKind::predicate);
    compare_integers(predicate, part, keeps, old, number);
    select(part.kind, now, keeps, old, number);
  };
  const std::string_view name = part.kind == RegisterKind::f64 ? "f64" : "f32";
  switch (instruction.atomic) {
    case AtomicOperation::add:
    case AtomicOperation::sub:
    case AtomicOperation::and_:
    case AtomicOperation::or_:
    case AtomicOperation::xor_: {
      const Opcode opcodes[] = {Opcode::add, Opcode::sub, Opcode::and_, Opcode::and_, Opcode::or_, Opcode::xor_};
      write_integer(opcodes[static_cast<std::size_t>(instruction.atomic) - static_cast<std::size_t>(AtomicOperation::add)], part,
                    now, old, number);
      break;
    }
    case AtomicOperation::nand: {
      const std::string both = new_register(part.kind);
      emit("and.b{} {}, {}, {};", part.bits, both, old, number);
      emit("not.b{} {}, {};", part.bits, now, both);
      break;
    }
    case AtomicOperation::xchg:
      move(part.kind, now, number);
      break;
    case AtomicOperation::max:
      chosen(Predicate::sge);
      break;
    case AtomicOperation::min:
      chosen(Predicate::sle);
      break;
    case AtomicOperation::umax:
      chosen(Predicate::uge);
      break;
    case AtomicOperation::umin:
      chosen(Predicate::ule);
      break;
    case AtomicOperation::fsub:
      write_floating(Opcode::fsub, value.type, now, old, number);
      break;
    case AtomicOperation::fmax:
    case AtomicOperation::fmin: {
      if (part.bits == 16) return fail("atomic fmax and fmin of 16 bits are not supported");
      emit("{}.{} {}, {}, {};", instruction.atomic == AtomicOperation::fmax ? "max" : "min", name, now, old, number);
      break;
    }
    case AtomicOperation::fadd:
      write_floating(Opcode::fadd, value.type, now, old, number);
      break;
    default:
      return fail("this atomic operation is not supported for the type");
  }
  emit("mov.b{} {}, {};", part.bits, now_bits, now);
  if (local) {
    emit("st.local.u{} [{}], {};", part.bits, place, now_bits);
    return move(part.kind, result(instruction)[0], old);
  }
  emit("{}.cas.b{} {}, [{}], {}, {};", operation, part.bits, seen, place, old_bits, now_bits);
  emit("setp.ne.s{} {}, {}, {};", part.bits, again, seen, old_bits);
  emit("@{} bra {};", again, loop);
  move(part.kind, result(instruction)[0], old);
}

}  // namespace warplens::ptx::nvvm
