#include "analysis/why/finding.h"

#include <algorithm>
#include <string>

#include "analysis/why/element.h"
#include "launch/findings/finding_kind.h"

namespace warplens::analysis {
namespace {

std::uint64_t thread_of(const launch::Launch& launch, const launch::Witness& witness) {
  return base::linear(witness.block, launch.grid) * base::count(launch.block) + base::linear(witness.thread, launch.block);
}

/// The first access of a witness at its line to the finding's element; of others, to any.
std::uint32_t step_of(const Executed& executed, const launch::Finding& finding, const launch::Witness& witness) {
  const trace::Trace& trace = executed.trace();
  const std::uint64_t thread = thread_of(executed.launch(), witness);
  const int lane = executed.lane_of(thread);
  std::uint32_t first = trace::no_row;
  for (const std::uint32_t step : executed.steps_of(executed.warp_of(thread))) {
    const std::uint32_t access = trace.steps.access[step];
    if (access == trace::no_row || (trace.steps.active[step] >> lane & 1) == 0 || executed.line(step) != witness.line) continue;
    if (first == trace::no_row) first = step;
    const Location location = executed.location(access, lane);
    if (finding.element >= 0 && executed.element_index(location) == static_cast<std::uint64_t>(finding.element)) return step;
  }
  return first;
}

Cause witness_cause(const Executed& executed, const launch::Finding& finding, const launch::Witness& witness,
                    std::string sentence) {
  Cause cause;
  cause.sentence = std::move(sentence);
  cause.file = witness.file;
  cause.line = witness.line;
  cause.thread = thread_of(executed.launch(), witness);
  cause.step = step_of(executed, finding, witness);
  return cause;
}

}  // namespace

Answer why_finding(const Executed& executed, std::size_t number) {
  const launch::Finding& finding = executed.result().findings[number];
  Answer answer;
  answer.question = "Why “" + launch::title(finding.kind) + "” at line " + std::to_string(finding.first.line) + "?";
  std::string message = finding.message;
  if (!message.empty() && !message.ends_with('.')) message += '.';
  answer.answers.push_back(witness_cause(executed, finding, finding.first, message));
  if (finding.second)
    answer.answers.push_back(witness_cause(executed, finding, *finding.second,
                                           "The other side is " +
                                               executed.thread_text(thread_of(executed.launch(), *finding.second)) + " at line " +
                                               std::to_string(finding.second->line) + "."));
  const auto buffers = launch::buffers_of(executed.launch());
  const auto buffer = std::ranges::find_if(buffers, [&](const launch::Buffer* each) { return each->name == finding.buffer; });
  const bool inside = finding.space == "global" && buffer != buffers.end() && finding.element >= 0 &&
                      static_cast<std::uint64_t>(finding.element) < (*buffer)->size;
  if (!inside) return answer;
  Answer value =
      why_element(executed, static_cast<std::uint32_t>(buffer - buffers.begin()), static_cast<std::uint64_t>(finding.element));
  answer.missing = value.missing;
  for (Cause& cause : value.answers)
    if (answer.answers.size() < 4) answer.answers.push_back(std::move(cause));
  return answer;
}

}  // namespace warplens::analysis
