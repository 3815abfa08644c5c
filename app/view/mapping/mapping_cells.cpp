#include "view/mapping/mapping_cells.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "launch/findings/agreement.h"

namespace warplens::view {

namespace {

using Kind = Cell::Kind;

/// Maps 0 … 1 to a colour key.
std::uint32_t ramp_key(double share) { return static_cast<std::uint32_t>(std::clamp(share, 0.0, 1.0) * Cell::max_key); }

std::uint32_t count_key(std::uint64_t count, std::uint64_t most) {
  if (most <= 1) return ramp_key(1);
  return ramp_key(std::log(static_cast<double>(std::max<std::uint64_t>(count, 1))) / std::log(static_cast<double>(most)));
}

/// 32 · warp + lane of a thread: its number if the last warp of every block were full.
std::uint32_t warp_key(const Subject& subject, std::uint64_t thread) {
  const std::uint64_t per_block = std::max<std::uint64_t>(subject.threads_per_block(), 1);
  return static_cast<std::uint32_t>(thread / per_block * subject.warps_per_block() * trace::lanes + thread % per_block);
}

std::uint32_t order_key(std::uint32_t step, const MappingInput& input) {
  const std::size_t steps = input.subject.result->trace.steps.size();
  return ramp_key(static_cast<double>(step) / static_cast<double>(std::max<std::size_t>(steps, 1)));
}

/// Calls touch(thread, step) for each access of a thread to the buffer, up to the scrubbed step.
template <typename Touch>
void for_each_touch(const MappingInput& input, const Touch& touch) {
  const trace::Trace& trace = input.subject.result->trace;
  const std::uint64_t threads = input.subject.threads();
  const std::uint64_t per_block = input.subject.threads_per_block(), warps = input.subject.warps_per_block();
  if (warps == 0) return;
  for (std::size_t row = 0; row < trace.accesses.size(); ++row) {
    if (trace.accesses.buffer[row] != input.subject.buffer || trace.accesses.space[row] != trace::MemorySpace::global) continue;
    const std::uint32_t step = trace.accesses.step[row];
    if (step >= input.map->steps) break;
    const std::uint64_t warp = trace.steps.warp[step], in_block = warp % warps * trace::lanes;
    const std::uint64_t first = warp / warps * per_block + in_block;
    for (std::uint32_t active = trace.steps.active[step]; active; active &= active - 1) {
      const auto lane = static_cast<std::uint64_t>(std::countr_zero(active));
      const std::uint64_t thread = first + lane;
      if (in_block + lane < per_block && thread < threads) touch(thread, step);
    }
  }
}

std::uint64_t touches(const analysis::AccessMap& map, std::uint64_t element) {
  return std::uint64_t{map.reads[element]} + map.writes[element] + map.atomics[element];
}

}  // namespace

bool is_wrong(const MappingInput& input, std::uint64_t element) {
  const Subject& subject = input.subject;
  const std::optional<double> value = final_value(subject, element);
  return value && element < subject.expected.size() && !launch::agree(subject.expected[element], *value, input.tolerance);
}

ThreadTouches thread_touches(const MappingInput& input) {
  const std::uint64_t threads = input.subject.threads();
  ThreadTouches touches{std::vector<std::uint32_t>(threads, trace::no_row), std::vector<std::uint32_t>(threads, 0)};
  for_each_touch(input, [&](std::uint64_t thread, std::uint32_t step) {
    touches.first_step[thread] = std::min(touches.first_step[thread], step);
    if (touches.count[thread] != ~0u) ++touches.count[thread];
  });
  return touches;
}

std::uint64_t max_accesses(const MappingInput& input) {
  if (input.cells != nullptr) return input.cells->max_accesses;
  std::uint64_t most = 0;
  for (std::uint64_t k = 0; k < input.map->elements; ++k) most = std::max(most, touches(*input.map, k));
  return most;
}

/// Of one element or thread.
static std::uint64_t max_touches(const MappingInput& input, const ThreadTouches& touched) {
  return std::max<std::uint64_t>(max_accesses(input), touched.count.empty() ? 0 : *std::ranges::max_element(touched.count));
}

Cells thread_cells(const MappingInput& input) {
  Cells cells(input.subject.threads(), Cell(Kind::empty, 0));
  if (input.colour == ColourMode::order || input.colour == ColourMode::count) {
    const ThreadTouches touched = thread_touches(input);
    const std::uint64_t most = input.colour == ColourMode::count ? max_touches(input, touched) : 1;
    for (std::uint64_t thread = 0; thread < cells.size(); ++thread) {
      if (touched.count[thread] == 0) continue;
      cells[thread] = {Kind::shown, input.colour == ColourMode::order ? order_key(touched.first_step[thread], input)
                                                                      : count_key(touched.count[thread], most)};
    }
    return cells;
  }
  const bool by_warp = input.colour == ColourMode::warp;
  for_each_touch(input, [&](std::uint64_t thread, std::uint32_t) {
    cells[thread] = {Kind::shown, by_warp ? warp_key(input.subject, thread) : static_cast<std::uint32_t>(thread)};
  });
  return cells;
}

Cells element_cells(const MappingInput& input) {
  if (input.colour == ColourMode::value) return value_cells(final_values(input.subject), input.subject.range);
  const analysis::AccessMap& map = *input.map;
  const std::uint64_t most = input.colour == ColourMode::count ? max_touches(input, thread_touches(input)) : 1;
  Cells cells(map.elements);
  for (std::uint64_t element = 0; element < cells.size(); ++element) {
    if (map.first_thread[element] == analysis::no_thread) {
      cells[element] = {Kind::empty, 0};
      continue;
    }
    const bool marked = input.colour == ColourMode::result ? is_wrong(input, element) : map.several[element] != 0;
    std::uint32_t key = Cell::max_key;
    switch (input.colour) {
      case ColourMode::warp:
        key = warp_key(input.subject, map.first_thread[element]);
        break;
      case ColourMode::block:
        key = map.first_thread[element];
        break;
      case ColourMode::order:
        key = order_key(map.first_step[element], input);
        break;
      case ColourMode::count:
        key = count_key(touches(map, element), most);
        break;
      case ColourMode::result:
      case ColourMode::value:
      case ColourMode::grey:
      case ColourMode::rgb:
      case ColourMode::rgba:
        break;
    }
    cells[element] = {marked ? Kind::marked : Kind::shown, key};
  }
  return cells;
}

MappingCells mapping_cells(const MappingInput& input) {
  MappingCells made{input.colour, 0, std::make_shared<const Cells>(thread_cells(input)), nullptr};
  if (input.colour == ColourMode::count) made.max_accesses = max_accesses(input);
  if (input.colour != ColourMode::value) made.elements = std::make_shared<const Cells>(element_cells(input));
  return made;
}

const std::array<Colour, 8>& ramp_of(ColourMode mode) {
  static constexpr std::array<Colour, 8> cividis{{{0, 34, 78},
                                                  {26, 56, 111},
                                                  {67, 78, 108},
                                                  {97, 101, 111},
                                                  {125, 125, 120},
                                                  {158, 150, 117},
                                                  {200, 182, 96},
                                                  {254, 232, 56}}};
  static constexpr std::array<Colour, 8> viridis{{{68, 1, 84},
                                                  {70, 50, 127},
                                                  {54, 92, 141},
                                                  {39, 127, 142},
                                                  {31, 161, 135},
                                                  {74, 194, 109},
                                                  {159, 218, 58},
                                                  {253, 231, 37}}};
  return mode == ColourMode::order ? cividis : viridis;
}

Colour amount_colour(double share) {
  const auto& ramp = ramp_of(ColourMode::count);
  const double place = std::clamp(share, 0.0, 1.0) * static_cast<double>(ramp.size() - 1);
  const auto from = std::min(static_cast<std::size_t>(place), ramp.size() - 2);
  const double part = place - static_cast<double>(from);
  const auto mix = [&](std::uint8_t a, std::uint8_t b) { return static_cast<std::uint8_t>(a + (b - a) * part + 0.5); };
  return {mix(ramp[from].r, ramp[from + 1].r), mix(ramp[from].g, ramp[from + 1].g), mix(ramp[from].b, ramp[from + 1].b), 255};
}

CellLook cell_look(const MappingInput& input, const Theme& theme, bool of_threads) {
  CellLook look;
  const Subject& subject = input.subject;
  const bool by_warp = input.colour == ColourMode::warp;
  const bool by_result = input.colour == ColourMode::result, by_value = input.colour == ColourMode::value;
  const bool hue = input.colour == ColourMode::block || by_warp || ((by_result || by_value) && of_threads);
  look.mode = hue ? CellLook::Mode::hue : CellLook::Mode::ramp;
  look.group = static_cast<std::uint32_t>(by_warp ? trace::lanes : std::max<std::uint64_t>(subject.threads_per_block(), 1));
  const std::uint64_t blocks = base::count(subject.grid);
  look.groups =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(by_warp ? blocks * subject.warps_per_block() : blocks, 0xffffffffu));
  look.ramp = ramp_of(input.colour);
  if (by_result) look.ramp.fill(theme.good);
  look.background = theme.background;
  // Marked is what is wrong, or is no number; otherwise what several threads touched, which need not be a mistake.
  look.marked = by_result || by_value ? theme.wrong : theme.text;
  look.marks = !of_threads && (hue || by_result || by_value);
  look.empty = of_threads ? theme.idle : theme.untouched;
  look.empty_line = of_threads ? theme.idle : theme.untouched_line;
  return look;
}

}  // namespace warplens::view
