#include "experiment/kernel_file/save.h"

#include <toml++/toml.h>
#include <algorithm>
#include <sstream>

#include "experiment/inputs/inputs.h"

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

}  // namespace warplens::experiment
