#include "trace/hardware_trace.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "ptx/listing.h"
#include "trace/atomic_value.h"
#include "trace/common_clock.h"
#include "trace/recorder.h"

namespace warplens::trace {
namespace {

using LaneWords = std::array<std::uint64_t, lanes>;

AccessKind kind_of(const ptx::Instruction& instruction) {
  if (instruction.opcode == ptx::Opcode::st) return AccessKind::write;
  return instruction.opcode == ptx::Opcode::atom || instruction.opcode == ptx::Opcode::red ? AccessKind::atomic
                                                                                           : AccessKind::read;
}

/// The buffer or memory space of a lane's address.
struct LaneMemory {
  MemorySpace space = MemorySpace::global;
  std::uint32_t buffer = no_buffer;
  std::uint64_t base = 0;  // what the lane's offset counts from
  std::uint64_t size = 0;  // of its AddressRange; 0 where it has none
  bool operator==(const LaneMemory&) const = default;
};

/// Finds the records, puts them in order and reads them.
class Decoder {
 public:
  explicit Decoder(const RecordedRun& run)
      : run_(run),
        recorder_(Level::memory, ~std::uint64_t{0}, run.grid, run.block),
        warps_per_block_((base::count(run.block) + lanes - 1) / lanes) {
    const ptx::Listing listing(run.module, run.entry);
    firsts_.resize(run.module.functions.size(), no_row);
    for (std::size_t k = 0; k < listing.functions().size(); ++k) firsts_[listing.functions()[k]] = listing.first(k);
    std::copy_if(run.ranges.begin(), run.ranges.end(), std::back_inserter(ranges_), [](const auto& range) { return range.size; });
    std::sort(ranges_.begin(), ranges_.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
  }

  base::Result<Trace> decode() {
    if (!find_chunks() || !find_records()) return base::error("the records of the run are damaged");
    std::ranges::sort(records_, {}, [](const Record& record) { return std::pair{record.cycle, record.at}; });
    const std::int64_t first = records_.empty() ? 0 : records_.front().cycle;
    std::uint64_t now = 0;
    for (const Record& record : records_) {
      now = static_cast<std::uint64_t>(record.cycle) - static_cast<std::uint64_t>(first);
      decode_record(record, now);
    }
    for (const auto& stay : stays_) {
      if (stay.seen) recorder_.place(stay.block, stay.sm, stay.begin, stay.end);
    }
    Trace trace = recorder_.finish(now);
    trace.steps_not_recorded = run_.buffer.dropped();
    if (trace.steps_not_recorded > 0) trace.truncation = Truncation::budget;
    return trace;
  }

 private:
  struct Stay {
    bool seen = false;
    std::uint32_t block = 0, sm = 0;
    std::uint64_t begin = 0, end = 0;
  };
  struct Chunk {
    ptx::ChunkHeader header;
    std::uint64_t at = 0;  // byte in the buffer
  };
  struct Record {
    std::int64_t cycle = 0;
    std::uint64_t at = 0;     // byte in the buffer
    std::uint32_t chunk = 0;  // in chunks_
  };

  template <typename Header>
  Header header_at(std::uint64_t at) const {
    Header header;
    std::memcpy(&header, run_.records.data() + at, sizeof header);
    return header;
  }

  const ptx::Instruction& instruction_at(const ptx::RecordSite& site) const {
    return run_.module.functions[site.function].instructions[site.instruction];
  }

  /// False: they are damaged.
  bool find_chunks() {
    std::uint64_t at = 0;
    for (std::size_t region = 0; region < ptx::record_regions; ++region) {
      const std::uint64_t used = run_.buffer.used(region);
      if (used > run_.records.size() - at || !find_chunks(at, at + used)) return false;
      at += used;
    }
    return true;
  }
  bool find_chunks(std::uint64_t at, std::uint64_t end) {
    while (end - at >= sizeof(ptx::ChunkHeader)) {
      const auto header = header_at<ptx::ChunkHeader>(at);
      if (header.bytes == 0) return true;  // from here on, what was asked for did not fit
      const bool sound = header.bytes >= sizeof header && header.bytes % 16 == 0 && header.bytes <= end - at &&
                         header.lanes != 0 && header.block < base::count(run_.grid) && header.warp < warps_per_block_;
      if (!sound) return false;
      chunks_.push_back({header, at});
      at += header.bytes;
    }
    return true;
  }

  /// False: they are damaged.
  bool find_records() {
    std::vector<ClockReading> readings;
    for (const Chunk& chunk : chunks_) readings.push_back({chunk.header.sm, chunk.header.clock, chunk.header.time});
    const CommonClock clock(readings, run_.clock_mhz / 1000);
    for (std::uint32_t k = 0; k < chunks_.size(); ++k) {
      const ptx::ChunkHeader& of = chunks_[k].header;
      const auto lanes = static_cast<std::uint64_t>(std::popcount(of.lanes));
      const std::uint64_t end = chunks_[k].at + of.bytes;
      for (std::uint64_t at = chunks_[k].at + sizeof of; end - at >= sizeof(ptx::RecordHeader);) {
        const auto header = header_at<ptx::RecordHeader>(at);
        if (header.lanes == 0) break;
        if (header.lanes != of.lanes || header.site >= run_.sites.size()) return false;
        const ptx::RecordSite& site = run_.sites[header.site];
        const std::uint64_t bytes = sizeof header + lanes * 8 * ptx::record_lane_words(instruction_at(site));
        if (firsts_[site.function] == no_row || bytes > end - at) return false;
        records_.push_back({clock.cycle(of.sm, header.clock), at, k});
        at += bytes;
      }
    }
    return true;
  }

  void decode_record(const Record& record, std::uint64_t cycle) {
    const ptx::ChunkHeader& of = chunks_[record.chunk].header;
    const auto header = header_at<ptx::RecordHeader>(record.at);
    const ptx::RecordSite& site = run_.sites[header.site];
    const ptx::Instruction& instruction = instruction_at(site);
    stay(of, cycle);
    const auto warp = static_cast<std::uint32_t>(of.block * warps_per_block_ + of.warp);
    const std::uint32_t number = firsts_[site.function] + site.instruction;
    if (ptx::record_lane_words(instruction) == 0)
      recorder_.step(cycle, warp, number, of.lanes);
    else
      record_access({cycle, warp, number, of.lanes, instruction, run_.records.subspan(record.at + sizeof header)});
  }

  void stay(const ptx::ChunkHeader& chunk, std::uint64_t cycle) {
    if (chunk.block >= stays_.size()) stays_.resize(std::size_t{chunk.block} + 1);
    Stay& stay = stays_[chunk.block];
    if (!stay.seen) stay = {true, chunk.block, chunk.sm, cycle, cycle};
    stay.end = cycle;
  }

  /// Word `k` of every lane.
  static LaneWords words(std::span<const std::byte> bytes, std::uint32_t active, std::uint32_t lane_words, std::uint32_t k) {
    LaneWords words{};
    std::size_t at = std::size_t{8} * k;
    for (std::uint32_t rest = active; rest != 0; rest &= rest - 1, at += std::size_t{8} * lane_words)
      std::memcpy(&words[static_cast<std::size_t>(std::countr_zero(rest))], bytes.data() + at, 8);
    return words;
  }

  LaneMemory place_of(bool shared, std::uint64_t address) const {
    const std::uint64_t generic = address & ptx::record_in_shared;
    if (shared || generic != 0) {
      const std::uint64_t start = (address ^ generic) >= run_.shared_start ? run_.shared_start : 0;
      return {MemorySpace::shared, no_buffer, start | generic};
    }
    const auto behind = std::upper_bound(ranges_.begin(), ranges_.end(), address,
                                         [](std::uint64_t wanted, const AddressRange& range) { return wanted < range.begin; });
    if (behind == ranges_.begin()) return {};
    const AddressRange& range = *std::prev(behind);
    if (address - range.begin >= range.size) return {};
    return {range.space, range.buffer, range.begin, range.size};
  }

  /// A partly decoded record of an access.
  struct AccessRecord {
    std::uint64_t cycle;
    std::uint32_t warp, number, lanes;
    const ptx::Instruction& instruction;
    std::span<const std::byte> bytes;

    /// Word `k` of every lane.
    LaneWords words(std::uint32_t k) const { return Decoder::words(bytes, lanes, ptx::record_lane_words(instruction), k); }
  };

  /// A copy becomes a read followed by a write.
  void record_access(const AccessRecord& record) {
    const ptx::Instruction& instruction = record.instruction;
    const LaneWords addresses = record.words(0);
    if (ptx::copied_bytes(instruction) == 0)
      return record_part(record, kind_of(instruction), instruction.space == ptx::Space::shared, addresses);
    record_part(record, AccessKind::read, false, addresses);
    record_part(record, AccessKind::write, true, record.words(1 + ptx::recorded_elements(instruction).count));
  }

  /// One step for the lanes that access the same buffer.
  void record_part(const AccessRecord& record, AccessKind kind, bool shared, const LaneWords& addresses) {
    const ptx::Instruction& instruction = record.instruction;
    const auto [elements, width] = ptx::recorded_elements(instruction);
    for (std::uint32_t rest = record.lanes; rest != 0;) {
      const LaneMemory place = place_of(shared, addresses[static_cast<std::size_t>(std::countr_zero(rest))]);
      std::uint32_t active = 0;
      LaneWords offsets{};
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        if ((rest >> lane & 1) == 0) continue;
        const bool in_range = addresses[lane] - place.base < place.size;
        if (!in_range && place_of(shared, addresses[lane]) != place) continue;
        active |= 1u << lane;
        offsets[lane] = addresses[lane] - place.base;
      }
      rest &= ~active;
      for (std::uint32_t element = 0; element < elements; ++element) {
        const LaneWords values = record.words(1 + element);
        LaneWords stored = values;
        if (kind == AccessKind::atomic) {
          const LaneWords b = record.words(1 + elements + element);
          const bool swaps = instruction.modifiers.atomic == ptx::AtomicOp::cas;
          const LaneWords c = swaps ? record.words(3) : LaneWords{};
          for (std::size_t lane = 0; lane < lanes; ++lane)
            stored[lane] = atomic_value(instruction, values[lane], b[lane], c[lane]);
        }
        recorder_.access(
            record.cycle, record.warp, record.number, active,
            {kind, place.space, static_cast<std::uint8_t>(width), place.buffer, record.cycle, offsets, values, stored},
            element == 0);
        for (std::uint64_t& offset : offsets) offset += width;
      }
    }
  }

  const RecordedRun& run_;
  Recorder recorder_;
  std::uint64_t warps_per_block_;
  std::vector<std::uint32_t> firsts_;  // per function, the number of its first instruction; no_row where it is not reached
  std::vector<AddressRange> ranges_;   // by address
  std::vector<Stay> stays_;            // by block
  std::vector<Chunk> chunks_;
  std::vector<Record> records_;
};

}  // namespace

base::Result<Trace> hardware_trace(const RecordedRun& run) { return Decoder(run).decode(); }

}  // namespace warplens::trace
