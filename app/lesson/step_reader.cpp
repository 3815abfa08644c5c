#include "lesson/step_reader.h"

#include <fmt/format.h>

#include "experiment/catalogue/table_reader.h"
#include "launch/spec_ids.h"
#include "lesson/condition.h"
#include "session/asked.h"
#include "session/files_read.h"
#include "session/session.h"
#include "view/table.h"

namespace warplens::lesson {
namespace {

using experiment::Problems;
using experiment::TableReader;

toml::table parse(const Block& block, Problems& problems) {
  // Prepend as many empty lines as precede the block in its file, so that error positions refer to the file.
  const std::string text = std::string(static_cast<std::size_t>(std::max(block.line - 1, 0)), '\n') + block.code;
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    problems.add(error.source(), std::string(error.description()));
    return {};
  }
}

/// The value as written in `--set KEY=VALUE`: 25, "atomic", true, [16, 16].
std::string text_of(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* whole = node.as_integer()) return std::to_string(whole->get());
  if (const auto* number = node.as_floating_point()) return fmt::format("{}", number->get());
  if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
  std::string list;
  if (const toml::array* array = node.as_array()) {
    for (const toml::node& element : *array) {
      if (element.as_integer() == nullptr) return "";
      list += (list.empty() ? "" : ",") + text_of(element);
    }
  }
  return list;
}

/// Handles the keys of `set` and `done` that are not settings of the experiment. Returns whether `key` is one of them; `problem`
/// receives an error in its value.
bool take_own(const std::string& key, const toml::node& node, const experiment::Experiment& experiment, Session& state,
              Doing* doing, std::string& problem) {
  const std::string text = text_of(node);
  if (key == "view") {
    if (view::find_row(view::table(), text) != nullptr)
      state.view = text;
    else
      problem = "there is no view '" + text + "'";
  } else if (key == "spec") {
    if (launch::is_spec_id(text))
      state.spec = text;
    else
      problem = "there is no card '" + text + "'; there are " + launch::list_of_spec_ids();
  } else if (key == "costs") {  // those shown next to the source lines
    if (const auto measure = experiment::line_measure_ids.value_of(text))
      state.line_measure = *measure;
    else
      problem = "there is no cost '" + text + "' of a line; there are " + experiment::line_measure_ids.list();
  } else if (key == "memory") {
    if (const base::Status known = check_memory_name(text, experiment); known)
      state.memory = text;
    else
      problem = known.error().message;
  } else if (key == "why") {
    state.why = text;
    if (!is_asked(text)) problem = "'why' is of the form " + std::string(asked_forms);
  } else if (key == "sweep") {
    const experiment::Sweep* sweep = experiment::find_sweep(experiment, text);
    if (sweep == nullptr) problem = "'" + experiment.id + "' has no sweep '" + text + "'";
    state.sweep = sweep != nullptr ? *sweep : experiment::Sweep{};
    if (sweep != nullptr) state.view = view::sweep_view;
  } else if (key == "scrub") {
    state.scrub = node.value<double>().value_or(-1);
    if (!(state.scrub >= 0 && state.scrub <= 1)) problem = "'scrub' is a number from 0 to 1";
  } else if (key == "program_scrub") {
    state.program_scrub = node.value<double>().value_or(-1);
    if (!(state.program_scrub >= 0 && state.program_scrub <= 1)) problem = "'program_scrub' is a number from 0 to 1";
  } else if (doing != nullptr && key == "pointed_call") {
    const auto number = node.value<std::int64_t>().value_or(0);
    if (number < 1) problem = "'pointed_call' is a whole number from 1";
    doing->target.call = static_cast<std::uint64_t>(number - 1);
  } else if (doing != nullptr && key == "answer") {
    doing->answer = text;
  } else if (doing != nullptr && (key == "pointed_thread" || key == "pointed_element")) {
    const auto place = node.value<std::int64_t>().value_or(-1);
    if (place < 0) problem = "'" + key + "' is a whole number";
    (key == "pointed_thread" ? doing->target.thread : doing->target.element) = static_cast<std::uint64_t>(place);
  } else {
    return false;
  }
  return true;
}

/// Applies a table of settings to a state. `doing` receives the keys allowed only in `done`.
void apply(const toml::table& table, const experiment::Experiment& experiment, Session& state, Doing* doing, Problems& problems) {
  std::vector<std::string> assignments;
  bool view = false;
  for (const auto& [name, node] : table) {
    const std::string key(name.str());
    std::string problem;
    view = view || key == "view" || key == "sweep";
    if (take_own(key, node, experiment, state, doing, problem)) {
      if (!problem.empty()) problems.add(node, problem);
      continue;
    }
    assignments.push_back(key + "=" + text_of(node));
  }
  const std::uint32_t entry = state.settings.entry;
  for (const std::string& assignment : experiment::in_turn(std::move(assignments))) {
    const toml::node& node = *table.get(assignment.substr(0, assignment.find('=')));
    if (experiment::reads_file(assignment))
      problems.add(node, "'" + assignment + "': a lesson names no file");
    else if (const auto status = experiment::set(experiment, state.settings, assignment); !status)
      problems.add(node, status.error().message);
  }
  for (const std::filesystem::path& path : named_outside(experiment, state.settings, {experiment.file.parent_path()}))
    problems.add(table, "reads " + path.string() + ", outside of its experiment's folder");
  // A different entry opens with its own view, as in the window.
  if (!view && state.settings.entry != entry) state.view = experiment.entries[state.settings.entry].view.value_or(state.view);
}

void check_expression(TableReader& reader, const std::string& key, const std::string& expression, const Facts& names) {
  if (const auto value = value_of(expression, names); !value) reader.problem(key, value.error().message);
}

void read_seen(TableReader& reader, const std::string& path, const Facts& names, Step& step) {
  const std::string text = reader.text("seen", TableReader::Need::required);
  auto blocks = parse_markdown(text, path);
  if (!blocks) return reader.problem("seen", "'seen': " + blocks.error().message);
  for (const Block& block : *blocks) {
    for (const Piece& piece : block.pieces) {
      if (const auto sentence = filled(piece.text, names); !sentence)
        reader.problem("seen", "'seen': " + sentence.error().message);
    }
  }
  step.seen = std::move(*blocks);
}

}  // namespace

base::Status read_step(const Block& block, const std::string& path, const experiment::Catalogue& catalogue, Step& step) {
  Problems problems{path, std::nullopt};
  const toml::table table = parse(block, problems);
  // An error about a missing key has the position of the table, which includes the padding lines.
  const auto in_block = [&block](base::Error error) {
    if (error.line < block.line) error.line = block.line;
    return error;
  };
  if (problems.first) return *problems.first;
  TableReader reader(table, "the step", problems);
  const std::string id = reader.text("experiment", TableReader::Need::required);
  if (problems.first) return in_block(*problems.first);
  const experiment::Experiment* experiment = experiment::find(catalogue, id);
  if (experiment == nullptr) {
    reader.problem("experiment", "there is no experiment '" + id + "'");
    return *problems.first;
  }
  const auto settings = experiment::default_settings(*experiment);
  if (!settings) return settings.error();
  step.state.experiment = id;
  step.state.settings = *settings;
  step.state.settings.check = true;  // same default as the window
  step.state.line_measure = experiment->line_measure;
  step.state.view = experiment->entries.front().view.value_or(experiment->view);
  if (const toml::table* set = reader.table("set")) apply(*set, *experiment, step.state, nullptr, problems);
  step.done.state = step.state;
  if (const toml::table* done = reader.table("done", TableReader::Need::required))
    apply(*done, *experiment, step.done.state, &step.done, problems);

  const Facts names = all_names(*experiment);
  step.check = reader.text("check", TableReader::Need::required);
  if (!step.check.empty()) check_expression(reader, "check", step.check, names);
  if (!step.done.answer.empty()) check_expression(reader, "done", step.done.answer, names);
  Facts without_answer = names;
  without_answer.numbers.erase("answer");
  step.asks = !step.check.empty() && !value_of(step.check, without_answer);
  read_seen(reader, path, names, step);
  reader.finish();
  if (problems.first) return in_block(*problems.first);
  return base::Nothing{};
}

}  // namespace warplens::lesson
