#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>

#include "analysis/access_map.h"
#include "analysis/block_timeline.h"
#include "analysis/contention.h"
#include "analysis/distribution.h"
#include "analysis/lost_updates.h"
#include "experiment/run.h"
#include "session/session.h"
#include "view/drawing/drawing.h"

namespace warplens::lesson {

/// Everything that a step's condition may depend on: a run, its tables, and what the user sees and points at.
struct Evidence {
  const Session& session;  ///< for the view, the card and the position in the trace; settings come from the run
  const experiment::Experiment& experiment;
  const experiment::Run& run;
  const analysis::AccessMap& map;
  const analysis::LostUpdates& lost;
  const analysis::Contention& contention;
  const analysis::BlockTimeline& blocks;
  const analysis::Distribution& outcomes;
  view::Target target;
  std::optional<double> answer;  ///< typed by the user
};

/// Named values for conditions and sentences. An unknown number (no answer yet, cycles on a GPU) is NaN, so no comparison with it
/// is true.
struct Facts {
  std::map<std::string, double> numbers;
  std::map<std::string, std::string> words;
};

/// A name that conditions may use, and its meaning. The experiment's parameters are available under their own names, too.
struct NumberFact {
  const char* name;
  const char* what;
  std::optional<double> (*of)(const Evidence& evidence);
};
struct WordFact {
  const char* name;
  const char* what;
  std::string (*of)(const Evidence& evidence);
};
std::span<const NumberFact> number_facts();
std::span<const WordFact> word_facts();

Facts facts(const Evidence& evidence);

/// `facts`, plus the facts `start` of the step's first run, under names with the prefix `start_`.
Facts with_start(Facts facts, const Facts& start);

/// Every name that a condition of this experiment may use, with arbitrary values: to check a lesson before anything has run.
Facts all_names(const experiment::Experiment& experiment);

}  // namespace warplens::lesson
