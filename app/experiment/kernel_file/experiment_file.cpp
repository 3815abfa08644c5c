#include "experiment/kernel_file/experiment_file.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <utility>

#include "experiment/inputs/inputs.h"
#include "experiment/kernel_file/describe.h"

namespace warplens::experiment {
namespace {

toml::array extents(const base::Dim3& given) {
  toml::array texts{std::to_string(given.x)};
  if (given.y > 1 || given.z > 1) texts.push_back(std::to_string(given.y));
  if (given.z > 1) texts.push_back(std::to_string(given.z));
  return texts;
}

/// The tables of an array of tables that the described text has for sure.
template <typename Change>
void for_each_table(toml::table& root, const char* key, Change change) {
  if (toml::array* tables = root[key].as_array())
    for (toml::node& each : *tables)
      if (toml::table* table = each.as_table()) change(*table);
}

std::string text_of(const toml::table& table, const char* key) { return table[key].value_or(std::string()); }

std::string to_text(const toml::table& root) {
  std::ostringstream text;
  text << root << "\n";
  return text.str();
}

/// `expression` with the names of variables replaced.
std::string renamed(std::string expression, const std::map<std::string, std::string>& names) {
  for (const auto& [from, to] : names) expression = std::regex_replace(expression, std::regex("\\b" + from + "\\b"), to);
  return expression;
}

/// Replace names in every text of the keys of a table.
void rename_in(toml::table& table, std::initializer_list<const char*> keys, const std::map<std::string, std::string>& names) {
  for (const char* key : keys) {
    if (auto* text = table[key].as_string()) text->get() = renamed(text->get(), names);
    if (auto* list = table[key].as_array())
      for (toml::node& each : *list)
        if (auto* text = each.as_string()) text->get() = renamed(text->get(), names);
  }
}

/// Add the parameters of one kernel to those of all. The new names of those whose name another kernel has for another kind of
/// number are returned.
std::map<std::string, std::string> add_parameters(toml::table& all, toml::table& own, const std::string& kernel) {
  std::map<std::string, std::string> names;
  for (auto&& [key, node] : own) {
    const std::string name(key.str());
    const toml::table* there = all[name].as_table();
    const bool whole = (*node.as_table())["integer"].value_or(true);
    if (there != nullptr && (*there)["integer"].value_or(true) != whole) names[name] = name + "_of_" + kernel;
    if (there == nullptr || names.contains(name)) all.insert(names.contains(name) ? names[name] : name, *node.as_table());
  }
  return names;
}

/// Add an argument of one kernel to those of all; its name there is returned.
std::string add_argument(toml::array& all, toml::table argument, const std::string& kernel) {
  const std::string name = text_of(argument, "name");
  for (const std::string& candidate : {name, kernel + "." + name}) {
    const auto found =
        std::ranges::find_if(all, [&](toml::node& each) { return text_of(*each.as_table(), "name") == candidate; });
    if (found == all.end()) {
      argument.insert_or_assign("name", candidate);
      all.push_back(std::move(argument));
      return candidate;
    }
    toml::table& there = *found->as_table();
    const bool buffer = argument.contains("size");
    const bool same = text_of(there, "type") == text_of(argument, "type") && there.contains("size") == buffer &&
                      text_of(there, "value") == text_of(argument, "value");
    if (!same) continue;
    if (argument["output"].value_or(false)) there.insert_or_assign("output", true);
    return candidate;
  }
  return name;
}

/// An experiment's text whose launches are to be changed.
struct Document {
  toml::table root;
  toml::array& launches() { return *root["entries"].as_array(); }
};

base::Result<Document> document_of(const std::string& text, std::size_t launch) {
  try {
    Document document{toml::parse(text)};
    const toml::array* entries = document.root["entries"].as_array();
    if (entries == nullptr || launch >= entries->size() || !entries->is_array_of_tables())
      return base::error("there is no launch " + std::to_string(launch + 1));
    return document;
  } catch (const toml::parse_error& error) {
    return base::error(std::string(error.description()));
  }
}

std::string label_of(const toml::table& launch) {
  const std::string label = text_of(launch, "label");
  return label.empty() ? text_of(launch, "kernel") : label;
}

}  // namespace

base::Result<std::string> experiment_file_text(const Experiment& experiment, const Settings& settings) {
  toml::table root = toml::parse(experiment.described);
  for (const auto& [name, value] : settings.parameters)
    if (toml::table* parameter = root["parameters"][name].as_table()) parameter->insert_or_assign("value", value);
  for_each_table(root, "arguments", [&](toml::table& argument) {
    const std::string name = argument["name"].value_or(std::string());
    if (const auto size = settings.sizes.find(name); size != settings.sizes.end()) {
      argument.insert_or_assign("size", size->second);
      argument.erase("columns");  // a size of the user's own need not be a matrix
    }
    if (const auto input = settings.inputs.find(name); input != settings.inputs.end())
      argument.insert_or_assign("input", input->second);
  });
  toml::table variables;
  for (const auto& [name, value] : variables_for(experiment, settings)) variables.insert_or_assign(name, value);
  if (!variables.empty()) root.insert_or_assign("variables", std::move(variables));
  const auto worked_out = grid_for(experiment, settings);
  if (!compile_of(experiment, settings).empty()) root.insert_or_assign("compile", compile_of(experiment, settings));
  for_each_table(root, "entries", [&](toml::table& entry) {
    entry.insert_or_assign("block", extents(settings.block));
    if (!worked_out || *worked_out != settings.grid) entry.insert_or_assign("grid", extents(settings.grid));
    if (!settings.dynamic_shared.empty()) entry.insert_or_assign("dynamic_shared", settings.dynamic_shared);
  });
  std::ostringstream text;
  text << root << "\n";
  // It has to open again.
  const auto opened = parse_experiment(text.str(), experiment.file);
  return opened ? base::Result<std::string>(text.str()) : opened.error();
}

base::Result<std::string> sequence_text(const std::vector<KernelSignature>& signatures, const std::filesystem::path& source) {
  toml::table parameters;
  toml::array arguments, entries;
  std::string shown;
  for (const KernelSignature& signature : signatures) {
    const auto described = experiment_text(signature, source);
    if (!described) continue;
    toml::table one = toml::parse(*described);
    const std::string kernel = std::regex_replace(signature.kernel, std::regex("\\W+"), "_");
    const auto names = add_parameters(parameters, *one["parameters"].as_table(), kernel);
    std::map<std::string, std::string> argument_names;
    for (toml::node& node : *one["arguments"].as_array()) {
      toml::table argument = *node.as_table();
      rename_in(argument, {"size", "columns", "value"}, names);
      const std::string name = text_of(argument, "name");
      argument_names[name] = add_argument(arguments, std::move(argument), kernel);
    }
    toml::table entry = *one["entries"].as_array()->front().as_table();
    rename_in(entry, {"grid", "block", "dynamic_shared"}, names);
    const auto rename = [&](toml::node& node) {
      if (auto* text = node.as_string()) text->get() = argument_names[text->get()];
    };
    for (toml::node& node : *entry["arguments"].as_array()) {
      rename(node);
      if (auto* fields = node.as_array())
        for (toml::node& field : *fields) rename(field);
    }
    shown = argument_names[text_of(one, "shown")];
    entry.insert_or_assign("shown", shown);
    entries.push_back(std::move(entry));
  }
  if (entries.size() < 2)
    return base::Error{source.string(), 0, 0, "there are not two kernels here whose arguments can be described, to run in a row"};
  return to_text(toml::table{{"title", source.filename().string()},
                             {"text", "The kernels of " + source.filename().string() + " in a row, on the same buffers."},
                             {"sequence", true},
                             {"view", "mapping"},
                             {"shown", shown},
                             {"parameters", std::move(parameters)},
                             {"arguments", std::move(arguments)},
                             {"entries", std::move(entries)}});
}

base::Result<std::string> with_launch_repeated(const std::string& text, std::size_t launch) {
  auto document = document_of(text, launch);
  if (!document) return document.error();
  toml::array& launches = document->launches();
  std::set<std::string> labels;
  for (toml::node& each : launches) labels.insert(label_of(*each.as_table()));
  toml::table copy = *launches[launch].as_table();
  const std::string kernel = text_of(copy, "kernel");
  int number = 2;
  while (labels.contains(fmt::format("{} {}", kernel, number))) ++number;
  copy.insert_or_assign("label", fmt::format("{} {}", kernel, number));
  launches.insert(launches.cbegin() + static_cast<std::ptrdiff_t>(launch) + 1, std::move(copy));
  return to_text(document->root);
}

base::Result<std::string> without_launch(const std::string& text, std::size_t launch) {
  auto document = document_of(text, launch);
  if (!document) return document.error();
  if (document->launches().size() == 1) return base::error("this is the only launch");
  document->launches().erase(document->launches().cbegin() + static_cast<std::ptrdiff_t>(launch));
  return to_text(document->root);
}

base::Result<std::string> with_launch_moved(const std::string& text, std::size_t launch, std::size_t to) {
  auto document = document_of(text, std::max(launch, to));
  if (!document) return document.error();
  toml::array& launches = document->launches();
  toml::table moved = *launches[launch].as_table();
  launches.erase(launches.cbegin() + static_cast<std::ptrdiff_t>(launch));
  launches.insert(launches.cbegin() + static_cast<std::ptrdiff_t>(to), std::move(moved));
  return to_text(document->root);
}

base::Result<std::string> with_argument(const std::string& text, std::size_t launch, std::size_t position,
                                        const std::string& argument) {
  auto document = document_of(text, launch);
  if (!document) return document.error();
  std::size_t at = 0;
  const auto replaced = [&](toml::node& node) {
    auto* name = node.as_string();
    if (name == nullptr || at++ != position) return false;
    name->get() = argument;
    return true;
  };
  toml::table& entry = *document->launches()[launch].as_table();
  bool done = false;
  if (auto* list = entry["arguments"].as_array()) {
    for (toml::node& node : *list) {
      done = done || replaced(node);
      if (auto* fields = node.as_array())
        for (toml::node& field : *fields) done = done || replaced(field);
    }
  }
  if (!done) return base::error("launch " + std::to_string(launch + 1) + " has no argument " + std::to_string(position + 1));
  entry.erase("shown");  // which may be the one that it took
  return to_text(document->root);
}

}  // namespace warplens::experiment
