#include "simt/machine/caches/caches.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "simt/code/memory/sectors.h"

namespace warplens::simt {
namespace {

/// State of a line, as packed into one word: four bits each.
struct Line {
  std::uint64_t used = 0;                  ///< interval of its last use
  std::uint32_t present = 0;               ///< sectors held when the interval `used` began
  std::uint32_t loading = 0, storing = 0;  ///< sectors loaded and stored in that interval
  std::uint32_t modified = 0;              ///< sectors to be written back

  static constexpr Line from(std::uint64_t word) {
    const auto four = [&](int shift) { return static_cast<std::uint32_t>(word >> shift & 0xf); };
    return {word >> 16, four(0), four(4), four(8), four(12)};
  }
  constexpr std::uint64_t word() const { return used << 16 | modified << 12 | storing << 8 | loading << 4 | present; }
};

}  // namespace

L2Cache::L2Cache(const DeviceSpec& spec, std::uint32_t cores)
    : capacity_(std::max<std::uint64_t>(1, spec.l2_bytes / line_bytes)),
      bytes_per_cycle_(std::max(spec.memory_bytes_per_cycle, 1e-3)),
      current_(cores) {}

void L2Cache::add_allocation(std::size_t slot, std::uint64_t bytes) {
  if (slot >= lines_.size()) lines_.resize(slot + 1);
  const std::uint64_t lines = bytes / line_bytes + 1;
  if (lines > lines_[slot].size()) lines_[slot].resize(lines);
}

std::uint32_t L2Cache::access(std::size_t slot, std::uint64_t line, std::uint32_t wanted, L2Use use, std::uint32_t core) {
  const std::atomic_ref word(lines_[slot][line]);
  std::uint64_t before = word.load(std::memory_order_relaxed);
  for (;;) {
    Line state = Line::from(before);
    if (state.used < oldest_) {
      state = {};
    } else if (state.used < now_) {
      state.present |= state.loading | state.storing;
      state.loading = state.storing = 0;
    }
    state.used = now_;
    const bool taken_in = (state.present | state.loading | state.storing) == 0;
    std::uint64_t read = 0, written = 0;
    if (use != L2Use::store) {
      const std::uint32_t missing = wanted & ~state.present;
      read = count_sectors(missing & ~state.loading);
      state.loading |= missing;
    }
    if (use != L2Use::load) {
      written = count_sectors(wanted & ~state.modified);
      state.storing |= wanted & ~state.present;
      state.modified |= wanted;
    }
    if (!shared_)
      word.store(state.word(), std::memory_order_relaxed);
    else if (state.word() != before && !word.compare_exchange_weak(before, state.word(), std::memory_order_relaxed))
      continue;
    Traffic& traffic = current_[core];
    traffic.lines += taken_in;
    traffic.read += read;
    traffic.written += written;
    return wanted & state.present;
  }
}

double L2Cache::moving_cycles(const Traffic& traffic) const {
  return static_cast<double>((traffic.read + traffic.written) * sector_bytes) / bytes_per_cycle_;
}

L2Cache::Traffic L2Cache::sum() const {
  Traffic all;
  for (const Traffic& traffic : current_) {
    all.lines += traffic.lines;
    all.read += traffic.read;
    all.written += traffic.written;
  }
  return all;
}

void L2Cache::begin_interval(std::uint64_t number) {
  const Traffic moved = sum();
  queue_ = std::max(0.0, queue_ + moving_cycles(moved) - static_cast<double>((number - now_) * interval));
  queue_cycles_ = static_cast<std::uint64_t>(queue_);
  if (moved.lines != 0) fills_.push_back({now_, before_.lines});
  before_.lines += moved.lines;
  before_.read += moved.read;
  before_.written += moved.written;
  std::fill(current_.begin(), current_.end(), Traffic{});
  now_ = number;
  interval_end_ = (number + 1) * interval;
  while (!fills_.empty() && before_.lines - fills_.front().lines > capacity_) {
    oldest_ = fills_.front().interval + 1;
    fills_.pop_front();
  }
}

std::uint64_t L2Cache::memory_end() const {
  return now_ * interval + static_cast<std::uint64_t>(std::ceil(queue_ + moving_cycles(sum())));
}

double L2Cache::utilisation(std::uint64_t end_cycle) const {
  return (moving_cycles(before_) + moving_cycles(sum())) / static_cast<double>(std::max<std::uint64_t>(end_cycle, 1));
}

std::uint64_t L2Cache::sectors_read() const { return before_.read + sum().read; }
std::uint64_t L2Cache::sectors_written() const { return before_.written + sum().written; }

std::uint64_t L2Cache::bytes() const {
  std::uint64_t sum = sizeof *this + fills_.size() * sizeof(Fills);
  for (const std::vector<std::uint64_t>& lines : lines_) sum += lines.size() * sizeof(std::uint64_t);
  return sum;
}

}  // namespace warplens::simt
