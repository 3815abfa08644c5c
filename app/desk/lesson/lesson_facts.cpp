#include "desk/lesson/lesson_facts.h"

namespace warplens::desk {

lesson::Facts facts_of(const Session& session, const RunTables& shown, const view::Target& target, std::optional<double> answer) {
  return lesson::facts({session, *shown.experiment, shown.run, shown.map, shown.lost, shown.contention, shown.blocks,
                        shown.distribution, target, answer});
}

bool is_run_of(const Session& state, const RunTables& shown) {
  return shown.experiment->id == state.experiment && shown.run.settings == state.settings;
}

}  // namespace warplens::desk
