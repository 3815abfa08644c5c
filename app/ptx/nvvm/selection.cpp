#include "ptx/nvvm/selection.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "ptx/nvvm/merged_accesses.h"

namespace warplens::ptx::nvvm {
namespace {

bool fits_offset(std::int64_t offset) {
  return offset >= std::numeric_limits<std::int32_t>::min() && offset <= std::numeric_limits<std::int32_t>::max();
}

/// Instructions that do something besides making their result.
bool has_effect(const Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::ret:
    case Opcode::br:
    case Opcode::switch_:
    case Opcode::unreachable:
    case Opcode::store:
    case Opcode::fence:
    case Opcode::cmpxchg:
    case Opcode::atomicrmw:
    case Opcode::call:
      return true;
    case Opcode::load:
      return instruction.is_volatile || instruction.order != AtomicOrder::none;
    default:
      return false;
  }
}

std::int64_t sum(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

}  // namespace

Selection::Selection(const Module& module, const Layout& layout, const Function& function,
                     const std::vector<const Instruction*>& definitions)
    : module_(module), layout_(layout), function_(function) {
  number_instructions();
  spaces_ = pointer_spaces(module, function, definitions);
  find_addresses();
  for (std::uint32_t number = 0; number < all_.size(); ++number) choose(number);
  find_needed();
}

void Selection::number_instructions() {
  const std::size_t locals = function_.locals.size();
  made_at_.assign(locals, none);
  uses_.assign(locals, 0);
  block_uses_.assign(locals, 0);
  for (std::uint32_t b = 0; b < function_.blocks.size(); ++b) {
    first_.push_back(static_cast<std::uint32_t>(all_.size()));
    for (const Instruction& instruction : function_.blocks[b].instructions) {
      if (instruction.result != none) made_at_[instruction.result] = static_cast<std::uint32_t>(all_.size());
      all_.push_back(&instruction);
      block_of_.push_back(b);
    }
  }
  first_.push_back(static_cast<std::uint32_t>(all_.size()));
  std::vector<bool> elsewhere(locals);
  for (std::uint32_t number = 0; number < all_.size(); ++number) {
    for (const Value& operand : all_[number]->operands) {
      if (operand.kind != ValueKind::local) continue;
      ++uses_[operand.index];
      const std::uint32_t made = made_at_[operand.index];
      const bool here = made != none && block_of_[made] == block_of_[number] && all_[number]->opcode != Opcode::phi;
      if (here || !elsewhere[operand.index]) ++block_uses_[operand.index];
      if (!here) elsewhere[operand.index] = true;
    }
  }
  choices_.resize(all_.size());
}

AddressSpace Selection::space_of(const Value& pointer) const {
  if (pointer.kind == ValueKind::local) return spaces_[pointer.index];
  return pointer.kind == ValueKind::constant ? constant_space(module_, pointer.index) : AddressSpace::generic;
}

Address Selection::address_of(const Value& pointer) const {
  Address address{pointer, false, 0};
  if (pointer.kind == ValueKind::local) {
    address = addresses_[pointer.index];
  } else if (pointer.kind == ValueKind::constant) {
    // As long as they lead to a symbol; addresses made from numbers are computed.
    std::int64_t offset = 0;
    for (std::uint32_t index = pointer.index;;) {
      const Constant& constant = module_.constants[index];
      if (constant.kind == ConstantKind::global) {
        address = {{ValueKind::constant, index, constant.type}, false, offset};
        break;
      }
      if (constant.kind != ConstantKind::expression) break;
      if (constant.opcode == Opcode::getelementptr) {
        const AddressSum of = sum_of(module_, layout_, constant);
        if (!of.terms.empty()) break;
        offset = sum(offset, of.offset);
      } else if (constant.opcode != Opcode::bitcast && constant.opcode != Opcode::addrspacecast) {
        break;
      }
      index = constant.operands[0];
    }
  }
  return fits_offset(address.offset) ? address : Address{pointer, false, 0};
}

// In the order of the text: a pointer that is made of a later one is taken as it is. Pointers of a block that differ only by a
// constant share what is the same, so that one computation serves all of a structure's members.
void Selection::find_addresses() {
  addresses_.resize(function_.locals.size());
  for (std::uint32_t local = 0; local < addresses_.size(); ++local)
    addresses_[local].base = {ValueKind::local, local, function_.locals[local].type};
  using Term = std::pair<std::uint64_t, std::int64_t>;
  std::map<std::pair<std::vector<Term>, bool>, Address> known;
  std::uint32_t block = none;
  for (std::uint32_t number = 0; number < all_.size(); ++number) {
    const Instruction& instruction = *all_[number];
    if (instruction.result == none || module_.types[instruction.type].kind != TypeKind::pointer) continue;
    Address& address = addresses_[instruction.result];
    const bool kept = instruction.opcode == Opcode::bitcast || instruction.opcode == Opcode::addrspacecast ||
                      instruction.opcode == Opcode::freeze;
    if (kept && module_.types[instruction.operands[0].type].kind == TypeKind::pointer) {
      if (space_of(instruction.operands[0]) == spaces_[instruction.result]) address = address_of(instruction.operands[0]);
    } else if (instruction.opcode == Opcode::getelementptr) {
      const AddressSum made = sum_of(module_, layout_, instruction);
      const Address base = address_of(made.base);
      const std::int64_t offset = sum(base.offset, made.offset);
      if (!fits_offset(offset)) continue;
      if (made.terms.empty()) {
        address = {base.base, base.without_offset, offset};
        continue;
      }
      if (std::exchange(block, block_of_[number]) != block_of_[number]) known.clear();
      const auto key = [](const Value& value) { return std::uint64_t{value.index} << 8 | static_cast<std::uint8_t>(value.kind); };
      std::vector<Term> terms{{key(base.base), 0}};
      for (const auto& [index, bytes] : made.terms) terms.emplace_back(key(index), bytes);
      const Address own{address.base, true, 0};
      address = known.emplace(std::pair(std::move(terms), base.without_offset), own).first->second;
      address.offset = offset;
    }
  }
}

/// The instruction that makes a value, if it is a product in the same block.
const Instruction* Selection::product(const Value& value, std::uint32_t block, Opcode opcode) const {
  if (value.kind != ValueKind::local || made_at_[value.index] == none) return nullptr;
  const std::uint32_t made = made_at_[value.index];
  return all_[made]->opcode == opcode && block_of_[made] == block ? all_[made] : nullptr;
}

// As LLVM fuses for NVPTX (DAGCombiner: visitFADDForFMACombine, visitFSUBForFMACombine), so that results are the same to the last
// bit: within a block, of two products the one with fewer uses, else the first.
bool Selection::choose_floating_sum(std::uint32_t number) {
  const Instruction& instruction = *all_[number];
  if (!instruction.contract || layout_.part_count(instruction.type) != 1) return false;
  const auto fusible = [&](const Value& value) {
    const Instruction* const found = product(value, block_of_[number], Opcode::fmul);
    return found != nullptr && found->contract ? found : nullptr;
  };
  const Value &left = instruction.operands[0], &right = instruction.operands[1];
  const Instruction* const first = fusible(left);
  const Instruction* const second = fusible(right);
  if (first == nullptr && second == nullptr) return false;
  const bool take_second = first == nullptr || (second != nullptr && block_uses_[left.index] > block_uses_[right.index]);
  const Instruction& taken = take_second ? *second : *first;
  Choice& choice = choices_[number];
  choice.form = Form::multiply_add;
  choice.a = taken.operands[0], choice.b = taken.operands[1], choice.c = take_second ? left : right;
  if (instruction.opcode == Opcode::fsub) (take_second ? choice.negate_product : choice.negate_addend) = true;
  return true;
}

// A product that only the sum needs (NVPTXISelLowering: PerformADDCombine).
bool Selection::choose_integer_sum(std::uint32_t number) {
  const Instruction& instruction = *all_[number];
  const Type& type = module_.types[instruction.type];
  if (type.kind != TypeKind::integer || type.bits != 32) return false;
  for (const int side : {0, 1}) {
    const Value& value = instruction.operands[static_cast<std::size_t>(side)];
    const Instruction* const found = product(value, block_of_[number], Opcode::mul);
    if (found == nullptr || uses_[value.index] != 1) continue;
    Choice& choice = choices_[number];
    choice.form = Form::multiply_add;
    choice.a = found->operands[0], choice.b = found->operands[1];
    choice.c = instruction.operands[static_cast<std::size_t>(1 - side)];
    return true;
  }
  return false;
}

/// Whether a value is one of `bits` bits, extended, or a constant that fits them.
bool Selection::is_narrow(const Value& value, std::uint32_t bits, Opcode extension, Value& narrow) const {
  if (const auto constant = constant_integer(module_, value)) {
    narrow = value;
    const std::int64_t limit = std::int64_t{1} << (bits - (extension == Opcode::sext ? 1 : 0));
    return *constant < limit && *constant >= (extension == Opcode::sext ? -limit : 0);
  }
  if (value.kind != ValueKind::local || made_at_[value.index] == none) return false;
  const Instruction& made = *all_[made_at_[value.index]];
  if (made.opcode != extension || module_.types[made.operands[0].type].bits != bits) return false;
  if (module_.types[made.type].kind != TypeKind::integer) return false;
  narrow = made.operands[0];
  return true;
}

bool Selection::extended_index(const Value& index, Value& narrow, bool& is_signed) const {
  if (module_.types[index.type].bits == 32) {
    narrow = index;
    return is_signed = true;
  }
  is_signed = is_narrow(index, 32, Opcode::sext, narrow);
  if (is_signed || !is_narrow(index, 32, Opcode::zext, narrow)) return is_signed;
  is_signed = module_.narrow_pointers;  // the upper half of an index is not seen
  return true;
}

bool Selection::choose_wide_product(std::uint32_t number) {
  const Instruction& instruction = *all_[number];
  const Type& type = module_.types[instruction.type];
  if (type.kind != TypeKind::integer || (type.bits != 64 && type.bits != 32)) return false;
  const bool shift = instruction.opcode == Opcode::shl;
  const std::uint32_t half = type.bits / 2;
  for (const Opcode extension : {Opcode::sext, Opcode::zext}) {
    Choice choice;
    choice.form = Form::multiply_wide;
    choice.is_signed = extension == Opcode::sext;
    if (instruction.operands[0].kind != ValueKind::local || !is_narrow(instruction.operands[0], half, extension, choice.a))
      continue;
    if (shift) {
      const auto places = constant_integer(module_, instruction.operands[1]);
      if (!places || *places < 0 || *places >= half - 1) continue;
      choice.b = instruction.operands[1];
    } else if (!is_narrow(instruction.operands[1], half, extension, choice.b)) {
      continue;
    }
    choices_[number] = choice;
    return true;
  }
  return false;
}

bool Selection::choose_extended_load(std::uint32_t number) {
  const Instruction& load = *all_[number];
  const Type& type = module_.types[load.type];
  if (type.kind != TypeKind::integer || (type.bits != 8 && type.bits != 16 && type.bits != 32)) return false;
  for (std::uint32_t user = number + 1; user < first_[block_of_[number] + 1]; ++user) {
    const Instruction& found = *all_[user];
    if (found.opcode != Opcode::zext && found.opcode != Opcode::sext) continue;
    if (found.operands[0].kind != ValueKind::local || found.operands[0].index != load.result) continue;
    const Type& to = module_.types[found.type];
    if (to.kind != TypeKind::integer || (to.bits != 16 && to.bits != 32 && to.bits != 64)) return false;
    choices_[number].form = Form::extended_load;
    choices_[number].extension = &found;
    return true;
  }
  return false;
}

void Selection::choose(std::uint32_t number) {
  const Instruction& instruction = *all_[number];
  bool chosen = false;
  switch (instruction.opcode) {
    case Opcode::fadd:
    case Opcode::fsub:
      chosen = choose_floating_sum(number);
      break;
    case Opcode::add:
      chosen = choose_integer_sum(number);
      break;
    case Opcode::mul:
    case Opcode::shl:
      chosen = choose_wide_product(number);
      break;
    default:
      break;
  }
  if (!chosen) choices_[number].form = Form::plain;
}

template <typename ReadValue, typename ReadAddress>
void Selection::visit_reads(std::uint32_t number, ReadValue&& read, ReadAddress&& read_address) const {
  const Instruction& instruction = *all_[number];
  const Choice& choice = choices_[number];
  const std::vector<Value>& operands = instruction.operands;
  switch (choice.form) {
    case Form::covered:
      return;
    case Form::multiply_add:
      read(choice.a), read(choice.b), read(choice.c);
      return;
    case Form::multiply_wide:
      read(choice.a), read(choice.b);
      return;
    case Form::extended_load:
      return read_address(operands[0]);
    case Form::merged:
      if (instruction.opcode == Opcode::load) return read_address(operands[0]);
      for (const std::uint32_t member : choice.group) read(all_[member]->operands[0]);
      return read_address(operands[1]);
    case Form::plain:
      break;
  }
  switch (instruction.opcode) {
    case Opcode::load:
      return read_address(operands[0]);
    case Opcode::store:
      read(operands[0]);
      return read_address(operands[1]);
    case Opcode::cmpxchg:
      read_address(operands[0]), read(operands[1]), read(operands[2]);
      return;
    case Opcode::atomicrmw:
      read_address(operands[0]), read(operands[1]);
      return;
    case Opcode::getelementptr: {
      const Value itself{ValueKind::local, instruction.result, instruction.type};
      if (address_of(itself).base != itself) return read_address(itself);
      const AddressSum made = sum_of(module_, layout_, instruction);
      read_address(made.base);
      for (const auto& [index, bytes] : made.terms) {
        Value narrow;
        bool is_signed = false;
        read(bytes > 0 && bytes <= 0x7fffffff && extended_index(index, narrow, is_signed) ? narrow : index);
      }
      return;
    }
    case Opcode::call:
      if (instruction.callee.kind == ValueKind::local) read(instruction.callee);
      break;
    case Opcode::phi:
      return;  // read where the blocks before end
    default:
      break;
  }
  for (const Value& operand : operands) read(operand);
}

void Selection::need(const Value& value, std::vector<std::uint32_t>& waiting) {
  if (value.kind != ValueKind::local || made_at_[value.index] == none) return;
  const std::uint32_t number = made_at_[value.index];
  Choice& choice = choices_[number];
  choice.needs_sum = true;
  waiting.push_back(number);
}

void Selection::need_address(const Value& pointer, std::vector<std::uint32_t>& waiting) {
  const Address address = address_of(pointer);
  if (address.base.kind != ValueKind::local || made_at_[address.base.index] == none) return;
  const std::uint32_t number = made_at_[address.base.index];
  if (!address.without_offset) choices_[number].needs_sum = true;
  waiting.push_back(number);
}

// From the instructions with effects to all that they need; the others are covered.
void Selection::find_needed() {
  std::vector<std::uint32_t> waiting;
  std::vector<bool> needed(all_.size());
  std::vector<std::uint32_t> reads(function_.locals.size());  // per local
  for (std::uint32_t number = 0; number < all_.size(); ++number)
    if (has_effect(*all_[number])) waiting.push_back(number);
  while (!waiting.empty()) {
    const std::uint32_t number = waiting.back();
    waiting.pop_back();
    if (needed[number]) continue;
    needed[number] = true;
    const auto read = [&](const Value& value) {
      if (value.kind == ValueKind::local) ++reads[value.index];
      need(value, waiting);
    };
    visit_reads(number, read, [&](const Value& value) { need_address(value, waiting); });
    if (all_[number]->opcode == Opcode::phi)
      for (const Value& value : all_[number]->operands) read(value);
  }
  for (std::uint32_t number = 0; number < all_.size(); ++number)
    if (!needed[number]) choices_[number].form = Form::covered;
  merge_accesses();
  extend_loads(reads);
}

/// A group of loads is written where the first of them is, one of stores where the last is.
void Selection::merge_accesses() {
  if (function_.attributes.contains("optnone")) return;
  for (std::vector<std::uint32_t>& group : merged_accesses(module_, layout_, *this)) {
    const auto [first, last] = std::ranges::minmax(group);
    const std::uint32_t leader = all_[first]->opcode == Opcode::load ? first : last;
    for (const std::uint32_t member : group) choices_[member].form = Form::covered;
    choices_[leader].form = Form::merged;
    choices_[leader].group = std::move(group);
  }
}

void Selection::extend_loads(const std::vector<std::uint32_t>& reads) {
  for (std::uint32_t number = 0; number < all_.size(); ++number) {
    if (choices_[number].form != Form::plain || all_[number]->opcode != Opcode::load || has_effect(*all_[number])) continue;
    if (reads[all_[number]->result] != 1 || !choose_extended_load(number)) continue;
    const std::uint32_t extension = made_at_[choices_[number].extension->result];
    if (choices_[extension].form == Form::covered)  // a wider instruction has taken its operand
      choices_[number].form = Form::plain;
    else
      choices_[extension].form = Form::covered;
  }
}

void Selection::add_reads(std::uint32_t number, std::vector<std::uint32_t>& locals) const {
  const auto read = [&](const Value& value) {
    if (value.kind == ValueKind::local) locals.push_back(value.index);
  };
  visit_reads(number, read, [&](const Value& pointer) { read(address_of(pointer).base); });
}

void Selection::add_writes(std::uint32_t number, std::vector<std::uint32_t>& locals) const {
  const Choice& choice = choices_[number];
  if (choice.form == Form::covered) return;
  if (choice.form == Form::extended_load) return locals.push_back(choice.extension->result);
  if (choice.form != Form::merged) {
    if (all_[number]->result != none) locals.push_back(all_[number]->result);
    return;
  }
  for (const std::uint32_t member : choice.group)
    if (all_[member]->result != none) locals.push_back(all_[member]->result);
}

}  // namespace warplens::ptx::nvvm
