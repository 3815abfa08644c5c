#include "analysis/lost_updates.h"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

#include "analysis/row_offsets.h"

// Versions: the element as the launch found it is version 0; its k-th write makes version k. A thread knows the version it last
// read or made.

namespace warplens::analysis {
namespace {

using trace::AccessKind;

constexpr std::uint32_t unknown = 0xffffffffu;

/// The version that each thread knows of each element: an open-addressing table with linear probing.
class KnownVersions {
 public:
  /// The known version, `unknown` at first; may be assigned. Valid until the next call.
  std::uint32_t* at(std::uint32_t element, std::uint32_t thread, AccessKind) {
    if ((used_ + 1) * 2 > slots_.size()) grow();
    Slot& slot = slot_of(std::uint64_t{element} << 32 | thread);
    if (slot.version == empty) used_ += 1, slot.version = unknown;
    return &slot.version;
  }

 private:
  static constexpr std::uint32_t empty = unknown - 1;
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t version = empty;
  };

  Slot& slot_of(std::uint64_t key) {
    const std::size_t mask = slots_.size() - 1;
    // Fibonacci hashing (Knuth, The Art of Computer Programming 3, section 6.4); the high bits are the mixed ones.
    std::size_t at = static_cast<std::size_t>((key * 0x9e3779b97f4a7c15u) >> 32) & mask;
    while (slots_[at].version != empty && slots_[at].key != key) at = (at + 1) & mask;
    slots_[at].key = key;
    return slots_[at];
  }
  void grow() {
    std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(std::max<std::size_t>(1024, slots_.size() * 2)));
    for (const Slot& slot : old)
      if (slot.version != empty) slot_of(slot.key).version = slot.version;
  }

  std::vector<Slot> slots_;
  std::size_t used_ = 0;
};

/// The same for the element that each thread touched last, which is all that most kernels need (they write what they have just
/// read), in a hundredth of the memory.
class LastKnownVersions {
 public:
  /// As KnownVersions::at; null where it would take knowing an earlier element of the thread.
  std::uint32_t* at(std::uint32_t element, std::uint32_t thread, AccessKind kind) {
    constexpr std::uint32_t max_threads = 1u << 26;
    if (thread >= max_threads) return nullptr;
    if (thread >= known_.size()) known_.resize(std::max<std::size_t>(thread + 1, known_.size() * 2));
    Known& known = known_[thread];
    if (known.element != element) {
      if (kind == AccessKind::write) return nullptr;
      known = {element, unknown};
    }
    return &known.version;
  }

 private:
  struct Known {
    std::uint32_t element = 0xffffffffu, version = unknown;
  };
  std::vector<Known> known_;
};

/// One write of an element that several threads touched.
struct Write {
  std::uint32_t element;   // index among those elements
  std::uint32_t built_on;  // version
  bool counts;             // whether it can be lost
};

/// The part of `value` that belongs to the element.
std::uint64_t part_of(std::uint64_t value, std::uint64_t offset, std::uint32_t bytes, std::uint64_t element,
                      std::uint32_t element_bytes) {
  const std::uint64_t start = element * element_bytes;
  if (bytes <= element_bytes || offset > start) return value;
  const std::uint64_t shifted = start - offset < 8 ? value >> 8 * (start - offset) : 0;
  return element_bytes >= 8 ? shifted : shifted & ((std::uint64_t{1} << 8 * element_bytes) - 1);
}

/// What a thread knows of the one element of a history.
struct Knowledge {
  std::uint32_t version = unknown;
  std::uint32_t read = trace::no_row;  // row of the access by which it knows; no_row: by its own write
};

/// The knowledge of each thread, in pages of neighbouring threads: those of a warp come one after another.
class KnowledgeOfThreads {
 public:
  Knowledge& of(std::uint64_t thread) {
    if (page_ == nullptr || thread / threads_a_page != number_) {
      number_ = thread / threads_a_page;
      std::unique_ptr<Page>& page = pages_[number_];
      if (!page) page = std::make_unique<Page>();
      page_ = page.get();
    }
    return (*page_)[thread % threads_a_page];
  }

 private:
  static constexpr std::uint64_t threads_a_page = 1024;
  using Page = std::array<Knowledge, threads_a_page>;

  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
  std::uint64_t number_ = 0;
  Page* page_ = nullptr;
};

/// One element, and the part that accesses of a row have in it.
class OneElement {
 public:
  OneElement(const trace::Trace& trace, std::uint64_t element, std::uint32_t bytes)
      : trace_(trace),
        element_(element),
        bytes_(bytes),
        begin_(std::min(element, beyond_buffers) * bytes),
        end_(begin_ + bytes) {}

  bool is_touched(std::size_t row, std::uint64_t offset) const {
    return offset < end_ && offset + trace_.accesses.bytes[row] > begin_;
  }
  /// The lanes of an access that touch the element.
  std::uint32_t touching(std::size_t row, const RowOffsets& where) const {
    if (where.same()) return is_touched(row, where.base) ? where.active : 0;
    std::uint32_t lanes = 0;
    for_each_lane(where, [&](int lane, std::uint64_t offset) { lanes |= is_touched(row, offset) ? 1u << lane : 0; });
    return lanes;
  }
  std::uint64_t part(std::size_t row, std::uint64_t offset, std::uint64_t value) const {
    const std::uint32_t width = trace_.accesses.bytes[row];
    if (width <= bytes_) return value;
    return part_of(value, offset / width * width, width, element_, bytes_);
  }
  /// What a thread read there. The lanes of a warp mostly ask for the same row, one after another.
  std::uint64_t read(std::size_t row, std::uint64_t thread) {
    if (row != unpacked_row_) {
      trace::unpack(trace_, row, unpacked_);
      unpacked_row_ = row;
      active_ = trace_.steps.active[trace_.accesses.step[row]];
    }
    const auto lane = static_cast<std::uint32_t>((thread - unpacked_[0].thread) + std::countr_zero(active_));
    const std::uint32_t below = active_ & ((1u << lane) - 1);
    const auto place = static_cast<std::size_t>(active_ == ~0u ? lane : std::popcount(below));
    return part(row, unpacked_[place].offset, unpacked_[place].value);
  }

 private:
  static constexpr std::uint64_t beyond_buffers = std::uint64_t{1} << 60;  ///< an index that no buffer has

  const trace::Trace& trace_;
  std::uint64_t element_;
  std::uint32_t bytes_;
  std::uint64_t begin_, end_;  ///< offsets in the buffer
  std::size_t unpacked_row_ = trace::no_row;
  std::uint32_t active_ = 0;  ///< lanes of that row
  std::array<trace::LaneAccess, trace::lanes> unpacked_;
};

/// Index of each element that more than one thread touched and somebody wrote, or `none`; and how many there are.
struct ContestedElements {
  static constexpr std::uint32_t none = 0xffffffffu;
  std::vector<std::uint32_t> index;
  std::vector<std::uint64_t> element;
};

ContestedElements contested_elements(const AccessMap& map) {
  ContestedElements contested;
  contested.index.assign(map.elements, ContestedElements::none);
  for (std::uint64_t element = 0; element < map.elements; ++element) {
    if (map.several[element] == 0 || map.writes[element] == 0) continue;  // atomics alone lose nothing
    contested.index[element] = static_cast<std::uint32_t>(contested.element.size());
    contested.element.push_back(element);
  }
  return contested;
}

/// Goes back from the last of the first `updates` updates to what it is built on, and so on; calls `lost` with the index of each
/// that is passed over, and that changed the value.
template <typename Lost>
void for_each_lost(const ElementHistory& history, std::size_t updates, Lost lost) {
  std::size_t wanted = updates;
  for (std::size_t version = updates; version > 0; --version) {
    const Update& update = history.updates[version - 1];
    if (version == wanted) {
      wanted = update.built_on;
    } else if (!update.atomic || update.written_value != update.read_value) {
      lost(version - 1);
    }
  }
}

/// Lost updates of the contested elements; nothing where `known` cannot tell.
template <typename Known>
std::optional<LostUpdates> count_lost(const trace::Trace& trace, std::uint32_t buffer, std::uint32_t element_bytes,
                                      const ContestedElements& contested, Known known) {
  const trace::Accesses& accesses = trace.accesses;
  std::vector<std::uint32_t> versions(contested.element.size(), 0);
  std::vector<Write> writes;
  std::array<trace::LaneAccess, trace::lanes> unpacked;
  for (std::size_t row = 0; row < accesses.size(); ++row) {
    if (accesses.buffer[row] != buffer || accesses.space[row] != trace::MemorySpace::global) continue;
    const AccessKind kind = accesses.kind[row];
    const int lanes = unpack(trace, row, unpacked);
    for (int lane = 0; lane < lanes; ++lane) {
      const trace::LaneAccess& access = unpacked[static_cast<std::size_t>(lane)];
      const std::uint64_t first = access.offset / element_bytes, last = (access.offset + accesses.bytes[row] - 1) / element_bytes;
      for (std::uint64_t element = first; element <= last && element < contested.index.size(); ++element) {
        const std::uint32_t index = contested.index[element];
        if (index == ContestedElements::none) continue;
        std::uint32_t& version = versions[index];
        std::uint32_t* const knows = known.at(index, static_cast<std::uint32_t>(access.thread), kind);
        if (knows == nullptr) return std::nullopt;
        if (kind != AccessKind::read) {
          const bool stale = kind == AccessKind::write && *knows != unknown;
          writes.push_back({index, stale ? *knows : version, kind == AccessKind::write || access.value != access.stored});
          ++version;
        }
        *knows = version;
      }
    }
  }
  std::vector<std::uint32_t> wanted = versions;
  std::vector<std::uint64_t> lost(versions.size(), 0);
  for (auto write = writes.rbegin(); write != writes.rend(); ++write) {
    const std::uint32_t version = versions[write->element]--;
    if (version == wanted[write->element])
      wanted[write->element] = write->built_on;
    else
      lost[write->element] += write->counts;
  }
  LostUpdates result;
  for (std::size_t index = 0; index < lost.size(); ++index) {
    if (lost[index] == 0) continue;
    result.element.push_back(contested.element[index]);
    result.lost.push_back(lost[index]);
    result.total += lost[index];
  }
  return result;
}

}  // namespace

ElementHistory element_history(const trace::Trace& trace, std::uint32_t buffer, std::uint64_t element,
                               std::uint32_t element_bytes, std::uint64_t before, std::uint64_t updates) {
  ElementHistory history;
  history.buffer = buffer;
  history.element = element;
  history.updates.reserve(updates);
  OneElement one(trace, element, element_bytes);
  const trace::Accesses& accesses = trace.accesses;
  const std::uint64_t threads = trace.threads_per_block(), warps = trace.warps_per_block();
  KnowledgeOfThreads knowledge;
  std::uint64_t current = before;
  const auto write = [&](std::size_t row, const trace::LaneAccess& lane) {
    const auto version = static_cast<std::uint32_t>(history.updates.size());
    Knowledge& known = knowledge.of(lane.thread);
    Update& update = history.updates.emplace_back();
    update.thread = static_cast<std::uint32_t>(lane.thread);
    update.atomic = accesses.kind[row] == AccessKind::atomic;
    update.read_row = trace::no_row;
    update.write_row = static_cast<std::uint32_t>(row);
    update.written_value = one.part(row, lane.offset, lane.stored);
    update.built_on = version;
    if (update.atomic) {
      current = one.part(row, lane.offset, lane.value);
      update.read_row = update.write_row;
      update.read_value = current;
    } else if (known.version != unknown) {
      update.built_on = known.version;
      update.read_row = known.read;
      if (known.read != trace::no_row) update.read_value = one.read(known.read, lane.thread);
    }
    update.overwritten = current;
    update.erases = update.built_on < version;
    update.victim = update.erases ? history.updates[version - 1].thread : 0;
    current = update.written_value;
    known = {version + 1, trace::no_row};
  };
  std::array<trace::LaneAccess, trace::lanes> unpacked;
  for (std::size_t row = 0; row < accesses.size(); ++row) {
    if (accesses.buffer[row] != buffer || accesses.space[row] != trace::MemorySpace::global) continue;
    const RowOffsets where(trace, row, threads, warps);
    const std::uint32_t touching = one.touching(row, where);
    if (touching == 0) continue;
    if (accesses.kind[row] == AccessKind::read) {
      const Knowledge seen{static_cast<std::uint32_t>(history.updates.size()), static_cast<std::uint32_t>(row)};
      std::uint64_t thread = 0;
      for (std::uint32_t rest = touching; rest != 0; rest &= rest - 1) {
        thread = where.first_thread + static_cast<std::uint64_t>(std::countr_zero(rest));
        knowledge.of(thread) = seen;
      }
      if (history.updates.empty()) current = one.read(row, thread);  // what was there before the first write
      continue;
    }
    const int lanes = unpack(trace, row, unpacked);
    for (const trace::LaneAccess& lane : std::span(unpacked).first(static_cast<std::size_t>(lanes)))
      if (touching == where.active || one.is_touched(row, lane.offset)) write(row, lane);
  }
  for_each_lost(history, history.updates.size(), [&](std::size_t index) {
    history.updates[index].lost = true;
    ++history.lost;
  });
  return history;
}

std::uint64_t lost_among_first(const ElementHistory& history, std::size_t updates) {
  std::uint64_t lost = 0;
  for_each_lost(history, std::min(updates, history.updates.size()), [&](std::size_t) { ++lost; });
  return lost;
}

std::vector<bool> lost_flags(const ElementHistory& history, std::size_t updates) {
  std::vector<bool> flags(std::min(updates, history.updates.size()), false);
  if (flags.size() == history.updates.size()) {  // known already
    std::transform(history.updates.begin(), history.updates.end(), flags.begin(),
                   [](const Update& update) { return update.lost; });
    return flags;
  }
  for_each_lost(history, flags.size(), [&](std::size_t index) { flags[index] = true; });
  return flags;
}

LostUpdates lost_updates(const trace::Trace& trace, const AccessMap& map, const ElementHistory* known) {
  const ContestedElements contested = contested_elements(map);
  if (contested.element.empty()) return {};
  const bool all_known = known != nullptr && known->buffer == map.buffer && contested.element == std::vector{known->element};
  if (all_known && known->lost == 0) return {};
  if (all_known) return {{known->element}, {known->lost}, known->lost};
  if (auto lost = count_lost(trace, map.buffer, map.element_bytes, contested, LastKnownVersions())) return std::move(*lost);
  return *count_lost(trace, map.buffer, map.element_bytes, contested, KnownVersions());
}

LostUpdates lost_updates(const trace::Trace& trace, std::uint32_t buffer, std::uint64_t elements, std::uint32_t element_bytes) {
  return lost_updates(trace, access_map(trace, buffer, elements, element_bytes));
}

}  // namespace warplens::analysis
