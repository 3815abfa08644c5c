#include "simt/check/polls.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "ptx/flow/cfg.h"
#include "ptx/flow/registers.h"
#include "simt/code/decode/decoder.h"

namespace warplens::simt {
namespace {

using ptx::Opcode;
using ptx::OperandKind;

bool is_volatile_load(const ptx::Instruction& instruction) {
  return instruction.opcode == Opcode::ld && instruction.modifiers.ordering == ptx::Ordering::volatile_;
}

/// A loop: the blocks from which its first block is reached again without leaving them.
struct Loop {
  std::uint32_t header = 0;  ///< its first block
  std::vector<bool> body;    ///< per block of the function
};

/// The loop from whose last blocks a jump leads back to `header`.
Loop loop_of(std::uint32_t header, std::vector<std::uint32_t> last, const std::vector<std::vector<std::uint32_t>>& predecessors,
             std::size_t blocks) {
  Loop loop{header, std::vector<bool>(blocks)};
  loop.body[header] = true;
  while (!last.empty()) {
    const std::uint32_t b = last.back();
    last.pop_back();
    if (loop.body[b]) continue;
    loop.body[b] = true;
    last.insert(last.end(), predecessors[b].begin(), predecessors[b].end());
  }
  return loop;
}

/// Whether a loop does nothing but read and compute: a thread waits in it.
bool only_waits(const ptx::Function& function, const ptx::ControlFlow& flow, const Loop& loop) {
  for (std::uint32_t b = 0; b < flow.blocks.size(); ++b) {
    for (std::uint32_t i = flow.blocks[b].first; loop.body[b] && i <= flow.blocks[b].last; ++i) {
      const ptx::Instruction& instruction = function.instructions[i];
      if (ptx::is_pure(instruction)) continue;
      switch (instruction.opcode) {
        case Opcode::ld:
        case Opcode::bra:
        case Opcode::membar:
        case Opcode::fence:
        case Opcode::nanosleep:
          continue;
        default:
          return false;
      }
    }
  }
  return true;
}

/// Loops by their first blocks. A jump backwards makes one; several to one block make one together, and each that only waits one
/// of its own: compilers let a loop begin with the loop that waits in it.
std::vector<Loop> loops_of(const ptx::Function& function, const ptx::ControlFlow& flow) {
  std::vector<std::vector<std::uint32_t>> predecessors(flow.blocks.size() + 1);
  for (std::uint32_t b = 0; b < flow.blocks.size(); ++b) {
    for (const std::uint32_t successor : flow.blocks[b].successors) predecessors[successor].push_back(b);
  }
  std::vector<Loop> loops;
  for (std::uint32_t header = 0; header < flow.blocks.size(); ++header) {
    std::vector<std::uint32_t> last;
    std::ranges::copy_if(predecessors[header], std::back_inserter(last), [&](std::uint32_t b) { return b >= header; });
    if (last.empty()) continue;
    loops.push_back(loop_of(header, last, predecessors, flow.blocks.size()));
    if (last.size() == 1) continue;
    for (const std::uint32_t b : last) {
      Loop inner = loop_of(header, {b}, predecessors, flow.blocks.size());
      if (only_waits(function, flow, inner)) loops.push_back(std::move(inner));
    }
  }
  return loops;
}

/// Per block: the blocks whose last branches decide whether it runs, those on which it is control dependent (Ferrante, Ottenstein
/// and Warren, "The Program Dependence Graph and Its Use in Optimization", TOPLAS 1987).
std::vector<std::vector<std::uint32_t>> control_dependences(const ptx::ControlFlow& flow) {
  std::vector<std::vector<std::uint32_t>> dependences(flow.blocks.size());
  for (std::uint32_t b = 0; b < flow.blocks.size(); ++b) {
    const ptx::BasicBlock& branching = flow.blocks[b];
    if (branching.successors.size() < 2) continue;
    for (std::uint32_t at : branching.successors) {
      for (; at != flow.exit && at != branching.immediate_post_dominator; at = flow.blocks[at].immediate_post_dominator)
        dependences[at].push_back(b);
    }
  }
  return dependences;
}

/// Finds the registers that decide whether a loop goes on: directly, through others, by deciding which value is assigned to one
/// of them, or through memory, in which unoptimised code keeps its variables; then all that the loop stores may decide.
class DecidingRegisters {
 public:
  DecidingRegisters(const ptx::Function& function, const ptx::ControlFlow& flow,
                    const std::vector<std::vector<std::uint32_t>>& dependences, const Loop& loop)
      : function_(function), flow_(flow), dependences_(dependences), loop_(loop), deciding_(function.registers.size()) {}

  std::vector<bool> find() {
    each_block([&](std::uint32_t b) {
      const auto leaves = [&](std::uint32_t next) { return next == flow_.exit || !loop_.body[next]; };
      if (std::ranges::any_of(flow_.blocks[b].successors, leaves)) decide_by_branch(b);
    });
    do {
      grown_ = false;
      each_block([&](std::uint32_t b) {
        for (std::uint32_t i = flow_.blocks[b].first; i <= flow_.blocks[b].last; ++i) follow(function_.instructions[i], b);
      });
    } while (grown_);
    return deciding_;
  }

 private:
  template <typename Visit>
  void each_block(Visit visit) const {
    for (std::uint32_t b = 0; b < flow_.blocks.size(); ++b) {
      if (loop_.body[b]) visit(b);
    }
  }

  void decide(std::uint32_t r) {
    grown_ = grown_ || !deciding_[r];
    deciding_[r] = true;
  }

  void decide_by_branch(std::uint32_t block) {
    const ptx::Instruction& last = function_.instructions[flow_.blocks[block].last];
    if (last.guard != ptx::no_index) decide(last.guard);
  }

  /// What decides whether `block` runs decides, too: the branches of the loop on which it is control dependent.
  void decide_whether_it_runs(std::uint32_t block) {
    for (const std::uint32_t b : dependences_[block]) {
      if (loop_.body[b]) decide_by_branch(b);
    }
  }

  void follow(const ptx::Instruction& instruction, std::uint32_t block) {
    bool matters = false;
    for (std::size_t i = 0; i < instruction.destinations; ++i)
      each_register(instruction.operands[i], [&](std::uint32_t r) { matters = matters || deciding_[r]; });
    if (matters) decide_whether_it_runs(block);
    if (matters && instruction.opcode == Opcode::ld && !is_volatile_load(instruction)) {
      grown_ = grown_ || !through_memory_;
      through_memory_ = true;
    }
    matters = matters ? instruction.opcode != Opcode::ld : through_memory_ && instruction.opcode == Opcode::st;
    if (!matters) return;
    if (instruction.guard != ptx::no_index) decide(instruction.guard);
    for (std::size_t i = instruction.destinations; i < instruction.operands.size(); ++i)
      each_register(instruction.operands[i], [&](std::uint32_t r) { decide(r); });
  }

  const ptx::Function& function_;
  const ptx::ControlFlow& flow_;
  const std::vector<std::vector<std::uint32_t>>& dependences_;
  const Loop& loop_;
  std::vector<bool> deciding_;  ///< per register
  bool through_memory_ = false, grown_ = false;
};

/// Visit the reads of a function, of those for which `is_one` is true, whose value decides whether a loop around them goes on.
template <typename IsOne, typename Visit>
void each_deciding_read(const ptx::Function& function, IsOne is_one, Visit visit) {
  if (std::ranges::none_of(function.instructions, is_one)) return;
  const ptx::ControlFlow flow = ptx::control_flow(function);
  const auto dependences = control_dependences(flow);
  for (const Loop& loop : loops_of(function, flow)) {
    std::vector<std::uint32_t> reads;
    for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
      if (loop.body[flow.block_of[i]] && is_one(function.instructions[i])) reads.push_back(i);
    }
    if (reads.empty()) continue;
    const std::vector<bool> deciding = DecidingRegisters(function, flow, dependences, loop).find();
    for (const std::uint32_t i : reads) {
      bool decides = false;
      each_register(function.instructions[i].operands[0], [&](std::uint32_t r) { decides = decides || deciding[r]; });
      if (decides) visit(i);
    }
  }
}

bool is_strong_read(const ptx::Instruction& instruction) {
  const bool atomic = instruction.opcode == Opcode::atom && instruction.destinations != 0;
  return atomic || (instruction.opcode == Opcode::ld && instruction.modifiers.ordering != ptx::Ordering::weak);
}

/// Whether an operand is a constant, also in unoptimised code, which moves constants from register to register.
bool is_constant(const ptx::Function& function, const ptx::Operand& operand, int max_moves = 4) {
  if (operand.kind == OperandKind::immediate) return true;
  if (operand.kind != OperandKind::reg || max_moves == 0) return false;
  bool constant = false;
  for (const ptx::Instruction& each : function.instructions) {
    for (std::size_t d = 0; d < each.destinations; ++d) {
      if (each.operands[d].kind != OperandKind::reg || each.operands[d].index != operand.index) continue;
      if (each.opcode != Opcode::mov || !is_constant(function, each.operands[1], max_moves - 1)) return false;
      constant = true;
    }
  }
  return constant;
}

/// atomicCAS(lock, 0, 1) and atomicExch(lock, 1), unlike a swap loop that computes a new value.
bool replaces_by_constant(const ptx::Function& function, const ptx::Instruction& instruction) {
  using enum ptx::AtomicOp;
  const ptx::AtomicOp operation = instruction.modifiers.atomic;
  if (instruction.opcode != Opcode::atom || (operation != cas && operation != exch)) return false;
  const std::size_t values = operation == cas ? 2 : 1, first = instruction.destinations + std::size_t{1};
  for (std::size_t i = first; i < first + values && i < instruction.operands.size(); ++i) {
    if (!is_constant(function, instruction.operands[i])) return false;
  }
  return true;
}

}  // namespace

std::vector<bool> volatile_loads_of_data(const ptx::Module& module, const ptx::Listing& listing) {
  std::vector<bool> data(listing.size());
  for (std::size_t k = 0; k < listing.functions().size(); ++k) {
    const ptx::Function& function = module.functions[listing.functions()[k]];
    const auto& instructions = function.instructions;
    if (std::none_of(instructions.begin(), instructions.end(), is_volatile_load)) continue;
    for (std::size_t i = 0; i < instructions.size(); ++i) data[listing.first(k) + i] = is_volatile_load(instructions[i]);
    each_deciding_read(function, is_volatile_load, [&](std::size_t i) { data[listing.first(k) + i] = false; });
  }
  return data;
}

Waits waits_of(const ptx::Module& module, const ptx::Listing& listing) {
  Waits waits{std::vector<bool>(listing.size()), std::vector<bool>(listing.size())};
  for (std::size_t k = 0; k < listing.functions().size(); ++k) {
    const ptx::Function& function = module.functions[listing.functions()[k]];
    each_deciding_read(function, is_strong_read, [&](std::size_t i) {
      waits.polls[listing.first(k) + i] = true;
      waits.takes_lock[listing.first(k) + i] = replaces_by_constant(function, function.instructions[i]);
    });
  }
  return waits;
}

}  // namespace warplens::simt
