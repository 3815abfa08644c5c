#include "view/outcome.h"

#include <string>

namespace warplens::view {

namespace {

const char* what_happened(launch::FaultKind kind) {
  switch (kind) {
    case launch::FaultKind::out_of_bounds:
      return "A thread reached outside its buffer.";
    case launch::FaultKind::misaligned:
      return "A thread used a misaligned address.";
    case launch::FaultKind::barrier_divergence:
      return "Not all threads came to the barrier.";
    case launch::FaultKind::deadlock:
      return "Threads wait for what never happens.";
    case launch::FaultKind::step_limit:
      return "The kernel did not come to an end.";
    case launch::FaultKind::trap:
      return "The kernel stopped itself.";
    case launch::FaultKind::assertion:
      return "An assertion failed.";
    case launch::FaultKind::stack_overflow:
      return "A thread's stack is full.";
    case launch::FaultKind::invalid_call:
      return "A thread jumped to where no function is.";
    case launch::FaultKind::invalid_free:
      return "A thread freed memory that it may not free.";
    case launch::FaultKind::invalid_barrier:
      return "A barrier object was not used as one.";
    case launch::FaultKind::invalid_mask:
      return "A thread is not in the mask that it named.";
    case launch::FaultKind::device:
      break;
  }
  return "The device reported a failure.";
}

}  // namespace

std::optional<Headline> outcome_headline(const Subject& subject, const Theme& theme) {
  const launch::LaunchResult& result = *subject.result;
  if (result.outcome == launch::Outcome::finished) return std::nullopt;
  Headline headline;
  if (result.outcome == launch::Outcome::cancelled) {
    headline.title.push_back({"The run was stopped before its end.", theme.text, Face::semibold});
    headline.detail.push_back({"The picture shows what had happened until then.", theme.muted, Face::regular});
    return headline;
  }
  headline.title.push_back(
      {what_happened(result.fault ? result.fault->kind : launch::FaultKind::device), theme.wrong, Face::semibold});
  if (result.fault) headline.detail.push_back({sentence(result.fault->message), theme.text, Face::regular});
  return headline;
}

std::uint64_t thread_at_fault(const Subject& subject) {
  const std::optional<launch::Fault>& fault = subject.result->fault;
  if (!fault || !fault->access) return Target::none;
  return base::linear(fault->block, subject.grid) * subject.threads_per_block() + base::linear(fault->thread, subject.block);
}

void limit_to_recording(Headline& headline, const Subject& subject, const Theme& theme) {
  if (subject.result->trace.truncation == trace::Truncation::none || headline.title.empty()) return;
  std::string& first = headline.title.front().text;
  if (!first.empty() && first[0] >= 'A' && first[0] <= 'Z') first[0] = static_cast<char>(first[0] - 'A' + 'a');
  headline.title.insert(headline.title.begin(), {"As far as recorded, ", theme.text, Face::semibold});
  headline.detail.push_back(
      {(headline.detail.empty() ? "" : " ") + std::string("The recording was full before the end."), theme.wrong, Face::regular});
}

}  // namespace warplens::view
