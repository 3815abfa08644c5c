#include "analysis/shared_contents.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

namespace warplens::analysis {
namespace {

using trace::AccessKind;
using trace::MemorySpace;

/// The last few reads of a thread from global memory.
class RecentReads {
 public:
  struct Read {
    std::uint32_t buffer = trace::no_buffer;
    std::uint64_t element = 0, bits = 0;
    std::uint8_t bytes = 0;
  };
  void add(const Read& read) { reads_[next_++ % reads_.size()] = read; }
  /// The latest with these bits and this width. It is taken out: the same bits once more are most often a coincidence, such as a
  /// 0.
  std::optional<Read> take(std::uint64_t bits, std::uint8_t bytes) {
    for (std::size_t back = 1; back <= std::min(next_, reads_.size()); ++back) {
      Read& read = reads_[(next_ - back) % reads_.size()];
      if (read.bits == bits && read.bytes == bytes) return std::exchange(read, {});
    }
    return std::nullopt;
  }

 private:
  std::array<Read, 4> reads_;
  std::size_t next_ = 0;
};

}  // namespace

SharedContents shared_contents(const trace::Trace& trace, std::uint64_t block, std::uint64_t steps) {
  SharedContents contents;
  contents.block = block;
  const std::uint64_t warps = std::max<std::uint64_t>(trace.warps_per_block(), 1);
  const trace::Accesses& accesses = trace.accesses;
  std::map<std::uint64_t, RecentReads> reads;  // by thread
  std::map<std::uint64_t, SharedContents::Word> words;
  std::array<trace::LaneAccess, trace::lanes> lanes;
  for (std::size_t row = 0; row < accesses.size() && accesses.step[row] < steps; ++row) {
    const std::uint32_t step = accesses.step[row];
    if (trace.steps.warp[step] / warps != block) continue;
    const bool read = accesses.space[row] == MemorySpace::global && accesses.kind[row] == AccessKind::read;
    const bool write = accesses.space[row] == MemorySpace::shared && accesses.kind[row] != AccessKind::read;
    if (!read && !write) continue;
    const std::uint8_t bytes = std::max<std::uint8_t>(accesses.bytes[row], 1);
    const auto count = static_cast<std::size_t>(unpack(trace, row, lanes));
    for (std::size_t k = 0; k < count; ++k) {
      const trace::LaneAccess& lane = lanes[k];
      if (read) {
        if (accesses.buffer[row] != trace::no_buffer)
          reads[lane.thread].add({accesses.buffer[row], lane.offset / bytes, lane.value, bytes});
        continue;
      }
      SharedContents::Word word{lane.offset, bytes, lane.stored, trace::no_buffer, 0, step};
      if (accesses.kind[row] == AccessKind::write)
        if (const auto from = reads[lane.thread].take(lane.stored, bytes)) {
          word.buffer = from->buffer;
          word.element = from->element;
        }
      words[lane.offset] = word;
    }
  }
  for (const auto& [offset, word] : words) contents.words.push_back(word);
  return contents;
}

std::uint64_t running_block(const trace::Trace& trace, std::uint64_t steps) {
  const std::size_t happened = std::min<std::size_t>(steps, trace.steps.size());
  if (happened == 0) return 0;
  const std::uint64_t cycle = trace.steps.cycle[happened - 1];
  std::uint64_t lowest = ~std::uint64_t{0};
  for (std::size_t row = 0; row < trace.placements.size(); ++row)
    if (trace.placements.start[row] <= cycle && cycle < trace.placements.end[row])
      lowest = std::min<std::uint64_t>(lowest, trace.placements.block[row]);
  if (lowest != ~std::uint64_t{0}) return lowest;
  return trace.steps.warp[happened - 1] / std::max<std::uint64_t>(trace.warps_per_block(), 1);
}

}  // namespace warplens::analysis
