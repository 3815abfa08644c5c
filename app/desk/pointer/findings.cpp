#include "desk/pointer/findings.h"

#include <filesystem>

#include "base/number_format.h"

namespace warplens::desk {
namespace {

const std::vector<launch::Finding>& findings_of(const RunTables& shown) { return shown.run.result.findings; }

std::uint64_t linear_thread(const RunTables& shown, const launch::Witness& witness) {
  const base::Dim3 &grid = shown.run.launch.grid, &block = shown.run.launch.block;
  const auto linear = [](const base::Dim3& at, const base::Dim3& extent) {
    return at.x + std::uint64_t{extent.x} * (at.y + std::uint64_t{extent.y} * at.z);
  };
  return linear(witness.block, grid) * base::count(block) + linear(witness.thread, block);
}

view::Target target_of(const RunTables& shown, const launch::Finding& finding, Side side) {
  view::Target target;
  const bool drawn = shown.run.shown < shown.run.buffer_names.size() &&
                     finding.buffer == shown.run.buffer_names[shown.run.shown] && finding.element >= 0;
  if (side == Side::both && drawn) {
    target.element = static_cast<std::uint64_t>(finding.element);
  } else {
    target.thread = linear_thread(shown, side == Side::second && finding.second ? *finding.second : finding.first);
  }
  return target;
}

bool in_source(const Choices& choices, const launch::Witness& witness, std::uint32_t line) {
  return witness.line == line && std::filesystem::path(witness.file).filename() == choices.experiment().source.filename();
}

}  // namespace

std::string side_text(const RunTables& shown, const launch::Witness& witness) {
  return launch::access_text(witness, view::thread_name(subject_of(shown), linear_thread(shown, witness)));
}

void choose_finding(FindingCursor& cursor, Pointer& pointer, const RunTables& shown, std::size_t index, Side side) {
  if (index >= findings_of(shown).size()) return;
  const view::Target target = target_of(shown, findings_of(shown)[index], side);
  const bool again = cursor.current == index && pointer.kept == target;
  cursor.current = index;
  pointer.kept = again ? view::Target{} : target;
  cursor.wanted = true;
}

void move_finding(FindingCursor& cursor, Pointer& pointer, const RunTables& shown, int by) {
  if (findings_of(shown).empty()) return;
  const auto count = static_cast<std::int64_t>(findings_of(shown).size()), now = static_cast<std::int64_t>(cursor.current);
  // The first press goes to the current one, which has not been looked at yet.
  const std::int64_t to = pointer.kept.empty() ? now : now + by;
  pointer.kept = {};
  choose_finding(cursor, pointer, shown, static_cast<std::size_t>((to + count) % count));
}

view::Colour witness_colour(const view::Theme& theme, const launch::Witness& witness) {
  if (!witness.access) return theme.wrong;
  switch (*witness.access) {
    case trace::AccessKind::read:
      return theme.read;
    case trace::AccessKind::write:
      return theme.write;
    case trace::AccessKind::atomic:
      return theme.atomic;
  }
  return theme.wrong;
}

std::optional<view::Colour> finding_mark(const FindingCursor& cursor, const Runs& runs, const Choices& choices,
                                         std::uint32_t line) {
  const std::size_t current = cursor.current;
  if (!runs.shows(choices) || current >= findings_of(*runs.shown).size()) return std::nullopt;
  const launch::Finding& finding = findings_of(*runs.shown)[current];
  if (in_source(choices, finding.first, line)) return witness_colour(choices.theme(), finding.first);
  if (finding.second && in_source(choices, *finding.second, line)) return witness_colour(choices.theme(), *finding.second);
  return std::nullopt;
}

std::optional<view::Headline> finding_headline(const FindingCursor& cursor, const Pointer& pointer, const Runs& runs,
                                               const Choices& choices) {
  if (!runs.shows(choices) || !pointer.target.empty()) return std::nullopt;
  const RunTables& shown = *runs.shown;
  const std::size_t current = cursor.current;
  if (current >= findings_of(shown).size() || shown.run.result.fault || choices.entry().racy) return std::nullopt;
  const view::Theme& theme = choices.theme();
  const launch::Finding& finding = findings_of(shown)[current];
  const std::size_t others = findings_of(shown).size() - 1;
  view::Headline headline;
  headline.origin = launch::Origin::counted;
  headline.title = {{"Found: ", theme.text, view::Face::semibold},
                    {launch::title(finding.kind), theme.wrong, view::Face::semibold}};
  const bool two = finding.second && finding.second->line != finding.first.line;
  std::string where = finding.first.line == 0 ? "" : (two ? " between lines " : " in line ") + std::to_string(finding.first.line);
  if (!where.empty() && two) where += " and " + std::to_string(finding.second->line);
  headline.title.push_back({where + ".", theme.text, view::Face::semibold});
  std::string detail = finding.buffer.empty() ? "" : launch::place_text(finding) + ": ";
  detail += side_text(shown, finding.first);
  if (finding.second) detail += ", " + side_text(shown, *finding.second);
  headline.detail = {{detail + " · " + base::counted(finding.count, "time"), theme.muted, view::Face::regular}};
  if (others > 0) {
    headline.title.push_back({" " + base::grouped(std::uint64_t{others}) + " more.", theme.muted, view::Face::semibold});
  }
  return headline;
}

}  // namespace warplens::desk
