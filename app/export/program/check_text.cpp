#include "export/program/check_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <optional>

#include "experiment/inputs/inputs.h"
#include "experiment/references/references.h"
#include "export/program/formula.h"

namespace warplens::export_ {
namespace {

using Variables = std::map<std::string, std::string>;

/// C++ loops that compute a reference. `text` has {name} where a variable of the program stands. `sizes`: the loops need the
/// buffer to have as many elements as the product of these scalars.
struct Loops {
  std::string text;
  std::vector<std::pair<std::string, std::vector<std::string>>> sizes;
};

std::optional<Loops> loops_of(const std::string& function) {
  if (function == "sum")
    return Loops{
        "  expected[0] = @output[0];\n"
        "  for (int i = 0; i < @n; ++i) expected[0] += @a[i];\n",
        {{"a", {"n"}}}};
  if (function == "inclusive_scan")
    return Loops{"  for (int i = 0; i < @n; ++i) expected[i] = @a[i] + (i > 0 ? expected[i - 1] : 0);\n",
                 {{"a", {"n"}}, {"@output", {"n"}}}};
  if (function == "exclusive_scan")
    return Loops{"  for (int i = 0; i < @n; ++i) expected[i] = i > 0 ? expected[i - 1] + @a[i - 1] : 0;\n",
                 {{"a", {"n"}}, {"@output", {"n"}}}};
  if (function == "recurrence")
    return Loops{
        "  for (int i = 0; i < @n * @series; ++i)\n"
        "    expected[i] = @source[i] + (i < @series ? 0 : expected[i - @series] / 2);\n",
        {{"source", {"n", "series"}}, {"@output", {"n", "series"}}}};
  if (function == "matrix_product")
    return Loops{
        "  for (int i = 0; i < @m; ++i)\n"
        "    for (int j = 0; j < @p; ++j) {\n"
        "      double product = 0;\n"
        "      for (int k = 0; k < @n; ++k) product += double(@a[i * @n + k]) * @b[k * @p + j];\n"
        "      expected[i * @p + j] = product;\n"
        "    }\n",
        {{"a", {"m", "n"}}, {"b", {"n", "p"}}, {"@output", {"m", "p"}}}};
  if (function == "histogram")
    return Loops{
        "  expected.assign(@output.begin(), @output.end());\n"
        "  for (int i = 0; i < @n; ++i) {\n"
        "    const float place = (@samples[i] - @low) / (@high - @low) * static_cast<float>(@bins);\n"
        "    if (place >= 0 && place < static_cast<float>(@bins)) expected[static_cast<int>(place)] += 1;\n"
        "  }\n",
        {{"samples", {"n"}}, {"@output", {"bins"}}, {"n", {}}, {"low", {}}, {"high", {}}}};
  return std::nullopt;
}

class Checker {
 public:
  Checker(const experiment::Experiment& experiment, const experiment::Settings& settings, const launch::Launch& launch,
          const Variables& variables, Names& names)
      : experiment_(experiment),
        settings_(settings),
        variables_(variables),
        names_(names),
        reference_(experiment::reference_of(experiment, settings)) {
    const experiment::Entry& entry = experiment.entries[settings.entry];
    for (std::size_t k = 0; k < launch.arguments.size(); ++k) arguments_[entry.arguments[k]] = &launch.arguments[k];
  }

  CheckText text() {
    CheckText check{{}, {}, reference_.output, reference_.tolerance, {}};
    if (const launch::Buffer* output = buffer(reference_.output); output == nullptr)
      check.missing = "the experiment does not say what should come out";
    else if (!reference_.function.empty())
      by_function(check);
    else if (!reference_.expression.empty())
      by_expression(*output, check);
    else
      check.missing = "what it is compared with in Warplens is a file or another kernel";
    if (!check.missing.empty()) check.output.clear();
    return check;
  }

 private:
  const launch::Buffer* buffer(const std::string& name) const {
    const auto found = arguments_.find(name);
    return found == arguments_.end() ? nullptr : std::get_if<launch::Buffer>(found->second);
  }
  double scalar(const std::string& name) const {
    const auto found = arguments_.find(name);
    const auto* number = found == arguments_.end() ? nullptr : std::get_if<launch::Scalar>(found->second);
    return number == nullptr ? std::numeric_limits<double>::quiet_NaN() : launch::to_double(*number);
  }

  void by_function(CheckText& check) {
    const auto loops = loops_of(reference_.function);
    if (!loops) return void(check.missing = "Warplens compares it with its own function '" + reference_.function + "'");
    for (const auto& [name, factors] : loops->sizes) {
      const launch::Buffer* array = buffer(name == "@output" ? reference_.output : name);
      double product = 1;
      for (const std::string& factor : factors) product *= scalar(factor);
      const bool fits = factors.empty() ? scalar(name) == scalar(name)
                                        : array != nullptr && product >= 0 && product <= static_cast<double>(array->size);
      if (!fits || product > std::numeric_limits<int>::max())
        return void(check.missing = "the arrays are not as large as the comparison needs");
    }
    std::string& to = check.statements = loops->text;
    for (std::size_t at = to.find('@'); at != std::string::npos; at = to.find('@', at)) {
      std::size_t end = at + 1;
      while (end < to.size() && (std::isalnum(static_cast<unsigned char>(to[end])) || to[end] == '_')) ++end;
      const std::string name = to.substr(at + 1, end - at - 1);
      const std::string& variable = variables_.at(name == "output" ? reference_.output : name);
      to.replace(at, end - at, variable);
      at += variable.size();
    }
  }

  void by_expression(const launch::Buffer& output, CheckText& check) {
    const auto parsed = parse_formula(reference_.expression);
    if (!parsed) return void(check.missing = parsed.error().message);
    const std::map<std::string, double> constants = experiment::variables_of(experiment_, settings_);
    std::map<std::string, std::string> parameters;
    std::string declared, given;
    for (const std::string& name : variables_in(*parsed)) {
      parameters[name] = names_.parameter(name);
      declared += (declared.empty() ? "double " : ", double ") + parameters[name];
      given += (given.empty() ? "" : ", ") + value_of(name, output, constants);
    }
    const auto text = double_text(*parsed, parameters);
    if (!text) return void(check.missing = text.error().message);
    const std::string function = names_.global("expected_" + variables_.at(reference_.output));
    check.function = fmt::format("// What {}[i] should be.\ndouble {}({}) {{\n  return {};\n}}\n\n",
                                 variables_.at(reference_.output), function, declared, *text);
    check.statements =
        fmt::format("  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = {}({});\n", function, given);
  }

  /// What the variable `name` of an expression about element i is in main().
  std::string value_of(const std::string& name, const launch::Buffer& output,
                       const std::map<std::string, double>& constants) const {
    if (name == "i") return "i";
    const launch::Buffer* array = buffer(name);
    const auto constant = constants.find(name);
    if (array == nullptr && name == "in") return variables_.at(reference_.output) + "[i]";
    if (constant != constants.end()) {
      if (const auto own = variables_.find(name); own != variables_.end() && scalar(name) == constant->second) return own->second;
      return launch::to_text(*launch::make_scalar(launch::ElementType::f64, constant->second));
    }
    if (array == nullptr) return "NAN";
    const std::string& variable = variables_.at(name);
    return array->size >= output.size ? variable + "[i]" : fmt::format("i < {0}.size() ? {0}[i] : NAN", variable);
  }

  const experiment::Experiment& experiment_;
  const experiment::Settings& settings_;
  const Variables& variables_;
  Names& names_;
  const experiment::Reference reference_;
  experiment::NamedArguments arguments_;
};

}  // namespace

CheckText check_text(const experiment::Experiment& experiment, const experiment::Settings& settings, const launch::Launch& launch,
                     const Variables& variables, Names& names) {
  return Checker(experiment, settings, launch, variables, names).text();
}

}  // namespace warplens::export_
