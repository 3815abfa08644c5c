#include "desk/prediction/prediction.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "analysis/counter_table.h"
#include "analysis/warp_steps.h"
#include "analysis/why/counter.h"
#include "session/asked.h"
#include "view/steps/steps_picture.h"
#include "view/subject.h"

namespace warplens::desk {
namespace {

/// A question about a counter, where the kernel does that at all.
struct CounterQuestion {
  std::string_view counter;  ///< key of analysis::counts()
  const char* text;
  bool (*asked)(const launch::Counters& counters);
};
constexpr CounterQuestion counter_questions[] = {
    {"global_sectors", "How many sectors of 32 bytes do all its requests to global memory touch together?",
     [](const launch::Counters& c) { return c.global_loads + c.global_stores + c.global_atomics > 0; }},
    {"bank_conflicts", "How many extra passes over the banks do its requests to shared memory need?",
     [](const launch::Counters& c) { return c.shared_requests > 0; }},
    {"divergent_branches", "How many times does a warp part at a branch?",
     [](const launch::Counters& c) { return c.branches > 0; }},
    {"atomic_collisions", "How many times does an atomic meet another lane of its warp at the same address?",
     [](const launch::Counters& c) { return c.global_atomics > 0; }},
    {"warp_instructions", "How many instructions do all warps issue together?",
     [](const launch::Counters& c) { return c.warp_instructions > 0; }},
};

/// A line and the lanes that take part in it, to choose from others.
PredictionQuestion lanes_question(const view::Subject& subject, std::uint32_t warp, std::uint32_t line, std::uint32_t active) {
  constexpr std::size_t most = 4;
  constexpr std::uint32_t lower_half = 0x0000ffff, even = 0x55555555;
  const std::uint32_t all = analysis::lanes_of_warp(warp, subject.threads_per_block());
  std::vector<std::uint32_t> masks{active};
  // The others, all of them, neighbours of the right ones, and the usual patterns.
  for (const std::uint32_t each : {all & ~active, all, std::rotl(active, 1) & all, lower_half & all, even & all})
    if (each != 0 && masks.size() < most && std::ranges::find(masks, each) == masks.end()) masks.push_back(each);
  std::ranges::sort(masks);
  PredictionQuestion question{.key = "lanes",
                              .text = fmt::format("Which lanes of {} take part in line {}, the first time that not all do?",
                                                  view::warp_name(subject, warp), line)};
  for (const std::uint32_t mask : masks) question.choices.push_back(mask == all ? "all lanes" : view::lanes_words(mask));
  question.answer = static_cast<double>(std::ranges::find(masks, active) - masks.begin());
  return question;
}

/// About the first step in which some lanes of a warp take no part, after the line at which they parted.
std::optional<PredictionQuestion> lanes_question(const RunTables& run) {
  const view::Subject subject = subject_of(run);
  const analysis::WarpSteps& steps = run.warp_steps(subject);
  for (const std::uint32_t warp : steps.partial_warps) {
    const std::uint32_t all = analysis::lanes_of_warp(warp, subject.threads_per_block());
    std::uint32_t parted = 0;  // the line where all lanes last took part
    for (const std::uint32_t step : steps.of(warp)) {
      const std::uint32_t active = run.trace().steps.active[step], line = view::line_of_step(subject, step);
      if (active == all)
        parted = line;
      else if (active != 0 && line > 0 && line != parted)
        return lanes_question(subject, warp, line, active);
    }
  }
  return std::nullopt;
}

/// What is in a buffer of one number.
void add_value(const RunTables& run, std::vector<PredictionQuestion>& questions) {
  const view::Subject subject = subject_of(run);
  if (const auto value = view::final_value(subject, 0); subject.elements == 1 && value)
    questions.push_back({.key = "value",
                         .text = fmt::format("What does {}[0] hold at the end?", subject.buffer_name),
                         .answer = *value,
                         .why = "element 0"});
}

void add_counters(const RunTables& run, std::vector<PredictionQuestion>& questions) {
  if (run.run.result.tallies.empty()) return;  // on a GPU they are not counted
  const launch::Counters& counters = run.run.result.counters;
  for (const CounterQuestion& each : counter_questions) {
    if (!each.asked(counters)) continue;
    const auto row = std::ranges::find(analysis::counts(), each.counter, &analysis::Count::id);
    questions.push_back({.key = each.counter,
                         .text = each.text,
                         .answer = static_cast<double>(row->of(counters)),
                         .why = analysis::explains_counter(each.counter) ? counter_text(each.counter) : std::string()});
  }
}

/// What was left out.
void add_untouched(const RunTables& run, std::vector<PredictionQuestion>& questions) {
  const view::Subject subject = subject_of(run);
  const bool recorded = run.trace().level == trace::Level::full && run.trace().truncation == trace::Truncation::none;
  if (subject.elements > 1 && recorded)
    questions.push_back({.key = "untouched",
                         .text = fmt::format("How many elements of {} does no thread touch?", subject.buffer_name),
                         .answer = static_cast<double>(run.map.untouched)});
  if (recorded)
    questions.push_back({.key = "threads_without_work",
                         .text = "How many threads neither read nor write memory?",
                         .answer = static_cast<double>(run.threads_without_work)});
}

std::string in_words(const PredictionQuestion& question, double answer) {
  const auto choice = static_cast<std::size_t>(std::max(answer, 0.0));
  return choice < question.choices.size() ? question.choices[choice] : view::number(answer);
}

}  // namespace

std::vector<PredictionQuestion> prediction_questions(const RunTables& run) {
  std::vector<PredictionQuestion> questions;
  if (!run.finished()) return questions;
  add_value(run, questions);
  add_counters(run, questions);
  if (auto lanes = lanes_question(run)) questions.push_back(std::move(*lanes));
  add_untouched(run, questions);
  return questions;
}

void Prediction::update(const Runs& runs) {
  if (version_ == runs.version) return;
  version_ = runs.version;
  guess_.reset();
  given_up_ = false;
  typed.clear();
  questions_ = runs.shown && on_ ? prediction_questions(*runs.shown) : std::vector<PredictionQuestion>();
}

void Prediction::turn(bool now_on) {
  on_ = now_on;
  version_ = ~std::uint64_t{0};
}

const PredictionQuestion* Prediction::question() const {
  if (questions_.empty()) return nullptr;
  const auto wanted = std::ranges::find(questions_, key_, &PredictionQuestion::key);
  return wanted != questions_.end() ? &*wanted : &questions_.front();
}

std::string verdict_on(const PredictionQuestion& question, double guess) {
  constexpr double exact_enough = 1e-4;  // of numbers that nobody types with all of their digits
  constexpr double many = 1.5;
  const double answer = question.answer;
  const std::string right = in_words(question, answer);
  if (question.choices.empty() ? std::abs(guess - answer) <= exact_enough * std::abs(answer) : guess == answer)
    return "Right: " + right + ".";
  std::string text = "You said " + in_words(question, guess);
  if (!question.choices.empty()) return text + ". Right is: " + right + ".";
  text += ". It is " + right;
  const auto times = [](double ratio) { return ratio < 10 ? fmt::format("{:.2g}", ratio) : view::number(std::round(ratio)); };
  if (guess > 0 && answer >= many * guess) return text + fmt::format(": {} times as many.", times(answer / guess));
  if (answer > 0 && guess >= many * answer)
    return text + fmt::format(", and your number is {} times that.", times(guess / answer));
  return text + fmt::format(": {} {}.", view::number(std::abs(answer - guess)), answer > guess ? "more" : "fewer");
}

}  // namespace warplens::desk
