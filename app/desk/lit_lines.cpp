#include "desk/lit_lines.h"

#include "desk/playback/program_calls.h"

namespace warplens::desk {
namespace {

/// Enough to know the lines: a thread's loop repeats them.
constexpr std::size_t looked_at = 256;

void add_step(const RunTables& shown, std::uint64_t step, std::set<std::uint32_t>& lines) {
  const trace::Steps& steps = shown.trace().steps;
  if (step >= steps.size() || steps.instruction[step] >= shown.link.cuda_line.size()) return;
  if (const std::uint32_t line = shown.link.cuda_line[steps.instruction[step]]; line > 0) lines.insert(line);
}

}  // namespace

std::set<std::uint32_t> lit_lines(const Desk& desk) {
  if (desk.choices.row().needs.program) {
    const std::uint32_t line = host_place(desk.choices, desk.pointer.target.call).line;
    return line > 0 ? std::set{line} : std::set<std::uint32_t>();
  }
  const RunTables& shown = *desk.runs.shown;
  const view::Target& target = desk.pointer.target;
  std::set<std::uint32_t> lines;
  if (desk.choices.row().needs.stepping && target.line == view::Target::none) {
    for (const LanesOfLine& at : lanes_by_line(desk.stepping, desk.choices, desk.runs)) {
      if (at.cuda_line > 0) lines.insert(at.cuda_line);
    }
    return lines;
  }
  if (!target.empty() && target == desk.pointer.kept) return lines;
  if (target.line != view::Target::none) {
    lines.insert(static_cast<std::uint32_t>(target.line));
  } else if (target.step != view::Target::none) {
    add_step(shown, target.step, lines);
  } else if (target.thread != view::Target::none) {
    for (const auto& access : analysis::accesses_of_thread(shown.trace(), target.thread, looked_at))
      add_step(shown, access.step, lines);
  } else if (target.element < shown.map.first_step.size()) {
    add_step(shown, shown.map.first_step[target.element], lines);
    add_step(shown, shown.map.last_step[target.element], lines);
  } else if (desk.playback.place > 0 && desk.playback.place < desk.runs.steps()) {
    add_step(shown, desk.playback.place - 1, lines);
  }
  return lines;
}

std::set<std::uint32_t> wrong_lines(const RunTables& shown) {
  std::set<std::uint32_t> lines;
  if (shown.run.result.fault && shown.run.result.fault->line > 0) lines.insert(shown.run.result.fault->line);
  if (!shown.erasing_steps.empty()) add_step(shown, shown.erasing_steps.front(), lines);
  return lines;
}

}  // namespace warplens::desk
