#include "ptx/nvvm/live_ranges.h"

#include <algorithm>
#include <numeric>

namespace warplens::ptx::nvvm {
namespace {

constexpr std::uint64_t most_live_bits = std::uint64_t{1} << 25;  // blocks × values
constexpr std::uint64_t most_live_work = std::uint64_t{1} << 26;  // words of 64 bits, until it is known which are alive
constexpr std::uint64_t most_ranges = std::uint64_t{1} << 23;

class LiveRangeFinder {
 public:
  LiveRangeFinder(const Function& function, const Selection& selection, const PhiValues& phis)
      : selection_(selection),
        phis_(phis),
        blocks_(static_cast<std::uint32_t>(function.blocks.size())),
        parameters_(static_cast<std::uint32_t>(function.parameters.size())),
        words_((phis.values.size() + 63) / 64) {}

  std::vector<std::vector<LiveRange>> find() {
    if (std::uint64_t{phis_.values.size()} * blocks_ > most_live_bits || !find_alive() || !find_ranges()) return {};
    for (auto& ranges : ranges_) std::ranges::sort(ranges, {}, &LiveRange::first);
    // Parameters are written at the start even if the entry does not need them.
    for (std::uint32_t parameter = 0; parameter < parameters_; ++parameter) {
      if (phis_.place[parameter] == none) continue;
      std::vector<LiveRange>& ranges = ranges_[phis_.place[parameter]];
      if (ranges.empty() || ranges[0].first != 0) ranges.insert(ranges.begin(), {0, 1, parameter});
    }
    return std::move(ranges_);
  }

 private:
  using Bits = std::vector<std::uint64_t>;

  std::vector<std::uint32_t> following(std::uint32_t block) const {
    const Instruction& end = *selection_.instructions()[selection_.first()[block + 1] - 1];
    return end.opcode == Opcode::br || end.opcode == Opcode::switch_ ? end.blocks : std::vector<std::uint32_t>{};
  }

  /// Backwards through a block: `visit(place, position, written, holds)` for each read and write of a value.
  template <typename Visit>
  void walk(std::uint32_t block, Visit&& visit) {
    const auto see = [&](std::uint32_t value, std::uint32_t position, bool written, std::uint32_t holds) {
      if (phis_.place[value] != none) visit(phis_.place[value], position, written, holds);
    };
    const std::uint32_t first = selection_.first()[block], last = selection_.first()[block + 1] - 1;
    for (std::uint32_t number = last + 1; number-- > first;) {
      if (selection_.instructions()[number]->opcode == Opcode::phi) continue;
      accessed_.clear();
      if (number != last) selection_.add_writes(number, accessed_);
      for (const std::uint32_t value : accessed_) see(value, 4 * number + 1, true, value);
      accessed_.clear();
      selection_.add_reads(number, accessed_);
      // What ends the block reads after the values have been handed over.
      for (const std::uint32_t value : accessed_) see(value, 4 * number + (number == last ? 2 : 0), false, value);
      if (number == last) walk_handed(block, 4 * number, see);
    }
    // All phis of a block are written at its start, after what was handed over to them has been read.
    for (const std::uint32_t phi : phis_.phis_of[block])
      see(phis_.phis[phi]->result, 4 * first + 1, true, phis_.phis[phi]->result);
    for (const std::uint32_t phi : phis_.phis_of[block]) see(phis_.locals + phi, 4 * first, false, phis_.phis[phi]->result);
  }

  template <typename See>
  void walk_handed(std::uint32_t block, std::uint32_t position, See&& see) {
    for (const auto& [phi, operand] : phis_.handed_from[block]) {
      const Value& value = phis_.phis[phi]->operands[operand];
      see(phis_.locals + phi, position + 1, true, value.kind == ValueKind::local ? value.index : phis_.locals + phi);
    }
    for (const auto& [phi, operand] : phis_.handed_from[block]) {
      const Value& value = phis_.phis[phi]->operands[operand];
      if (value.kind == ValueKind::local) see(value.index, position, false, value.index);
    }
  }

  /// Which values are alive at the blocks' ends; false if that takes too long.
  bool find_alive() {
    std::vector<Bits> at_start(blocks_, Bits(words_));
    at_end_ = at_start;
    std::vector<std::vector<std::uint32_t>> before(blocks_);
    for (std::uint32_t block = 0; block < blocks_; ++block)
      for (const std::uint32_t next : following(block)) before[next].push_back(block);
    std::vector<std::uint32_t> waiting(blocks_);
    std::iota(waiting.begin(), waiting.end(), 0u);
    std::vector<bool> is_waiting(blocks_, true);
    std::uint64_t work = 0;
    while (!waiting.empty()) {
      const std::uint32_t block = waiting.back();
      waiting.pop_back();
      is_waiting[block] = false;
      const std::vector<std::uint32_t> all = following(block);
      work += (all.size() + 2) * words_ + (selection_.first()[block + 1] - selection_.first()[block]) +
              phis_.handed_from[block].size();
      if (work > most_live_work) return false;
      Bits alive(words_);
      for (const std::uint32_t next : all)
        for (std::size_t i = 0; i < words_; ++i) alive[i] |= at_start[next][i];
      at_end_[block] = alive;
      walk(block, [&](std::uint32_t place, std::uint32_t, bool written, std::uint32_t) {
        const std::uint64_t bit = std::uint64_t{1} << place % 64;
        alive[place / 64] = written ? alive[place / 64] & ~bit : alive[place / 64] | bit;
      });
      if (alive == at_start[block]) continue;
      at_start[block] = std::move(alive);
      for (const std::uint32_t from : before[block])
        if (!is_waiting[from]) is_waiting[from] = true, waiting.push_back(from);
    }
    return true;
  }

  bool find_ranges() {
    const std::size_t count = phis_.values.size();
    ranges_.resize(count);
    std::vector<std::uint32_t> until(count);  // where the value is read last; 0: it is not alive
    std::uint64_t made = 0;
    for (std::uint32_t block = blocks_; block-- > 0;) {
      const std::uint32_t start = 4 * selection_.first()[block], end = 4 * selection_.first()[block + 1] - 1;
      for (std::size_t i = 0; i < count; ++i) until[i] = (at_end_[block][i / 64] >> i % 64 & 1) != 0 ? end : 0;
      walk(block, [&](std::uint32_t place, std::uint32_t position, bool written, std::uint32_t holds) {
        if (!written) {
          until[place] = std::max(until[place], position + 1);
          return;
        }
        // What nothing reads is written all the same.
        ranges_[place].push_back({position, std::max(until[place], position + 1), holds});
        until[place] = 0;
        ++made;
      });
      for (std::size_t i = 0; i < count; ++i) {
        if (until[i] == 0) continue;
        const std::uint32_t value = phis_.values[i];
        ranges_[i].push_back({start, until[i], value < phis_.locals ? value : phis_.phis[value - phis_.locals]->result});
        ++made;
      }
      if (made > most_ranges) return false;
    }
    return true;
  }

  const Selection& selection_;
  const PhiValues& phis_;
  const std::uint32_t blocks_, parameters_;
  const std::size_t words_;
  std::vector<std::uint32_t> accessed_;
  std::vector<Bits> at_end_;  ///< per block
  std::vector<std::vector<LiveRange>> ranges_;
};

}  // namespace

PhiValues::PhiValues(const Function& function, const Selection& selection)
    : locals(static_cast<std::uint32_t>(function.locals.size())),
      number(function.locals.size(), none),
      handed_from(function.blocks.size()),
      phis_of(function.blocks.size()) {
  const std::vector<std::uint32_t>& first = selection.first();
  for (std::uint32_t block = 0; block < function.blocks.size(); ++block) {
    for (std::uint32_t at = first[block]; at < first[block + 1]; ++at) {
      const Instruction& phi = *selection.instructions()[at];
      if (phi.opcode != Opcode::phi) break;
      if (selection.choice(at).form == Form::covered) continue;
      number[phi.result] = static_cast<std::uint32_t>(phis.size());
      phis_of[block].push_back(number[phi.result]);
      phis.push_back(&phi);
    }
  }
  place.assign(locals + phis.size(), none);
  const auto add = [&](std::uint32_t value) {
    if (place[value] != none) return;
    place[value] = static_cast<std::uint32_t>(values.size());
    values.push_back(value);
  };
  for (std::uint32_t phi = 0; phi < phis.size(); ++phi) {
    add(phis[phi]->result);
    add(locals + phi);
    for (std::size_t i = 0; i < phis[phi]->operands.size(); ++i) {
      if (phis[phi]->operands[i].kind == ValueKind::local) add(phis[phi]->operands[i].index);
      // A block that leads here twice, as a switch may, hands over once.
      std::vector<Handed>& from = handed_from[phis[phi]->blocks[i]];
      if (from.empty() || from.back().phi != phi) from.push_back({phi, i});
    }
  }
}

std::vector<std::vector<LiveRange>> live_ranges(const Function& function, const Selection& selection, const PhiValues& phis) {
  return LiveRangeFinder(function, selection, phis).find();
}

}  // namespace warplens::ptx::nvvm
