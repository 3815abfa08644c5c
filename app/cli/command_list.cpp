#include <fmt/format.h>

#include <iterator>
#include <memory>

#include "cli/choose.h"
#include "cli/command.h"
#include "export/json.h"

namespace warplens::cli {
namespace {

std::string table_of(const experiment::Catalogue& catalogue) {
  std::string text;
  for (const experiment::Experiment& experiment : catalogue.experiments) {
    fmt::format_to(std::back_inserter(text), "{:<14} {}\n", experiment.id, experiment.title);
    for (const experiment::Entry& entry : experiment.entries) {
      fmt::format_to(std::back_inserter(text), "  {:<14} {}\n", entry.label, entry.shows);
    }
  }
  return text;
}

}  // namespace

Serve add_list(CLI::App& command) {
  const auto json = std::make_shared<bool>(false);
  command.add_flag("--json", *json, "print one JSON object");
  command.footer("A broken file is named on standard error and makes the exit status 1; the others are listed all the same.");
  return [json](const Context& context) -> base::Result<Answer> {
    const experiment::Catalogue catalogue = all_experiments(context.kernels);
    Answer answer{"", catalogue.errors, catalogue.errors.empty() ? status_fine : status_wrong_request};
    if (!*json) {
      answer.text = table_of(catalogue);
      return answer;
    }
    export_::Json all{{"status", catalogue.errors.empty() ? "ok" : "error"}, {"experiments", export_::Json::array()}};
    for (const experiment::Experiment& experiment : catalogue.experiments)
      all["experiments"].push_back(export_::json_of(experiment));
    if (!catalogue.errors.empty()) all["message"] = base::describe(catalogue.errors.front());
    for (const base::Error& error : catalogue.errors) all["errors"].push_back(export_::json_of(error));
    answer.text = export_::text_of(all) + "\n";
    return answer;
  };
}

}  // namespace warplens::cli
