#include "experiment/captions/caption.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "base/number_format.h"
#include "experiment/inputs/inputs.h"
#include "experiment/kernel_file/kernel_source.h"

namespace warplens::experiment {
namespace {

constexpr double exact = 9e15;  // integers up to here are exact

std::string for_people(double value) {
  if (value == std::floor(value) && std::abs(value) < exact) return base::grouped(static_cast<std::int64_t>(value));
  if (std::abs(value) >= 1000 && std::abs(value) < exact) return base::grouped(static_cast<std::int64_t>(std::llround(value)));
  return fmt::format("{:.3g}", value);
}

bool mentions(const std::string& expression, const std::string& name) {
  for (std::size_t at = expression.find(name); at != std::string::npos; at = expression.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !in_name(expression[at - 1])) && (end == expression.size() || !in_name(expression[end]))) return true;
  }
  return false;
}

std::string with_defaults(const Experiment& experiment, std::uint32_t entry, const std::string& text) {
  if (text.find('{') == std::string::npos) return text;
  const auto settings = default_settings(experiment, entry);
  return settings ? caption(experiment, *settings, text) : text;
}

}  // namespace

base::Result<std::string> fill_placeholders(const std::string& text, const Replace& replace) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = std::min(text.find('{', at), text.size());
    out += text.substr(at, open - at);
    if (open == text.size()) break;
    if (text.compare(open, 2, "{{") == 0) {
      out += '{';
      at = open + 2;
      continue;
    }
    const std::size_t close = text.find('}', open);
    if (close == std::string::npos) return base::error("a { is not closed");
    std::string expression = text.substr(open + 1, close - open - 1), format;
    const std::size_t colon = expression.rfind(':');
    if (colon != std::string::npos && expression.find('?') == std::string::npos) {
      format = expression.substr(colon + 1);
      expression.erase(colon);
    }
    at = close + 1;
    const auto shown = replace(expression, format);
    if (!shown) return shown.error();
    out += *shown;
  }
  return out;
}

std::string escape_placeholders(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '{' ? std::string("{{") : std::string(1, c);
  return out;
}

base::Result<std::string> formatted(double value, const std::string& format) {
  if (format.empty()) return for_people(value);
  if (format == "%") return fmt::format("{:.0f} %", 100 * value);
  if (format.size() == 1 && format[0] >= '0' && format[0] <= '9') return fmt::format("{:.{}f}", value, format[0] - '0');
  const bool noun =
      std::all_of(format.begin(), format.end(), [](unsigned char c) { return std::isalpha(c) != 0 || c == ' ' || c == '-'; });
  if (!noun) return base::error("“:" + format + "” is not :%, :0 to :9 or a noun");
  if (value < 0 || value != std::floor(value) || value > exact) return for_people(value) + " " + format + "s";
  return base::counted(static_cast<std::uint64_t>(value), format);
}

base::Result<std::string> fill_caption(const Experiment& experiment, const Settings& settings, const std::string& text) {
  if (text.find('{') == std::string::npos) return text;
  std::map<std::string, double> names = variables_of(experiment, settings);
  const auto block = static_cast<double>(base::count(settings.block)), blocks = static_cast<double>(base::count(settings.grid));
  names.insert(
      {{"block", block}, {"blocks", blocks}, {"warps", blocks * static_cast<double>((base::count(settings.block) + 31) / 32)}});
  return fill_placeholders(text, [&](const std::string& expression, const std::string& format) -> base::Result<std::string> {
    const auto value = evaluate(expression, names);
    if (!value) return value.error();
    return formatted(*value, format);
  });
}

std::string caption(const Experiment& experiment, const Settings& settings, const std::string& text) {
  const auto filled = fill_caption(experiment, settings, text);
  return filled ? *filled : text;
}

std::string shows_text(const Experiment& experiment, const Settings& settings) {
  return caption(experiment, settings, experiment.entries[settings.entry].shows);
}

std::string shows_text(const Experiment& experiment, std::uint32_t entry) {
  return with_defaults(experiment, entry, experiment.entries[entry].shows);
}

std::string changes_text(const Experiment& experiment, const Settings& settings) {
  const Entry& entry = experiment.entries[settings.entry];
  std::string changes;
  const auto add = [&changes](const std::string& what, const std::string& now, const std::string& before) {
    if (now != before) changes += fmt::format("{}{} {}, not {}", changes.empty() ? "Here: " : "; ", what, now, before);
  };
  for (const auto& [name, value] : entry.parameters) {
    const auto parameter = std::ranges::find(experiment.parameters, name, &Parameter::name);
    const auto now = settings.parameters.find(name);
    if (parameter == experiment.parameters.end() || now == settings.parameters.end() || now->second == value) continue;
    add(parameter->label, *formatted(now->second, ""), *formatted(value, ""));
  }
  if (const auto block = block_for(experiment, settings.entry, settings.parameters))
    add("block", base::extents_text(settings.block), base::extents_text(*block));
  if (const auto grid = grid_for(experiment, settings)) add("grid", base::extents_text(settings.grid), base::extents_text(*grid));
  return changes.empty() ? "" : changes + ".";
}

std::string text_of(const Experiment& experiment) { return with_defaults(experiment, 0, experiment.text); }

base::Result<std::vector<SuggestionPart>> suggestion_parts(const Experiment& experiment, const std::string& text) {
  constexpr std::string_view mark = "**";
  std::vector<SuggestionPart> parts;
  const auto add = [&](const std::string& words, std::optional<std::uint32_t> entry) {
    if (!words.empty()) parts.push_back({words, entry});
  };
  std::size_t at = 0;
  for (std::size_t open = text.find(mark); open != std::string::npos; open = text.find(mark, at)) {
    add(text.substr(at, open - at), std::nullopt);
    const std::size_t first = open + mark.size(), close = text.find(mark, first);
    if (close == std::string::npos) return base::error("a ** is not closed");
    const std::string label = text.substr(first, close - first);
    const auto found = std::ranges::find(experiment.entries, label, &Entry::label);
    if (found == experiment.entries.end()) return base::error("there is no entry '" + label + "'");
    add(label, static_cast<std::uint32_t>(found - experiment.entries.begin()));
    at = close + mark.size();
  }
  add(text.substr(at), std::nullopt);
  return parts;
}

bool has_effect(const Experiment& experiment, const Settings& settings, const std::string& parameter) {
  if (experiment.sequence) return true;  // its other launches run, too
  const Entry& entry = experiment.entries[settings.entry];
  const Reference reference = reference_of(experiment, settings);
  std::vector<std::string> expressions{dynamic_shared_of(experiment, settings), entry.shared_columns, entry.moves,
                                       reference.expression};
  expressions.insert(expressions.end(), entry.grid.begin(), entry.grid.end());
  expressions.insert(expressions.end(), entry.block.begin(), entry.block.end());
  for (const Argument& argument : experiment.arguments) {
    if (std::ranges::find(entry.arguments, argument.name) == entry.arguments.end()) continue;
    expressions.insert(expressions.end(),
                       {size_of(settings, argument), argument.columns, argument.value, input_of(experiment, settings, argument)});
  }
  if (experiment.scene) {
    if (parameter == "detail") return true;
    expressions.insert(expressions.end(), experiment.scene->eye.begin(), experiment.scene->eye.end());
  }
  if (experiment.streams) expressions.insert(expressions.end(), {experiment.streams->streams, experiment.streams->parts});
  return std::ranges::any_of(expressions, [&](const std::string& expression) { return mentions(expression, parameter); });
}

}  // namespace warplens::experiment
