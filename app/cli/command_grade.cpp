#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/threads.h"
#include "cli/choose.h"
#include "cli/command.h"
#include "cli/shard.h"
#include "cli/signals.h"
#include "desk/figure.h"
#include "experiment/kernel_file/kernel_source.h"
#include "export/svg.h"
#include "grade/judge_apart.h"
#include "grade/kernel_judge.h"
#include "grade/program_judge.h"
#include "grade/sandbox.h"
#include "grade/sheet.h"
#include "grade/submissions.h"
#include "session/base64.h"
#include "simt/code/device_spec.h"
#include "simt/simt_device.h"

namespace warplens::cli {
namespace {

struct GradeOptions {
  std::filesystem::path folder, csv, html;
  std::string against, spec, shard;
  std::vector<std::string> assignments, arguments;
  bool json = false, trust = false, leaks = false;
};

/// Draw the pictures of what was found. One that cannot be drawn is left out.
void draw(grade::Verdict& verdict, const simt::DeviceSpec& spec, launch::DeviceFinder& devices) {
  constexpr float width = 1000, height = 620, pixels_per_point = 1.5f;
  for (grade::FindingPicture& picture : verdict.pictures) {
    experiment::Catalogue catalogue;
    catalogue.experiments.push_back(*picture.experiment);
    Session session;
    session.experiment = picture.experiment->id;
    session.settings = picture.settings;
    session.spec = spec.id;
    session.view = picture.view;
    session.program_scrub = picture.program_scrub;
    session.theme = view::ThemeName::light;
    const auto figure =
        desk::make_figure(session, catalogue, devices.among(session.device), width, height, pixels_per_point, true);
    if (!figure) continue;
    const auto svg = export_::svg_of(figure->drawing, view::theme(session.theme).background, figure->title);
    if (svg) picture.image = "data:image/svg+xml;base64," + to_base64(*svg);
  }
}

/// What judging needs, whatever is handed in.
struct GradeRequest {
  const GradeOptions& options;
  const Context& context;
  const simt::DeviceSpec& spec;
  const std::vector<grade::Submission>& submissions;
  std::optional<grade::Sandbox> sandbox;  ///< nothing: submissions are trusted
};

/// judge(submission, folder) of all of them, as many at once as there are processors, and the pictures if they are wanted.
template <typename Judge>
base::Result<std::vector<grade::Verdict>> judge_all(const GradeRequest& request, const Judge& judge) {
  const unsigned at_once = base::processors();
  const auto judge_and_draw = [&](const grade::Submission& submission, const std::filesystem::path& folder) {
    grade::Verdict verdict = judge(submission, folder);
    if (request.options.html.empty()) verdict.pictures.clear();
    draw(verdict, request.spec, request.context.devices);
    return verdict;
  };
  Interrupt interrupt;
  return grade::judge_apart(request.submissions, judge_and_draw, at_once, grade::judge_limits(at_once),
                            [&] { return interrupt.came(); });
}

base::Result<grade::Sheet> grade_programs(const GradeRequest& request) {
  const GradeOptions& options = request.options;
  auto judge = grade::ProgramJudge::make(options.against, options.arguments, request.context.compile, request.sandbox,
                                         !options.html.empty());
  if (!judge) return judge.error();
  if (options.leaks) judge->mark_leaks();
  auto verdicts =
      judge_all(request, [&](const auto& submission, const auto& folder) { return judge->judge(submission, folder); });
  if (!verdicts) return verdicts.error();
  return grade::Sheet{options.against, std::nullopt, std::move(*verdicts)};
}

/// The judge by an experiment. Its device ends with this function, and with it the threads that it has: judging starts processes.
base::Result<grade::KernelJudge> kernel_judge(const GradeRequest& request, const experiment::Experiment& experiment) {
  auto settings = choose_settings(experiment, request.options.assignments);
  if (!settings) return settings.error();
  const auto device = simt::make_device(request.spec);
  return grade::KernelJudge::make(experiment, *settings, *device, request.sandbox);
}

base::Result<grade::Sheet> grade_kernels(const GradeRequest& request) {
  const GradeOptions& options = request.options;
  experiment::Catalogue catalogue = all_experiments(request.context.kernels, request.context.compile);
  const bool file = std::filesystem::path(options.against).extension() == ".toml";
  base::Result<experiment::Experiment> own = file ? experiment::load_experiment(options.against) : experiment::Experiment{};
  if (!own) return own.error();
  const auto chosen = file ? base::Result<const experiment::Experiment*>(&*own) : choose_experiment(catalogue, options.against);
  if (!chosen) return chosen.error();
  const auto judge = kernel_judge(request, **chosen);
  if (!judge) return judge.error();
  auto verdicts = judge_all(request, [&](const auto& submission, const auto& folder) {
    const auto device = simt::make_device(request.spec);
    return judge->judge(submission, *device, folder);
  });
  if (!verdicts) return verdicts.error();
  return grade::Sheet{options.against, judge->model(), std::move(*verdicts)};
}

/// The submissions of a shard; their positions among all are appended to `positions`.
std::vector<grade::Submission> part_of(const std::vector<grade::Submission>& all, const Shard& shard,
                                       std::vector<std::size_t>& positions) {
  std::vector<grade::Submission> part;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (!shard.has(k)) continue;
    part.push_back(all[k]);
    positions.push_back(k);
  }
  return part;
}

base::Result<Answer> serve(const GradeOptions& options, const Context& context) {
  const simt::DeviceSpec* const spec = options.spec.empty() ? &simt::two_sm_toy() : simt::device_spec_named(options.spec);
  if (spec == nullptr) return base::Error{"--spec", 0, 0, "'" + options.spec + "' is no preset; `warplens info` lists them"};
  const bool python = experiment::is_python_file(options.against);
  auto submissions = grade::submissions_in(options.folder, python ? grade::Handed::python : grade::Handed::cuda);
  if (!submissions) return submissions.error();
  std::vector<std::size_t> positions;
  std::optional<Shard> shard;
  if (!options.shard.empty()) {
    const auto parsed = parse_shard(options.shard);
    if (!parsed) return parsed.error();
    shard = *parsed;
    *submissions = part_of(*submissions, *shard, positions);
  }
  GradeRequest request{options, context, *spec, *submissions, std::nullopt};
  std::string remarks;
  const bool programs = python || std::filesystem::path(options.against).extension() == ".cu";
  if (options.leaks && !programs) return base::Error{"--leaks", 0, 0, "only programs free memory; --against is an experiment"};
  if (!options.trust) {
    const auto sandbox = grade::Sandbox::find();
    if (!sandbox) return sandbox.error();
    request.sandbox = *sandbox;
    if (!sandbox->left_open().empty()) remarks = "note: " + sandbox->left_open() + "\n";
  }
  auto sheet = programs ? grade_programs(request) : grade_kernels(request);
  if (!sheet) return sheet.error();
  const std::string table = shard ? csv_of_shard(csv_of(*sheet), *shard, positions) : csv_of(*sheet);
  for (const auto& [path, text] : {std::pair{options.csv, table}, std::pair{options.html, html_of(*sheet)}}) {
    if (path.empty()) continue;
    if (const base::Status written = base::write_file(path, text); !written) return written.error();
  }
  if (!options.json) return Answer{text_of(*sheet), {}, status_fine, remarks};
  report::Json json = json_of(*sheet);
  if (shard) add_shard(json, *shard, positions);
  return Answer{report::text_of(json) + "\n", {}, status_fine, remarks};
}

}  // namespace

Serve add_grade(CLI::App& command) {
  const auto options = std::make_shared<GradeOptions>();
  command
      .add_option("folder", options->folder,
                  "of submissions: a .cu file each (a script or notebook of Python, if the model is one), or a folder each for "
                  "programs of several files")
      ->required()
      ->type_name("FOLDER");
  command
      .add_option("--against", options->against,
                  "an experiment of `warplens list`, or its .toml file, by which kernels are judged; or the .cu file, "
                  "script or notebook of a model program, whose output the programs must print")
      ->required()
      ->type_name("EXPERIMENT|FILE.toml|FILE.cu|FILE.py");
  command
      .add_option("--set", options->assignments,
                  "of the experiment: a parameter, entry, grid, block, seed; may come several times")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command.add_option("--argument", options->arguments, "for the programs, in order; may come several times")
      ->type_name("WORD")
      ->allow_extra_args(false);
  command.add_option("--spec", options->spec, "preset of the SIMT machine: toy (default), rtx-4090, …")->type_name("NAME");
  command
      .add_option("--shard", options->shard,
                  "judge every N-th submission, from the K-th on; `warplens merge` puts tables together")
      ->type_name("K/N");
  command.add_option("--csv", options->csv, "write the table as CSV")->type_name("FILE.csv");
  command.add_option("--html", options->html, "write the table as a web page, with a picture of what was found")
      ->type_name("FILE.html");
  command.add_flag("--json", options->json, "print one JSON object");
  command.add_flag("--leaks", options->leaks, "mark programs that never free their memory as leaking");
  command.add_flag("--trust", options->trust, "compile and run submissions without a sandbox");
  command.footer("Exit status: 0 all were judged, whatever the verdicts; 1 the request is wrong.");
  return [options](const Context& context) { return serve(*options, context); };
}

}  // namespace warplens::cli
