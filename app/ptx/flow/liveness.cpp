#include "ptx/flow/liveness.h"

#include <algorithm>

#include "ptx/flow/registers.h"

namespace warplens::ptx {
namespace {

/// An occurrence of a register in an instruction. Reads precede the write.
struct Occurrence {
  std::uint32_t instruction = 0;
  bool reads = false;
  bool writes = false;
  bool ends = false;  ///< certainly writes, which ends the live range of the previous value
};

/// Per register, its occurrences in the order of the instructions.
std::vector<std::vector<Occurrence>> occurrences(const Function& function) {
  std::vector<std::vector<Occurrence>> all(function.registers.size());
  for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
    const Instruction& instruction = function.instructions[i];
    const auto at = [&](std::uint32_t r) -> Occurrence& {
      if (all[r].empty() || all[r].back().instruction != i) all[r].push_back({i});
      return all[r].back();
    };
    const bool guarded = instruction.guard != no_index;
    for (std::size_t k = 0; k < instruction.operands.size(); ++k) {
      const Operand& operand = instruction.operands[k];
      const bool destination = k < instruction.destinations && operand.kind != OperandKind::address;
      each_register(operand, [&](std::uint32_t r) {
        Occurrence& occurrence = at(r);
        (destination ? occurrence.writes : occurrence.reads) = true;
        occurrence.ends |= destination && !guarded;
      });
    }
    if (guarded) at(instruction.guard).reads = true;
  }
  return all;
}

/// Walks the blocks, register by register.
class Walk {
 public:
  Walk(const Function& function, const ControlFlow& flow, std::uint64_t max_visits)
      : function_(function),
        flow_(flow),
        max_visits_(max_visits),
        predecessors_(flow.blocks.size()),
        live_out_(flow.blocks.size()) {
    for (std::uint32_t block = 0; block < flow.blocks.size(); ++block) {
      for (const std::uint32_t to : flow.blocks[block].successors) {
        if (to != flow.exit) predecessors_[to].push_back(block);
      }
    }
    change_.resize(function.instructions.size() + 3);
    result_.ranges.resize(function.registers.size());
    result_.read_at_start.resize(function.registers.size());
  }

  /// False if it exceeds the limit of visits.
  bool add(std::uint32_t r, const std::vector<Occurrence>& occurrences) {
    occurrences_ = &occurrences;
    ++register_;
    for (const Occurrence& occurrence : occurrences) {
      if (occurrence.reads) wanted_before(flow_.block_of[occurrence.instruction], occurrence.instruction);
    }
    while (!work_.empty()) {
      if (++result_.visits > max_visits_) return false;
      const std::uint32_t block = work_.back();
      work_.pop_back();
      reached_.push_back(block);
      wanted_before(block, flow_.blocks[block].last + 1);
    }
    collect(r);
    return true;
  }

  Liveness finish() {
    std::int64_t live = 0;
    for (const std::int64_t change : change_) {
      live += change;
      result_.max_registers = std::max(result_.max_registers, static_cast<std::uint32_t>(live));
    }
    return std::move(result_);
  }

 private:
  /// The first occurrence at or after instruction `i`.
  std::vector<Occurrence>::const_iterator from(std::uint32_t i) const {
    return std::lower_bound(occurrences_->begin(), occurrences_->end(), i,
                            [](const Occurrence& occurrence, std::uint32_t at) { return occurrence.instruction < at; });
  }

  /// The register is live before instruction `i` (or at the end) of `block`: unless an earlier instruction of the block writes
  /// it, it is live at the end of all predecessors.
  void wanted_before(std::uint32_t block, std::uint32_t i) {
    const std::uint32_t first = flow_.blocks[block].first;
    for (auto at = from(i); at != occurrences_->begin() && (--at)->instruction >= first;) {
      if (at->ends || at->reads) return;  // an earlier read has seen to the blocks before
    }
    if (block == 0) at_start_ = register_;
    result_.visits += predecessors_[block].size();
    for (const std::uint32_t before : predecessors_[block]) {
      if (live_out_[before] == register_) continue;
      live_out_[before] = register_;
      work_.push_back(before);
    }
  }

  /// The register is live before the instructions first to last, and written by the one before `first`. If it is written by the
  /// last instruction of a block (first > last), it is live in successors, which count it.
  void live(std::uint32_t r, std::uint32_t first, std::uint32_t last) {
    const int bits = ptx::bits(function_.registers[r].type);
    const std::int64_t weight = bits <= 1 ? 0 : (bits + 31) / 32;
    if (first <= last) {
      change_[first] += weight;
      change_[last + 1] -= weight;
    }
    Liveness::Range& range = result_.ranges[r];
    range.first = std::min(range.first, first == 0 ? 0 : first - 1);
    range.last = std::max(range.last, last);
  }

  /// Visit blocks backwards and mark the instructions before which the register is live.
  void collect(std::uint32_t r) {
    for (const Occurrence& occurrence : *occurrences_) reached_.push_back(flow_.block_of[occurrence.instruction]);
    std::sort(reached_.begin(), reached_.end());
    reached_.erase(std::unique(reached_.begin(), reached_.end()), reached_.end());
    for (const std::uint32_t block : reached_) {
      const std::uint32_t first = flow_.blocks[block].first;
      std::uint32_t until = flow_.blocks[block].last;  // live before the instructions up to here, if `wanted`
      bool wanted = live_out_[block] == register_;
      for (auto at = from(until + 1); at != occurrences_->begin() && (--at)->instruction >= first;) {
        if (at->writes && !wanted) live(r, at->instruction + 1, at->instruction + 1);  // written for nobody
        if (at->ends && wanted) {
          live(r, at->instruction + 1, until);
          wanted = false;
        }
        if (at->reads && !wanted) {
          wanted = true;
          until = at->instruction;
        }
      }
      if (wanted) live(r, first, until);
    }
    result_.read_at_start[r] = at_start_ == register_;
    reached_.clear();
  }

  const Function& function_;
  const ControlFlow& flow_;
  const std::uint64_t max_visits_;
  std::vector<std::vector<std::uint32_t>> predecessors_;
  std::vector<std::uint32_t> live_out_;  ///< per block, the last register found to be live at its end
  std::uint32_t register_ = 0, at_start_ = 0;
  const std::vector<Occurrence>* occurrences_ = nullptr;
  std::vector<std::uint32_t> work_, reached_;
  std::vector<std::int64_t> change_;  ///< change of the number of live registers, before each instruction
  Liveness result_;
};

Liveness everything_live(const Function& function, std::uint64_t visits) {
  Liveness all;
  all.visits = visits;
  all.ranges.assign(function.registers.size(), {0, static_cast<std::uint32_t>(function.instructions.size())});
  all.read_at_start.assign(function.registers.size(), true);
  for (const Register& one : function.registers) {
    if (bits(one.type) > 1) all.max_registers += static_cast<std::uint32_t>((bits(one.type) + 31) / 32);
  }
  return all;
}

}  // namespace

Liveness liveness(const Function& function, const ControlFlow& flow, std::uint64_t max_visits) {
  const std::vector<std::vector<Occurrence>> named = occurrences(function);
  Walk walk(function, flow, max_visits);
  for (std::uint32_t r = 0; r < named.size(); ++r) {
    if (!walk.add(r, named[r])) return everything_live(function, max_visits);
  }
  return walk.finish();
}

}  // namespace warplens::ptx
