#include "ptx/nvvm/merged_accesses.h"

#include <algorithm>

namespace warplens::ptx::nvvm {
namespace {

constexpr std::size_t most_in_chain = 64;

struct Access {
  std::uint32_t number = 0;
  Address address;
  AddressSpace space = AddressSpace::generic;
  Part part;
  std::uint64_t bytes = 0;
  std::uint32_t alignment = 1;
};

/// Accesses from one base, with nothing between them that forbids to merge them.
struct Chain {
  bool stores = false;
  std::vector<Access> accesses;
};

bool may_be_same(AddressSpace a, AddressSpace b) { return a == b || a == AddressSpace::generic || b == AddressSpace::generic; }

bool touches_memory(const Module& module, const Instruction& call) {
  if (call.assembly || call.callee.kind != ValueKind::constant) return true;
  const Constant& callee = module.constants[call.callee.index];
  if (callee.kind != ConstantKind::function) return true;
  const Function& function = module.functions[callee.symbol];
  const auto memory = function.attributes.find("memory");
  if (memory != function.attributes.end() && memory->second == "none") return false;
  return !function.attributes.contains("readnone") && !function.name.starts_with("llvm.lifetime.");
}

class Merger {
 public:
  Merger(const Module& module, const Layout& layout, const Selection& selection)
      : module_(module), layout_(layout), selection_(selection) {}

  std::vector<std::vector<std::uint32_t>> find() {
    const std::vector<std::uint32_t>& first = selection_.first();
    for (std::size_t block = 0; block + 1 < first.size(); ++block) {
      for (std::uint32_t number = first[block]; number < first[block + 1]; ++number) see(number);
      for (const Chain& chain : chains_) group(chain);
      chains_.clear();
    }
    return std::move(groups_);
  }

 private:
  void see(std::uint32_t number) {
    const Instruction& instruction = *selection_.instructions()[number];
    if (selection_.choice(number).form == Form::covered) return;
    switch (instruction.opcode) {
      case Opcode::load:
      case Opcode::store:
        return see_access(number, instruction);
      case Opcode::call:
        if (!touches_memory(module_, instruction)) return;
        break;
      case Opcode::fence:
      case Opcode::cmpxchg:
      case Opcode::atomicrmw:
        break;
      default:
        return;
    }
    for (const Chain& chain : chains_) group(chain);
    chains_.clear();
  }

  void see_access(std::uint32_t number, const Instruction& instruction) {
    const bool store = instruction.opcode == Opcode::store;
    const Value& pointer = instruction.operands[store ? 1 : 0];
    const std::uint32_t type = store ? instruction.operands[0].type : instruction.type;
    Access access{
        number, selection_.address_of(pointer), selection_.space_of(pointer),
        {},     layout_.stored_size(type),      instruction.alignment != 0 ? instruction.alignment : layout_.alignment(type)};
    // A chain ends where another access may come between its first and its last.
    std::erase_if(chains_, [&](const Chain& chain) {
      const bool same_base = chain.accesses[0].address.base == access.address.base &&
                             chain.accesses[0].address.without_offset == access.address.without_offset;
      if (!(store || chain.stores) || !may_be_same(chain.accesses[0].space, access.space)) return false;
      if (same_base && !overlaps(chain, access)) return false;
      group(chain);
      return true;
    });
    const bool plain = !instruction.is_volatile && instruction.order == AtomicOrder::none && layout_.part_count(type) == 1;
    if (!plain) return;
    access.part = layout_.parts(type)[0];
    const bool whole = access.part.bits == 8 * access.bytes && (access.bytes & (access.bytes - 1)) == 0;
    if (!whole || access.space == AddressSpace::parameter) return;
    const auto fits = std::ranges::find_if(chains_, [&](const Chain& chain) {
      const Access& other = chain.accesses[0];
      return chain.stores == store && other.address.base == access.address.base &&
             other.address.without_offset == access.address.without_offset && other.part.kind == access.part.kind &&
             other.bytes == access.bytes && chain.accesses.size() < most_in_chain;
    });
    if (fits != chains_.end())
      fits->accesses.push_back(access);
    else if (chains_.size() < most_in_chain)
      chains_.push_back({store, {access}});
  }

  static bool overlaps(const Chain& chain, const Access& access) {
    return std::ranges::any_of(chain.accesses, [&](const Access& other) {
      return other.address.offset < access.address.offset + static_cast<std::int64_t>(access.bytes) &&
             access.address.offset < other.address.offset + static_cast<std::int64_t>(other.bytes);
    });
  }

  /// The groups in a chain: from each lowest address, four or two that follow each other and together are aligned.
  void group(const Chain& chain) {
    if (chain.accesses.size() < 2) return;
    std::vector<Access> sorted = chain.accesses;
    std::ranges::stable_sort(sorted, {}, [](const Access& access) { return access.address.offset; });
    for (std::size_t i = 0; i < sorted.size();) {
      std::size_t taken = 1;
      for (const std::size_t count : {std::size_t{4}, std::size_t{2}}) {
        const std::uint64_t bytes = count * sorted[i].bytes;
        if (i + count > sorted.size() || bytes > 16 || alignment_of(sorted, i, count) < bytes) continue;
        bool together = true;
        for (std::size_t j = 1; j < count; ++j)
          together = together &&
                     sorted[i + j].address.offset == sorted[i].address.offset + static_cast<std::int64_t>(j * sorted[i].bytes);
        if (!together) continue;
        std::vector<std::uint32_t> numbers;
        for (std::size_t j = 0; j < count; ++j) numbers.push_back(sorted[i + j].number);
        groups_.push_back(std::move(numbers));
        taken = count;
        break;
      }
      i += taken;
    }
  }

  /// What is known of the first one's alignment: its own, or another's where the distance is a multiple of it.
  static std::uint64_t alignment_of(const std::vector<Access>& sorted, std::size_t first, std::size_t count) {
    std::uint64_t most = 1;
    for (std::size_t j = first; j < first + count; ++j) {
      const auto distance = static_cast<std::uint64_t>(sorted[j].address.offset - sorted[first].address.offset);
      if (distance % sorted[j].alignment == 0) most = std::max<std::uint64_t>(most, sorted[j].alignment);
    }
    return most;
  }

  const Module& module_;
  const Layout& layout_;
  const Selection& selection_;
  std::vector<Chain> chains_;
  std::vector<std::vector<std::uint32_t>> groups_;
};

}  // namespace

std::vector<std::vector<std::uint32_t>> merged_accesses(const Module& module, const Layout& layout, const Selection& selection) {
  return Merger(module, layout, selection).find();
}

}  // namespace warplens::ptx::nvvm
