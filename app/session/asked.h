#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "analysis/why/value.h"
#include "view/drawing/drawing.h"

namespace warplens {

// What "Why …?" is asked about, as a session says it: "element 17" (of the shown buffer), "element 17 of buffer 2", "thread 40",
// "thread 40 in cycle 512": what its warp waits for then; "thread 40 in step 392": why it took no part in it; "value of sum in
// thread 40 after 31 steps", of its warp: a variable or a register; "counter bank_conflicts", by its key in JSON; or "finding 0",
// counted from 0.

/// The words for a target; "" if it is neither an element nor a thread.
std::string asked_text(const view::Target& target);
/// The target; nothing for other words.
std::optional<view::Target> asked_target(std::string_view words);
/// The words for a counter.
std::string counter_text(std::string_view id);
/// The key of a counter that can be explained; empty for other words.
std::string_view asked_counter(std::string_view words);
/// The words for a variable or a register of a thread, and what they mean. ThreadValue::after is given.
std::string value_text(const analysis::ThreadValue& value);
std::optional<analysis::ThreadValue> asked_value(std::string_view words);
/// A thread that took no part in a step, a row of the trace, of its warp.
struct IdleThread {
  std::uint64_t thread = 0, step = 0;
};
/// The words for an idle thread, and what they mean.
std::string idle_text(const IdleThread& idle);
std::optional<IdleThread> asked_idle(std::string_view words);
/// The words for a finding, and its number.
std::string finding_text(std::uint64_t number);
std::optional<std::uint64_t> asked_finding(std::string_view words);
/// Whether words are of one of these forms.
bool is_asked(std::string_view words);
/// The forms, for messages.
inline constexpr std::string_view asked_forms =
    "'element 17', 'element 17 of buffer 2', 'thread 40', 'thread 40 in cycle 512', 'thread 40 in step 392', 'value of sum in "
    "thread 40 after 31 steps', "
    "'finding 0' or 'counter bank_conflicts'";

}  // namespace warplens
