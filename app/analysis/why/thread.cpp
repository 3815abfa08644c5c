#include "analysis/why/thread.h"

#include <optional>
#include <utility>

#include "analysis/why/absence.h"
#include "analysis/why/element.h"

namespace warplens::analysis {

Answer why_thread(const Executed& executed, std::uint32_t buffer, std::uint64_t thread) {
  const trace::Trace& trace = executed.trace();
  const std::uint32_t warp = executed.warp_of(thread);
  const int lane = executed.lane_of(thread);
  std::uint32_t own = trace::no_row, in_warp = trace::no_row, anywhere = trace::no_row;
  for (std::uint32_t row = 0; row < trace.accesses.size(); ++row) {
    if (trace.accesses.kind[row] == trace::AccessKind::read || trace.accesses.space[row] != trace::MemorySpace::global ||
        trace.accesses.buffer[row] != buffer)
      continue;
    const std::uint32_t step = trace.accesses.step[row];
    if (anywhere == trace::no_row) anywhere = step;
    if (trace.steps.warp[step] != warp) continue;
    if (in_warp == trace::no_row) in_warp = step;
    if ((trace.steps.active[step] >> lane & 1) != 0) own = row;
  }
  if (own != trace::no_row) return why_element(executed, buffer, executed.element_index(executed.location(own, lane)));
  Location location;
  location.buffer = buffer;
  Answer answer;
  answer.question = "Why did " + executed.thread_text(thread) + " write nothing to " + executed.array_name(location) + "?";
  if (trace.truncation != trace::Truncation::none)
    answer.missing = "The trace was cut before the launch ended: up to there, it had written nothing.";
  if (anywhere == trace::no_row) {
    Cause nobody;
    nobody.sentence = "No thread wrote any element of " + executed.array_name(location) + " in this launch.";
    answer.answers.push_back(std::move(nobody));
    return answer;
  }
  if (auto cause = why_absent(executed, thread, in_warp != trace::no_row ? in_warp : anywhere))
    answer.answers.push_back(std::move(*cause));
  else if (answer.missing.empty())
    answer.missing = "The trace does not show where it left the threads that did.";
  return answer;
}

}  // namespace warplens::analysis
