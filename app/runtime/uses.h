#pragma once

#include <string>
#include <vector>

#include "runtime/findings.h"
#include "runtime/memory.h"
#include "runtime/streams.h"

namespace warplens::runtime {

/// Tracks which operations use which memory: finds unordered uses, and removes the host's access to memory until the host has
/// waited for the work that uses it.
class Uses {
 public:
  Uses(const Streams& streams, Findings& findings) : streams_(streams), findings_(findings) {}

  /// Whether uses can be unordered at all.
  bool matter(Memory& memory) const;
  /// Add a use. Atomic accesses need no order among each other.
  void add(Allocation& allocation, const Streams::Issued& issued, bool writes, ByteRanges bytes, const Call& call,
           Strength strength = Strength::plain);
  /// Let the host access all memory until host_waited(), because a host function runs in a stream.
  void lend_to_host() const;
  /// Call when the host has waited for something: forgets finished uses, and updates the host's access.
  void host_waited();
  /// Handle an access of the host to byte `offset` of memory without host access: adds a finding if unfinished work uses the
  /// byte, and gives access back. If all that work is atomic for the system, the finding holds unless the host's access is
  /// atomic, too.
  void host_touched(Allocation& allocation, std::uint64_t offset, const Call& call);
  /// Forget an allocation that is freed.
  void forget(const Allocation& allocation);

 private:
  std::string about_order(const Operation& earlier, const Operation& later) const;
  void guard(const Allocation& allocation) const;

  const Streams& streams_;
  Findings& findings_;
  std::vector<Allocation*> guarded_;
};

}  // namespace warplens::runtime
