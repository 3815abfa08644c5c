#include <fmt/format.h>

#include <algorithm>

#include "analysis/counter_table.h"
#include "base/number_format.h"
#include "view/lanes/lanes_picture.h"
#include "view/material.h"
#include "view/outcome.h"

namespace warplens::view {
namespace {

/// Instructions of a warp that were for some of its lanes only.
std::uint64_t partial_of(const LanesInput& input, std::uint32_t warp) {
  const std::uint32_t all = analysis::lanes_of_warp(warp, input.subject.threads_per_block());
  const trace::Steps& steps = input.subject.result->trace.steps;
  return static_cast<std::uint64_t>(std::ranges::count_if(
      input.warps->of(warp), [&](std::uint32_t step) { return steps.active[step] != 0 && steps.active[step] != all; }));
}

/// "On average 16.2 of 32 lanes took part in an instruction."
std::string average_lanes(const launch::Counters& counters) {
  const auto efficiency = analysis::simt_efficiency(counters);
  if (!efficiency) return "";
  const std::string lanes = fmt::format("{:.1f}", *efficiency * trace::lanes);
  const bool nearly = *efficiency < 1 && lanes == "32.0";
  return "On average " + (nearly ? "nearly all" : lanes) + " of 32 lanes took part in an instruction.";
}

}  // namespace

LanesInput lanes_input(const Material& material) {
  LanesInput input;
  input.subject = material.subject;
  input.warps = &material.tables->warp_steps(material.subject);
  input.place = material.place;
  input.first_row = material.navigation.timeline.first_row;
  input.pan = material.navigation.timeline.pan;
  input.zoom = material.navigation.timeline.zoom;
  input.hover = material.hover;
  return input;
}

Headline lanes_headline(const LanesInput& input, const Theme& theme) {
  if (auto stopped = outcome_headline(input.subject, theme)) return *stopped;
  Headline headline;
  const auto say = [&](std::string title, std::string detail) {
    headline.title = {{std::move(title), theme.text, Face::semibold}};
    headline.detail = {{std::move(detail), theme.muted, Face::regular}};
  };
  const analysis::WarpSteps& warps = *input.warps;
  if (warps.warps() == 0) {
    say("Which lanes took part is not known for this run.", "It needs a recording of every instruction: the SIMT machine's.");
    return headline;
  }
  headline.origin = launch::Origin::counted;
  const trace::Trace& trace = input.subject.result->trace;
  const std::string recorded = trace.truncation == trace::Truncation::none ? "" : ", as far as was recorded";
  if (input.hover.thread != Target::none) {
    const auto warp = static_cast<std::uint32_t>(warp_of(input.subject, input.hover.thread));
    if (warp < warps.warps()) {
      const std::uint64_t partial = partial_of(input, warp);
      const std::string whose = capitalised(warp_name(input.subject, warp));
      say(partial == 0
              ? whose + ": no instruction was for some of its lanes only."
              : fmt::format("{}: {} of {} {} for some of its lanes only.", whose, base::grouped(partial),
                            base::counted(std::uint64_t{warps.of(warp).size()}, "instruction"), partial == 1 ? "was" : "were"),
          average_lanes(input.subject.result->counters));
      return headline;
    }
  }
  const std::uint64_t parted = warps.partial_warps.size(), all = warps.warps();
  const std::uint64_t branches = input.subject.result->counters.divergent_branches;
  const std::string detail = average_lanes(input.subject.result->counters);
  const auto spare = static_cast<std::uint32_t>(input.subject.threads_per_block() % trace::lanes);
  if (parted == 0 && spare != 0)
    say(fmt::format("The {}warp of each block has threads in only {} of {} lanes{}.",
                    input.subject.threads_per_block() > trace::lanes ? "last " : "", spare, trace::lanes, recorded),
        detail);
  else if (parted == 0)
    say(fmt::format("No warp worked for some of its lanes only{}.", recorded), detail);
  else if (branches == 0)
    say(fmt::format("No warp parted at a branch; {} of {} skipped an instruction in some lanes.", base::grouped(parted),
                    base::counted(all, "warp")),
        detail);
  else
    say(fmt::format("A branch parted {} {}; {} then worked for some of {} lanes only.", all == 1 ? "the warp" : "a warp",
                    branches == 1 ? std::string("once") : base::grouped(branches) + " times",
                    all == 1 ? "it" : base::grouped(parted) + " of " + base::counted(all, "warp"), parted == 1 ? "its" : "their"),
        detail);
  return headline;
}

}  // namespace warplens::view
