#include "export/json_experiment.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>

#include "analysis/totals.h"
#include "experiment/captions/caption.h"
#include "launch/arguments/value.h"

namespace warplens::export_ {
namespace {

/// A number of a .toml or of a check: without a fraction where it has none.
Json plain_number(double value) {
  const auto scalar = launch::make_scalar(launch::ElementType::i64, value);
  if (scalar.ok() && launch::to_double(*scalar) == value) return static_cast<std::int64_t>(scalar->bits);
  return value;
}

Json parameters_of(const std::map<std::string, double>& parameters) {
  Json json = Json::object();
  for (const auto& [name, value] : parameters) json[name] = plain_number(value);
  return json;
}

Json reference_of(const experiment::Run& run) {
  const experiment::Check& check = run.check;
  const std::vector<const launch::Buffer*> buffers = launch::buffers_of(run.launch);
  if (check.expected.empty() || check.buffer >= buffers.size() || check.buffer >= run.result.outputs.size()) return {};
  Json json;
  json["output"] = buffers[check.buffer]->name;
  json["elements"] = check.expected.size();
  json["wrong"] = check.wrong;
  json["expected_sum"] = plain_number(check.expected_sum);
  json["actual_sum"] = plain_number(check.actual_sum);
  if (check.wrong > 0) {
    const double actual =
        launch::to_double(launch::element(buffers[check.buffer]->type, run.result.outputs[check.buffer], check.first_wrong));
    json["first_wrong"] = {{"element", check.first_wrong},
                           {"expected", plain_number(check.expected[check.first_wrong])},
                           {"actual", plain_number(actual)}};
  }
  return json;
}

Json json_of(const launch::StreamTimeline& timeline) {
  Json tasks = Json::array();
  for (const launch::StreamTask& task : timeline.tasks)
    tasks.push_back({{"phase", launch::name(task.phase)},
                     {"part", task.part},
                     {"stream", task.row},
                     {"ready_ms", task.ready_ms},
                     {"begin_ms", task.begin_ms},
                     {"end_ms", task.end_ms}});
  return {{"way", launch::name(timeline.way)},       {"streams", timeline.streams},
          {"source", launch::name(timeline.origin)}, {"span_ms", analysis::stream_totals(timeline).span},
          {"issued_ms", timeline.issued_ms},         {"done_ms", timeline.done_ms},
          {"same_outputs", timeline.same_outputs},   {"tasks", std::move(tasks)}};
}

}  // namespace

Json json_of(const experiment::Experiment& experiment, const experiment::Run& run, launch::DeviceKind device) {
  const experiment::Entry& entry = experiment.entries[run.settings.entry];
  Json json = report::json_of(run.launch, run.result, device);
  for (std::size_t k = 0; k < json["outputs"].size() && k < run.buffer_names.size(); ++k) {
    json["outputs"][k]["name"] = run.buffer_names[k];
  }
  json["experiment"] = experiment.id;
  json["entry"] = entry.label;
  json["parameters"] = parameters_of(run.settings.parameters);
  json["racy"] = entry.racy;
  if (run.result.outcome != launch::Outcome::finished) return json;
  json["reference"] = reference_of(run);
  if (!run.reference_note.empty()) json["reference_note"] = run.reference_note;
  for (const launch::StreamTimeline& timeline : run.streams) json["streams"].push_back(json_of(timeline));
  if (!run.streams_note.empty()) json["streams_note"] = run.streams_note;
  if (run.check.wrong > 0 && !entry.racy) json["status"] = "found";
  if (run.repeats.size() > 1) {
    Json values = Json::array();
    for (const double value : run.repeats) values.push_back(plain_number(value));
    json["repeats"] = {{"output", run.shown < run.buffer_names.size() ? Json(run.buffer_names[run.shown]) : Json()},
                       {"element", experiment.shown_element},
                       {"first_seed", run.settings.seed},
                       {"values", std::move(values)}};
  }
  return json;
}

Json json_of(const experiment::Experiment& experiment) {
  Json entries = Json::array();
  for (std::uint32_t number = 0; number < experiment.entries.size(); ++number) {
    const experiment::Entry& entry = experiment.entries[number];
    entries.push_back({{"kernel", entry.kernel},
                       {"label", entry.label},
                       {"shows", experiment::shows_text(experiment, number)},
                       {"grid", entry.grid},
                       {"block", entry.block},
                       {"racy", entry.racy}});
  }
  Json parameters = Json::array();
  for (const experiment::Parameter& parameter : experiment.parameters) {
    parameters.push_back({{"name", parameter.name},
                          {"label", parameter.label},
                          {"value", plain_number(parameter.value)},
                          {"minimum", plain_number(parameter.minimum)},
                          {"maximum", plain_number(parameter.maximum)}});
  }
  return {{"name", experiment.id},        {"title", experiment.title},     {"text", experiment::text_of(experiment)},
          {"view", experiment.view},      {"entries", std::move(entries)}, {"parameters", std::move(parameters)},
          {"repeats", experiment.repeats}};
}

}  // namespace warplens::export_
