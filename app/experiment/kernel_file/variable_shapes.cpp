#include "experiment/kernel_file/variable_shapes.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

#include "base/file.h"
#include "experiment/expression.h"
#include "experiment/kernel_file/kernel_source.h"
#include "experiment/kernel_file/source_types.h"
#include "ptx/parse/demangle.h"

namespace warplens::experiment {
namespace {

// Find the templates of CUDA C++ text, and their arguments in the instances that a compiler made of them.

/// A function or class template with a body.
struct Template {
  std::string name;
  std::vector<std::string> parameters;  ///< their names; "" where one has none
  std::size_t begin = 0, end = 0;       ///< tokens of the body
};

/// Template arguments by parameter name: {"TILE", {"16"}}, {"T", {"unsigned", "int"}}.
using TemplateArguments = std::map<std::string, Words>;

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

/// The arguments of all templates around token `at`, one map for each different instance among `variables`: demangled names such
/// as "reduce<16, float>(float*)::tile".
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

/// The value of a constant expression such as `TILE + 1`.
std::optional<std::uint64_t> extent_of(const Words& words, const SourceTypes& types) {
  constexpr double most = 1 << 30;
  std::string text;
  for (const std::string& word : types.resolved(words)) text += word + " ";
  auto expression = Expression::compile(text, {});
  if (!expression) return std::nullopt;
  const double value = expression->value();
  if (!(value >= 1 && value <= most) || value != std::floor(value)) return std::nullopt;
  return static_cast<std::uint64_t>(value);
}

/// The extents in brackets from token `at` on, which moves past them. Nothing if one of them is unknown.
std::optional<std::vector<std::uint64_t>> read_extents(const Tokens& tokens, std::size_t& at, const SourceTypes& types) {
  std::vector<std::uint64_t> extents;
  bool known = true;
  for (; at < tokens.size() && tokens[at].text == "["; at = after_closing(tokens, at)) {
    Words words;
    for (std::size_t k = at + 1; k + 1 < after_closing(tokens, at); ++k) words.emplace_back(tokens[k].text);
    const bool open = words.empty() && extents.empty();
    const auto extent = open ? std::optional<std::uint64_t>(0) : extent_of(words, types);
    known = known && extent.has_value();
    extents.push_back(extent.value_or(0));
  }
  return known ? std::optional(std::move(extents)) : std::nullopt;
}

launch::VariableShape shape_of(std::string name, const Layout& layout, std::vector<std::uint64_t> extents) {
  launch::VariableShape shape{std::move(name), layout.size, std::move(extents), {}};
  for (const Field& field : layout.fields) {
    const std::uint64_t bytes = field.pointer ? sizeof(std::uint64_t) : launch::bytes(field.type);
    if (!field.name.empty()) shape.fields.push_back({field.name, field.offset, bytes});
  }
  return shape;
}

/// The declaration whose type begins at token `at`: `float tile[16][17], other;`.
void read_declaration(const Tokens& tokens, std::size_t at, const SourceTypes& types,
                      std::vector<launch::VariableShape>& shapes) {
  Words type;
  const auto ends = [&](std::string_view text) {
    return text == "[" || text == ";" || text == "," || text == "=" || text == "(" || text == "{";
  };
  while (at < tokens.size() && !ends(tokens[at].text)) {
    if (tokens[at].text.starts_with("__align") || tokens[at].text == "alignas") {
      at = after_closing(tokens, at + 1);
      continue;
    }
    if (!tokens[at].text.starts_with("__")) type.emplace_back(tokens[at].text);
    ++at;
  }
  if (type.size() < 2 || at >= tokens.size() || tokens[at].text == "(") return;  // a function
  std::string name = std::move(type.back());
  type.pop_back();
  const auto layout = types.layout_of(type);
  if (!layout || layout->size == 0) return;
  for (;;) {
    auto extents = read_extents(tokens, at, types);
    if (extents) shapes.push_back(shape_of(name, *layout, std::move(*extents)));
    while (at < tokens.size() && tokens[at].text != "," && tokens[at].text != ";")
      at = tokens[at].text == "{" || tokens[at].text == "(" ? after_closing(tokens, at) : at + 1;
    if (at + 1 >= tokens.size() || tokens[at].text == ";" || !in_name(tokens[at + 1].text[0])) return;
    name = tokens[at + 1].text;
    at += 2;
  }
}

}  // namespace

std::vector<launch::VariableShape> variable_shapes(std::string_view text, std::string_view headers,
                                                   const std::vector<std::string>& variables) {
  const std::string all = std::string(headers) + "\n" + std::string(text);
  const Tokens tokens = tokens_of(all);
  const SourceTypes types(tokens);
  const std::vector<Template> templates = variables.empty() ? std::vector<Template>() : templates_in(tokens);
  std::vector<launch::VariableShape> shapes;
  for (std::size_t at = 0; at + 2 < tokens.size(); ++at) {
    const std::string_view word = tokens[at].text;
    if (word != "__shared__" && word != "__device__" && word != "__constant__") continue;
    const std::vector<TemplateArguments> instances = instances_around(at, templates, variables);
    if (instances.empty()) read_declaration(tokens, at + 1, types, shapes);
    for (const TemplateArguments& arguments : instances) {
      SourceTypes of_instance = types;
      for (const auto& [name, meaning] : arguments) of_instance.define(name, meaning);
      read_declaration(tokens, at + 1, of_instance, shapes);
    }
  }
  return shapes;
}

std::vector<launch::VariableShape> variable_shapes_of(const std::filesystem::path& source, const ptx::Module& module) {
  if (source.extension() != ".cu") return {};
  const auto text = read_kernel(source);
  if (!text) return {};
  return variable_shapes_in(*text, headers_of(source), module);
}

std::vector<launch::VariableShape> variable_shapes_in(std::string_view text, std::string_view headers,
                                                      const ptx::Module& module) {
  std::vector<std::string> variables;
  for (const ptx::Variable& variable : module.variables)
    if (variable.name.starts_with("_Z")) variables.push_back(ptx::demangled_name(variable.name));
  return variable_shapes(text, headers, variables);
}

}  // namespace warplens::experiment
