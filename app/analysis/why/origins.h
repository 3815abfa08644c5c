#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "analysis/why/cause.h"
#include "analysis/why/executed.h"
#include "analysis/why/expression.h"

namespace warplens::analysis {

/// Tells where values came from, for one answer: who wrote them, from which values, and where these came from, across threads,
/// shared memory and barriers. It counts the answer's sentences, and stops when there is no room for more. The launch that was
/// executed must outlive it.
class Origins {
 public:
  explicit Origins(const Executed& executed);

  /// Of the last of the first `times` writes of a location. `writes`: all of its writes, in the order in which they took effect.
  Cause of_write(const Location& location, const std::vector<LaneStep>& writes, std::size_t times);
  /// Of a variable or register of a lane, which step `step` has set. `slices`: what `value` was found with. `others`: the other
  /// instructions of the function that set it.
  Cause of_value(const std::string& name, const Slices& slices, const Expression& value, std::uint32_t step, int lane,
                 const std::vector<std::uint32_t>& others);

  bool has_room() const { return sentences_ < Answer::max_sentences; }
  /// Count a sentence that the answer has from elsewhere.
  void count() { ++sentences_; }
  /// Whether a value was computed from more than was followed.
  bool cut() const { return cut_; }

 private:
  std::string decision(const Location& location, const LaneStep& write) const;
  bool is_written_elsewhere(const Location& location, const LaneStep& write) const;
  std::string overwritten(const Location& location, const std::vector<const Expression*>& loads,
                          const std::vector<LaneStep>& writes, std::size_t times) const;
  std::string floating_text(const Location& location, const Expression& value, std::uint64_t bits) const;
  std::string formula(const Expression& value, const std::vector<const Expression*>& loads) const;
  void explain_loads(const std::optional<Location>& target, const std::vector<const Expression*>& loads, Cause& cause);
  void add(Cause& cause, std::optional<Cause> reason);
  const LaneStep* write_at_fault(const LaneStep& load, const std::vector<LaneStep>& writes, std::size_t earlier) const;
  Cause race_cause(const Location& location, const Expression& load, const LaneStep& write) const;
  Cause before_cause(const std::vector<const Expression*>& loads) const;

  const Executed& executed_;
  std::size_t sentences_ = 0, depth_ = 0;
  bool cut_ = false;
};

}  // namespace warplens::analysis
