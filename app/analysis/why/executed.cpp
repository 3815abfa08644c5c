#include "analysis/why/executed.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "analysis/row_offsets.h"
#include "launch/arguments/variable_shape.h"
#include "launch/findings/finding_kind.h"
#include "launch/findings/finding_sentence.h"
#include "ptx/parse/source_place.h"

namespace warplens::analysis {
namespace {

bool is_flat(const base::Dim3& extent) { return extent.y == 1 && extent.z == 1; }

const launch::SharedArray* array_at(const std::vector<launch::SharedArray>& arrays, std::uint64_t offset) {
  for (const launch::SharedArray& array : arrays)
    if (offset >= array.offset && offset - array.offset < array.bytes) return &array;
  return nullptr;
}

/// What a write of `bytes` bytes at `offset` does to a location that is narrower: its own bytes (little-endian).
LaneStep part_of(LaneStep step, std::uint64_t offset, std::uint32_t bytes, const Location& location) {
  if (bytes <= location.bytes || location.offset < offset || location.offset + location.bytes > offset + bytes) return step;
  const std::uint64_t shift = 8 * (location.offset - offset), mask = (std::uint64_t{1} << (8 * location.bytes)) - 1;
  step.value = step.value >> shift & mask;
  step.stored = step.stored >> shift & mask;
  return step;
}

}  // namespace

Executed::Executed(const launch::Launch& launch, const launch::LaunchResult& result)
    : launch_(launch),
      result_(result),
      listing_(*launch.module, launch.entry),
      buffers_(launch::buffers_of(launch)),
      shared_(launch::shared_arrays(launch)),
      one_dimension_(is_flat(launch.grid) && is_flat(launch.block)),
      steps_of_warp_(base::count(launch.grid) * result.trace.warps_per_block()) {
  for (std::uint32_t step = 0; step < trace().steps.size(); ++step) steps_of_warp_[trace().steps.warp[step]].push_back(step);
}

const ptx::Instruction* Executed::instruction(std::uint32_t step) const {
  return listing_.instruction(module(), trace().steps.instruction[step]);
}

std::uint32_t Executed::function(std::uint32_t step) const { return listing_.place(trace().steps.instruction[step]).function; }

std::uint64_t Executed::thread(std::uint32_t step, int lane) const {
  const std::uint64_t warps = trace().warps_per_block(), warp = trace().steps.warp[step];
  return warp / warps * trace().threads_per_block() + warp % warps * trace::lanes + static_cast<std::uint64_t>(lane);
}

std::uint32_t Executed::warp_of(std::uint64_t thread) const {
  const std::uint64_t threads = trace().threads_per_block();
  return static_cast<std::uint32_t>(thread / threads * trace().warps_per_block() + thread % threads / trace::lanes);
}

int Executed::lane_of(std::uint64_t thread) const {
  return static_cast<int>(thread % trace().threads_per_block() % trace::lanes);
}

base::Dim3 Executed::block_of(std::uint64_t thread) const {
  return base::position(thread / trace().threads_per_block(), launch_.grid);
}

base::Dim3 Executed::position(std::uint64_t thread) const {
  return base::position(thread % trace().threads_per_block(), launch_.block);
}

std::string Executed::thread_text(std::uint64_t thread) const {
  launch::Witness witness;
  witness.block = block_of(thread);
  witness.thread = position(thread);
  return launch::thread_text(witness, one_dimension_);
}

std::string Executed::thread_first(std::uint64_t thread) const { return capitalised(thread_text(thread)); }

std::string Executed::warp_text(std::uint32_t warp) const {
  const std::uint64_t warps = trace().warps_per_block();
  return "warp " + std::to_string(warp % warps) + " of block " + std::to_string(warp / warps);
}

std::uint32_t Executed::line(std::uint32_t step) const {
  return ptx::source_place(module(), listing_, trace().steps.instruction[step]).line;
}

Cause Executed::cause(std::string sentence, std::uint32_t step, std::uint64_t thread) const {
  const ptx::SourcePlace place = ptx::source_place(module(), listing_, trace().steps.instruction[step]);
  Cause cause;
  cause.sentence = std::move(sentence);
  cause.file = place.file;
  cause.line = place.line;
  cause.thread = thread;
  cause.step = step;
  return cause;
}

Location Executed::location(std::uint32_t row, int lane) const {
  const trace::Accesses& accesses = trace().accesses;
  const std::uint32_t step = accesses.step[row];
  Location location;
  location.space = accesses.space[row];
  location.buffer = accesses.buffer[row];
  if (location.space == trace::MemorySpace::shared) location.block = trace().steps.warp[step] / trace().warps_per_block();
  if (location.space == trace::MemorySpace::local) location.block = thread(step, lane);
  location.offset = RowOffsets(trace(), row, trace().threads_per_block(), trace().warps_per_block()).offset(lane);
  location.bytes = accesses.bytes[row];
  return location;
}

std::string Executed::array_name(const Location& location) const {
  if (location.space == trace::MemorySpace::global && location.buffer < buffers_.size()) return buffers_[location.buffer]->name;
  if (location.space != trace::MemorySpace::shared) return "";
  const launch::SharedArray* const array = array_at(shared_, location.offset);
  return array == nullptr ? "" : array->name;
}

std::uint64_t Executed::element_index(const Location& location) const {
  if (location.space == trace::MemorySpace::global && location.buffer < buffers_.size())
    return location.offset / launch::bytes(buffers_[location.buffer]->type);
  const launch::SharedArray* const array = array_at(shared_, location.offset);
  return (location.offset - (array == nullptr ? 0 : array->offset)) / location.bytes;
}

std::string Executed::element_name(const Location& location, std::uint64_t index) const {
  const bool is_buffer = location.space == trace::MemorySpace::global && location.buffer < buffers_.size();
  return launch::element_name(array_name(location), static_cast<std::int64_t>(index),
                              is_buffer ? buffers_[location.buffer]->indexing : launch::Indexing{});
}

std::string Executed::name(const Location& location) const {
  const std::string array = array_name(location);
  const std::uint64_t index = element_index(location);
  if (location.space == trace::MemorySpace::global && !array.empty()) {
    // Bytes of whatever: the number would be read as an index of larger elements.
    const bool of_bytes = launch::bytes(buffers_[location.buffer]->type) == 1 && location.bytes > 1;
    return of_bytes ? "byte " + std::to_string(index) + " of " + array : element_name(location, index);
  }
  if (location.space == trace::MemorySpace::shared && !array.empty()) {
    const launch::SharedArray& variable = *array_at(shared_, location.offset);
    const auto place =
        launch::place_in_variable(launch_.shapes, array, variable.bytes, location.offset - variable.offset, location.bytes);
    if (place) return place->text;
    return variable.bytes == location.bytes ? array : element_name(location, index);
  }
  const std::string byte = "byte " + std::to_string(location.offset) + " of ";
  if (location.space == trace::MemorySpace::shared) return byte + "shared memory";
  if (location.space == trace::MemorySpace::local) return "a variable of its own";
  return location.space == trace::MemorySpace::constant ? byte + "constant memory" : byte + "global memory";
}

launch::ElementType Executed::element_type(const Location& location) const {
  using enum launch::ElementType;
  if (location.space == trace::MemorySpace::global && location.buffer < buffers_.size() &&
      launch::bytes(buffers_[location.buffer]->type) == location.bytes)
    return buffers_[location.buffer]->type;
  return location.bytes == 8 ? i64 : location.bytes == 2 ? i16 : location.bytes == 1 ? i8 : i32;
}

std::string Executed::value_text(const Location& location, std::uint64_t bits) const {
  return launch::to_text(launch::Scalar{element_type(location), bits});
}

bool Executed::is_race(const LaneStep& load, const LaneStep& write) const {
  const std::pair lines{line(load.step), line(write.step)};
  const std::string_view space = trace().accesses.space[load.row] == trace::MemorySpace::shared ? "shared" : "global";
  const auto tells = [&](const launch::Finding& finding) {
    if (launch::row_of(finding.kind).harm != launch::Harm::race || !finding.second || finding.space != space) return false;
    const std::pair found{finding.first.line, finding.second->line};
    return found == lines || std::pair{found.second, found.first} == lines;
  };
  const std::uint64_t reader = thread(load.step, load.lane), writer = thread(write.step, write.lane);
  if (reader == writer || std::ranges::none_of(result_.findings, tells)) return false;
  if (reader / trace().threads_per_block() != writer / trace().threads_per_block()) return true;
  const std::uint32_t read = barriers_before(load), written = barriers_before(write);
  return write.row < load.row ? written >= read : written <= read;
}

/// How often the lane of `by` had executed an instruction before step `before`.
std::uint32_t Executed::times_executed(std::uint32_t instruction, const LaneStep& by, std::uint32_t before) const {
  std::uint32_t count = 0;
  for (const std::uint32_t step : steps_of(trace().steps.warp[by.step])) {
    if (step >= before) break;
    if (trace().steps.instruction[step] == instruction && (trace().steps.active[step] >> by.lane & 1) != 0) ++count;
  }
  return count;
}

bool Executed::is_needed(const LaneStep& load, const LaneStep& write) const {
  const std::uint32_t instruction = trace().steps.instruction[write.step];
  const std::uint32_t by_reader = times_executed(instruction, load, load.step);
  const std::uint32_t of_write = line(write.step), of_load = line(load.step);
  const bool before = of_write != of_load ? of_write < of_load : instruction < trace().steps.instruction[load.step];
  const bool stands_before = by_reader == 0 && before;
  return times_executed(instruction, write, write.step + 1) <= by_reader + (stands_before ? 1 : 0);
}

bool Executed::is_block_barrier(std::uint32_t step) const {
  const ptx::Instruction* const at = instruction(step);
  return at != nullptr && (at->opcode == ptx::Opcode::bar || at->opcode == ptx::Opcode::barrier) &&
         at->modifiers.barrier != ptx::BarrierMode::warp_sync;
}

/// Barriers of the block that the thread had passed.
std::uint32_t Executed::barriers_before(const LaneStep& access) const {
  std::uint32_t count = 0;
  for (const std::uint32_t step : steps_of(trace().steps.warp[access.step])) {
    if (step >= access.step) break;
    if ((trace().steps.active[step] >> access.lane & 1) != 0 && is_block_barrier(step)) ++count;
  }
  return count;
}

LaneStep Executed::lane_step(std::uint32_t row, int lane) const {
  std::array<trace::LaneAccess, trace::lanes> lanes;
  const int count = trace::unpack(trace(), row, lanes);
  const std::uint32_t step = trace().accesses.step[row];
  const int at = std::popcount(trace().steps.active[step] & ((std::uint32_t{1} << lane) - 1));
  if (at >= count) return {row, step, lane};
  const trace::LaneAccess& access = lanes[static_cast<std::size_t>(at)];
  return {row, step, lane, trace().accesses.kind[row], access.value, access.stored};
}

std::vector<std::vector<LaneStep>> Executed::writes(const std::vector<Location>& locations) const {
  // Locations by the words that they lie in; of global memory, `block` is the buffer.
  using Word = std::tuple<trace::MemorySpace, std::uint64_t, std::uint64_t>;
  constexpr std::uint64_t word = 8;
  const auto owner = [](const Location& at) { return at.space == trace::MemorySpace::global ? at.buffer : at.block; };
  std::map<Word, std::vector<std::size_t>> in_word;
  for (std::size_t k = 0; k < locations.size(); ++k)
    for (std::uint64_t at = locations[k].offset / word; at <= (locations[k].offset + locations[k].bytes - 1) / word; ++at)
      in_word[{locations[k].space, owner(locations[k]), at}].push_back(k);
  std::vector<std::vector<LaneStep>> found(locations.size());
  const trace::Accesses& all = trace().accesses;
  const auto is_wanted = [&](trace::MemorySpace space, std::uint64_t of) {
    const auto first = in_word.lower_bound({space, of, 0});
    return first != in_word.end() && std::get<0>(first->first) == space && std::get<1>(first->first) == of;
  };
  for (std::uint32_t row = 0; row < all.size(); ++row) {
    if (all.kind[row] == trace::AccessKind::read) continue;
    const bool global = all.space[row] == trace::MemorySpace::global;
    if (!global && all.space[row] != trace::MemorySpace::shared) continue;
    const std::uint64_t of = global ? all.buffer[row] : trace().steps.warp[all.step[row]] / trace().warps_per_block();
    if (!is_wanted(all.space[row], of)) continue;
    for_each_lane(RowOffsets(trace(), row, trace().threads_per_block(), trace().warps_per_block()),
                  [&](int lane, std::uint64_t offset) {
                    const auto hit = in_word.find({all.space[row], of, offset / word});
                    if (hit == in_word.end()) return;
                    for (const std::size_t k : hit->second)
                      if (offset < locations[k].offset + locations[k].bytes && locations[k].offset < offset + all.bytes[row])
                        found[k].push_back(part_of(lane_step(row, lane), offset, all.bytes[row], locations[k]));
                  });
  }
  return found;
}

}  // namespace warplens::analysis
