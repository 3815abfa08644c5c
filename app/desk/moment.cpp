#include "desk/moment.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <span>

#include "analysis/memory_traffic.h"
#include "base/number_format.h"
#include "desk/view_inputs.h"
#include "ptx/opcode.h"

namespace warplens::desk {
namespace {

using view::Face;
using view::Span;

/// The step under the pointer, the last one of the element or thread under it, else the last memory access that has happened:
/// nobody asks about the `ret` after it.
std::uint64_t step_in_question(const Desk& desk) {
  const view::Target& target = desk.pointer.target;
  if (target.step != view::Target::none) return target.step;
  if (target.element < desk.runs.shown->map.last_step.size() && desk.runs.shown->map.last_step[target.element] != trace::no_row) {
    return desk.runs.shown->map.last_step[target.element];
  }
  if (target.thread != view::Target::none) {
    const auto accesses = analysis::accesses_of_thread(desk.runs.shown->trace(), target.thread);
    if (!accesses.empty()) return accesses.back().step;
  }
  const std::vector<std::uint32_t>& access = desk.runs.shown->trace().steps.access;
  for (std::uint64_t step = std::min<std::uint64_t>(desk.playback.place, access.size()); step > 0; --step) {
    if (access[step - 1] != trace::no_row) return step - 1;
  }
  return desk.playback.place > 0 ? desk.playback.place - 1 : view::Target::none;
}

std::string space_name(trace::MemorySpace space) {
  switch (space) {
    case trace::MemorySpace::global:
      return "global memory";
    case trace::MemorySpace::shared:
      return "shared memory";
    case trace::MemorySpace::local:
      return "local memory";
    case trace::MemorySpace::constant:
      return "constant memory";
    case trace::MemorySpace::parameter:
      break;
  }
  return "a kernel parameter";
}

/// "a[768] to a[799] in global memory", "tile[0] to tile[31] in shared memory"; bytes where they belong to nothing with a name.
std::string places_of(const RunTables& shown, const view::Subject& subject, std::size_t access,
                      std::span<const trace::LaneAccess> lanes) {
  const trace::Accesses& accesses = shown.trace().accesses;
  const trace::MemorySpace space = accesses.space[access];
  const std::uint64_t bytes = std::max<std::uint64_t>(analysis::request_width(shown.trace(), access), 1);
  std::string name = "byte ";
  launch::Indexing indexing;
  std::uint64_t begin = 0, width = bytes;
  if (const std::uint32_t buffer = accesses.buffer[access]; buffer < subject.buffers.size()) {
    name = subject.buffers[buffer].name;
    width = launch::bytes(subject.buffers[buffer].type);
    indexing = subject.buffers[buffer].indexing;
  } else if (space == trace::MemorySpace::shared) {
    for (const launch::SharedArray& array : shown.arrays) {
      if (lanes.front().offset < array.offset || lanes.front().offset >= array.offset + array.bytes) continue;
      name = array.name;
      begin = array.offset;
    }
  }
  const bool known = name != "byte ";
  std::vector<std::uint64_t> elements;
  for (const trace::LaneAccess& lane : lanes) {
    const std::uint64_t from = lane.offset - std::min(begin, lane.offset);
    if (!known) elements.push_back(from);
    for (std::uint64_t at = from / width; known && at <= (from + bytes - 1) / width; ++at) elements.push_back(at);
  }
  if (known) return places_text(name, std::move(elements), indexing) + " in " + space_name(space);
  const auto [least, most] = std::ranges::minmax(elements);
  return fmt::format("bytes {} to {} of {}", base::grouped(least), base::grouped(most + bytes - 1), space_name(space));
}

std::vector<Span> access_moment(const Desk& desk, std::uint64_t step, std::size_t access) {
  const RunTables& shown = *desk.runs.shown;
  const view::Theme& theme = desk.choices.theme();
  std::array<trace::LaneAccess, trace::lanes> lanes;
  const int count = trace::unpack(shown.trace(), access, lanes);
  const view::Subject subject = subject_of(desk);
  std::vector<Span> spans;
  spans.push_back({"In " + view::warp_name(subject, shown.trace().steps.warp[step]) + ", ", theme.text, Face::regular});
  spans.push_back({base::counted(static_cast<std::uint64_t>(count), "thread"), theme.text, Face::semibold});
  const trace::AccessKind kind = shown.trace().accesses.kind[access];
  const bool read = kind == trace::AccessKind::read, write = kind == trace::AccessKind::write;
  spans.push_back({read    ? " read "
                   : write ? " wrote "
                           : " atomically updated ",
                   read    ? theme.read
                   : write ? theme.write
                           : theme.atomic,
                   Face::semibold});
  const auto touched = std::span(lanes).first(static_cast<std::size_t>(count));
  spans.push_back({count > 0 ? places_of(shown, subject, access, touched) : space_name(shown.trace().accesses.space[access]),
                   theme.text, Face::semibold});
  spans.push_back({".", theme.text, Face::regular});
  const bool own = shown.trace().accesses.buffer[access] == shown.run.shown &&
                   shown.trace().accesses.space[access] == trace::MemorySpace::global;
  if (own && count > 0) {
    const trace::LaneAccess& lane = lanes[0];
    const std::string value = view::number(subject, lane.value);
    const std::string who = count == 1 ? " It " : " The first of them ";
    spans.push_back({who + (read ? "got " : write ? "wrote " : "found "), theme.muted, Face::regular});
    spans.push_back({value, theme.text, Face::semibold});
    if (!read && !write) {
      spans.push_back({" and left ", theme.muted, Face::regular});
      spans.push_back({view::number(subject, lane.stored), theme.text, Face::semibold});
    }
    spans.push_back({".", theme.muted, Face::regular});
  }
  return spans;
}

std::vector<Span> instruction_moment(const Desk& desk, std::uint64_t step) {
  const RunTables& shown = *desk.runs.shown;
  const view::Theme& theme = desk.choices.theme();
  const trace::Steps& steps = shown.trace().steps;
  const view::Subject subject = subject_of(desk);
  const auto active = static_cast<std::uint64_t>(std::popcount(steps.active[step]));
  std::string opcode = "an instruction";
  if (const auto* instruction = shown.listing.instruction(*shown.run.launch.module, steps.instruction[step])) {
    opcode = std::string(ptx::row(instruction->opcode).mnemonic);
  }
  return {{"In " + view::warp_name(subject, steps.warp[step]) + ", ", theme.text, Face::regular},
          {base::counted(active, "thread"), theme.text, Face::semibold},
          {" executed ", theme.text, Face::regular},
          {opcode, theme.text, Face::mono},
          {".", theme.text, Face::regular}};
}

}  // namespace

std::vector<Span> moment(const Desk& desk, const view::Input* input) {
  const view::Row& row = desk.choices.row();
  std::vector<Span> story;
  if (row.moment != nullptr && input != nullptr) story = row.moment(*input, desk.choices.theme());
  if (!story.empty() || row.needs.program) return story;
  const std::uint64_t step = step_in_question(desk);
  const trace::Steps& steps = desk.runs.shown->trace().steps;
  if (step == view::Target::none || step >= steps.size()) return {};
  if (steps.access[step] == trace::no_row) return instruction_moment(desk, step);
  return access_moment(desk, step, steps.access[step]);
}

std::string places_text(const std::string& array, std::vector<std::uint64_t> elements, const launch::Indexing& indexing) {
  std::ranges::sort(elements);
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());  // clang 14 cannot use std::ranges::unique
  const std::uint64_t first = elements.front(), last = elements.back();
  const auto at = [&](std::uint64_t element) { return view::element_name(array, element, indexing); };
  if (elements.size() == 1) return at(first);
  if (elements.size() == 2 && last - first > 1) return at(first) + " and " + at(last);
  const std::uint64_t apart = elements[1] - first;
  for (std::size_t k = 1; k < elements.size(); ++k)
    if (elements[k] - elements[k - 1] != apart)
      return fmt::format("{} between {} and {}", base::counted(std::uint64_t{elements.size()}, "element"), at(first), at(last));
  if (apart == 1) return at(first) + " to " + at(last);
  return fmt::format("{}, {}{} {}", at(first), at(elements[1]), elements.size() > 3 ? " …" : ",", at(last));
}

}  // namespace warplens::desk
