#include "analysis/why/wait.h"

#include <algorithm>
#include <bit>
#include <string>

#include "base/number_format.h"

namespace warplens::analysis {
namespace {

using trace::WaitReason;

class WaitAnswer {
 public:
  explicit WaitAnswer(const Executed& executed) : executed_(executed), trace_(executed.trace()) {}

  std::optional<Answer> answer(std::uint32_t warp, std::uint64_t cycle) {
    const auto row = wait_at(warp, cycle, cycle + 1);
    if (!row) return std::nullopt;
    Answer answer;
    answer.question = "Why did " + executed_.warp_text(warp) + " wait in cycle " + base::grouped(cycle) + "?";
    answer.answers.push_back(cause(*row));
    if (trace_.truncation != trace::Truncation::none)
      answer.missing = "The trace was cut before the launch ended: later steps are not known.";
    return answer;
  }

 private:
  static constexpr std::size_t max_chain = 4;

  /// The longest wait of a warp that has cycles in [begin, end).
  std::optional<std::size_t> wait_at(std::uint32_t warp, std::uint64_t begin, std::uint64_t end) const {
    const trace::Waits& waits = trace_.waits;
    std::optional<std::size_t> longest;
    const auto common = [&](std::size_t row) {
      const std::uint64_t from = std::max(begin, waits.begin[row]), to = std::min(end, waits.end[row]);
      return to > from ? to - from : 0;
    };
    for (std::size_t row = 0; row < waits.size(); ++row) {
      if (waits.warp[row] != warp || common(row) == 0) continue;
      if (!longest || common(row) > common(*longest)) longest = row;
    }
    return longest;
  }

  Cause cause(std::size_t row) {
    ++chain_;
    const trace::Waits& waits = trace_.waits;
    const std::uint32_t warp = waits.warp[row];
    const std::string waited = capitalised(executed_.warp_text(warp)) + " waited " +
                               base::counted(waits.end[row] - waits.begin[row], "modelled cycle") + ", from " +
                               base::grouped(waits.begin[row]) + " to " + base::grouped(waits.end[row]) + ", ";
    switch (waits.reason[row]) {
      case WaitReason::memory:
        return of_memory(waited, row);
      case WaitReason::barrier:
        return of_barrier(waited, row);
      case WaitReason::selection:
        return at_next_step(waited + "since its scheduler issued instructions of other warps.", row);
      case WaitReason::unit:
        return at_next_step(waited + "since the unit for its next instruction was busy with other warps' instructions.", row);
      case WaitReason::bandwidth:
        return at_next_step(waited + "since L1, shared memory or the way to L2 was busy with other requests.", row);
    }
    return {};
  }

  /// A sentence at the instruction that could not be issued.
  Cause at_next_step(std::string sentence, std::size_t row) const {
    const std::uint32_t warp = trace_.waits.warp[row];
    for (const std::uint32_t step : executed_.steps_of(warp))
      if (trace_.steps.cycle[step] >= trace_.waits.end[row])
        return executed_.cause(std::move(sentence), step, executed_.thread(step, 0));
    Cause cause;
    cause.sentence = std::move(sentence);
    return cause;
  }

  /// Where a request's sectors came from, in how many `cycles`.
  std::string source_text(const trace::RequestPath& path, std::uint64_t cycles) const {
    const auto& modelled = executed_.result().utilisation;
    const bool on_its_way = path.l1 != 0 && path.l2 + path.memory == 0 && modelled && cycles > 2 * modelled->latencies.l1;
    const auto part = [](std::uint64_t sectors, const char* source) {
      return sectors == 0 ? std::string() : base::counted(sectors, "sector") + " from " + source;
    };
    std::string text;
    for (const std::string& one : {part(path.l1, "L1"), part(path.l2, "L2"), part(path.memory, "memory")})
      if (!one.empty()) text += (text.empty() ? "" : ", ") + one;
    if (on_its_way) text += ", to which another request was already bringing " + std::string(path.l1 == 1 ? "it" : "them");
    if (path.queued != 0) text += "; " + base::counted(path.queued, "cycle") + " of it behind earlier requests to memory";
    return text;
  }

  Cause of_memory(const std::string& waited, std::size_t row) const {
    const std::uint32_t warp = trace_.waits.warp[row];
    const std::uint64_t end = trace_.waits.end[row];
    // The request of this warp that was served when the wait ended, or last before that.
    std::uint32_t found = trace::no_row;
    for (const std::uint32_t step : executed_.steps_of(warp)) {
      const std::uint32_t access = trace_.steps.access[step];
      if (access == trace::no_row || trace_.steps.cycle[step] >= end || trace_.accesses.kind[access] == trace::AccessKind::write)
        continue;
      const std::uint64_t done = trace_.accesses.done[access];
      if (done <= end && (found == trace::no_row || done >= trace_.accesses.done[found])) found = access;
    }
    if (found == trace::no_row) return at_next_step(waited + "for a value from memory.", row);
    const std::uint32_t step = trace_.accesses.step[found];
    const int lane = std::countr_zero(trace_.steps.active[step] | std::uint32_t{1} << 31);
    const Location location = executed_.location(found, lane);
    const std::string array = executed_.array_name(location),
                      source = source_text(trace_.accesses.path[found], trace_.accesses.done[found] - trace_.steps.cycle[step]);
    const char* const how = trace_.accesses.kind[found] == trace::AccessKind::atomic ? "the atomic on " : "what it read of ";
    Cause cause = executed_.cause(waited + "for " + how + (array.empty() ? executed_.name(location) : array) + " at line " +
                                      std::to_string(executed_.line(step)) + (source.empty() ? "" : " (" + source + ")") + ".",
                                  step, executed_.thread(step, lane));
    cause.element = executed_.name(location);
    return cause;
  }

  Cause of_barrier(const std::string& waited, std::size_t row) {
    const trace::Waits& waits = trace_.waits;
    const std::uint32_t warp = waits.warp[row];
    const std::uint64_t warps = trace_.warps_per_block(), first = warp / warps * warps;
    std::uint32_t last = trace::no_row;
    for (std::uint64_t other = first; other < first + warps; ++other) {
      for (const std::uint32_t step : executed_.steps_of(static_cast<std::uint32_t>(other))) {
        if (!executed_.is_block_barrier(step) || trace_.steps.cycle[step] > waits.end[row]) continue;
        if (last == trace::no_row || trace_.steps.cycle[step] > trace_.steps.cycle[last]) last = step;
      }
    }
    if (last == trace::no_row) return at_next_step(waited + "for other warps of its block.", row);
    const std::uint32_t late = trace_.steps.warp[last];
    Cause cause = executed_.cause(waited + "at the barrier at line " + std::to_string(executed_.line(last)) + ": " +
                                      executed_.warp_text(late) + " came to it last, in cycle " +
                                      base::grouped(trace_.steps.cycle[last]) + ".",
                                  last, executed_.thread(last, 0));
    if (late == warp || chain_ >= max_chain) return cause;
    if (const auto before = wait_at(late, waits.begin[row], trace_.steps.cycle[last]))
      cause.because.push_back(this->cause(*before));
    return cause;
  }

  const Executed& executed_;
  const trace::Trace& trace_;
  std::size_t chain_ = 0;
};

}  // namespace

std::optional<Answer> why_waited(const Executed& executed, std::uint32_t warp, std::uint64_t cycle) {
  return WaitAnswer(executed).answer(warp, cycle);
}

}  // namespace warplens::analysis
