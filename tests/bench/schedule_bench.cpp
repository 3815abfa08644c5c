#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "simt/parallel/core_machine.h"
#include "simt/parallel/parallel.h"
#include "simt/simt_device.h"
#include "tests/bench/launches.h"

// What 2, 4 and 8 cores would bring to a launch (app/simt/parallel), worked out on one: warplens_schedule [PRESET [NANOSECONDS]].
// A preset with fewer than eight multiprocessors gets eight. Other programs must not run at the same time.
//
// One core runs the turns of all cores here, in time order, and the clock tells how long each takes. Each core that is worked out
// has a clock of its own, which moves on by what its turns take, and to a later time where Cores makes it wait:
// - in an interval in which the L2 cache is used, until all others have completed the intervals before;
// - before a turn in which a block ends, until no block ends earlier elsewhere, as long as blocks are queued.
// What it reads of another core's progress takes the time of a line of the host's cache from core to core: NANOSECONDS,
// or half of the 0.1 µs that two cores of one chip need for a question and its answer. What is done by one core alone, before and
// after, counts in full. The launch ends with its last core.
//
// This leaves out, which makes more cores look better than they are: lines of the host's cache with L2 tags or data that several
// cores use, the memory that they share, and a clock that slows down when all are busy; and which makes them look worse: that
// each has a cache of its own.

namespace {

using namespace warplens;
using simt::Turn;
using Clock = std::chrono::steady_clock;

constexpr int min_rounds = 3, max_rounds = 9;
constexpr double enough_seconds = 5;  // of rounds
constexpr double min_alone = 300e-6;  // seconds: that of parallel.cpp

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// Seconds from one reading of the clock to the next.
double seconds_of_reading() {
  constexpr int readings = 1'000'000;
  const Clock::time_point begin = Clock::now();
  for (int k = 0; k < readings; ++k) Clock::now();
  return seconds_since(begin) / readings;
}

/// A launch, and what it needs to run. Its machine code is ready from the first instruction on.
class Work {
 public:
  Work(launch::Launch to_run, const simt::DeviceSpec& on)
      : launch(std::move(to_run)), program(decode(*launch.module, launch.entry, on).value()), spec(on) {
    using launch::MachineCode;
    const simt::InstructionSet set = simt::widest_instruction_set();
    launch.machine_code = set == simt::InstructionSet::avx512 ? MachineCode::avx512 : MachineCode::avx2;
    compiled_.emplace(launch.module, program, set);
    code = compiled_->code_at_once();
  }

  launch::Launch launch;
  const simt::Program program;
  const simt::DeviceSpec& spec;
  const simt::native::Code* code = nullptr;  ///< null where none is made

 private:
  std::optional<simt::BackgroundCode> compiled_;
};

/// One launch on several cores that are worked out.
class Schedule {
 public:
  /// `line`, `reading`: seconds.
  Schedule(const Work& work, std::uint32_t count, double line, double reading)
      : memory_(std::make_shared<simt::GlobalMemory>(work.launch, work.program.variables, work.program.written)),
        shared_(count, *memory_, work.spec, false),
        cores_(count),
        code_(work.code),
        blocks_(base::count(work.launch.grid)),
        line_(line),
        reading_(reading) {
    for (std::uint32_t core = 0; core < count; ++core)
      machines_.emplace_back(work.launch, work.program, work.spec, progress_, nullptr, memory_, shared_, core);
  }

  /// Once. Seconds that the launch takes; nothing if the parallel run is abandoned.
  std::optional<double> run() {
    for (simt::CoreMachine& machine : machines_) {
      machine.use_code({.ready = code_});
      machine.begin();
    }
    shared_.put_queue(machines_.front().queue(), blocks_);
    const Clock::time_point alone = Clock::now();
    for (auto core = earliest(); core && seconds_since(alone) < min_alone; core = earliest())
      machines_[*core].run_turn_of_share();
    shared_.begin_together(0, 0, {});
    for (simt::CoreMachine& machine : machines_) machine.publish_next_turn();
    for (Core& core : cores_) core.clock = seconds_since(begin_);
    for (std::uint32_t core = 0; core < cores_.size(); ++core) note_progress(core);
    while (const auto core = earliest()) run_turn_of(*core);

    const Clock::time_point end = Clock::now();
    shared_.end_together();
    if (!std::all_of(machines_.begin(), machines_.end(),
                     [](const simt::CoreMachine& machine) { return machine.did_its_share(); }))
      return std::nullopt;
    for (std::size_t core = 1; core < machines_.size(); ++core)
      if (!machines_.front().absorb(machines_[core])) return std::nullopt;
    if (!machines_.front().end()) return std::nullopt;
    const auto last = std::ranges::max_element(cores_, {}, &Core::clock);
    return last->clock + seconds_since(end);
  }

  /// Shares of their time in which the cores wait for an interval of the L2 cache, and for blocks that end elsewhere.
  std::pair<double, double> waiting() const {
    double l2 = 0, blocks = 0, all = 0;
    for (const Core& core : cores_) {
      l2 += core.waited_for_l2;
      blocks += core.waited_for_blocks;
      all += core.worked + core.waited_for_l2 + core.waited_for_blocks;
    }
    return {l2 / all, blocks / all};
  }

 private:
  /// How far a core had come when.
  struct Progress {
    std::uint64_t turn, no_end_before;  ///< as in Cores::reach()
    double when;
  };
  struct Core {
    double clock = 0, worked = 0, waited_for_l2 = 0, waited_for_blocks = 0;  ///< seconds
    std::uint64_t interval = 0;  ///< of the L2 cache, the latest before which it has waited
    std::vector<Progress> progress;
  };

  static std::uint64_t cycle_of(std::uint64_t turn) { return turn >> Turn::slot_bits; }
  static std::uint64_t interval_of(std::uint64_t turn) { return cycle_of(turn) / simt::L2Cache::interval; }

  /// The core with the earliest turn; nothing once all are over.
  std::optional<std::uint32_t> earliest() {
    std::optional<std::uint32_t> first;
    std::uint64_t turn = simt::never;
    for (std::uint32_t core = 0; core < machines_.size() && !shared_.given_up(); ++core) {
      if (machines_[core].over() || machines_[core].next_turn().key() >= turn) continue;
      first = core;
      turn = machines_[core].next_turn().key();
    }
    return first;
  }

  void note_progress(std::uint32_t own) {
    simt::CoreMachine& machine = machines_[own];
    const bool over = machine.over();
    cores_[own].progress.push_back(
        {over ? simt::never : machine.next_turn().key(), over ? simt::never : machine.no_end_before(), cores_[own].clock});
  }

  /// When the last of the other cores had come to a turn, or could end no block before a cycle.
  double others_reach(std::uint32_t own, std::uint64_t turn, std::uint64_t cycle) const {
    double when = 0;
    for (std::uint32_t other = 0; other < cores_.size(); ++other) {
      if (other == own) continue;
      const std::vector<Progress>& progress = cores_[other].progress;
      const auto first =
          std::ranges::partition_point(progress, [&](const Progress& at) { return at.turn < turn && at.no_end_before <= cycle; });
      when = std::max(when, (first == progress.end() ? progress.back() : *first).when);
    }
    return when;
  }

  /// The core reads so many lines that others have written, and goes on when it sees what happened at `when`. Seconds of waiting.
  double wait(Core& core, std::size_t lines, double when) const {
    core.worked += static_cast<double>(lines) * line_;
    core.clock += static_cast<double>(lines) * line_;
    const double waited = std::max(0.0, when + line_ - core.clock);
    core.clock += waited;
    return waited;
  }

  void wait_for_blocks(std::uint32_t own, std::uint64_t turn) {
    const double when = others_reach(own, turn, cycle_of(turn));
    cores_[own].waited_for_blocks += wait(cores_[own], cores_.size() - 1, emptied_ ? std::min(when, *emptied_) : when);
  }

  void wait_for_interval(std::uint32_t own, std::uint64_t interval, bool first_use) {
    cores_[own].interval = interval;
    const double when = others_reach(own, interval * simt::L2Cache::interval << Turn::slot_bits, simt::never);
    cores_[own].waited_for_l2 += wait(cores_[own], first_use ? cores_.size() - 1 : 1, when);
  }

  /// The next turn of the core with the earliest turn.
  void run_turn_of(std::uint32_t own) {
    simt::CoreMachine& machine = machines_[own];
    Core& core = cores_[own];
    const std::uint64_t turn = machine.next_turn().key(), interval = interval_of(turn), l2_before = shared_.l2.interval_end();
    if (machine.next_turn_ends_block()) wait_for_blocks(own, turn);
    const Clock::time_point begin = Clock::now();
    machine.run_turn_of_share();
    machine.publish_next_turn();
    const double took = std::max(0.0, seconds_since(begin) - reading_);
    const bool l2_in_use = shared_.l2.interval_end() == (interval + 1) * simt::L2Cache::interval;
    if (l2_in_use && core.interval != interval) wait_for_interval(own, interval, shared_.l2.interval_end() != l2_before);
    core.worked += took;
    core.clock += took;
    note_progress(own);
    if (simt::BlockQueue queue; !emptied_ && !shared_.take_queue(queue)) emptied_ = core.clock;
  }

  const Clock::time_point begin_ = Clock::now();
  launch::Progress progress_;
  std::shared_ptr<simt::GlobalMemory> memory_;
  simt::Cores shared_;
  std::deque<simt::CoreMachine> machines_;
  std::vector<Core> cores_;
  const simt::native::Code* code_;
  std::uint64_t blocks_;
  std::optional<double> emptied_;  ///< when the last block left the queue
  double line_, reading_;
};

/// Seconds by the clock.
double really_on(launch::Device& device, const launch::Launch& launch) {
  launch::Progress progress;
  const Clock::time_point begin = Clock::now();
  static_cast<void>(device.run(launch, progress).value());
  return seconds_since(begin);
}

/// 0 if there is none.
double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

/// The medians of rounds: in each, the launch runs on one core, on those that are worked out, and on two real ones, so that all
/// have the same share of what else slows this computer down.
void print_row(const char* name, launch::Launch launch, const simt::DeviceSpec& spec, double line, double reading) {
  const Work work(std::move(launch), spec);
  if (!may_run_in_parallel(work.launch, work.program, spec)) {
    std::printf("| %s | runs on one core | | | | | | |\n", name);
    return;
  }
  constexpr std::array<std::uint32_t, 3> counts{2, 4, 8};
  std::array<std::vector<double>, counts.size()> times_as_fast;
  std::vector<double> milliseconds, wait_for_l2, wait_for_blocks, really;
  const auto one_core = simt::make_device(spec, 1), two_cores = simt::make_device(spec, 2);
  const Clock::time_point begin = Clock::now();
  for (int round = 0; round < max_rounds && (round < min_rounds || seconds_since(begin) < enough_seconds); ++round) {
    const double one = really_on(*one_core, work.launch);
    milliseconds.push_back(1e3 * one);
    for (std::size_t k = 0; k < counts.size(); ++k) {
      Schedule schedule(work, counts[k], line, reading);
      if (const auto several = schedule.run()) times_as_fast[k].push_back(one / *several);
      if (k + 1 < counts.size()) continue;
      wait_for_l2.push_back(100 * schedule.waiting().first);
      wait_for_blocks.push_back(100 * schedule.waiting().second);
    }
    really.push_back(one / really_on(*two_cores, work.launch));
  }
  std::printf("| %s | %.1f |", name, median(milliseconds));
  for (const std::vector<double>& each : times_as_fast) std::printf(" %.2f × |", median(each));
  std::printf(" %.0f %% | %.0f %% | %.2f × |\n", median(wait_for_l2), median(wait_for_blocks), median(really));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const simt::DeviceSpec* const preset = simt::device_spec_named(argc > 1 ? argv[1] : "h100");
  if (preset == nullptr) {
    std::fprintf(stderr, "usage: warplens_schedule [PRESET [NANOSECONDS]]\n");
    return 1;
  }
  simt::DeviceSpec spec = *preset;
  spec.multiprocessors = std::max(spec.multiprocessors, 8u);
  const double line = 1e-9 * (argc > 2 ? std::strtod(argv[2], nullptr) : 50), reading = seconds_of_reading();
  std::printf("%s, %u multiprocessors; a line of the cache takes %.0f ns from core to core\n\n", spec.name.c_str(),
              spec.multiprocessors, 1e9 * line);
  std::printf("| launch | one core, ms | 2 cores | 4 cores | 8 cores | wait for L2 | for blocks | 2 cores, measured |\n");
  std::printf("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
  const auto print = [&](const char* name, launch::Launch launch) { print_row(name, std::move(launch), spec, line, reading); };
  print("increment of 2^20 elements", bench::increment_of(1 << 20));
  print("matrix product 256 × 512 × 256, naive", bench::product_of("matmul_naive", 256, 512, 256));
  print("the same, tiles of 16 × 16", bench::product_of("matmul_tiled", 256, 512, 256));
  print("n-body, 4,096 bodies", bench::nbody_of(4096));
  print("n-body, 16,384 bodies", bench::nbody_of(16384));
}
