#include <algorithm>

#include "ptx/nvvm/function_writer.h"

// Parts of vectors, arrays and structures, and addresses of parts in memory.

namespace warplens::ptx::nvvm {
namespace {

constexpr std::size_t most_chosen = 64;  // elements that an index known only at run time may choose from

}  // namespace

/// Make `values` the result of an instruction that computes nothing: they get another name where they keep their registers for as
/// long as the result is alive, and are copied else.
void FunctionWriter::assign(const Instruction& instruction, const Registers& values) {
  const std::vector<Part> all = parts(instruction.type);
  const std::uint32_t local = instruction.result;
  if (local != none && !shared_.is_shared(local) && !registers_.contains(local)) {
    Registers& named = registers_[local];
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!shared_registers_.contains(values[i])) {
        named.push_back(values[i]);
        continue;
      }
      named.push_back(new_register(all[i].kind));
      move(all[i].kind, named.back(), values[i]);
    }
    return;
  }
  std::vector<std::pair<std::string, std::string>> copies;
  std::map<std::string, RegisterKind> kinds;
  const Registers& to = result(instruction);
  for (std::size_t i = 0; i < all.size(); ++i) {
    copies.emplace_back(to[i], values[i]);
    kinds[to[i]] = all[i].kind;
  }
  copy_in_parallel(std::move(copies), std::move(kinds));
}

void FunctionWriter::write_elements(const Instruction& instruction) {
  const Value& whole = instruction.operands[0];
  Registers values = operands(whole);
  const auto some = [&](const Registers& all, std::size_t first, std::size_t count) {
    return Registers(all.begin() + static_cast<std::ptrdiff_t>(first), all.begin() + static_cast<std::ptrdiff_t>(first + count));
  };
  switch (instruction.opcode) {
    case Opcode::extractvalue:
    case Opcode::insertvalue: {
      std::size_t first = 0;
      std::uint32_t inner = whole.type;
      for (const std::uint32_t index : instruction.indices) {
        first += layout_.first_part(inner, index);
        inner = type(inner).kind == TypeKind::structure ? type(inner).members[index] : type(inner).members[0];
      }
      if (instruction.opcode == Opcode::extractvalue) return assign(instruction, some(values, first, layout_.part_count(inner)));
      std::ranges::copy(operands(instruction.operands[1]), values.begin() + static_cast<std::ptrdiff_t>(first));
      return assign(instruction, values);
    }
    case Opcode::shufflevector: {
      const std::size_t each = layout_.part_count(scalar_type(module_, whole.type));
      const std::vector<Part> shape = parts(whole.type);
      std::ranges::copy(operands(instruction.operands[1]), std::back_inserter(values));
      Registers chosen;
      for (const std::uint32_t index : instruction.indices) {
        if (index == none)
          for (std::size_t i = 0; i < each; ++i) chosen.push_back(immediate(shape[i].kind, 0, shape[i].bits));
        else
          std::ranges::copy(some(values, index * each, each), std::back_inserter(chosen));
      }
      return assign(instruction, chosen);
    }
    default:
      break;
  }
  const std::size_t each = layout_.part_count(scalar_type(module_, whole.type));
  const bool inserts = instruction.opcode == Opcode::insertelement;
  const Value& index = instruction.operands[inserts ? 2 : 1];
  const std::size_t count = each == 0 ? 0 : values.size() / each;
  const Registers element = inserts ? operands(instruction.operands[1]) : Registers{};
  if (const auto constant = constant_integer(module_, index)) {
    // An index outside gives any value.
    const std::size_t at = static_cast<std::uint64_t>(*constant) < count ? static_cast<std::size_t>(*constant) : 0;
    if (!inserts) return assign(instruction, some(values, at * each, each));
    std::ranges::copy(element, values.begin() + static_cast<std::ptrdiff_t>(at * each));
    return assign(instruction, values);
  }
  if (count > most_chosen) return fail(fmt::format("an index into a vector of more than {} elements", most_chosen));
  const std::vector<Part> shape = parts(whole.type);
  Part place = parts(index.type)[0];
  std::string at = in_register(index);
  if (place.kind == RegisterKind::predicate) {
    const std::string number = new_register(RegisterKind::b32);
    cast_integer(Opcode::zext, place, {RegisterKind::b32, 32, 0}, number, at);
    at = number, place = {RegisterKind::b32, 32, 0};
  }
  at = extended(at, place, false);
  Registers chosen = inserts ? values : some(values, 0, each);
  for (std::size_t i = inserts ? 0 : 1; i < count; ++i) {
    const std::string is = new_register(RegisterKind::predicate);
    emit("setp.eq.u{} {}, {}, {};", register_bits(place.kind), is, at, i);
    for (std::size_t j = 0; j < each; ++j) {
      const std::size_t part = i * each + j;
      std::string& now = chosen[inserts ? part : j];
      const std::string next = new_register(shape[part].kind);
      select(shape[part].kind, next, is, inserts ? element[j] : values[part], now);
      now = next;
    }
  }
  assign(instruction, chosen);
}

/// Add indices times the bytes that they count to an address.
void FunctionWriter::add_terms(const AddressSum& sum, std::string& address) {
  for (const auto& [index, bytes] : sum.terms) {
    const Part part = parts(index.type)[0];
    std::string scaled = new_register(RegisterKind::b64);
    Value narrow;
    bool is_signed = false;
    if (bytes > 0 && bytes <= 0x7fffffff && selection_.extended_index(index, narrow, is_signed)) {
      emit("mul.wide.{}32 {}, {}, {};", is_signed ? 's' : 'u', scaled, in_register(narrow), bytes);
    } else {
      std::string wide = in_register(index);
      Part seen = part;
      if (module_.narrow_pointers && part.bits > 32) {
        const std::string low = new_register(RegisterKind::b32);
        seen = {RegisterKind::b32, 32, 0};
        cast_integer(Opcode::trunc, part, seen, low, wide);
        wide = low;
      }
      if (seen.bits < 64) {
        const std::string longer = new_register(RegisterKind::b64);
        cast_integer(Opcode::sext, seen, {RegisterKind::b64, 64, 0}, longer, wide);
        wide = longer;
      }
      const auto positive = static_cast<std::uint64_t>(bytes);
      if (bytes == 1)
        scaled = wide;
      else if (bytes > 0 && (positive & (positive - 1)) == 0)
        emit("shl.b64 {}, {}, {};", scaled, wide, std::countr_zero(positive));
      else
        emit("mul.lo.s64 {}, {}, {};", scaled, wide, bytes);
    }
    const std::string next = new_register(RegisterKind::b64);
    emit("add.s64 {}, {}, {};", next, address, scaled);
    address = next;
  }
}

void FunctionWriter::write_getelementptr(const Instruction& instruction, const Choice& choice) {
  if (type(instruction.type).kind != TypeKind::pointer) return fail("vectors of pointers are not supported");
  const Value itself{ValueKind::local, instruction.result, instruction.type};
  const Address whole = selection_.address_of(itself);
  std::int64_t offset = whole.offset;
  std::string address;
  if (whole.base != itself) {
    // A constant further than another pointer.
    if (choice.needs_sum) address = address_of_base(whole);
  } else {
    const AddressSum sum = sum_of(module_, layout_, instruction);
    const Address base = selection_.address_of(sum.base);
    address = address_of_base(base);
    add_terms(sum, address);
    if (!whole.without_offset)  // too far for the field of an instruction
      offset = static_cast<std::int64_t>(static_cast<std::uint64_t>(sum.offset) + static_cast<std::uint64_t>(base.offset));
    const auto found = bases_.find(instruction.result);
    if (found == bases_.end())
      bases_.emplace(instruction.result, address);  // computed just now, in a register of its own
    else
      move(RegisterKind::b64, found->second, address);
  }
  if (!choice.needs_sum) return;
  if (offset == 0) return assign(instruction, {address});
  emit("add.s64 {}, {}, {};", result(instruction)[0], in_register(address, RegisterKind::b64), offset);
}

}  // namespace warplens::ptx::nvvm
