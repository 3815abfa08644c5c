#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"

namespace warplens::experiment {

/// An arithmetic expression read once and evaluated many times with different values of some of its variables. Besides muParser's
/// own operators and functions there are floor, ceil and mod(value, step).
class Expression {
 public:
  /// `constants` are fixed; each name of `variables` can be changed by set(). The error names the expression and the place in it.
  static base::Result<Expression> compile(const std::string& text, const std::map<std::string, double>& constants,
                                          const std::vector<std::string>& variables = {});

  /// Whether the text uses the variable at `index` of `variables`.
  bool uses(std::size_t index) const;
  void set(std::size_t index, double value);
  /// Value with the variables as they are set (0 at first). May be infinite or not a number.
  double value();

 private:
  struct State;
  struct Destroy {
    void operator()(State* state) const;
  };
  explicit Expression(std::unique_ptr<State, Destroy> state) : state_(std::move(state)) {}
  std::unique_ptr<State, Destroy> state_;
};

/// Whether `name` can name a parameter in expressions: letters, digits and _, not beginning with a digit, and not a function of
/// the language.
bool is_variable_name(const std::string& name);

}  // namespace warplens::experiment
