#include "simt/parallel/cores.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "simt/parallel/spin.h"

namespace warplens::simt {
namespace {

using namespace std::chrono_literals;

constexpr int first_looks = 16;      // a third of a microsecond: most waits are over by then
constexpr auto nap = 100us;          // a wake-up that was missed costs as much
constexpr auto first_trial = 500us;  // until all cores are first compared with one, to notice helpers that do not run
constexpr auto second_trial = 2ms;   // until they are compared again: with warm caches, they should be faster
constexpr int of_watched = 4;        // times as long where the launch is watched: much memory is touched first of all
constexpr double min_first = 0.6;    // lowest speed in the first trial, times that of one core
constexpr double min_gain = 1.15;    // the same from the second trial on
constexpr double max_waiting = 0.4;  // share of the time: with more, two cores may be hardly faster than one

}  // namespace

Cores::Cores(std::uint32_t count, const GlobalMemory& memory, const DeviceSpec& spec, bool watched)
    : CommonState(count, memory, spec), slower_(watched ? of_watched : 1) {}

void Cores::begin_together(double alone, std::uint64_t issued, std::function<void(std::uint32_t)> run_turn_of) {
  together_ = true;
  l2.share(true);
  alone_ = alone;
  issued_before_ = issued;
  run_turn_of_ = std::move(run_turn_of);
  began_ = std::chrono::steady_clock::now();
}

void Cores::end_together() {
  together_ = false;
  l2.share(false);
}

/// Warp instructions of all cores.
std::uint64_t Cores::issued() const {
  std::uint64_t sum = 0;
  for (const Reached& reached : reached_) sum += reached.issued.load(std::memory_order_relaxed);
  return sum;
}

/// One core runs all where they are hardly faster than one: the helpers' processors are busy with other work, the cores depend on
/// each other too often, or they are far apart in the computer. After the trials, their speed is compared again whenever core 0
/// has waited for a large part of the time.
void Cores::judge() {
  const auto elapsed = std::chrono::steady_clock::now() - began_;
  const bool is_due = trials_ == 0   ? elapsed > slower_ * first_trial
                      : trials_ == 1 ? elapsed > slower_ * second_trial
                                     : waited_ > max_waiting * elapsed;
  if (!is_due) return;
  const double together = static_cast<double>(issued() - issued_before_) / std::chrono::duration<double>(elapsed).count();
  const double least = trials_ == 0 ? min_first : min_gain;
  if (together < least * alone_) one_does_all_.store(true, std::memory_order_relaxed);
  trials_ = std::min(trials_ + 1, 2);
}

void Cores::give_up() {
  given_up_.store(true, std::memory_order_relaxed);
  const std::lock_guard lock(mutex_);
  for (std::condition_variable& woken : woken_) woken.notify_all();
}

void Cores::park(std::uint32_t core) {
  parked_[core].store(true, std::memory_order_release);
  const std::lock_guard lock(mutex_);
  woken_[0].notify_all();
}

bool Cores::all_parked() const {
  return std::all_of(parked_.begin() + 1, parked_.begin() + count(),
                     [](const std::atomic<bool>& parked) { return parked.load(std::memory_order_acquire); });
}

bool Cores::has_come(const Awaited& awaited) const {
  const Reached& reached = reached_[awaited.other];
  return reached.turn.load(std::memory_order_acquire) >= awaited.turn ||
         (awaited.or_no_end && reached.no_end_before.load(std::memory_order_acquire) > awaited.turn >> Turn::slot_bits);
}

bool Cores::core_0_runs(std::uint32_t core) const { return core == 0 || parked_[core].load(std::memory_order_acquire); }

/// Called by core 0 while it waits for another core to reach `turn`: runs the earliest earlier turn of the parked cores, since
/// the awaited core may itself be waiting for it. False if there is none.
bool Cores::run_parked_before(std::uint64_t turn) {
  std::uint32_t first = 0;
  for (std::uint32_t core = 1; core < count(); ++core) {
    const std::uint64_t next = reached_[core].turn.load(std::memory_order_relaxed);
    if (next >= turn || !core_0_runs(core)) continue;
    turn = next;
    first = core;
  }
  if (first != 0) run_turn_of_(first);
  return first != 0;
}

void Cores::run_until_all_parked() {
  while (one_does_all() && !given_up() && !all_parked())
    if (!run_parked_before(~std::uint64_t{0})) std::this_thread::sleep_for(nap);
}

/// False if the parallel run was abandoned.
bool Cores::await(std::uint32_t core, const Awaited& awaited) {
  if (spin(first_looks, [&] { return has_come(awaited); })) return true;
  while (!has_come(awaited)) {
    if (given_up()) return false;
    if (awaited.or_no_end && queue_is_empty()) return true;
    if (!core_0_runs(core) || !run_parked_before(awaited.turn)) wait(core, awaited);
  }
  return true;
}

/// Until `awaited` has come, or for a short time.
void Cores::wait(std::uint32_t core, const Awaited& awaited) {
  const auto before = std::chrono::steady_clock::now();
  if (!spin(looks_before_sleep, [&] { return has_come(awaited); })) sleep(core, awaited);
  if (core != 0) return;
  waited_ += std::chrono::steady_clock::now() - before;
  judge();
}

void Cores::sleep(std::uint32_t core, const Awaited& awaited) {
  std::unique_lock lock(mutex_);
  sleeping_[core] = awaited;
  asleep_.fetch_add(1, std::memory_order_seq_cst);
  if (!has_come(awaited) && !given_up()) woken_[core].wait_for(lock, nap);
  asleep_.fetch_sub(1, std::memory_order_relaxed);
  sleeping_[core] = {};
}

/// Wake the cores whose wait for `core` is over.
void Cores::wake(std::uint32_t core) {
  const std::lock_guard lock(mutex_);
  for (std::uint32_t other = 0; other < count(); ++other) {
    const Awaited& awaited = sleeping_[other];
    if (awaited.turn != 0 && awaited.other == core && has_come(awaited)) woken_[other].notify_one();
  }
}

bool Cores::wait_for_blocks(std::uint32_t core, Turn turn) {
  if (!together_) return true;
  for (std::uint32_t other = 0; other < count(); ++other) {
    if (other == core) continue;
    std::atomic<std::uint32_t>& awaited = reached_[other].ends_awaited;
    awaited.fetch_add(1, std::memory_order_relaxed);
    const bool came = await(core, {other, turn.key(), true});
    awaited.fetch_sub(1, std::memory_order_relaxed);
    if (!came) return false;
  }
  return true;
}

bool Cores::begin_interval(std::uint32_t core, std::uint64_t begin) {
  for (std::uint32_t other = 0; together_ && other < count(); ++other)
    if (other != core && !await(core, {other, begin << Turn::slot_bits, false})) return false;
  const std::lock_guard lock(mutex_);
  l2.advance(begin);
  set_interval(begin);
  return true;
}

}  // namespace warplens::simt
