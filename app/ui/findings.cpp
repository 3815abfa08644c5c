#include "ui/findings.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/number_format.h"
#include "ui/view_inputs.h"

namespace warplens::ui {
namespace {

const std::vector<launch::Finding>& findings_of(const App& app) { return app.shown->run.result.findings; }

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

bool in_source(const App& app, const launch::Witness& witness, std::uint32_t line) {
  return witness.line == line && std::filesystem::path(witness.file).filename() == app.experiment().source.filename();
}

}  // namespace

std::string side_text(const App& app, const launch::Witness& witness) {
  const std::string who = view::thread_name(subject_of(app), linear_thread(*app.shown, witness));
  return witness.access.empty() ? who : witness.access + " by " + who;
}

void choose_finding(App& app, std::size_t index, Side side) {
  if (!app.shown || index >= findings_of(app).size()) return;
  const view::Target target = target_of(*app.shown, findings_of(app)[index], side);
  const bool again = app.finding == index && app.kept_target == target;
  app.finding = index;
  app.kept_target = again ? view::Target{} : target;
  app.finding_wanted = true;
}

void move_finding(App& app, int by) {
  if (!app.shown || findings_of(app).empty()) return;
  const auto count = static_cast<std::int64_t>(findings_of(app).size());
  // The first press goes to the current one, which nobody has looked at yet.
  const std::int64_t to =
      app.kept_target.empty() ? static_cast<std::int64_t>(app.finding) : static_cast<std::int64_t>(app.finding) + by;
  app.kept_target = {};
  choose_finding(app, static_cast<std::size_t>((to + count) % count));
}

std::optional<view::Colour> finding_mark(const App& app, std::uint32_t line) {
  if (!app.shows_choice() || app.finding >= findings_of(app).size()) return std::nullopt;
  const launch::Finding& finding = findings_of(app)[app.finding];
  if (in_source(app, finding.first, line)) return app.look.colours().wrong;
  if (finding.second && in_source(app, *finding.second, line)) return app.look.colours().accent;
  return std::nullopt;
}

std::optional<view::Headline> finding_headline(const App& app) {
  if (!app.shows_choice() || app.finding >= findings_of(app).size() || !app.target.empty()) return std::nullopt;
  if (app.shown->run.result.fault || app.entry().racy) return std::nullopt;
  const view::Theme& theme = app.look.colours();
  const launch::Finding& finding = findings_of(app)[app.finding];
  const std::size_t others = findings_of(app).size() - 1;
  view::Headline headline;
  headline.origin = launch::Origin::counted;
  headline.title = {{"Found: ", theme.text, view::Face::semibold},
                    {launch::title(finding.kind), theme.wrong, view::Face::semibold}};
  const bool two = finding.second && finding.second->line != finding.first.line;
  std::string where = finding.first.line == 0 ? "" : (two ? " between lines " : " in line ") + std::to_string(finding.first.line);
  if (!where.empty() && two) where += " and " + std::to_string(finding.second->line);
  headline.title.push_back({where + ".", theme.text, view::Face::semibold});
  std::string detail = finding.buffer.empty() ? "" : fmt::format("{}[{}]: ", finding.buffer, finding.element);
  detail += side_text(app, finding.first);
  if (finding.second) detail += ", " + side_text(app, *finding.second);
  headline.detail = {{detail + " · " + base::counted(finding.count, "time"), theme.muted, view::Face::regular}};
  if (others > 0) {
    headline.title.push_back({" " + base::grouped(std::uint64_t{others}) + " more.", theme.muted, view::Face::semibold});
  }
  return headline;
}

}  // namespace warplens::ui
