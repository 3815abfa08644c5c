#include "experiment/kernel_file/variable_shapes.h"

#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "base/file.h"
#include "experiment/expression.h"
#include "experiment/kernel_file/kernel_text.h"
#include "experiment/kernel_file/source_types.h"
#include "experiment/kernel_file/template_instances.h"
#include "ptx/parse/demangle.h"

namespace warplens::experiment {
namespace {

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
