#include "cli/program_ran.h"

#include <algorithm>

#include "base/file.h"
#include "cli/choose.h"
#include "grade/sandbox.h"
#include "grade/submissions.h"
#include "program/build.h"
#include "program/python.h"

namespace warplens::cli {
namespace {

/// The sources as one submission, with all files of its folder.
base::Result<grade::Submission> submission_of(const ProgramRequest& request, const std::filesystem::path& visible) {
  if (request.sources.empty()) return base::Error{"--sandbox", 0, 0, "needs sources: it builds the program, too"};
  std::error_code code;
  const std::filesystem::path folder = std::filesystem::canonical(visible, code);
  if (code || !std::filesystem::is_directory(folder, code)) return base::Error{visible.string(), 0, 0, "no such folder"};
  grade::Submission submission{request.sources.front().stem().string(), {}, folder};
  for (const std::filesystem::path& source : request.sources) {
    const std::filesystem::path whole = std::filesystem::canonical(source, code);
    if (code) return base::Error{source.string(), 0, 0, "no such file"};
    if (const auto inside = whole.lexically_relative(folder); inside.empty() || *inside.begin() == "..")
      return base::Error{source.string(), 0, 0, "is not in the folder that the sandbox may read, " + folder.string()};
    submission.sources.push_back(whole);
  }
  return submission;
}

}  // namespace

Leftovers::~Leftovers() {
  if (!folder_.empty()) grade::remove_left(folder_);
}

base::Result<ProgramRan> run_here(const ProgramRequest& request, const runtime::Environment& environment, bool records,
                                  ProgramOutput output, const ptx::CompileOptions& compile) {
  auto folder = base::TemporaryFolder::create();
  if (!folder) return folder.error();
  runtime::Environment notes = environment;
  notes.journal = folder->path() / "journal";
  std::filesystem::path executable = request.executable;
  std::string warnings;
  if (!request.sources.empty()) {
    executable = folder->path() / request.sources.front().stem();
    const auto built = program::build(request.sources, compile, executable, {}, program::executable_store());
    if (!built) return built.error();
    warnings = lines_of_warnings(*built);
  }
  // A notebook may ask for pictures of its launches (app/python/warplens).
  const bool may_show = request.script.extension() == ".ipynb";
  if (records || may_show) notes.recording.folder = folder->path();
  std::vector<std::string> arguments = request.arguments;
  if (!request.script.empty()) arguments = program::python_arguments(request.script, arguments, folder->path());
  program::Variables variables = program::variables_on_simt(notes);
  if (request.is_python) std::ranges::move(program::variables_for_python(), std::back_inserter(variables));
  auto ended = program::run(executable, arguments,
                            {.variables = std::move(variables), .captures = output.captures, .shows = output.shows});
  if (!ended) return ended.error();
  auto events = program::read_events(notes.journal);
  if (!events) return events.error();
  const std::filesystem::path& shown = request.script.empty() ? executable : request.script;
  return ProgramRan{std::move(*folder), Leftovers({}),    std::move(notes),   std::move(*events),
                    std::move(*ended),  shown.filename(), std::move(warnings)};
}

base::Result<ProgramRan> run_in_sandbox(const ProgramRequest& request, const runtime::Environment& environment, bool records,
                                        ProgramOutput output, const ptx::CompileOptions& compile,
                                        const std::filesystem::path& visible) {
  const auto submission = submission_of(request, visible);
  if (!submission) return submission.error();
  const auto sandbox = grade::Sandbox::find();
  if (!sandbox) return sandbox.error();
  auto folder = base::TemporaryFolder::create();
  if (!folder) return folder.error();
  const std::filesystem::path place = folder->path() / "run";
  std::error_code code;
  std::filesystem::create_directory(place, code);
  // Whoever runs the program enters both.
  std::filesystem::permissions(folder->path(), std::filesystem::perms::others_exec, std::filesystem::perm_options::add, code);
  Leftovers leftovers(place);
  program::BuildLimits limits{grade::compiler_time, grade::compiler_memory};
  limits.visible = submission->files();
  limits.visible.insert(limits.visible.end(), compile.include_folders.begin(), compile.include_folders.end());
  limits.wrapper = sandbox->for_compiler(place, limits.visible);
  const auto built = program::build(submission->sources, compile, place / "program", limits, program::executable_store());
  if (!built) return built.error();
  const auto made = grade::RunFolder::make(place, *submission);
  if (!made) return made.error();
  runtime::Environment notes = environment;
  notes.journal = made->journal();
  if (records) notes.recording.folder = place;
  auto ended = program::run(made->program(), request.arguments,
                            {.variables = program::variables_on_simt(notes),
                             .inherits = false,
                             .captures = output.captures,
                             .shows = output.shows,
                             .wrapper = sandbox->for_program(*made)});
  if (!ended) return ended.error();
  auto events = program::read_events(notes.journal, {limits.visible, sandbox->for_compiler(place, {})});
  if (!events) return events.error();
  return ProgramRan{std::move(*folder), std::move(leftovers), std::move(notes),         std::move(*events),
                    std::move(*ended),  submission->name,     lines_of_warnings(*built)};
}

}  // namespace warplens::cli
