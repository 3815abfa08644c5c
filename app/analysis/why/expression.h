#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/why/executed.h"

namespace warplens::analysis {

/// A value that a thread computed, as the tree of the operations that were executed, down to what was loaded and what a thread
/// knows by itself.
struct Expression {
  enum class Kind : std::uint8_t { number, loaded, own, operation, unknown };
  Kind kind = Kind::unknown;
  ptx::Type type = ptx::Type::b32;    ///< of the value
  std::string text;                   ///< "a[17]", "threadIdx.x", "n"; of an operation, its sign or its name: "+", "sqrt"
  std::optional<std::uint64_t> bits;  ///< the value, if known
  LaneStep load{};                    ///< loaded: the access
  std::vector<Expression> operands{};
};

/// A value that is not known, with the words for it.
Expression unknown_value(std::string words, ptx::Type type);
/// "a[17] + b[17]", as in the source.
std::string text_of(const Expression& expression);
/// The same with values: "5 + 7"; an unknown value is its text.
std::string values_of(const Expression& expression);
/// "5", "0.5"; empty: not known.
std::string value_text(const Expression& expression);
/// The values that were loaded, each once, in the order of the text.
std::vector<const Expression*> loads_of(const Expression& expression);

/// The comparison that holds where this one does not: ">=" for "<". Empty for other signs. (With NaN, neither may hold.)
std::string opposite(std::string_view comparison);
/// The condition that holds where this one does not.
Expression negated(Expression condition);

/// Follows values back through the steps that a thread executed: dynamic slicing (Korel and Laski, "Dynamic program slicing",
/// 1988), by registers in a warp, by shuffles between its lanes, and through calls: what they pass, and what they return.
class Slices {
 public:
  explicit Slices(const Executed& executed) : executed_(executed) {}

  /// The value that an operand of the instruction at a step has for a lane. `wanted`: as which type it is used.
  Expression operand(std::uint32_t step, int lane, const ptx::Operand& operand, ptx::Type wanted);
  /// What a store's or an atomic's lane wrote: the value of access row `row`.
  Expression stored(const LaneStep& store);
  /// The value that predicate register `reg` has for a lane before a step.
  Expression before(std::uint32_t step, int lane, std::uint32_t reg) { return of_register(step, lane, reg, ptx::Type::pred); }
  /// The step before `step`, in the same call of its function, that last wrote register `reg` for a lane; nothing: none did.
  std::optional<std::uint32_t> definition(std::uint32_t step, int lane, std::uint32_t reg) const;
  /// The last store of a lane to a place in its own memory before step `before`.
  std::optional<LaneStep> local_store(const Location& location, std::uint32_t before, int lane) const;
  /// Register `reg` of a lane before a step, as a value of type `wanted`.
  Expression of_register(std::uint32_t step, int lane, std::uint32_t reg, ptx::Type wanted);
  /// What a lane finds before a step `offset` bytes into a parameter of the function, or into a .param variable.
  Expression of_parameter(std::uint32_t step, int lane, ptx::OperandKind base, std::uint32_t index, std::int64_t offset,
                          ptx::Type wanted);
  /// Conditions c that chose values on the way, as in c ? a : b. The nearest comes first.
  const std::vector<Expression>& choices() const { return choices_; }
  /// Whether an expression was cut off, as it is too large.
  bool cut() const { return cut_; }

 private:
  static constexpr std::size_t max_depth = 400, max_nodes = 4000;

  Expression of_definition(std::uint32_t step, int lane, std::uint32_t reg, ptx::Type wanted);
  Expression of_memory(std::uint32_t step, int lane, std::uint32_t reg, ptx::Type wanted);
  Expression of_local(const Location& location, std::uint32_t before, int lane, ptx::Type wanted);
  Expression of_shuffle(std::uint32_t step, int lane, ptx::Type wanted);
  Expression of_special(std::uint32_t step, int lane, ptx::SpecialRegister special) const;
  Expression of_passed(std::uint32_t step, int lane, ptx::OperandKind base, std::uint32_t index, std::int64_t offset,
                       ptx::Type wanted);
  Expression of_result(std::uint32_t end, int lane, std::size_t result, std::int64_t offset, ptx::Type wanted);
  Expression converted(std::uint32_t step, int lane);
  Expression chosen(std::uint32_t step, int lane);
  Expression compared(std::uint32_t step, int lane);
  Expression calculated(std::uint32_t step, int lane);
  Expression calculated_plainly(std::uint32_t step, int lane);

  const Executed& executed_;
  std::vector<Expression> choices_;
  std::size_t depth_ = 0, nodes_ = 0;
  bool cut_ = false;
};

}  // namespace warplens::analysis
