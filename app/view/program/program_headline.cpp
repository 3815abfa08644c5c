#include <fmt/format.h>

#include <algorithm>

#include "analysis/totals.h"
#include "base/number_format.h"
#include "launch/recording/recording.h"
#include "view/program/program_picture.h"
#include "view/program/program_text.h"
#include "view/subject.h"

namespace warplens::view {
namespace {

/// Those that could run; of a program on a GPU only one of them is in the recording with its memory.
std::uint64_t launches_of(const launch::ProgramRecording& program) {
  return static_cast<std::uint64_t>(std::ranges::count_if(program.calls, [](const launch::RecordedCall& call) {
    return call.kind == launch::RecordedCall::Kind::launch && call.error.empty();
  }));
}

/// "copies 5 µs". Those that are put into a stream on a GPU are not measured.
std::string copies_of(const launch::ProgramRecording& program, const analysis::ProgramTotals& totals) {
  if (totals.copies == 0) return "no copies";
  return program.measured && totals.copies_ms == 0 ? "copies not measured" : "copies " + duration(totals.copies_ms);
}

std::string title_of(const launch::ProgramRecording& program, const analysis::ProgramTotals& totals) {
  const std::uint64_t launches = launches_of(program);
  if (launches == 0 && totals.copies == 0) return "The program launched no kernel and copied nothing.";
  const std::string end = duration(totals.end_ms);
  const std::string waited = totals.waited_ms > 0 ? "the host waited for " + duration(totals.waited_ms) : "the host never waited";
  if (launches == 0)
    return fmt::format("No kernel was launched; copies took {} of {}; {}.", duration(totals.copies_ms), end, waited);
  return fmt::format("{} took {} of {}; {}; {}.", base::counted(launches, "launch"), duration(totals.kernels_ms), end,
                     copies_of(program, totals), waited);
}

/// What was found first, apart from leaks, which harm nothing until a program's end; null if nothing was.
const launch::RecordedFinding* worst_of(const launch::ProgramRecording& program) {
  const auto found = std::ranges::find_if(program.findings, [](const auto& each) { return each.kind != "leak"; });
  return found != program.findings.end() ? &*found : nullptr;
}

/// What was found, and how much more: "Data race in kernel total, line 10, and 2 more findings."
std::string found_title(const launch::ProgramRecording& program, const launch::RecordedFinding& first) {
  const std::string place = finding_place(program, first);
  std::string text = kind_name(first) + (place.empty() ? "" : (place.starts_with("line") ? " at " : " in ") + place);
  const std::uint64_t more = program.findings.size() - 1;
  if (more > 0) text += fmt::format(", and {} more finding{}", base::grouped(more), more == 1 ? "" : "s");
  return text + ".";
}

std::string detail_of(const launch::ProgramRecording& program, const analysis::ProgramTotals& totals) {
  std::string text = fmt::format("{}: {}, {}", program.name, base::counted(std::uint64_t{program.calls.size()}, "call"),
                                 base::counted(totals.allocated, "allocation"));
  if (totals.never_freed > 0)
    text += fmt::format(", {} never freed", totals.allocated == 1 ? "which was" : base::grouped(totals.never_freed) + " of them");
  if (!program.findings.empty()) text += ", " + base::counted(std::uint64_t{program.findings.size()}, "finding");
  text += ".";
  if (worst_of(program) != nullptr) text = title_of(program, totals);
  if (program.exit_status != 0) text += fmt::format(" It ended with status {}.", program.exit_status);
  if (!program.incomplete.empty()) text += " " + sentence(program.incomplete);
  return text;
}

}  // namespace

Headline program_headline(const ProgramInput& input, const Theme& theme) {
  Headline headline;
  const auto title = [&](std::string words) { headline.title = {{std::move(words), theme.text, Face::semibold}}; };
  if (!input.program) {
    title("This launch belongs to no recorded program.");
    headline.detail = {{"warplens program FILE.cu --record FILE.recording records one.", theme.muted, Face::regular}};
    return headline;
  }
  const analysis::ProgramTotals totals = analysis::program_totals(*input.program);
  const bool nothing_recorded = input.program->calls.empty() && !input.program->incomplete.empty();
  if (nothing_recorded) {
    title(sentence(input.program->incomplete));
    headline.detail = {{"Its calls, launches and memory stand here once it has run.", theme.muted, Face::regular}};
    return headline;
  }
  const launch::RecordedFinding* const worst = worst_of(*input.program);
  title(worst != nullptr ? found_title(*input.program, *worst) : title_of(*input.program, totals));
  headline.detail = {{detail_of(*input.program, totals), theme.muted, Face::regular}};
  headline.origin = input.program->measured ? launch::Origin::measured : launch::Origin::modelled;
  return headline;
}

std::vector<Span> program_moment(const ProgramInput& input, const Theme& theme) {
  if (!input.program || input.program->calls.empty()) return {};
  const std::uint64_t calls = input.program->calls.size(), place = std::min(input.place, calls);
  const std::uint64_t call = input.hover < calls ? input.hover : place - 1;
  if (call >= calls) return {};
  const auto number = static_cast<std::uint32_t>(call);
  std::vector<Span> spans{
      {call_sentence(*input.program, launch::allocation_names(*input.program), number), theme.text, Face::regular}};
  if (const std::string found = findings_at(*input.program, number); !found.empty())
    spans.push_back({" " + found, theme.wrong, Face::regular});
  return spans;
}

}  // namespace warplens::view
