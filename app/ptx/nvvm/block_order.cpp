#include "ptx/nvvm/block_order.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace warplens::ptx::nvvm {
namespace {

constexpr std::size_t most_ordered = 4096;  // the search calls itself as deep

/// A weak topological order (Bourdoncle, "Efficient Chaotic Iteration Strategies with Widenings", 1993, figure 4).
class OrderFinder {
 public:
  explicit OrderFinder(const Function& function) : function_(function), found_(function.blocks.size()) {}

  std::vector<std::uint32_t> find() {
    std::vector<std::uint32_t> reversed;
    visit(0, reversed);
    return {reversed.rbegin(), reversed.rend()};
  }

 private:
  static constexpr std::uint32_t placed = std::numeric_limits<std::uint32_t>::max();

  /// The blocks that follow, the last first: the first is then placed nearest.
  std::vector<std::uint32_t> following(std::uint32_t block) const {
    const Instruction& end = function_.blocks[block].instructions.back();
    if (end.opcode != Opcode::br && end.opcode != Opcode::switch_) return {};
    return {end.blocks.rbegin(), end.blocks.rend()};
  }

  std::uint32_t visit(std::uint32_t block, std::vector<std::uint32_t>& reversed) {
    stack_.push_back(block);
    std::uint32_t head = found_[block] = ++count_;
    bool is_loop = false;
    for (const std::uint32_t next : following(block)) {
      const std::uint32_t least = found_[next] == 0 ? visit(next, reversed) : found_[next];
      if (least <= head) head = least, is_loop = true;
    }
    if (head != found_[block]) return head;
    found_[block] = placed;
    for (std::uint32_t top = stack_.back(); top != block; top = stack_.back()) {
      found_[top] = 0;
      stack_.pop_back();
    }
    stack_.pop_back();
    if (is_loop)
      for (const std::uint32_t next : following(block))
        if (found_[next] == 0) visit(next, reversed);
    reversed.push_back(block);
    return head;
  }

  const Function& function_;
  std::vector<std::uint32_t> found_, stack_;
  std::uint32_t count_ = 0;
};

}  // namespace

std::vector<std::uint32_t> block_order(const Function& function) {
  if (function.blocks.size() <= most_ordered) return OrderFinder(function).find();
  std::vector<std::uint32_t> order(function.blocks.size());
  std::iota(order.begin(), order.end(), 0u);
  return order;
}

}  // namespace warplens::ptx::nvvm
