#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "base/file.h"
#include "cli/command.h"
#include "cli/program_request.h"
#include "program/events.h"
#include "program/outcome.h"
#include "program/python.h"
#include "program/recording.h"
#include "program/variables.h"
#include "report/json.h"

namespace warplens::cli {
namespace {

struct NotesOptions {
  std::string folder, record;
  std::optional<std::size_t> last_launches;
  ProgramOptions program;
  bool begin = false;
};

/// Variables of the environment by which a Python that runs already uses our driver, and notes what it does in `folder`.
base::Result<Answer> begin(runtime::Environment environment) {
  environment.launches.check = true;
  environment.launches.details = true;
  environment.recording.last_launches = 20;
  report::Json variables = report::Json::object();
  for (const auto& [name, value] : program::variables_on_simt(environment)) variables[name] = value;
  for (const auto& [name, value] : program::variables_for_python()) variables[name] = value;
  return Answer{report::text_of(variables) + "\n", {}};
}

/// What has happened so far, in a program that goes on.
base::Result<Answer> read(const NotesOptions& options, const runtime::Environment& environment) {
  const auto events = program::read_events(environment.journal, {}, {!options.record.empty(), options.last_launches});
  if (!events) return events.error();
  const auto outcome = program::outcome_of(*events, {});
  if (!outcome) return outcome.error();
  report::Json json = json_of(*outcome);
  json["earlier_launches"] = events->earlier_launches;
  Answer answer{report::text_of(json) + "\n", {}};
  if (options.record.empty()) return answer;
  if (const base::Status possible = check_recording(options.record); !possible) return possible.error();
  const auto saved = save_recording(options.record, program::recording_of(*events, *outcome, "Python", environment, {}));
  if (!saved) return saved.error();
  return answer;
}

base::Result<Answer> serve(const NotesOptions& options, const Context& context) {
  auto environment = environment_of(options.program, context);
  if (!environment) return environment.error();
  const std::filesystem::path folder = base::whole_path(options.folder);
  environment->journal = folder / "journal";
  environment->recording.folder = folder;
  return options.begin ? begin(std::move(*environment)) : read(options, *environment);
}

}  // namespace

Serve add_notes(CLI::App& command) {
  const auto options = std::make_shared<NotesOptions>();
  command.add_option("folder", options->folder, "where the notes are")->required()->type_name("FOLDER");
  command.add_flag("--begin", options->begin, "print the variables of the environment that begin them");
  command.add_option("--spec", options->program.spec, "with --begin: preset of the SIMT machine")->type_name("NAME");
  command.add_option("--last", options->last_launches, "leave out all launches but so many")->type_name("N");
  command.add_option("--record", options->record, "write what has happened so far to a file")->type_name("FILE.recording");
  return [options](const Context& context) { return serve(*options, context); };
}

}  // namespace warplens::cli
