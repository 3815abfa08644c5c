#include "experiment/expression.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <muParser.h>

#include "experiment/experiment.h"

namespace warplens::experiment {
namespace {

base::Error failed(const std::string& text, const mu::ParserError& error) {
  constexpr std::size_t longest = 100;
  const std::string shown = text.size() <= longest ? text : text.substr(0, longest) + "…";
  std::string message = error.GetMsg();
  while (!message.empty() && (message.back() == '.' || message.back() == '\n')) message.pop_back();
  return base::error("expression '" + shown + "', character " + std::to_string(error.GetPos() + 1) + ": " + message);
}

double floor_of(double value) { return std::floor(value); }
double ceil_of(double value) { return std::ceil(value); }
/// value - step · floor(value / step); NaN for a step of 0.
double mod_of(double value, double step) { return value - step * std::floor(value / step); }

/// A parser with all functions. A copy of it costs less than defining them, each of which muParser checks against the others.
const mu::Parser& prototype() {
  static const mu::Parser with_functions = [] {
    mu::Parser parser;
    parser.DefineFun("floor", floor_of);
    parser.DefineFun("ceil", ceil_of);
    parser.DefineFun("mod", mod_of);
    return parser;
  }();
  return with_functions;
}

}  // namespace

struct Expression::State {
  mu::Parser parser = prototype();
  std::vector<double> values;
  std::vector<bool> used;
};

void Expression::Destroy::operator()(State* state) const { std::default_delete<State>()(state); }

base::Result<Expression> Expression::compile(const std::string& text, const std::map<std::string, double>& constants,
                                             const std::vector<std::string>& variables) {
  if (text.find_first_not_of(" \t\n") == std::string::npos) return base::error("an expression is empty");
  // muParser stops at a zero byte and would ignore the rest.
  if (text.find('\0') != std::string::npos) return base::error("an expression holds a zero byte");
  std::unique_ptr<State, Destroy> state(std::make_unique<State>().release());
  state->values.assign(variables.size(), 0.0);
  try {
    for (const auto& [name, value] : constants)
      if (text.find(name) != std::string::npos) state->parser.DefineConst(name, value);
    for (std::size_t index = 0; index < variables.size(); ++index)
      state->parser.DefineVar(variables[index], &state->values[index]);
    state->parser.SetExpr(text);
    int results = 0;
    state->parser.Eval(results);
    if (results != 1)
      return base::error("expression '" + text + "' has " + std::to_string(results) + " values; it must have one");
    if (!variables.empty()) {
      for (const auto& used = state->parser.GetUsedVar(); const std::string& name : variables)
        state->used.push_back(used.contains(name));
      state->parser.SetExpr(text);  // GetUsedVar reads the text its own way, with unknown names allowed
    }
  } catch (const mu::ParserError& error) {
    return failed(text, error);
  }
  return Expression(std::move(state));
}

bool Expression::uses(std::size_t index) const { return state_->used[index]; }
void Expression::set(std::size_t index, double value) { state_->values[index] = value; }

double Expression::value() {
  try {
    return state_->parser.Eval();
  } catch (const mu::ParserError&) {  // compile() has evaluated it already; the functions used here throw on no value
    return std::nan("");
  }
}

bool is_variable_name(const std::string& name) {
  try {
    mu::Parser parser = prototype();
    if (parser.GetFunDef().contains(name) || parser.GetConst().contains(name)) return false;
    double value = 0;
    parser.DefineVar(name, &value);
    parser.SetExpr(name);
    parser.Eval();
    return true;
  } catch (const mu::ParserError&) {
    return false;
  }
}

bool is_parameter_name(const std::string& name) {
  constexpr std::array<std::string_view, 11> built_in{"triangles", "nodes", "i",  "in", "threads", "gx",
                                                      "gy",        "gz",    "bx", "by", "bz"};
  return std::ranges::find(built_in, name) == built_in.end() && is_variable_name(name);
}

base::Result<double> evaluate(const std::string& expression, const std::map<std::string, double>& variables) {
  // Most expressions of experiment files are a whole number.
  constexpr std::size_t max_digits = 15;  // exact as a double
  if (!expression.empty() && expression.size() <= max_digits && expression.find_first_not_of("0123456789") == std::string::npos)
    return std::stod(expression);
  double value = 0;
  if (const auto name = variables.find(expression); name != variables.end()) {  // as many others are
    value = name->second;
  } else {
    base::Result<Expression> compiled = Expression::compile(expression, variables);
    if (!compiled) return compiled.error();
    value = compiled->value();
  }
  if (!std::isfinite(value)) return base::error("expression '" + expression + "' has no finite value");
  return value;
}

}  // namespace warplens::experiment
