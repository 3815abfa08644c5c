#include <algorithm>
#include <utility>

#include "simt/machine/machine.h"

namespace warplens::simt {

namespace {

/// A stream of random numbers for one block or warp of a launch, the same whatever else happens.
base::Random stream(std::uint64_t seed, std::uint64_t number) { return base::Random(base::Random(seed ^ (number << 20)).next()); }

}  // namespace

/// Hand out blocks to the emptiest multiprocessors, one after the other, as long as one has room.
void Machine::dispatch(std::uint64_t time) {
  while (queue_.next < blocks_) {
    std::uint32_t best = spec_.multiprocessors;
    for (std::uint32_t sm = 0; sm < spec_.multiprocessors; ++sm) {
      const Multiprocessor& candidate = multiprocessors_[sm];
      if (candidate.blocks < occupancy_.blocks &&
          (best == spec_.multiprocessors || candidate.blocks < multiprocessors_[best].blocks))
        best = sm;
    }
    if (best == spec_.multiprocessors) return;
    const std::uint64_t start = std::max(time, queue_.ready);
    queue_.ready = start + spec_.block_launch_interval;
    start_block(best, start + stream(launch_.seed, queue_.next).below(spec_.block_launch_interval + 1));
  }
}

void Machine::start_block(std::uint32_t sm, std::uint64_t time) {
  while (first_free_ < resident_.size() && resident_[first_free_].resident) ++first_free_;
  const std::size_t number = first_free_++;
  const auto first = static_cast<std::uint32_t>(number * warps_per_block_);
  if (number == resident_.size()) {
    resident_.emplace_back();
    warps_.resize(resident_.size() * warps_per_block_);
    if (is_mine(sm)) {
      for (std::uint32_t w = 0; w < warps_per_block_; ++w) prepare_place(first + w);
    }
  }
  Multiprocessor& multiprocessor = multiprocessors_[sm];
  multiprocessor.blocks += 1;

  ResidentBlock& block = resident_[number];
  block.resident = true;
  block.index = static_cast<std::uint32_t>(queue_.next++);
  block.position = base::position(block.index, launch_.grid);
  block.sm = sm;
  if (!is_mine(sm)) return;
  block.live_threads = static_cast<std::uint32_t>(threads_per_block_);
  block.live_warps = static_cast<std::uint32_t>(warps_per_block_);
  block.shared_writers = 0;
  block.start = time;
  block.last = {};
  block.arrivals = 0;
  block.shared.assign(shared_bytes_, uninitialised);
  block.atomics.clear();
  if (std::exchange(block.begun, 0) != 0) block.barriers = {};
  if (checker_) checker_->start_block(static_cast<std::uint32_t>(number), block.index, shared_bytes_);
  for (std::uint32_t w = 0; w < warps_per_block_; ++w) start_warp(first + w, time);
}

/// What stays the same for every warp that comes to this place.
void Machine::prepare_place(std::uint32_t place) {
  ResidentWarp& warp = warps_[place];
  warp.block = static_cast<std::uint32_t>(place / warps_per_block_);
  warp.in_block = static_cast<std::uint32_t>(place % warps_per_block_);
  warp.registers.resize(program_.register_bytes / sizeof(ResidentWarp::Line) + 1);
  warp.frame = {warp.registers.data()->bytes.data(), program_.constants.data(), parameters_.data()};
  fill_constant_specials(warp);
}

void Machine::start_warp(std::uint32_t place, std::uint64_t time) {
  ResidentWarp& warp = warps_[place];
  const ResidentBlock& block = resident_[warp.block];
  Multiprocessor& multiprocessor = multiprocessors_[block.sm];
  warp.in_grid = static_cast<std::uint32_t>(block.index * warps_per_block_ + warp.in_block);
  warp.scheduler = multiprocessor.next_scheduler;
  if (++multiprocessor.next_scheduler == multiprocessor.issue.size()) multiprocessor.next_scheduler = 0;
  for (const RowSpan& row : program_.read_at_start) std::memset(warp.frame.destination(row.row), 0, row.bytes);
  start_local(warp);
  warp.ready.assign(program_.loaded_registers, 0);
  const std::uint64_t threads = std::min<std::uint64_t>(warp_size, threads_per_block_ - std::uint64_t{warp.in_block} * warp_size);
  warp.lanes.start(threads == warp_size ? all_lanes : (1u << threads) - 1, time);
  warp.copies.clear();
  warp.failed_waits = 0;
  fill_block_specials(warp);
  warp.jitter = stream(~launch_.seed, warp.in_grid);
  warp.writes_shared = false;
  set_writes_shared(warp, program_.code.front().shared_write_ahead);
  warp.has_turn = true;
  turns_.add({time, place});
}

/// The last lane of a warp is through. When all warps are, the block leaves in its turn: at the time of the latest.
void Machine::end_warp(std::uint32_t place, std::uint64_t time) {
  ResidentWarp& warp = warps_[place];
  ResidentBlock& block = resident_[warp.block];
  warp.has_turn = false;
  set_writes_shared(warp, false);
  if (time > block.last.time || (time == block.last.time && place > block.last.warp)) block.last = {time, place};
  if (--block.live_warps == 0) turns_.add(block.last);
}

/// The last warp of a block is through: the block leaves and makes room.
void Machine::retire(std::uint32_t place, std::uint64_t time) {
  ResidentBlock& block = resident_[warps_[place].block];
  end_cycle_ = std::max(end_cycle_, time);
  block.resident = false;
  first_free_ = std::min(first_free_, static_cast<std::size_t>(&block - resident_.data()));
  Multiprocessor& multiprocessor = multiprocessors_[block.sm];
  multiprocessor.blocks -= 1;
  recorder_.place(block.index, block.sm, block.start, time);
  progress_.blocks_done.fetch_add(1, std::memory_order_relaxed);
  if (cores_ == nullptr) return dispatch(time);
  if (!cores_->take_queue(queue_)) return;
  dispatch(time);
  cores_->put_queue(queue_, blocks_);
}

}  // namespace warplens::simt
