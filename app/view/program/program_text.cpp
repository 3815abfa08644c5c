#include "view/program/program_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/totals.h"
#include "base/number_format.h"
#include "view/subject.h"

namespace warplens::view {
namespace {

using launch::ProgramRecording, launch::RecordedCall, launch::RecordedAllocation, launch::no_allocation, launch::no_call;
using Kind = RecordedCall::Kind;
using Direction = RecordedCall::Direction;

/// A number with three digits that say something: "1,234", "41", "0.25".
std::string three_digits(double value) {
  return value >= 100 ? base::grouped(static_cast<std::int64_t>(std::llround(value))) : fmt::format("{:.3g}", value);
}

std::string in_line(const launch::ProgramPlace& place) { return place.line > 0 ? fmt::format(", line {}", place.line) : ""; }

std::string name_of(const std::vector<std::string>& names, std::uint32_t allocation) {
  return allocation < names.size() ? names[allocation] : "memory of the device";
}

/// The allocation that a call made or freed; no_allocation if that is not known.
std::uint32_t allocation_of(const ProgramRecording& program, const RecordedCall& call, std::uint32_t number) {
  const auto member = call.kind == Kind::free ? &RecordedAllocation::freed : &RecordedAllocation::allocated;
  const auto found = std::ranges::find(program.allocations, number, member);
  return found != program.allocations.end() ? static_cast<std::uint32_t>(found - program.allocations.begin()) : call.to;
}

/// From where to where a copy went: " from the host to d_x".
std::string way_of(const RecordedCall& call, const std::vector<std::string>& names) {
  switch (call.direction) {
    case Direction::to_device:
      return " from the host to " + name_of(names, call.to);
    case Direction::to_host:
      return " from " + name_of(names, call.from) + " to the host";
    case Direction::on_device:
      return " from " + name_of(names, call.from) + " to " + name_of(names, call.to);
    case Direction::on_host:
      return " from one place of the host to another";
    case Direction::none:
      break;
  }
  return "";
}

std::string launched(const ProgramRecording& program, const RecordedCall& call) {
  if (call.launch >= program.launches.size()) return "ran";
  const launch::RecordedLaunch& launch = program.launches[call.launch];
  const std::uint64_t blocks = base::count(launch.grid), threads = base::count(launch.block);
  return fmt::format("ran with {} of {}, in stream {}, for {}", base::counted(blocks, "block"), base::counted(threads, "thread"),
                     call.stream, duration(call.end_ms - call.begin_ms));
}

/// What a call that succeeded did, after its name.
std::string action_of(const ProgramRecording& program, const std::vector<std::string>& names, std::uint32_t number) {
  const RecordedCall& call = program.calls[number];
  const std::uint32_t allocation = allocation_of(program, call, number);
  switch (call.kind) {
    case Kind::allocate:
      return fmt::format("allocated {}{}", base::counted(call.bytes, "byte"),
                         allocation != no_allocation ? ", " + name_of(names, allocation) : std::string());
    case Kind::free:
      return "freed " + (allocation != no_allocation ? name_of(names, allocation) : std::string("nothing"));
    case Kind::copy:
      return "copied " + base::counted(call.bytes, "byte") + way_of(call, names);
    case Kind::set:
      return fmt::format("set {} of {}", base::counted(call.bytes, "byte"), name_of(names, call.to));
    case Kind::launch:
      return launched(program, call);
    case Kind::wait:
      return analysis::waited_ms(call) > 0 ? "waited" : "had nothing to wait for";
    case Kind::other:
      break;
  }
  return "was called";
}

}  // namespace

std::string duration(double ms) {
  constexpr double second = 1000, micro = 0.001;
  if (ms <= 0) return "0 µs";
  if (ms < 1) return three_digits(ms / micro) + " µs";
  return ms < 10 * second ? three_digits(ms) + " ms" : three_digits(ms / second) + " s";
}

std::string memory_size(std::uint64_t bytes) {
  constexpr std::uint64_t max_counted = 100'000;
  if (bytes < max_counted) return base::counted(bytes, "byte");
  const char* unit = "KiB";
  double size = static_cast<double>(bytes) / 1024;
  for (const char* const next : {"MiB", "GiB", "TiB"}) {
    if (size < 1000) break;
    size /= 1024;
    unit = next;
  }
  return three_digits(size) + " " + unit;
}

std::string call_sentence(const ProgramRecording& program, const std::vector<std::string>& names, std::uint32_t call) {
  const RecordedCall& made = program.calls[call];
  // "Kernel increment", but the name of a function keeps its letters.
  std::string text = made.function.starts_with("kernel ") ? capitalised(made.function) : made.function;
  text += made.error.empty() ? " " + action_of(program, names, call) : " failed with " + made.error;
  text += in_line(made.place);
  const double waited = analysis::waited_ms(made);
  if (waited > 0) text += "; the host waited " + duration(waited);
  text += ".";
  const bool of_launch = made.launch < program.launches.size();
  if (of_launch && !program.launches[made.launch].not_kept.empty())
    text += " It cannot be opened. " + sentence(program.launches[made.launch].not_kept);
  return text;
}

std::string allocation_sentence(const ProgramRecording& program, const std::vector<std::string>& names,
                                std::uint32_t allocation) {
  const RecordedAllocation& memory = program.allocations[allocation];
  const std::string what = name_of(names, allocation) + ", " + base::counted(memory.bytes, "byte");
  if (analysis::is_variable(memory)) return what + ": a variable of the program's kernels.";
  const auto line = [&](std::uint32_t call) { return call < program.calls.size() ? in_line(program.calls[call].place) : ""; };
  const std::string from = memory.kind == RecordedAllocation::Kind::heap ? "by a kernel" : line(memory.allocated);
  const std::string where = from.starts_with(", ") ? "in " + from.substr(2) : from;
  std::string text = what + ": allocated" + (where.empty() ? "" : " " + where) + ", ";
  if (analysis::is_never_freed(memory)) {
    const bool failed = std::ranges::any_of(
        program.calls, [](const RecordedCall& call) { return call.kind == RecordedCall::Kind::free && !call.error.empty(); });
    return text + (failed ? "not freed: calls that free memory failed." : "never freed.");
  }
  const std::string freed = line(memory.freed);
  return text + "freed" + (freed.empty() ? "" : " in " + freed.substr(2)) + ".";
}

std::string kind_name(const launch::RecordedFinding& finding) {
  std::string kind = finding.kind;
  std::ranges::replace(kind, '-', ' ');
  return capitalised(kind);
}

std::string finding_place(const ProgramRecording& program, const launch::RecordedFinding& finding) {
  std::string text;
  if (finding.call < program.calls.size()) {
    const RecordedCall& call = program.calls[finding.call];
    const bool of_launch = call.kind == RecordedCall::Kind::launch;
    // What is found after a call, in a line without one, is not about the call.
    if (of_launch || finding.place.line == call.place.line)
      text = of_launch ? (call.function.starts_with("kernel ") ? "kernel " : "") + short_name(call) : call.function;
  }
  if (finding.place.line > 0) text += (text.empty() ? "line " : ", line ") + std::to_string(finding.place.line);
  return text;
}

std::string findings_at(const ProgramRecording& program, std::uint32_t call) {
  std::string text;
  for (const auto* findings : {&program.findings, &program.notes}) {
    for (const launch::RecordedFinding& finding : *findings) {
      if (finding.call != call || call == no_call) continue;
      text +=
          (text.empty() ? "" : " ") + kind_name(finding) + ": " + finding.message + (finding.message.ends_with('.') ? "" : ".");
    }
  }
  return text;
}

std::string short_name(const RecordedCall& call) {
  std::string name = call.function;
  for (const std::string_view prefix : {"kernel ", "cuda"})
    if (name.starts_with(prefix)) name.erase(0, prefix.size());
  if (call.kind != RecordedCall::Kind::launch && name.starts_with("cu") && name.size() > 2 && name[2] >= 'A' && name[2] <= 'Z')
    name.erase(0, 2);                                                       // of the driver's
  if (name == "LaunchKernel" || name == "cuLaunchKernel") return "launch";  // one that failed
  name.erase(std::min(name.find('<'), name.size()));
  if (const std::size_t scope = name.rfind("::"); scope != std::string::npos) name.erase(0, scope + 2);
  return name.substr(0, name.find('('));
}

}  // namespace warplens::view
