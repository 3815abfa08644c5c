#include "runtime/uses.h"

#include <algorithm>
#include <utility>

namespace warplens::runtime {
namespace {

void give_back(const Allocation& allocation) { set_host_access(allocation.address, 0, allocation.bytes, true, HostAccess::all); }

const char* verb(bool writes) { return writes ? "writes" : "reads"; }

}  // namespace

bool Uses::matter(Memory& memory) const {
  return streams_.several() || std::ranges::any_of(memory.all(), [](const Allocation& allocation) {
           return allocation.on_host() && !allocation.freed;
         });
}

/// Why nothing orders `earlier` before `later`, where a program may have meant that something does.
std::string Uses::about_order(const Operation& earlier, const Operation& later) const {
  if (streams_.missed(later.stream, earlier))
    return "; the event that the second one waits for was recorded again in between, and a wait is for the last recording only";
  if (streams_.waited_in_vain(later.stream))
    return "; the second one's stream waited for an event before that was recorded, and such a wait ends at once";
  if ((earlier.stream == 0) == (later.stream == 0) || !streams_.is_non_blocking(std::max(earlier.stream, later.stream)))
    return "";
  return "; the default stream does not wait for a stream that was created with cudaStreamNonBlocking, nor that for it";
}

void Uses::add(Allocation& allocation, const Streams::Issued& issued, bool writes, ByteRanges bytes, const Call& call,
               Strength strength) {
  if (bytes.empty()) return;
  std::erase_if(allocation.uses, [&](const Use& use) { return streams_.host().has(use.operation); });
  for (const Use& use : allocation.uses) {
    const bool same = use.operation == issued.operation;  // a kernel reads and writes
    const bool atomic = strength != Strength::plain && use.strength != Strength::plain;
    if (same || atomic || issued.before.has(use.operation) || (!writes && !use.writes) || !use.bytes.overlaps(bytes)) continue;
    const bool in_graph = streams_.is_branch(use.operation.stream) || streams_.is_branch(issued.operation.stream);
    findings_.add(HostFinding::unordered_streams, call,
                  call.function + " " + verb(writes) + " " + allocation.name +
                      (in_graph ? " in one branch of a graph, while " : " in one stream, while ") + use.call.function + " " +
                      verb(use.writes) + " it in another, and nothing orders the two: " +
                      (in_graph ? "let one node depend on the other"
                                : "let one stream wait for an event of the other, or wait on the host in between" +
                                      about_order(use.operation, issued.operation)),
                  &allocation, &use.call);
  }
  allocation.uses.push_back({issued.operation, writes, strength, std::move(bytes), call});
  if (!allocation.on_host()) return;
  if (std::ranges::find(guarded_, &allocation) == guarded_.end()) guarded_.push_back(&allocation);
  guard(allocation);
}

void Uses::guard(const Allocation& allocation) const {
  for (const bool writes : {false, true}) {
    for (const Use& use : allocation.uses) {
      if (use.writes != writes || streams_.host().has(use.operation)) continue;
      for (const auto& [begin, end] : use.bytes.ranges())
        set_host_access(allocation.address, begin, end, end == allocation.bytes, writes ? HostAccess::none : HostAccess::read);
    }
  }
}

void Uses::lend_to_host() const {
  for (const Allocation* allocation : guarded_) give_back(*allocation);
}

void Uses::host_waited() {
  std::erase_if(guarded_, [&](Allocation* allocation) {
    std::erase_if(allocation->uses, [&](const Use& use) { return streams_.host().has(use.operation); });
    give_back(*allocation);
    guard(*allocation);
    return allocation->uses.empty();
  });
}

void Uses::host_touched(Allocation& allocation, std::uint64_t offset, const Call& call) {
  const auto matters = [&](const Use& use) {
    return use.bytes.overlaps(offset, offset + 1) && !streams_.host().has(use.operation);
  };
  const bool atomic =
      std::ranges::all_of(allocation.uses, [&](const Use& use) { return !matters(use) || use.strength == Strength::system; });
  for (const Use& use : allocation.uses) {
    // Of an operation that does both, its writes matter more.
    const bool said = !use.writes && std::ranges::any_of(allocation.uses, [&](const Use& other) {
      return other.writes && other.operation == use.operation && matters(other);
    });
    if (!matters(use) || said) continue;
    findings_.add(HostFinding::unordered_streams, call,
                  "the host uses " + allocation.name + " while " + use.call.function + " may still " +
                      (use.writes ? "write" : "read") +
                      " it: calls return before their work is done; wait for it first, by cudaDeviceSynchronize or "
                      "cudaStreamSynchronize" +
                      (atomic ? ", or use it by atomics on the host, too" : ""),
                  &allocation, &use.call, atomic);
  }
  give_back(allocation);
}

void Uses::forget(const Allocation& allocation) { std::erase(guarded_, &allocation); }

}  // namespace warplens::runtime
