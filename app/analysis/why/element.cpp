#include "analysis/why/element.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/lost_updates.h"
#include "analysis/why/origins.h"
#include "analysis/why/unwritten.h"
#include "base/number_format.h"

namespace warplens::analysis {
namespace {

/// Answers one question.
class ElementAnswer {
 public:
  explicit ElementAnswer(const Executed& executed) : executed_(executed), origins_(executed) {}

  Answer answer(const Location& location, const std::optional<double>& expected) {
    const std::vector<LaneStep> writes = executed_.writes({location}).front();
    const bool cut = executed_.trace().truncation != trace::Truncation::none;
    Answer answer;
    if (writes.empty() && cut) {
      answer.question = "Why is " + executed_.name(location) + " " + final_text(location) + "?";
    } else if (writes.empty()) {
      answer.question = "Why did no thread write " + executed_.name(location) + "?";
      answer.answers =
          executed_.result().fault ? std::vector{fault_cause(*executed_.result().fault)} : why_unwritten(executed_, location);
    } else {
      answer.question = "Why is " + executed_.name(location) + " " + executed_.value_text(location, writes.back().stored) +
                        (expected ? ", and not " + number_text(location, *expected) : "") + "?";
      answer.answers.push_back(origins_.of_write(location, writes, writes.size()));
      if (auto lost = lost_updates_cause(location)) answer.answers.push_back(std::move(*lost));
    }
    if (cut)
      answer.missing = "The trace was cut before the launch ended: " +
                       std::string(writes.empty() ? "up to there, no thread had written it." : "later steps are not known.");
    else if (executed_.result().fault && !writes.empty())
      answer.missing = "The kernel stopped before its threads were done: this is the value that it left.";
    else if (origins_.cut())
      answer.missing = "The value was computed from more than this answer follows.";
    return answer;
  }

 private:
  /// What ended the kernel before its threads were done.
  static Cause fault_cause(const launch::Fault& fault) {
    Cause cause;
    cause.sentence = "The kernel stopped before its threads were done: " + fault.message;
    if (!fault.message.ends_with('?')) cause.sentence += '.';
    cause.file = fault.file;
    cause.line = fault.line;
    return cause;
  }

  /// The element when the launch had ended.
  std::string final_text(const Location& location) const {
    const launch::Bytes& bytes = executed_.result().outputs[location.buffer];
    return launch::to_text(launch::element(executed_.element_type(location), bytes, executed_.element_index(location)));
  }

  std::string number_text(const Location& location, double number) const {
    const auto scalar = launch::make_scalar(executed_.element_type(location), number);
    return scalar.ok() ? launch::to_text(*scalar) : std::to_string(number);
  }

  /// Updates of the element that its final value does not include.
  std::optional<Cause> lost_updates_cause(const Location& location) {
    if (!origins_.has_room() || location.space != trace::MemorySpace::global) return std::nullopt;
    const ElementHistory history =
        element_history(executed_.trace(), location.buffer, executed_.element_index(location), location.bytes);
    if (history.lost == 0) return std::nullopt;
    const auto eraser = std::ranges::find_if(history.updates, [](const Update& update) { return update.erases; });
    if (eraser == history.updates.end()) return std::nullopt;
    origins_.count();
    const trace::Accesses& accesses = executed_.trace().accesses;
    const std::uint32_t step = accesses.step[eraser->write_row];
    const std::string victim = executed_.thread_text(eraser->victim), eraser_text = executed_.thread_text(eraser->thread);
    Cause cause = executed_.cause(base::grouped(history.lost) + " of " + base::counted(history.updates.size(), "update") + " " +
                                      (history.lost == 1 ? "is" : "are") + " not in it. First, " + eraser_text + " read " +
                                      executed_.value_text(location, eraser->read_value) + " before " + victim +
                                      " had written its own result, and then wrote " +
                                      executed_.value_text(location, eraser->written_value) + " over it.",
                                  step, eraser->thread);
    cause.element = executed_.name(location);
    return cause;
  }

  const Executed& executed_;
  Origins origins_;
};

}  // namespace

Answer why_element(const Executed& executed, std::uint32_t buffer, std::uint64_t element, std::optional<double> expected) {
  Location location;
  location.buffer = buffer;
  location.bytes = static_cast<std::uint32_t>(launch::bytes(launch::buffers_of(executed.launch())[buffer]->type));
  location.offset = element * location.bytes;
  return ElementAnswer(executed).answer(location, expected);
}

}  // namespace warplens::analysis
