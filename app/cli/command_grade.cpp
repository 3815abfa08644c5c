#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/file.h"
#include "base/processors.h"
#include "cli/choose.h"
#include "cli/command.h"
#include "cli/shard.h"
#include "desk/figure.h"
#include "export/svg.h"
#include "grade/kernel_judge.h"
#include "grade/program_judge.h"
#include "grade/sheet.h"
#include "grade/submissions.h"
#include "session/base64.h"
#include "simt/device_spec.h"
#include "simt/simt_device.h"

namespace warplens::cli {
namespace {

struct GradeOptions {
  std::filesystem::path folder, csv, html;
  std::string against, spec, shard;
  std::vector<std::string> assignments, arguments;
  bool json = false, trust = false;
};

/// Draw the pictures of what was found. One that cannot be drawn is left out.
void draw(std::vector<grade::Verdict>& verdicts, const simt::DeviceSpec& spec, launch::DeviceFinder& devices) {
  constexpr float width = 1000, height = 620, pixels_per_point = 1.5f;
  for (grade::Verdict& verdict : verdicts) {
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
}

/// judge(submission, device) of all of them, as many at once as there are processors.
template <typename Judge>
std::vector<grade::Verdict> judge_all(const std::vector<grade::Submission>& submissions, const simt::DeviceSpec& spec,
                                      Judge judge) {
  std::vector<grade::Verdict> verdicts(submissions.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    const auto device = simt::make_device(spec);
    for (std::size_t k = next++; k < submissions.size(); k = next++) verdicts[k] = judge(submissions[k], *device);
  };
  std::vector<std::jthread> others;
  for (unsigned k = 1; k < std::min<std::size_t>(base::processors(), submissions.size()); ++k) others.emplace_back(work);
  work();
  others.clear();
  return verdicts;
}

base::Result<grade::Sheet> grade_programs(const GradeOptions& options, const Context& context, const simt::DeviceSpec& spec,
                                          const std::vector<grade::Submission>& submissions) {
  const auto judge =
      grade::ProgramJudge::make(options.against, options.arguments, context.compile, options.trust, !options.html.empty());
  if (!judge) return judge.error();
  return grade::Sheet{options.against, std::nullopt, judge_all(submissions, spec, [&](const auto& submission, launch::Device&) {
                        return judge->judge(submission);
                      })};
}

base::Result<grade::Sheet> grade_kernels(const GradeOptions& options, const Context& context, const simt::DeviceSpec& spec,
                                         const std::vector<grade::Submission>& submissions) {
  experiment::Catalogue catalogue = all_experiments(context.kernels, context.compile);
  const bool file = std::filesystem::path(options.against).extension() == ".toml";
  base::Result<experiment::Experiment> own = file ? experiment::load_experiment(options.against) : experiment::Experiment{};
  if (!own) return own.error();
  const auto chosen = file ? base::Result<const experiment::Experiment*>(&*own) : choose_experiment(catalogue, options.against);
  if (!chosen) return chosen.error();
  auto settings = choose_settings(**chosen, options.assignments);
  if (!settings) return settings.error();
  const auto device = simt::make_device(spec);
  const auto judge = grade::KernelJudge::make(**chosen, *settings, *device, options.trust);
  if (!judge) return judge.error();
  return grade::Sheet{options.against, judge->model(),
                      judge_all(submissions, spec, [&](const auto& submission, launch::Device& its_device) {
                        return judge->judge(submission, its_device);
                      })};
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
  auto submissions = grade::submissions_in(options.folder);
  if (!submissions) return submissions.error();
  std::vector<std::size_t> positions;
  std::optional<Shard> shard;
  if (!options.shard.empty()) {
    const auto parsed = parse_shard(options.shard);
    if (!parsed) return parsed.error();
    shard = *parsed;
    *submissions = part_of(*submissions, *shard, positions);
  }
  const bool programs = std::filesystem::path(options.against).extension() == ".cu";
  auto sheet =
      programs ? grade_programs(options, context, *spec, *submissions) : grade_kernels(options, context, *spec, *submissions);
  if (!sheet) return sheet.error();
  if (!options.html.empty()) draw(sheet->verdicts, *spec, context.devices);
  const std::string table = shard ? csv_of_shard(csv_of(*sheet), *shard, positions) : csv_of(*sheet);
  for (const auto& [path, text] : {std::pair{options.csv, table}, std::pair{options.html, html_of(*sheet)}}) {
    if (path.empty()) continue;
    if (const base::Status written = base::write_file(path, text); !written) return written.error();
  }
  if (!options.json) return Answer{text_of(*sheet), {}};
  report::Json json = json_of(*sheet);
  if (shard) add_shard(json, *shard, positions);
  return Answer{report::text_of(json) + "\n", {}};
}

}  // namespace

Serve add_grade(CLI::App& command) {
  const auto options = std::make_shared<GradeOptions>();
  command
      .add_option("folder", options->folder, "of submissions: a .cu file each, or a folder each for programs of several files")
      ->required()
      ->type_name("FOLDER");
  command
      .add_option("--against", options->against,
                  "an experiment of `warplens list`, or its .toml file, by which kernels are judged; or the .cu file of a model "
                  "program, whose output the programs must print")
      ->required()
      ->type_name("EXPERIMENT|FILE.toml|FILE.cu");
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
  command.add_flag("--trust", options->trust, "compile and run submissions without a sandbox");
  command.footer("Exit status: 0 all were judged, whatever the verdicts; 1 the request is wrong.");
  return [options](const Context& context) { return serve(*options, context); };
}

}  // namespace warplens::cli
