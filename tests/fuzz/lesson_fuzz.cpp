#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "base/resources.h"
#include "fuzz_target.h"
#include "lesson/condition.h"
#include "lesson/lesson.h"

// libFuzzer: any text is either a lesson whose conditions and sentences can be evaluated, or is rejected. The same text is also
// parsed as a glossary.

namespace {

const warplens::experiment::Catalogue& catalogue() {
  static const auto all = warplens::experiment::load_catalogue({warplens::base::resource_folder() / "kernels"});
  return all;
}

const warplens::lesson::Glossary& glossary() {
  static const auto all =
      warplens::lesson::load_glossary(warplens::base::resource_folder() / "assets" / "lessons" / "glossary.md");
  return *all;
}

/// The names that a lesson on an experiment may use, also for its first run.
const warplens::lesson::Facts& names_of(const warplens::experiment::Experiment& experiment) {
  static std::map<const warplens::experiment::Experiment*, warplens::lesson::Facts> all;
  const auto found = all.find(&experiment);
  if (found != all.end()) return found->second;
  const warplens::lesson::Facts names = warplens::lesson::all_names(experiment);
  return all.emplace(&experiment, warplens::lesson::with_start(names, names)).first->second;
}

}  // namespace

FUZZ_TARGET(lesson) {
  using namespace warplens;
  const std::string text(reinterpret_cast<const char*>(data), size);
  static_cast<void>(lesson::parse_glossary(text, "fuzz.md"));
  const auto lesson = lesson::parse_lesson(text, "01-fuzz.md", catalogue(), glossary());
  if (!lesson) return 0;
  for (const lesson::Step& step : lesson->steps) {
    const experiment::Experiment* experiment = find(catalogue(), step.state.experiment);
    if (experiment == nullptr) continue;
    const lesson::Facts& facts = names_of(*experiment);
    static_cast<void>(lesson::holds(step.check, facts));
    for (const lesson::Block& block : step.seen)
      for (const lesson::Piece& piece : block.pieces) static_cast<void>(lesson::filled(piece.text, facts));
  }
  return 0;
}
