#include "simt/check/swap_loops.h"

#include <cstddef>
#include <cstdint>

#include "ptx/flow/registers.h"
#include "simt/code/decode/decoder.h"

namespace warplens::simt {
namespace {

using ptx::Opcode;

bool is_swap(const ptx::Instruction& instruction) {
  return instruction.opcode == Opcode::atom && instruction.modifiers.atomic == ptx::AtomicOp::cas;
}

/// Instructions whose only effect is their result, which depends on nothing but their operands.
bool only_computes(const ptx::Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::ld:
    case Opcode::st:
    case Opcode::atom:
    case Opcode::red:
    case Opcode::setp:
    case Opcode::bra:
    case Opcode::brx:
    case Opcode::call:
    case Opcode::ret:
    case Opcode::exit:
      return false;
    default:
      return instruction.destinations != 0 && instruction.modifiers.shuffle == ptx::ShuffleMode::none &&
             instruction.modifiers.vote == ptx::VoteMode::none;
  }
}

bool in(const ptx::Operand& operand, const std::vector<bool>& holds) {
  bool found = false;
  each_register(operand, [&](std::uint32_t r) { found = found || holds[r]; });
  return found;
}

bool uses(const ptx::Instruction& instruction, const std::vector<bool>& holds) {
  if (instruction.guard != ptx::no_index && holds[instruction.guard]) return true;
  for (std::size_t i = instruction.destinations; i < instruction.operands.size(); ++i) {
    if (in(instruction.operands[i], holds)) return true;
  }
  return false;
}

/// Follows a loaded value through a function, up to the swaps that compare it: from there on it is either what the swap has
/// found in memory, or replaced by that.
class Guess {
 public:
  Guess(const ptx::Function& function, std::uint32_t load) : function_(function), load_(load), holds_(function.registers.size()) {
    each_register(function.instructions[load].operands[0], [&](std::uint32_t r) { holds_[r] = true; });
  }

  /// Whether it is used only to form operands of swaps that compare it.
  bool is_one() {
    do grown_ = false;
    while (pass() && grown_);
    return good_ && swaps_;
  }

 private:
  /// Follow all paths once. False if the value is used for something else.
  bool pass() {
    std::vector<bool> seen(function_.instructions.size());
    std::vector<std::size_t> open{load_ + std::size_t{1}};
    while (!open.empty() && good_) {
      std::size_t i = open.back();
      open.pop_back();
      for (; i < seen.size() && !seen[i] && good_; ++i) {
        seen[i] = true;
        const ptx::Instruction& instruction = function_.instructions[i];
        if (uses(instruction, holds_) && !follow(instruction)) break;
        if (instruction.opcode == Opcode::bra) open.push_back(instruction.operands[0].index);
        const bool never_on =
            instruction.opcode == Opcode::bra || instruction.opcode == Opcode::ret || instruction.opcode == Opcode::exit;
        if (never_on && instruction.guard == ptx::no_index) break;
      }
    }
    return good_;
  }

  /// Whether to go on after an instruction that uses the value.
  bool follow(const ptx::Instruction& instruction) {
    if (is_swap(instruction) && in(instruction.operands[2], holds_) && !in(instruction.operands[1], holds_)) {
      swaps_ = true;
      return false;
    }
    good_ = only_computes(instruction);
    for (std::size_t d = 0; good_ && d < instruction.destinations; ++d) {
      each_register(instruction.operands[d], [&](std::uint32_t r) {
        grown_ = grown_ || !holds_[r];
        holds_[r] = true;
      });
    }
    return good_;
  }

  const ptx::Function& function_;
  const std::uint32_t load_;
  std::vector<bool> holds_;  ///< per register: whether it depends on the value
  bool grown_ = false, good_ = true, swaps_ = false;
};

}  // namespace

std::vector<bool> loads_of_first_guesses(const ptx::Module& module, const ptx::Listing& listing) {
  std::vector<bool> guesses(listing.size());
  for (std::size_t k = 0; k < listing.functions().size(); ++k) {
    const ptx::Function& function = module.functions[listing.functions()[k]];
    bool swaps = false;
    for (const ptx::Instruction& instruction : function.instructions) swaps = swaps || is_swap(instruction);
    if (!swaps) continue;
    for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
      const ptx::Instruction& instruction = function.instructions[i];
      const bool weak = instruction.opcode == Opcode::ld && instruction.modifiers.ordering == ptx::Ordering::weak;
      if (weak && instruction.space != ptx::Space::local && instruction.space != ptx::Space::param)
        guesses[listing.first(k) + i] = Guess(function, i).is_one();
    }
  }
  return guesses;
}

}  // namespace warplens::simt
