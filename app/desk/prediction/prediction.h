#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "desk/run/runs.h"

namespace warplens::desk {

/// A question about a run that has one right answer: a number, or one of some choices.
struct PredictionQuestion {
  std::string_view key;                ///< the same for every run: "global_sectors"
  std::string text;                    ///< "How many …?"
  double answer = 0;                   ///< a number; of choices, the index of the right one
  std::vector<std::string> choices{};  ///< empty: a number is asked for
  std::string why{};                   ///< Session::why for its reasons; "": none can be asked for
};

/// The questions that this run can answer, the most telling ones first. They do not give their answers away: which questions
/// there are depends only on what the kernel does at all, such as using shared memory.
std::vector<PredictionQuestion> prediction_questions(const RunTables& run);

/// Predict: results are hidden until the reader has said what to expect.
class Prediction {
 public:
  std::string typed;  ///< the guess being typed

  bool on() const { return on_; }
  void turn(bool now_on);
  /// Call once a frame: a new run is asked about anew.
  void update(const Runs& runs);
  /// Whether the results of the shown run have to stay hidden.
  bool hides() const { return on_ && !questions_.empty() && !guess_ && !given_up_; }
  /// The question of the shown run; null if there is none.
  const PredictionQuestion* question() const;
  const std::vector<PredictionQuestion>& questions() const { return questions_; }
  /// Ask another one of the questions, of this and of later runs.
  void ask(std::string_view key) { key_ = key; }
  void answer(double guess) { guess_ = guess; }
  std::optional<double> guess() const { return guess_; }
  /// Show the results of this run without a guess.
  void give_up() { given_up_ = true; }

 private:
  bool on_ = false;
  std::vector<PredictionQuestion> questions_;  ///< about the shown run
  std::string key_;                            ///< of the wanted question; "": the first
  std::optional<double> guess_;                ///< for the shown run
  bool given_up_ = false;                      ///< for the shown run
  std::uint64_t version_ = ~std::uint64_t{0};  ///< Runs::version of `questions_`
};

/// What a guess was worth: "Right: 576." or "You said 32. It is 576: 18 times as many."
std::string verdict_on(const PredictionQuestion& question, double guess);

}  // namespace warplens::desk
