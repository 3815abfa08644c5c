#include "session/asked.h"

#include <charconv>

#include "analysis/why/counter.h"

namespace warplens {
namespace {

/// Take `word` and a whole number behind it from the beginning of `words`.
std::optional<std::uint64_t> take(std::string_view& words, std::string_view word) {
  if (!words.starts_with(word)) return std::nullopt;
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(words.data() + word.size(), words.data() + words.size(), number);
  if (error != std::errc{} || number == view::Target::none) return std::nullopt;
  words.remove_prefix(static_cast<std::size_t>(end - words.data()));
  return number;
}

constexpr std::string_view of_counter = "counter ", of_finding = "finding ", of_value = "value of ", in_thread = " in thread ";

}  // namespace

std::string asked_text(const view::Target& target) {
  constexpr std::uint64_t none = view::Target::none;
  if (target.element != none) return "element " + std::to_string(target.element);
  if (target.buffer != none && target.index != none)
    return "element " + std::to_string(target.index) + " of buffer " + std::to_string(target.buffer);
  const std::string wait = target.cycle != none ? " in cycle " + std::to_string(target.cycle) : "";
  return target.thread != none ? "thread " + std::to_string(target.thread) + wait : "";
}

std::optional<view::Target> asked_target(std::string_view words) {
  view::Target target;
  if (const auto thread = take(words, "thread ")) {
    target.thread = *thread;
    target.cycle = take(words, " in cycle ").value_or(view::Target::none);
  } else if (const auto element = take(words, "element ")) {
    const auto buffer = take(words, " of buffer ");
    (buffer ? target.index : target.element) = *element;
    if (buffer) target.buffer = *buffer;
  } else {
    return std::nullopt;
  }
  return words.empty() ? std::optional(target) : std::nullopt;
}

std::string counter_text(std::string_view id) { return std::string(of_counter).append(id); }

std::string_view asked_counter(std::string_view words) {
  if (!words.starts_with(of_counter)) return {};
  words.remove_prefix(of_counter.size());
  return analysis::explains_counter(words) ? words : std::string_view();
}

std::string value_text(const analysis::ThreadValue& value) {
  return std::string(of_value) + value.name + std::string(in_thread) + std::to_string(value.thread) + " after " +
         std::to_string(value.after.value_or(0)) + " steps";
}

std::optional<analysis::ThreadValue> asked_value(std::string_view words) {
  const std::size_t place = words.rfind(in_thread);
  if (!words.starts_with(of_value) || place == std::string_view::npos || place <= of_value.size()) return std::nullopt;
  analysis::ThreadValue value;
  value.name = words.substr(of_value.size(), place - of_value.size());
  words.remove_prefix(place);
  const auto thread = take(words, in_thread);
  if (!thread) return std::nullopt;
  value.thread = *thread;
  value.after = take(words, " after ");
  return value.after && words == " steps" ? std::optional(value) : std::nullopt;
}

std::string idle_text(const IdleThread& idle) {
  return "thread " + std::to_string(idle.thread) + " in step " + std::to_string(idle.step);
}

std::optional<IdleThread> asked_idle(std::string_view words) {
  const auto thread = take(words, "thread ");
  const auto step = thread ? take(words, " in step ") : std::nullopt;
  return step && words.empty() ? std::optional(IdleThread{*thread, *step}) : std::nullopt;
}

std::string finding_text(std::uint64_t number) { return std::string(of_finding) + std::to_string(number); }

std::optional<std::uint64_t> asked_finding(std::string_view words) {
  const auto number = take(words, of_finding);
  return words.empty() ? number : std::nullopt;
}

bool is_asked(std::string_view words) {
  return asked_target(words).has_value() || asked_value(words).has_value() || asked_idle(words).has_value() ||
         asked_finding(words).has_value() || !asked_counter(words).empty();
}

}  // namespace warplens
