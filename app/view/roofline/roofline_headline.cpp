#include <fmt/format.h>

#include <cmath>

#include "base/number_format.h"
#include "view/material.h"
#include "view/outcome.h"
#include "view/roofline/roofline_picture.h"

namespace warplens::view {

RooflineInput roofline_input(const Material& material) { return {material.subject, material.rooflines}; }

std::string roofline_figure(double value) {
  return value < 999.5 ? fmt::format("{:.3g}", value) : base::grouped(static_cast<std::uint64_t>(std::llround(value)));
}

Headline roofline_headline(const RooflineInput& input, const Theme& theme) {
  if (auto stopped = outcome_headline(input.subject, theme)) return *stopped;
  Headline headline;
  const auto say = [&](const std::string& title, const std::string& detail) {
    headline.title = {{title, theme.text, Face::semibold}};
    headline.detail = {{detail, theme.muted, Face::regular}};
  };
  if (input.entries.empty()) {
    say("No roofline is known for this run.", "It needs modelled cycles: the SIMT machine's timed schedule.");
    return headline;
  }
  headline.origin = launch::Origin::modelled;
  const analysis::Roofline& launch = input.entries.front().roofline;
  const std::string kind(name(launch.kind));
  if (launch.operations == 0) {
    say("This launch computes nothing.", "A roofline needs arithmetic operations.");
    return headline;
  }
  const std::string rate = roofline_figure(launch.per_cycle());
  const std::string done = fmt::format("{} {} operation{} per cycle", rate, kind, rate == "1" ? "" : "s");
  if (launch.bytes == 0) {
    say("No memory traffic: only arithmetic is the roof.",
        fmt::format("{}, {:.0f} % of what the {} can do.", done, 100 * launch.per_cycle() / launch.peak(),
                    input.subject.result->utilisation->device));
    return headline;
  }
  const double roof = launch.roof(launch.intensity());
  const bool memory = roof < launch.peak();
  const std::string intensity = roofline_figure(launch.intensity());
  headline.title = {{intensity, theme.accent, Face::semibold},
                    {fmt::format(" operation{} for each byte of memory: {} is the roof.", intensity == "1" ? "" : "s",
                                 memory ? "memory" : "arithmetic"),
                     theme.text, Face::semibold}};
  headline.detail = {
      {fmt::format("{}, {:.0f} % of the {} that the {} of the {} allows.", done, 100 * launch.per_cycle() / roof,
                   roofline_figure(roof), memory ? "memory" : "arithmetic", input.subject.result->utilisation->device),
       theme.muted, Face::regular}};
  return headline;
}

}  // namespace warplens::view
