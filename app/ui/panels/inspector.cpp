#include <fmt/format.h>

#include <algorithm>

#include "base/number_format.h"
#include "desk/moment.h"
#include "desk/playback/program_calls.h"
#include "desk/view_inputs.h"
#include "session/asked.h"
#include "ui/panels/lesson_highlight.h"
#include "ui/panels/panel.h"
#include "ui/widgets/widgets.h"

namespace warplens::ui {
namespace {

using launch::Origin;
using view::Face;

std::string triple(const base::Dim3& at) { return fmt::format("({},{},{})", at.x, at.y, at.z); }

std::optional<std::uint32_t> multiprocessor_of(const trace::Trace& trace, std::uint64_t block) {
  const trace::BlockPlacements& placements = trace.placements;
  // Blocks are mostly handed out in order: look there first.
  if (block < placements.size() && placements.block[block] == block) return placements.sm[block];
  const auto found = std::find(placements.block.begin(), placements.block.end(), block);
  if (found == placements.block.end()) return std::nullopt;
  return placements.sm[static_cast<std::size_t>(found - placements.block.begin())];
}

std::string_view verb(trace::AccessKind kind) {
  switch (kind) {
    case trace::AccessKind::read:
      return "read";
    case trace::AccessKind::write:
      return "wrote";
    case trace::AccessKind::atomic:
      break;
  }
  return "updated";
}

/// As the buffer's elements where the access is as wide as they are, else its bits.
std::string value_of(const view::Subject& subject, const trace::Trace& trace, const analysis::ThreadAccess& access) {
  const bool whole = access.buffer < subject.buffers.size() &&
                     trace.accesses.bytes[access.access] == launch::bytes(subject.buffers[access.buffer].type);
  const auto words = [&](std::uint64_t bits) {
    if (!whole) return fmt::format("{:#x}", bits);
    return view::number(launch::to_double(launch::Scalar{subject.buffers[access.buffer].type, bits}));
  };
  return access.kind == trace::AccessKind::atomic ? words(access.value) + " → " + words(access.stored) : words(access.value);
}

void show_thread(const App& app, std::uint64_t thread) {
  const Look& look = app.look;
  const desk::RunTables& shown = *app.runs.shown;
  const view::Subject subject = subject_of(app);
  const std::uint64_t per_block = subject.threads_per_block(), block = thread / per_block, within = thread % per_block;
  fact(look, {"thread", triple(base::position(within, subject.block)), {}, "threadIdx: its place in the block", {}});
  fact(look, {"block", triple(base::position(block, subject.grid)), {}, "blockIdx: its block's place in the grid", {}});
  fact(look, {"warp, lane",
              fmt::format("{}, {}", within / 32, within % 32),
              {},
              "Its group of 32 in the block, and its place in that group",
              {}});
  if (const auto multiprocessor = multiprocessor_of(shown.trace(), block)) {
    fact(look, {"SM",
                fmt::format("{}", *multiprocessor),
                shown.run.result.modelled ? Origin::modelled : Origin::measured,
                "The multiprocessor that ran its block",
                {}});
  }
  constexpr std::size_t most = 4;
  const auto accesses = analysis::accesses_of_thread(shown.trace(), thread, most + 1);
  for (std::size_t k = 0; k < std::min(most, accesses.size()); ++k) {
    const analysis::ThreadAccess& access = accesses[k];
    const std::string name = access.buffer < shown.run.buffer_names.size() ? shown.run.buffer_names[access.buffer] : "memory";
    const std::string label = fmt::format("{} {}[{}]", verb(access.kind), name, access.element);
    ImGui::PushID(static_cast<int>(k));
    fact(look, {label, value_of(subject, shown.trace(), access), {}, "In the order in which it happened", {}});
    ImGui::PopID();
  }
  if (accesses.size() > most) note(look, "and more", look.colours().muted);
  if (accesses.empty()) note(look, "It touched no memory of a buffer.", look.colours().muted);
}

void show_element(const App& app, std::uint64_t element) {
  const Look& look = app.look;
  const desk::RunTables& shown = *app.runs.shown;
  const view::Subject subject = subject_of(app);
  const analysis::AccessMap& map = shown.map;
  fact(look, {"element", view::element_name(subject, element), {}, "The shown buffer and the index", {}});
  if (const auto value = view::final_value(subject, element)) {
    const bool wrong = element < subject.expected.size() && subject.expected[element] != *value;
    fact(look, {"value at the end",
                view::number(*value),
                {},
                "What the buffer holds after the kernel",
                wrong ? std::optional(look.colours().wrong) : std::nullopt});
  }
  if (element < subject.expected.size())
    fact(look, {"expected", view::number(subject.expected[element]), {}, "What the reference computes", {}});
  if (element >= map.reads.size()) return;
  const auto count = [&look](const char* label, std::uint32_t number, const char* tooltip) {
    if (number > 0) fact(look, {label, base::grouped(std::uint64_t{number}), Origin::counted, tooltip, {}});
  };
  count("reads", map.reads[element], "Threads' reads of this element");
  count("writes", map.writes[element], "Threads' writes to this element");
  count("atomic updates", map.atomics[element], "Threads' atomic updates of this element");
  if (map.first_thread[element] == analysis::no_thread) {
    note(look, "No thread touched it.", look.colours().muted);
    return;
  }
  fact(look, {"first", view::thread_name(subject, map.first_thread[element]), {}, "The first thread that touched it", {}});
  if (map.several[element] != 0)
    fact(look, {"last", view::thread_name(subject, map.last_thread[element]), {}, "The last thread that touched it", {}});
}

void show_pointer(const App& app, std::string& why) {
  if (app.pointer.target.thread == view::Target::none && app.pointer.target.element == view::Target::none) return;
  section(app.look, app.pointer.target == app.pointer.kept ? "Highlighted" : "Under the pointer");
  if (app.pointer.target.thread != view::Target::none && app.pointer.target.thread < subject_of(app).threads()) {
    show_thread(app, app.pointer.target.thread);
  } else if (app.pointer.target.element != view::Target::none) {
    show_element(app, app.pointer.target.element);
  }
  const std::string about = asked_text(app.pointer.target);
  if (app.pointer.target == app.pointer.kept && about != why &&
      link(app.look, "why", "Why is this so?", "The causes, back through the run (Y)"))
    why = about;
}

void show_moment(const App& app) {
  const std::vector<view::Span> spans = moment(app, app.views.shown.input_for(app.choices.row()));
  if (spans.empty()) return;
  const bool at_end =
      app.choices.row().needs.program ? call_place(app.choices) >= calls_of(app.choices) : app.playback.place >= app.runs.steps();
  const std::uint64_t pointed = app.pointer.target.step;
  const bool later = pointed != view::Target::none && pointed >= app.playback.place && !app.choices.row().needs.program;
  const char* const title = later                                           ? "Still to come"
                            : app.pointer.target.call != view::Target::none ? "Under the pointer"
                            : at_end && app.pointer.target.empty()          ? "What happened last"
                                                                            : "What just happened";
  section(app.look, title);
  say(app.look, spans, app.look.colours().line, 18, 27);
}

void show_result(const App& app) {
  const Look& look = app.look;
  const view::Theme& theme = look.colours();
  const experiment::Run& run = app.runs.shown->run;
  section(look, "Result");
  std::vector<view::Span> spans;
  view::Colour frame = faded(theme.wrong, 0.5f);
  if (run.result.fault) {
    const launch::Fault& fault = *run.result.fault;
    // The headline says why; the outputs are as they were then.
    spans = {{"The kernel stopped", theme.wrong, Face::semibold},
             {fault.line > 0 ? fmt::format(" at line {}", fault.line) : "", theme.wrong, Face::semibold},
             {fmt::format(" in block {} thread {}. ", triple(fault.block), triple(fault.thread)), theme.text, Face::regular},
             {"Memory is shown as it was then.", theme.muted, Face::regular}};
  } else if (run.check.expected.empty()) {
    const bool asked = !run.reference_note.empty();
    return say(look,
               {{asked ? run.reference_note : "There is nothing to compare the result with.", asked ? theme.wrong : theme.muted,
                 Face::regular}},
               theme.line, 16, 24);
  } else if (run.check.wrong == 0) {
    frame = faded(theme.good, 0.5f);
    const std::size_t elements = run.check.expected.size();
    spans = {
        {std::string(icon::check) + "  As expected. ", theme.good, Face::regular},
        {elements == 1 ? "The result is what the reference computes."
                       : fmt::format("All {} elements are what the reference computes.", base::grouped(std::uint64_t{elements})),
         theme.text, Face::regular}};
  } else {
    const view::Subject subject = subject_of(app);
    const auto got = view::final_value(subject, run.check.first_wrong);
    spans = {{base::counted(run.check.wrong, "element"), theme.wrong, Face::semibold},
             {run.check.wrong == 1 ? " differs from the reference. " : " differ from the reference. ", theme.text, Face::regular},
             {fmt::format("{}: expected {}{}", view::element_name(subject, run.check.first_wrong),
                          view::number(run.check.expected[run.check.first_wrong]),
                          got ? ", got " + view::number(*got) : std::string()),
              theme.muted, Face::regular}};
  }
  say(look, spans, frame, 16, 24);
}

/// What a check that found nothing has looked for, and what no check could look at.
void show_checked(const App& app) {
  const experiment::Run& run = app.runs.shown->run;
  if (!run.result.trace_note.empty()) note(app.look, run.result.trace_note, app.look.colours().muted);
  if (!run.launch.check) return;
  if (const std::string removed = removed_text(app.runs.removed, *app.runs.shown); !removed.empty())
    note(app.look, removed, app.look.colours().muted);
  if (!run.result.unchecked.empty()) return note(app.look, run.result.unchecked, app.look.colours().wrong);
  if (!run.result.findings.empty() || run.result.fault) return;
  const char* looked_for = !run.result.notes.empty() ? "only races that change no result."
                           : run.result.modelled     ? "no data race, no read of uninitialised memory."
                                                     : "no data race among what the GPU recorded.";
  const char* const what = app.runs.shown->experiment->recording ? "  This launch: " : "  Checked: ";
  note(app.look, std::string(icon::check) + what + looked_for, app.look.colours().good);
}

void show_time(const App& app, const CountersState& counters) {
  const Look& look = app.look;
  const launch::Timing& timing = app.runs.shown->run.result.timing;
  highlighted_section(app, "Time");
  const auto milliseconds = [](double value) {
    return value < 1 ? fmt::format("{:.1f} µs", 1000 * value) : fmt::format("{:.1f} ms", value);
  };
  if (timing.kernel_ms)
    fact(look, {"kernel",
                milliseconds(*timing.kernel_ms),
                Origin::measured,
                "By the GPU's own events",
                {},
                std::nullopt,
                was(counters, "kernel, measured", fmt::format("{:.4f} ms", *timing.kernel_ms))});
  if (timing.copies_ms)
    fact(look, {"with copies", milliseconds(*timing.copies_ms), Origin::measured, "Kernel and copies in and out", {}});
  if (timing.overhead_ms)
    fact(look, {"empty kernel", milliseconds(*timing.overhead_ms), Origin::measured, "What a launch alone takes", {}});
  if (timing.kernel_cycles && launch::has_time(app.runs.shown->run.launch)) {
    fact(look, {"kernel",
                base::grouped(static_cast<std::uint64_t>(*timing.kernel_cycles)) + " cycles",
                Origin::modelled,
                "Cycles of the SIMT machine's model, from the launch on. They show shape; they do not predict a GPU's time",
                {},
                std::nullopt,
                was(counters, "kernel, modelled cycles", base::grouped(static_cast<std::uint64_t>(*timing.kernel_cycles)))});
    if (timing.launch_cycles)
      fact(look, {"  of them the launch",
                  base::grouped(static_cast<std::uint64_t>(*timing.launch_cycles)) + " cycles",
                  Origin::modelled,
                  "From the launch to the start of the first block, where the pictures begin",
                  {}});
  }
  if (const auto& utilisation = app.runs.shown->run.result.utilisation)
    note(look, launch::cost_limit(*utilisation).text + " (modelled)", look.colours().text);
  if (timing.host_ms)
    fact(look, {app.runs.shown->run.result.modelled ? "simulation" : "on the CPU's clock",
                milliseconds(*timing.host_ms),
                Origin::measured,
                "Time this computer took for the first run, from the launch to its end",
                {}});
  if (app.runs.shown->trace().truncation == trace::Truncation::budget) {
    note(look,
         fmt::format("The trace was full: {} later steps were counted but not recorded.",
                     base::grouped(app.runs.shown->trace().steps_not_recorded)),
         look.colours().wrong);
  }
}

}  // namespace

void show_inspector(const App& app, CountersState& counters, std::string& why) {
  if (!app.runs.shown && !app.choices.row().needs.program) return;
  if (!app.choices.row().needs.stepping) show_moment(app);  // the steps view says it itself
  if (!app.runs.shown) return;
  show_pointer(app, why);
  show_result(app);
  show_checked(app);
  show_counters(app, counters, why);
  show_time(app, counters);
}

}  // namespace warplens::ui
