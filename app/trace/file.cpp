#include "trace/file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <string>
#include <type_traits>

#include "base/checksum.h"
#include "base/file.h"
#include "trace/trace.h"

// The file: Header, then the columns in the order of for_each_column, each just its rows, little-endian.

namespace warplens::trace {
namespace {

static_assert(std::endian::native == std::endian::little);
static_assert(std::has_unique_object_representations_v<RequestPath>);  // nothing undefined is written

constexpr std::array<char, 8> magic{'W', 'L', 'T', 'R', 'A', 'C', 'E', '\n'};
constexpr std::uint32_t version = 2;

constexpr std::uint64_t max_schedulers = 1024;  // of a multiprocessor: more than any card has

struct Header {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint8_t level, truncation;
  std::uint16_t unused;
  std::uint64_t checksum;                // of everything after this field
  std::array<std::uint32_t, 6> extents;  // grid x y z, block x y z
  std::uint64_t end_cycle, steps_not_recorded;
  std::uint64_t steps, accesses, irregular, values, placements, waits;  // rows
  std::uint64_t schedulers;
};
static_assert(sizeof(Header) == 120 && std::is_trivially_copyable_v<Header>);
constexpr std::size_t checked_from = offsetof(Header, checksum) + sizeof(Header::checksum);

/// Every column with its number of rows, in the order of the file.
template <typename AnyTrace, typename Visit>
void for_each_column(AnyTrace& trace, const Header& header, Visit visit) {
  auto& s = trace.steps;
  visit(s.cycle, header.steps), visit(s.warp, header.steps), visit(s.instruction, header.steps);
  visit(s.active, header.steps), visit(s.access, header.steps);
  auto& a = trace.accesses;
  visit(a.done, header.accesses), visit(a.base, header.accesses), visit(a.stride, header.accesses),
      visit(a.value, header.accesses);
  visit(a.step, header.accesses), visit(a.buffer, header.accesses), visit(a.offsets, header.accesses);
  visit(a.path, header.accesses);
  visit(a.kind, header.accesses), visit(a.space, header.accesses), visit(a.bytes, header.accesses);
  visit(a.irregular, header.irregular), visit(a.values, header.values);
  auto& p = trace.placements;
  visit(p.start, header.placements), visit(p.end, header.placements), visit(p.block, header.placements),
      visit(p.sm, header.placements), visit(p.scheduler, header.placements);
  auto& w = trace.waits;
  visit(w.begin, header.waits), visit(w.end, header.waits), visit(w.warp, header.waits), visit(w.reason, header.waits);
}

/// What is wrong with the content of a trace of the right length; empty if nothing is.
std::string contradiction(const Trace& trace) {
  const auto in_row = [](const char* column, std::size_t row) {
    return std::string(column) + " of row " + std::to_string(row) + " is out of range";
  };
  for (const std::uint32_t extent : {trace.grid.x, trace.grid.y, trace.grid.z, trace.block.x, trace.block.y, trace.block.z})
    if (extent == 0) return "the grid or the block has a zero extent";
  if (trace.grid.x > 0x7fffffffu || trace.grid.y > 0xffff || trace.grid.z > 0xffff) return "the grid is over CUDA's limits";
  if (trace.block.x > 1024 || trace.block.y > 1024 || trace.block.z > 64 || trace.threads_per_block() > 1024)
    return "the block is over CUDA's limits";

  const Steps& steps = trace.steps;
  const Accesses& accesses = trace.accesses;
  const std::uint64_t threads = trace.threads_per_block(), warps = trace.warps_per_block(), blocks = base::count(trace.grid);
  std::size_t with_access = 0;
  for (std::size_t row = 0; row < steps.size(); ++row) {
    const std::uint64_t warp = steps.warp[row];
    if (warp / warps >= blocks) return in_row("the warp of a step:", row);
    const std::uint64_t in_warp = std::min<std::uint64_t>(lanes, threads - warp % warps * lanes);
    if (std::uint64_t{steps.active[row]} >> in_warp != 0) return in_row("the active lanes of a step:", row);
    if (steps.access[row] == no_row) continue;
    if (steps.access[row] >= accesses.size() || accesses.step[steps.access[row]] != row)
      return in_row("the access of a step:", row);
    ++with_access;
  }
  std::size_t steps_of_accesses = 0;
  for (std::size_t row = 0; row < accesses.size(); ++row) {
    const std::uint32_t step = accesses.step[row];
    if (step >= steps.size() || (row > 0 && step < accesses.step[row - 1])) return in_row("the step of an access:", row);
    if (row == 0 || step != accesses.step[row - 1]) {
      if (steps.access[step] != row) return in_row("the step of an access:", row);
      ++steps_of_accesses;
    }
    if (accesses.kind[row] > AccessKind::atomic) return in_row("the kind of an access:", row);
    if (accesses.space[row] > MemorySpace::parameter) return in_row("the space of an access:", row);
    const std::uint8_t bytes = accesses.bytes[row];
    if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) return in_row("the width of an access:", row);
    if (steps.active[step] == 0) return in_row("the active lanes of an access:", row);
    if (accesses.offsets[row] != no_row && accesses.offsets[row] >= accesses.irregular.size())
      return in_row("the offsets of an access:", row);
    const std::uint64_t copies = accesses.kind[row] == AccessKind::atomic ? 2 : 1;
    const std::uint64_t size = static_cast<std::uint64_t>(std::popcount(steps.active[step])) * bytes * copies;
    if (size > accesses.values.size() || accesses.value[row] > accesses.values.size() - size)
      return in_row("the values of an access:", row);
  }
  if (with_access != steps_of_accesses) return "steps and accesses do not match";
  const BlockPlacements& placements = trace.placements;
  for (std::size_t row = 0; row < placements.size(); ++row)
    if (placements.block[row] >= blocks || placements.start[row] > placements.end[row] ||
        placements.scheduler[row] >= std::max(trace.schedulers, 1u))
      return in_row("the place of a block:", row);
  const Waits& waits = trace.waits;
  for (std::size_t row = 0; row < waits.size(); ++row)
    if (waits.warp[row] / warps >= blocks || waits.reason[row] > WaitReason::bandwidth || waits.begin[row] >= waits.end[row] ||
        (row > 0 && waits.begin[row] < waits.begin[row - 1]))
      return in_row("the wait of a warp:", row);
  return {};
}

}  // namespace

std::vector<std::byte> content_of_file(const Trace& trace) {
  Header header{magic,
                version,
                static_cast<std::uint8_t>(trace.level),
                static_cast<std::uint8_t>(trace.truncation),
                0,
                0,
                {trace.grid.x, trace.grid.y, trace.grid.z, trace.block.x, trace.block.y, trace.block.z},
                trace.end_cycle,
                trace.steps_not_recorded,
                trace.steps.size(),
                trace.accesses.size(),
                trace.accesses.irregular.size(),
                trace.accesses.values.size(),
                trace.placements.size(),
                trace.waits.size(),
                trace.schedulers};
  std::vector<std::byte> file(sizeof header);
  file.reserve(sizeof header + trace.bytes());
  std::memcpy(file.data(), &header, sizeof header);
  for_each_column(trace, header, [&](const auto& column, std::uint64_t) {
    const auto bytes = std::as_bytes(std::span(column));
    file.insert(file.end(), bytes.begin(), bytes.end());
  });
  header.checksum = base::checksum(std::span<const std::byte>(file).subspan(checked_from));
  std::memcpy(file.data(), &header, sizeof header);
  return file;
}

base::Status save(const Trace& trace, const std::filesystem::path& path) {
  return base::write_file(path, content_of_file(trace));
}

void renew_checksum(std::span<std::byte> file) {
  if (file.size() < sizeof(Header)) return;
  const std::uint64_t renewed = base::checksum(file.subspan(checked_from));
  std::memcpy(file.data() + offsetof(Header, checksum), &renewed, sizeof renewed);
}

base::Result<Trace> load(const std::filesystem::path& path) {
  const base::Result<std::vector<std::byte>> file = base::read_bytes(path);
  if (!file) return file.error();
  return parse_trace(*file, path.string());
}

base::Result<Trace> parse_trace(std::span<const std::byte> file, const std::string& name) {
  const auto damaged = [&](const std::string& why) { return base::Error{name, 0, 0, "not a whole trace file: " + why}; };
  Header header;
  if (file.size() < sizeof header) return damaged("it is shorter than its header");
  std::memcpy(&header, file.data(), sizeof header);
  if (header.magic != magic) return damaged("it does not begin like one");
  if (header.version != version)
    return base::Error{
        name, 0, 0,
        "trace of version " + std::to_string(header.version) + "; this program reads version " + std::to_string(version)};
  if (header.checksum != base::checksum(file.subspan(checked_from))) return damaged("its checksum does not match");
  if (header.level > static_cast<std::uint8_t>(Level::full) ||
      header.truncation > static_cast<std::uint8_t>(Truncation::budget) || header.unused != 0)
    return damaged("its header holds an unknown value");

  Trace trace;
  std::uint64_t rest = file.size() - sizeof header;
  bool fits = true;
  for_each_column(trace, header, [&](const auto& column, std::uint64_t rows) {
    const std::uint64_t row_bytes = sizeof column[0];
    fits = fits && rows <= rest / row_bytes;
    if (fits) rest -= rows * row_bytes;
  });
  if (!fits || rest != 0) return damaged("its length does not fit its columns");
  if (header.steps >= no_row || header.accesses >= no_row || header.irregular >= no_row || header.waits >= no_row)
    return damaged("it has too many rows");
  if (header.schedulers > max_schedulers) return damaged("its header holds an unknown value");

  const std::byte* from = file.data() + sizeof header;
  for_each_column(trace, header, [&](auto& column, std::uint64_t rows) {
    column.resize(rows);
    if (rows > 0) std::memcpy(column.data(), from, rows * sizeof column[0]);
    from += rows * sizeof column[0];
  });
  trace.level = static_cast<Level>(header.level);
  trace.truncation = static_cast<Truncation>(header.truncation);
  trace.grid = {header.extents[0], header.extents[1], header.extents[2]};
  trace.block = {header.extents[3], header.extents[4], header.extents[5]};
  trace.schedulers = static_cast<std::uint32_t>(header.schedulers);
  trace.end_cycle = header.end_cycle;
  trace.steps_not_recorded = header.steps_not_recorded;
  if (const std::string why = contradiction(trace); !why.empty()) return damaged(why);
  return trace;
}

}  // namespace warplens::trace
