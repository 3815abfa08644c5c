#include <fmt/format.h>

#include <algorithm>

#include "base/number_format.h"
#include "launch/costs/utilisation.h"
#include "view/caches/caches_levels.h"
#include "view/caches/caches_picture.h"
#include "view/material.h"

namespace warplens::view {
namespace {

/// "L1 held 3 of 4 sectors (75 %), L2 1 of 1 (100 %)"; of shared memory, its passes.
std::string where_from(const analysis::Hierarchy& h) {
  if (h.global_requests == 0)
    return fmt::format("{} to shared memory, {}", base::counted(h.shared_requests, "request"),
                       base::counted(h.conflicts, "bank conflict"));
  std::string text;
  if (h.loaded_sectors != 0) text = "L1 held " + share_text(h.l1_hits, h.loaded_sectors);
  if (h.l2_sectors != 0) text += (text.empty() ? "" : ", ") + ("L2 held " + share_text(h.l2_hits, h.l2_sectors));
  return text.empty() ? base::counted(h.l2.down / 32, "sector") + " written through to L2" : text;
}

Headline of_request(const CachesInput& input, const Theme& theme) {
  const analysis::Hierarchy& h = input.hierarchy;
  const bool writes = h.l1.up + h.shared.up + h.l2.up == 0;
  Headline headline;
  headline.origin = launch::Origin::modelled;
  headline.title = {{writes ? "The write was complete after " : "The values came after ", theme.text, Face::semibold},
                    {base::counted(input.cycles, "cycle"), theme.accent, Face::semibold},
                    {".", theme.text, Face::semibold}};
  std::string detail = capitalised(input.name) + ": " + where_from(h);
  if (input.queued != 0) detail += fmt::format("; {} behind other requests to memory", base::counted(input.queued, "cycle"));
  headline.detail = {{detail + ".", theme.muted, Face::regular}};
  return headline;
}

Headline of_line(const CachesInput& input, const Theme& theme) {
  const analysis::Hierarchy& h = input.hierarchy;
  Headline headline;
  headline.origin = launch::Origin::modelled;
  headline.title = {
      {capitalised(input.name), theme.accent, Face::semibold},
      {": " + base::counted(h.global_requests + h.shared_requests, "request") + " of warps.", theme.text, Face::semibold}};
  headline.detail = {{capitalised(where_from(h)) + ".", theme.muted, Face::regular}};
  return headline;
}

}  // namespace

CachesInput caches_input(const Material& material) {
  CachesInput input;
  input.subject = material.subject;
  input.hierarchy = material.tables->hierarchy;
  const Target& hover = material.hover;
  if (hover.line != Target::none) {
    const std::vector<analysis::LineHierarchy>& lines = material.tables->line_hierarchies;
    const auto found = std::ranges::find(lines, hover.line, &analysis::LineHierarchy::line);
    if (found == lines.end()) return input;
    input.of = HierarchyOf::line;
    input.name = "line " + base::grouped(hover.line);
    input.hierarchy = found->hierarchy;
    return input;
  }
  const trace::Trace& trace = input.subject.result->trace;
  const bool stands = material.place > 0 && material.place < trace.steps.size();
  if (hover.step == Target::none && !stands) return input;
  const auto way = analysis::request_way(trace, hover.step != Target::none ? hover.step : material.place - 1);
  if (!way) return input;
  const std::uint32_t step = trace.accesses.step[way->access], line = line_of_step(input.subject, step);
  input.of = HierarchyOf::request;
  input.name =
      warp_name(input.subject, trace.steps.warp[step]) + (line != 0 ? ", line " + base::grouped(std::uint64_t{line}) : "");
  input.hierarchy = way->hierarchy;
  input.cycles = way->cycles;
  input.queued = way->queued;
  return input;
}

Headline caches_headline(const CachesInput& input, const Theme& theme) {
  Headline headline;
  const auto& utilisation = input.subject.result->utilisation;
  if (!utilisation) {
    headline.title = {{"No caches are modelled for this run.", theme.text, Face::semibold}};
    headline.detail = {{"They are part of the SIMT machine's timed schedule.", theme.muted, Face::regular}};
    return headline;
  }
  if (input.of == HierarchyOf::request) return of_request(input, theme);
  if (input.of == HierarchyOf::line) return of_line(input, theme);
  const launch::CostLimit limit = launch::cost_limit(*utilisation);
  headline.origin = launch::Origin::modelled;
  using launch::CostPart;
  const bool two = limit.part == CostPart::l1;
  const std::string part = limit.part == CostPart::issue ? "Instruction issue"
                           : limit.part == CostPart::l2  ? "The L2 cache"
                                                         : capitalised(std::string(launch::cost_parts.name_of(limit.part)));
  headline.title = {{part, theme.accent, Face::semibold},
                    {two ? " limit this launch." : " limits this launch.", theme.text, Face::semibold}};
  headline.detail = {{limit.text, theme.muted, Face::regular}};
  return headline;
}

}  // namespace warplens::view
