#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "base/names.h"
#include "base/number_format.h"
#include "view/material.h"
#include "view/outcome.h"
#include "view/schedulers/schedulers_picture.h"

namespace warplens::view {
namespace {

using analysis::WarpState;
using Cycles = std::array<std::uint64_t, analysis::warp_states>;

/// "waiting for memory 62 %, computing 20 %": the largest first, those below half a percent not at all.
std::string shares(const Cycles& cycles) {
  const auto all = static_cast<double>(std::accumulate(cycles.begin(), cycles.end(), std::uint64_t{0}));
  std::array<std::size_t, analysis::warp_states> order{};
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return cycles[a] > cycles[b]; });
  std::string text;
  for (const std::size_t state : order) {
    const double share = 100 * static_cast<double>(cycles[state]) / std::max(all, 1.0);
    if (share < 0.5) continue;
    text += fmt::format("{}{} {:.0f} %", text.empty() ? "" : ", ", words_of(static_cast<WarpState>(state)), share);
  }
  return text;
}

std::string percent(double share) { return fmt::format("{:.{}f} %", 100 * share, share < 0.095 ? 1 : 0); }

Headline of_warp(const SchedulersInput& input, const analysis::WarpTimeline::Stay& stay, const Theme& theme) {
  Cycles cycles{};
  for (std::size_t k = stay.first; k < stay.last; ++k) {
    const auto& stretch = input.timeline->stretches[k];
    cycles[static_cast<std::size_t>(stretch.state)] += stretch.end - stretch.begin;
  }
  Headline headline;
  headline.origin = launch::Origin::modelled;
  headline.title = {{fmt::format("{} was resident from cycle {} to {}.", capitalised(warp_name(input.subject, stay.warp)),
                                 number(static_cast<double>(stay.start)), number(static_cast<double>(stay.end))),
                     theme.text, Face::semibold}};
  headline.detail = {
      {fmt::format("On SM {}, scheduler {}: {}.", stay.sm, stay.scheduler, shares(cycles)), theme.muted, Face::regular}};
  return headline;
}

}  // namespace

std::string_view words_of(WarpState state) {
  static constexpr base::Names<WarpState> words{
      {WarpState::memory, "waiting for memory"},        {WarpState::barrier, "waiting at barriers"},
      {WarpState::selection, "not selected"},           {WarpState::unit, "waiting for arithmetic units"},
      {WarpState::bandwidth, "waiting for L1 or L2"},   {WarpState::computing, "computing"},
      {WarpState::ended, "waiting for the block's end"}};
  return words.name_of(state);
}

SchedulersInput schedulers_input(const Material& material) {
  SchedulersInput input;
  input.subject = material.subject;
  input.timeline = &material.tables->warps(material.subject);
  const trace::Steps& steps = material.subject.result->trace.steps;
  if (material.place < steps.size()) input.cycle = material.place > 0 ? steps.cycle[material.place - 1] : 0;
  input.first_row = material.navigation.timeline.first_row;
  input.pan = material.navigation.timeline.pan;
  input.zoom = material.navigation.timeline.zoom;
  input.hover = material.hover;
  input.residencies = material.residencies;
  return input;
}

Headline schedulers_headline(const SchedulersInput& input, const Theme& theme) {
  if (auto stopped = outcome_headline(input.subject, theme)) return *stopped;
  const analysis::WarpTimeline& timeline = *input.timeline;
  Headline headline;
  if (!timeline.known()) {
    headline.title = {{"What the schedulers did is not known for this run.", theme.text, Face::semibold}};
    headline.detail = {
        {"It needs modelled cycles and a recording: the SIMT machine's timed schedule.", theme.muted, Face::regular}};
    return headline;
  }
  if (input.hover.thread != Target::none) {
    const std::uint64_t warp = warp_of(input.subject, input.hover.thread);
    const auto stay = std::ranges::find(timeline.stays, warp, &analysis::WarpTimeline::Stay::warp);
    if (stay != timeline.stays.end()) return of_warp(input, *stay, theme);
  }
  headline.origin = launch::Origin::modelled;
  const auto& utilisation = input.subject.result->utilisation;
  const std::string whose = timeline.whole ? "" : " recorded";
  headline.title = {{utilisation ? fmt::format("Of the issue slots of all schedulers, {} were used.", percent(utilisation->issue))
                                 : base::counted(std::uint64_t{timeline.schedulers.size()}, "scheduler") + " had warps.",
                     theme.text, Face::semibold}};
  headline.detail = {
      {fmt::format("The{} time of resident warps: {}.", whose, shares(timeline.cycles)), theme.muted, Face::regular}};
  return headline;
}

}  // namespace warplens::view
