#include <fmt/format.h>

#include <iterator>
#include <memory>
#include <vector>

#include "base/escaped.h"
#include "base/number_format.h"
#include "cli/choose.h"
#include "cli/command.h"
#include "experiment/captions/caption.h"
#include "export/json_experiment.h"
#include "report/json.h"

namespace warplens::cli {
namespace {

std::string table_of(const experiment::Catalogue& catalogue, const lesson::Lessons& lessons) {
  std::string text;
  for (const experiment::Experiment& experiment : catalogue.experiments) {
    if (experiment.recording) continue;
    fmt::format_to(std::back_inserter(text), "{:<14} {}\n", experiment.id, experiment.title);
    for (std::uint32_t entry = 0; entry < experiment.entries.size(); ++entry)
      fmt::format_to(std::back_inserter(text), "  {:<14} {}\n", experiment.entries[entry].label,
                     experiment::shows_text(experiment, entry));
  }
  text += "\nRecorded programs\n";
  for (const experiment::Experiment& experiment : catalogue.experiments)
    if (experiment.recording) fmt::format_to(std::back_inserter(text), "  {:<30} {}\n", experiment.id, experiment.text);
  text += "\nLessons\n";
  for (const lesson::Lesson& lesson : lessons.lessons)
    fmt::format_to(std::back_inserter(text), "  {:<30} {}, {}\n", lesson.id, lesson.title,
                   base::counted(std::uint64_t{lesson.steps.size()}, "step"));
  return base::escaped_lines(text);
}

}  // namespace

Serve add_list(CLI::App& command) {
  const auto json = std::make_shared<bool>(false);
  command.add_flag("--json", *json, "print one JSON object");
  command.footer("A broken file is named on standard error and makes the exit status 1; the others are listed all the same.");
  return [json](const Context& context) -> base::Result<Answer> {
    const experiment::Catalogue catalogue = all_experiments(context.kernels);
    const lesson::Lessons lessons = all_lessons(context.kernels, catalogue);
    std::vector<base::Error> errors = catalogue.errors;
    errors.insert(errors.end(), lessons.errors.begin(), lessons.errors.end());
    Answer answer{"", errors, errors.empty() ? status_fine : status_wrong_request};
    if (!*json) {
      answer.text = table_of(catalogue, lessons);
      return answer;
    }
    report::Json all{{"status", errors.empty() ? "ok" : "error"},
                     {"experiments", report::Json::array()},
                     {"programs", report::Json::array()},
                     {"lessons", report::Json::array()}};
    for (const experiment::Experiment& experiment : catalogue.experiments)
      all[experiment.recording ? "programs" : "experiments"].push_back(export_::json_of(experiment));
    for (const lesson::Lesson& lesson : lessons.lessons) {
      report::Json steps = report::Json::array();
      for (const lesson::Step& step : lesson.steps) steps.push_back(step.title);
      all["lessons"].push_back({{"id", lesson.id}, {"title", lesson.title}, {"steps", steps}});
    }
    if (!errors.empty()) all["message"] = base::describe(errors.front());
    for (const base::Error& error : errors) all["errors"].push_back(report::json_of(error));
    answer.text = report::text_of(all) + "\n";
    return answer;
  };
}

}  // namespace warplens::cli
