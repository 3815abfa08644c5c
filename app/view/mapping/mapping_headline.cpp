#include <fmt/format.h>

#include "analysis/counter_table.h"
#include "base/number_format.h"
#include "view/mapping/index_formula.h"
#include "view/mapping/mapping_hover.h"
#include "view/outcome.h"

namespace warplens::view {

namespace {

class Sentences {
 public:
  explicit Sentences(const Theme& theme) : theme_(theme) {}
  Sentences& title(const std::string& words) { return title(words, theme_.text); }
  Sentences& title(const std::string& words, Colour colour) {
    headline_.title.push_back({words, colour, Face::semibold});
    return *this;
  }
  Sentences& detail(const std::string& words) { return detail(words, theme_.muted); }
  Sentences& detail(const std::string& words, Colour colour) {
    headline_.detail.push_back({words, colour, Face::regular});
    return *this;
  }
  Sentences& formula(std::vector<Span> spans) {
    for (Span& span : spans) headline_.detail.push_back(std::move(span));
    return *this;
  }
  Headline take(std::optional<launch::Origin> origin) {
    headline_.origin = origin;
    return std::move(headline_);
  }

 private:
  const Theme& theme_;
  Headline headline_;
};

/// "Thread 17 of block 3", with the numbers in the block's colour.
void name_thread(Sentences& words, const Subject& subject, std::uint64_t thread, const Theme& theme, bool first) {
  const std::uint64_t per_block = subject.threads_per_block();
  const Colour own = label_colour(theme, thread / per_block, base::count(subject.grid));
  words.title(first ? "Thread " : "thread ").title(thread_number(subject, thread % per_block), own);
  words.title(" of block ").title(block_number(subject, thread / per_block), own);
}

Headline of_thread(const MappingInput& input, const Lit& lights, const Theme& theme) {
  Sentences words(theme);
  const std::uint64_t thread = lights.threads.front();
  name_thread(words, input.subject, thread, theme, true);
  if (lights.elements.empty()) {
    const bool scrubbed = input.map->steps < input.subject.result->trace.steps.size();
    const std::string& buffer = input.subject.buffer_name;
    words.title(scrubbed ? " has touched no element of " + buffer + " yet." : " touched no element of " + buffer + ".");
    const trace::Trace& trace = input.subject.result->trace;
    if (scrubbed) return words.take(launch::Origin::counted);
    if (thread == thread_at_fault(input.subject))
      words.detail("It stopped the run: " + input.subject.result->fault->message + ".", theme.wrong);
    else if (trace.truncation != trace::Truncation::none)
      words.detail("The recording was full before the end.", theme.wrong);
    else if (analysis::accesses_of_thread(trace, thread, 1).empty())
      words.detail("It read and wrote no global memory at all.");
    return words.take(launch::Origin::counted);
  }
  if (lights.elements.size() == 1) {
    words.title(" touched " + element_words(input.subject, lights.elements.front()) + ".");
  } else {
    words.title(fmt::format(" touched {}{} elements.", lights.more ? "more than " : "",
                            base::grouped(std::uint64_t{lights.elements.size()})));
  }
  if (auto formula = index_formula(input.subject, thread, lights.elements.front(), theme)) {
    words.formula(std::move(*formula));
    if (lights.elements.size() > 1) words.detail(", then " + element_list(std::span(lights.elements).subspan(1)));
  } else {
    words.detail((lights.elements.size() == 1 ? "Element " : "Elements ") + element_list(lights.elements));
  }
  return words.take(std::nullopt);
}

Headline of_element(const MappingInput& input, const Lit& lights, const Theme& theme) {
  Sentences words(theme);
  const Subject& subject = input.subject;
  const analysis::AccessMap& map = *input.map;
  const std::uint64_t element = lights.elements.front();
  const std::string name = element_words(subject, element);
  words.title(name.starts_with("element ") ? capitalised(name) : name);
  if (lights.threads.empty()) {
    const bool later = input.whole != nullptr
                           ? element < input.whole->last_step.size() && input.whole->last_step[element] != trace::no_row
                           : map.steps < subject.result->trace.steps.size();
    words.title(later ? " has not been touched yet." : " was touched by no thread.");
  } else if (lights.threads.size() == 1) {
    words.title(" was touched by ");
    name_thread(words, subject, lights.threads.front(), theme, false);
    words.title(".");
  } else {
    words.title(fmt::format(" was touched by {}{} threads.", lights.more ? "more than " : "",
                            base::grouped(std::uint64_t{lights.threads.size()})),
                theme.text);
  }
  std::string counts;
  const auto count = [&](std::uint32_t times, const char* what) {
    if (times > 0) counts += (counts.empty() ? "" : ", ") + base::counted(times, what);
  };
  if (element < map.elements) {
    count(map.reads[element], "read");
    count(map.writes[element], "write");
    count(map.atomics[element], "atomic update");
  }
  const auto outcome = [&] {
    const auto value = final_value(subject, element);
    if (!value) return;
    words.detail("it ended as ");
    words.detail(number(*value), is_wrong(input, element) ? theme.wrong : theme.text);
    if (is_uninitialised(subject, element)) words.detail(", what uninitialised memory holds", theme.wrong);
    if (is_wrong(input, element)) words.detail(", not " + number(subject.expected[element]));
  };
  if (lights.threads.size() == 1)
    if (auto formula = index_formula(subject, lights.threads.front(), element, theme)) {
      words.formula(std::move(*formula));
      if (!is_wrong(input, element)) return words.take(std::nullopt);
      words.detail(" · ");
      outcome();
      return words.take(std::nullopt);
    }
  if (!counts.empty()) words.detail(counts + " · ");
  outcome();
  return words.take(launch::Origin::counted);
}

}  // namespace

Headline mapping_headline(const MappingInput& input, const Theme& theme) {
  const Subject& subject = input.subject;
  Lit own;
  const Lit& lights = lights_of(input, own);
  if (!lights.empty()) return lights.from_thread ? of_thread(input, lights, theme) : of_element(input, lights, theme);
  if (std::optional<Headline> fate = outcome_headline(subject, theme)) return *fate;

  const analysis::AccessMap& map = *input.map;
  const std::uint64_t threads = subject.threads(), busy = threads - std::min(map.threads_without, threads);
  const std::uint64_t touched = map.touched_once + map.touched_by_many;
  Sentences words(theme);
  if (subject.result->trace.level == trace::Level::none) {
    words.title(base::counted(threads, "thread") + " ran " + subject.kernel + ".");
    words.detail("The run was not recorded, so which thread touched what is not known.");
    return words.take(std::nullopt);
  }
  const bool scrubbed = map.steps < subject.result->trace.steps.size();
  if (scrubbed) {
    words.title(fmt::format("So far {} touched {} of {}.", busy == 1 ? "1 thread has" : base::grouped(busy) + " threads have",
                            base::grouped(touched), base::counted(map.elements, "element")));
    if (input.whole != nullptr) {
      const std::uint64_t later = map.threads_without - std::min(input.whole->threads_without, map.threads_without);
      words.detail(later == 0 ? "No other thread will touch one."
                              : fmt::format("{} will touch some.", base::counted(later, "more thread")));
    }
    return words.take(launch::Origin::counted);
  }
  if (busy == 0) {
    words.title(fmt::format("{} ran, and none touched {}.", base::counted(threads, "thread"), subject.buffer_name));
    return words.take(launch::Origin::counted);
  }
  if (subject.result->trace.truncation != trace::Truncation::none) {
    words.title(fmt::format("{} touched {} of {}, then the recording was full.", base::counted(busy, "thread"),
                            base::grouped(touched), base::counted(map.elements, "element")));
    words.detail("The trace reached its budget: what came later is not in the picture, and what looks untouched may not be.",
                 theme.wrong);
    return words.take(launch::Origin::counted);
  }
  const bool all = map.untouched == 0;
  const std::string who =
      fmt::format("{} touched {}", base::counted(busy, "thread"),
                  all ? base::counted(touched, "element")
                      : fmt::format("{} of {}", base::grouped(touched), base::counted(map.elements, "element")));
  const std::string others =
      map.threads_without == 0 ? "." : fmt::format("; {} touched none.", base::grouped(map.threads_without));
  // Wrong elements that no thread touched are among the untouched ones, which come next.
  if (const std::uint64_t wrong = subject.wrong - std::min(subject.wrong, subject.wrong_untouched); wrong > 0) {
    words.title(fmt::format("{} a wrong value.", wrong == 1 ? "1 element holds" : base::grouped(wrong) + " elements hold"),
                theme.wrong);
    words.detail(who + others + " ");
  } else {
    words.title(who).title(others);
  }
  if (map.untouched > 0)
    words
        .detail(fmt::format("{} left untouched",
                            map.untouched == 1 ? "1 element was" : base::grouped(map.untouched) + " elements were"),
                subject.wrong_untouched > 0 ? theme.wrong : theme.muted)
        .detail(map.touched_by_many > 0 ? "; " : ". ");
  if (map.touched_by_many > 0)
    words.detail(fmt::format("{} touched by more than one thread.",
                             map.touched_by_many == 1 ? "1 element was" : base::grouped(map.touched_by_many) + " elements were"));
  else
    words.detail(busy == 1 ? "A single thread did it all." : "No two threads touched the same element.");
  if (const auto efficiency = analysis::simt_efficiency(subject.result->counters); efficiency && *efficiency < 0.95)
    words.detail(fmt::format(" SIMT efficiency: {:.0f} %.", *efficiency * 100));
  return words.take(launch::Origin::counted);
}

}  // namespace warplens::view
