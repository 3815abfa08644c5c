#pragma once

#include <vector>

#include "runtime/findings.h"
#include "runtime/memory.h"
#include "runtime/streams.h"

namespace warplens::runtime {

/// Which operations use which memory: finds uses that nothing orders, and takes the host's access to memory away while work that
/// uses it has not been waited for.
class Uses {
 public:
  Uses(const Streams& streams, Findings& findings) : streams_(streams), findings_(findings) {}

  /// Whether uses can be unordered with others at all.
  bool matter(Memory& memory) const;
  /// Atomic accesses need no order among each other.
  void add(Allocation& allocation, const Streams::Issued& issued, bool writes, ByteRanges bytes, const Call& call,
           Strength strength = Strength::plain);
  /// A function of the host runs in a stream: it may access all memory until host_waited().
  void lend_to_host() const;
  /// The host has waited for something.
  void host_waited();
  /// The host has accessed byte `offset` of memory that was taken away. Says so if work uses that byte, and gives the memory
  /// back. Where all that work is atomic for the system, the finding holds unless the host's access is atomic, too.
  void host_touched(Allocation& allocation, std::uint64_t offset, const Call& call);
  /// An allocation is freed.
  void forget(const Allocation& allocation);

 private:
  void guard(const Allocation& allocation) const;

  const Streams& streams_;
  Findings& findings_;
  std::vector<Allocation*> guarded_;
};

}  // namespace warplens::runtime
