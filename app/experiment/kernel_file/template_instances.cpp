#include "experiment/kernel_file/template_instances.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

namespace warplens::experiment {
namespace {

/// The lists of words between commas from the "<" at `at` on, which moves past the ">". Nothing if it does not end.
std::optional<std::vector<Words>> read_list(const Tokens& tokens, std::size_t& at) {
  std::vector<Words> list(1);
  int angles = 1, parentheses = 0;
  for (++at; at < tokens.size(); ++at) {
    const std::string_view word = tokens[at].text;
    if (word == ";" || word == "{") return std::nullopt;
    if (word == "(") ++parentheses;
    if (word == ")") --parentheses;
    if (word == "<" && parentheses == 0) ++angles;
    if (word == ">" && parentheses == 0 && --angles == 0) {
      ++at;
      return list;
    }
    if (word == "," && angles == 1 && parentheses == 0)
      list.emplace_back();
    else
      list.back().emplace_back(word);
  }
  return std::nullopt;
}

/// The name in a parameter such as {"unsigned", "int", "N", "=", "4"}.
std::string name_of(const Words& parameter) {
  const auto end = std::ranges::find(parameter, "=");
  return end - parameter.begin() >= 2 && in_name((end - 1)->front()) ? *(end - 1) : "";
}

/// What a template parameter list is of, from the token behind it on; without a name where there is no body.
Template template_at(const Tokens& tokens, std::size_t at) {
  Template found;
  bool of_class = false;
  for (; at + 1 < tokens.size() && tokens[at].text != ";" && tokens[at].text != "{"; ++at) {
    const std::string_view word = tokens[at].text, next = tokens[at + 1].text;
    if (word == "template" || word == "=") return {};
    if ((word == "struct" || word == "class") && !of_class && in_name(next.front())) {
      of_class = true;
      found.name = next;
    }
    if (next != "(") continue;
    if (!of_class && in_name(word.front()) && !word.starts_with("__") && word != "noexcept" && word != "requires")
      found.name = word;
    at = after_closing(tokens, at + 1) - 1;
  }
  if (at >= tokens.size() || tokens[at].text != "{") return {};
  found.begin = at;
  found.end = after_closing(tokens, at);
  return found;
}

/// A name between the "::" of a demangled one.
struct Part {
  std::string_view name;
  std::vector<Words> arguments;
};

/// Numbers without what tells their type: "16u".
Words without_suffix(Words words) {
  for (std::string& word : words) {
    if (std::isdigit(static_cast<unsigned char>(word.front())) == 0) continue;
    while (word.size() > 1 && (word.back() == 'u' || word.back() == 'l')) word.pop_back();
  }
  return words;
}

/// The parts of "space::reduce<16, float>(float*)::tile".
std::vector<Part> parts_of(const Tokens& tokens) {
  std::vector<Part> parts;
  for (std::size_t at = 0; at < tokens.size();) {
    if (tokens[at].text == "(") {
      at = after_closing(tokens, at);
    } else if (tokens[at].text == "<") {
      auto list = read_list(tokens, at);
      if (!list) return parts;
      if (parts.empty()) continue;
      for (Words& words : *list) parts.back().arguments.push_back(without_suffix(std::move(words)));
    } else {
      if (in_name(tokens[at].text.front())) parts.push_back({tokens[at].text, {}});
      ++at;
    }
  }
  return parts;
}

/// What the parameters of `around` stand for in a variable's name; nothing if it is of other templates.
std::optional<TemplateArguments> arguments_in(const std::vector<Part>& parts, const std::vector<const Template*>& around) {
  TemplateArguments arguments;
  auto part = parts.begin();
  for (const Template* each : around) {
    part = std::find_if(part, parts.end(), [&](const Part& p) { return p.name == each->name && !p.arguments.empty(); });
    if (part == parts.end()) return std::nullopt;
    for (std::size_t k = 0; k < std::min(each->parameters.size(), part->arguments.size()); ++k)
      if (!each->parameters[k].empty()) arguments[each->parameters[k]] = part->arguments[k];
    ++part;
  }
  return arguments;
}

}  // namespace

std::vector<Template> templates_in(const Tokens& tokens) {
  std::vector<Template> templates;
  for (std::size_t at = 0; at + 1 < tokens.size(); ++at) {
    if (tokens[at].text != "template" || tokens[at + 1].text != "<") continue;
    std::size_t behind = at + 1;
    const auto parameters = read_list(tokens, behind);
    if (!parameters) continue;
    Template found = template_at(tokens, behind);
    if (found.name.empty()) continue;
    for (const Words& parameter : *parameters) found.parameters.push_back(name_of(parameter));
    templates.push_back(std::move(found));
  }
  return templates;
}

std::vector<TemplateArguments> instances_around(std::size_t at, const std::vector<Template>& templates,
                                                const std::vector<std::string>& variables) {
  std::vector<const Template*> around;  // from the outside in, as they begin
  for (const Template& each : templates)
    if (each.begin < at && at < each.end) around.push_back(&each);
  std::vector<TemplateArguments> instances;
  if (around.empty()) return instances;
  for (const std::string& variable : variables) {
    auto arguments = arguments_in(parts_of(tokens_of(variable)), around);
    if (arguments && std::ranges::find(instances, *arguments) == instances.end()) instances.push_back(std::move(*arguments));
  }
  return instances;
}

}  // namespace warplens::experiment
