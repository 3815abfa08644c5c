#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"

namespace warplens::experiment {

/// An arithmetic expression, parsed once and evaluated many times with different values of its variables. It may use muParser's
/// operators and functions, and floor, ceil and mod(value, step).
class Expression {
 public:
  /// `constants` are fixed; set() changes the value of a name in `variables`. The error names the expression and the position.
  static base::Result<Expression> compile(const std::string& text, const std::map<std::string, double>& constants,
                                          const std::vector<std::string>& variables = {});

  /// Whether the text uses the variable at `index` of `variables`.
  bool uses(std::size_t index) const;
  void set(std::size_t index, double value);
  /// Value for the current values of the variables (initially 0). May be infinite or NaN.
  double value();

 private:
  struct State;
  struct Destroy {
    void operator()(State* state) const;
  };
  explicit Expression(std::unique_ptr<State, Destroy> state) : state_(std::move(state)) {}
  std::unique_ptr<State, Destroy> state_;
};

/// Whether `name` is a valid variable name in expressions: letters, digits and _, not starting with a digit, and not the name of
/// a function.
bool is_variable_name(const std::string& name);

/// Whether a parameter may be called `name`: a valid variable name, but not a built-in one such as `i` and `bx`.
bool is_parameter_name(const std::string& name);

}  // namespace warplens::experiment
