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

/// What is known when a step's condition is looked at: a run, its tables, and what the user sees and points at.
struct Evidence {
  const Session& session;  ///< for the view, the card and the place in the trace; settings are the run's own
  const experiment::Experiment& experiment;
  const experiment::Run& run;
  const analysis::AccessMap& map;
  const analysis::LostUpdates& lost;
  const analysis::Contention& contention;
  const analysis::BlockTimeline& blocks;
  const analysis::Distribution& outcomes;
  view::Target target;
  std::optional<double> answer;  ///< that the user has typed
};

/// Named values for conditions and sentences. A number that is not known (an answer not given, cycles on a GPU) is not a number:
/// no comparison with it is true.
struct Facts {
  std::map<std::string, double> numbers;
  std::map<std::string, std::string> words;
};

/// One name that conditions may use, and what it means. The parameters of the experiment are numbers under their own names, too.
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

/// The facts with those of the step's first run beside them: `start_cycles` and the like.
Facts with_start(Facts facts, const Facts& start);

/// Every name that a condition of this experiment may use, with a value of no meaning: to check texts before anything ran.
Facts all_names(const experiment::Experiment& experiment);

}  // namespace warplens::lesson
