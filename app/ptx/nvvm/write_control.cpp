#include <algorithm>

#include "ptx/nvvm/function_writer.h"

// Branches, and the copies that stand for phis.

namespace warplens::ptx::nvvm {
namespace {

/// Cases of a switch: they are compared one by one up to here, and halved beyond.
constexpr std::size_t compared_in_turn = 4;

struct Case {
  std::uint64_t bits;  ///< as a number without sign
  Value value;
  std::uint32_t block;
};

}  // namespace

/// Go on with a block, of which nothing needs to be said if it is the next one.
void FunctionWriter::jump(std::uint32_t target, std::uint32_t next) {
  if (target == 0) return fail("a branch to the first block of a function");
  if (target != next) emit("bra.uni {};", block_label(target));
}

void FunctionWriter::write_branch(const Instruction& instruction) {
  if (instruction.operands.empty()) return jump(instruction.blocks[0], next_block_);
  const std::uint32_t yes = instruction.blocks[0], no = instruction.blocks[1];
  if (const auto constant = constant_integer(module_, instruction.operands[0]))
    return jump(*constant != 0 ? yes : no, next_block_);
  if (yes == no) return jump(yes, next_block_);
  if (yes == 0 || no == 0) return fail("a branch to the first block of a function");
  const std::string condition = in_register(instruction.operands[0]);
  if (yes == next_block_) return emit("@!{} bra {};", condition, block_label(no));
  emit("@{} bra {};", condition, block_label(yes));
  jump(no, next_block_);
}

void FunctionWriter::write_switch(const Instruction& instruction) {
  const Value& value = instruction.operands[0];
  std::vector<Part> all = parts(value.type);
  if (all.size() != 1) return fail(fmt::format("a switch over {}", describe_type(module_, value.type)));
  std::string number = extended(in_register(value), all[0], false);
  if (all[0].kind == RegisterKind::predicate) {
    const Part whole{RegisterKind::b16, 16, 0};
    const std::string wide = new_register(whole.kind);
    cast_integer(Opcode::zext, all[0], whole, wide, number);
    number = wide, all[0].kind = whole.kind;
  }
  std::vector<Case> cases;
  for (std::size_t i = 1; i < instruction.operands.size(); ++i) {
    const auto of = constant_integer(module_, instruction.operands[i]);
    if (!of) return fail("a case of a switch that is no number");
    const unsigned unused = 64 - all[0].bits;
    cases.push_back({static_cast<std::uint64_t>(*of) << unused >> unused, instruction.operands[i], instruction.blocks[i]});
  }
  std::ranges::sort(cases, {}, &Case::bits);
  const std::string is = new_register(RegisterKind::predicate);
  // Halves of the cases that wait: from …, to …, and the label of what compares with them.
  struct Half {
    std::size_t first, last;
    std::string name;
  };
  std::vector<Half> waiting{{0, cases.size(), ""}};
  const auto compare = [&](std::string_view how, const Case& with, const std::string& target) {
    const Part unsigned_part = all[0];
    const std::string constant = immediate(unsigned_part.kind, with.bits, register_bits(unsigned_part.kind));
    emit("setp.{}.u{} {}, {}, {};", how, std::max(register_bits(unsigned_part.kind), 16u), is, number, constant);
    emit("@{} bra {};", is, target);
  };
  while (!waiting.empty()) {
    const Half half = waiting.back();
    waiting.pop_back();
    if (!half.name.empty()) label(half.name);
    if (half.last - half.first > compared_in_turn) {
      const std::size_t middle = half.first + (half.last - half.first) / 2;
      const std::string below = new_label();
      compare("lt", cases[middle], below);
      waiting.push_back({half.first, middle, below});
      waiting.push_back({middle, half.last, ""});
      continue;
    }
    for (std::size_t i = half.first; i < half.last; ++i) {
      if (cases[i].block == 0) return fail("a branch to the first block of a function");
      compare("eq", cases[i], block_label(cases[i].block));
    }
    jump(instruction.blocks[0], waiting.empty() ? next_block_ : none);
  }
}

void FunctionWriter::write_return(const Instruction& instruction) {
  if (function_.kernel || instruction.operands.empty()) return emit("ret;");
  const Value& value = instruction.operands[0];
  const std::vector<Part> all = passed_parts(value.type);
  const Registers from = operands(value);
  for (std::size_t i = 0; i < all.size(); ++i)
    store_part("st.param", all[i], from[i], fmt::format("func_retval0+{}", all[i].offset), 16);
  emit("ret;");
}

/// What the blocks before have handed over becomes the phis.
void FunctionWriter::write_phis(std::uint32_t block) {
  std::vector<std::pair<std::string, std::string>> copies;
  std::map<std::string, RegisterKind> kinds;
  const std::uint32_t first = selection_.first()[block], last = selection_.first()[block + 1];
  for (std::uint32_t number = first; number < last; ++number) {
    const Instruction& phi = *selection_.instructions()[number];
    if (phi.opcode != Opcode::phi) break;
    if (selection_.choice(number).form == Form::covered) continue;
    const Registers &to = result(phi.result), &from = handed(phi.result);
    const std::vector<Part> all = parts(phi.type);
    if (error_) return;
    for (std::size_t i = 0; i < to.size(); ++i) {
      copies.emplace_back(to[i], from[i]);
      kinds[to[i]] = all[i].kind;
    }
  }
  copy_in_parallel(std::move(copies), std::move(kinds));
}

/// The registers of what is handed over to a phi.
const Registers& FunctionWriter::handed(std::uint32_t phi) {
  const std::uint32_t shared = shared_.handed_to(phi);
  const auto found = registers_.find(shared);
  if (found != registers_.end()) return found->second;
  const Registers& made = registers_.emplace(shared, new_registers(function_.locals[phi].type)).first->second;
  shared_registers_.insert(made.begin(), made.end());
  return made;
}

/// At the end of a block: its values for the phis of the blocks that may follow.
void FunctionWriter::hand_over(std::uint32_t block) {
  const Instruction& end = *selection_.instructions()[selection_.first()[block + 1] - 1];
  if (end.opcode != Opcode::br && end.opcode != Opcode::switch_) return;
  std::vector<std::pair<std::string, std::string>> copies;
  std::map<std::string, RegisterKind> kinds;
  std::vector<std::uint32_t> targets = end.blocks;
  std::ranges::sort(targets);
  targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
  for (const std::uint32_t target : targets) {
    for (std::uint32_t number = selection_.first()[target]; number < selection_.first()[target + 1]; ++number) {
      const Instruction& phi = *selection_.instructions()[number];
      if (phi.opcode != Opcode::phi) break;
      if (selection_.choice(number).form == Form::covered) continue;
      const auto from = std::ranges::find(phi.blocks, block);
      if (from == phi.blocks.end()) return fail("a phi has no value for a block before it");
      const Value& value = phi.operands[static_cast<std::size_t>(from - phi.blocks.begin())];
      if (value.kind == ValueKind::constant && module_.constants[value.index].kind == ConstantKind::undefined) continue;
      const bool is_pointer = type(phi.type).kind == TypeKind::pointer;
      const Value as_phi{ValueKind::local, phi.result, phi.type};
      const Registers values = is_pointer ? Registers{pointer(value, selection_.space_of(as_phi))} : operands(value);
      const Registers& to = handed(phi.result);
      const std::vector<Part> all = parts(phi.type);
      if (error_) return;
      for (std::size_t i = 0; i < to.size(); ++i) {
        copies.emplace_back(to[i], values[i]);
        kinds[to[i]] = all[i].kind;
      }
    }
  }
  copy_in_parallel(std::move(copies), std::move(kinds));
}

/// Copy all values at once: each is read before it is overwritten. A copy goes first if no other copy still reads its target; a
/// cycle is broken by saving one value in another register.
void FunctionWriter::copy_in_parallel(std::vector<std::pair<std::string, std::string>> copies,
                                      std::map<std::string, RegisterKind> kinds) {
  std::set<std::string> targets;  // two phis of one value may share a register
  std::erase_if(copies, [&](const auto& copy) { return copy.first == copy.second || !targets.insert(copy.first).second; });
  std::map<std::string, std::size_t> readers, only_reader;
  for (const auto& copy : copies) ++readers[copy.second];
  std::vector<std::size_t> ready;
  std::map<std::string, std::size_t> writer;
  for (std::size_t i = 0; i < copies.size(); ++i) writer[copies[i].first] = i;
  for (std::size_t i = 0; i < copies.size(); ++i)
    if (readers[copies[i].first] == 0) ready.push_back(i);
  std::vector<bool> done(copies.size());
  const auto perform = [&](std::size_t i) {
    const auto& [to, from] = copies[i];
    move(kinds[to], to, from);
    done[i] = true;
    if (--readers[from] == 0)
      if (const auto next = writer.find(from); next != writer.end() && !done[next->second]) ready.push_back(next->second);
  };
  for (std::size_t i = 0; i < copies.size(); ++i) {
    while (!ready.empty()) {
      const std::size_t next = ready.back();
      ready.pop_back();
      if (!done[next]) perform(next);
    }
    if (done[i]) continue;
    // All that is left are rings, in which each is read once: what this one overwrites goes elsewhere first.
    if (only_reader.empty())
      for (std::size_t j = i; j < copies.size(); ++j)
        if (!done[j]) only_reader[copies[j].second] = j;
    const std::string saved = new_register(kinds[copies[i].first]);
    move(kinds[copies[i].first], saved, copies[i].first);
    const std::size_t reader = only_reader[copies[i].first];
    copies[reader].second = saved;
    readers[saved] = 1;
    readers[copies[i].first] = 0;
    perform(i);
  }
  while (!ready.empty()) {
    const std::size_t next = ready.back();
    ready.pop_back();
    if (!done[next]) perform(next);
  }
}

}  // namespace warplens::ptx::nvvm
