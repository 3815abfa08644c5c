#pragma once

#include <cstdint>
#include <optional>

#include "runtime/effect.h"
#include "runtime/errors.h"
#include "runtime/findings.h"
#include "runtime/memory.h"
#include "runtime/status.h"
#include "runtime/streams.h"
#include "runtime/uses.h"

namespace warplens::runtime {

/// cudaMemcpyKind, with CUDA's numbers.
enum class CopyKind : int { host_to_host = 0, host_to_device = 1, device_to_host = 2, device_to_device = 3, by_pointers = 4 };

/// Rows of bytes: `height` · `depth` rows of `width` bytes, `pitch` bytes apart, and slices of `pitch` · `rows` bytes.
struct Layout {
  std::uint64_t width = 0, height = 1, depth = 1;
};
struct Rows {
  void* pointer = nullptr;
  std::uint64_t pitch = 0, rows = 1;
};

/// What memory is set to: a value of 1, 2 or 4 bytes, over and over.
struct Pattern {
  std::uint32_t value = 0, bytes = 1;
};

/// A copy of pageable memory of the host, while its bytes are moved.
struct CopyUnderWay {
  std::uint64_t host = 0, bytes = 0;  ///< address and size of the host's side, from its first byte to its last
  bool reads = false;                 ///< the host's memory is the source
  Call call;
};

/// Carries out copies and memsets, each at once, whatever its stream; the streams model when it takes place for the program. All
/// functions return invalid_value, and add a finding, for an address that is not valid.
class Copies {
 public:
  /// `effect`: receives the direction, bytes and memory of each copy or memset.
  Copies(Memory& memory, Streams& streams, Uses& uses, Errors& errors, Findings& findings, Effect& effect)
      : memory_(memory), streams_(streams), uses_(uses), errors_(errors), findings_(findings), effect_(effect) {}

  /// Copy in a stream. `waits`: the host waits until the copy is done, as in cudaMemcpy; an asynchronous copy of pageable memory
  /// waits as well, unless a graph makes it.
  Status copy(const Rows& to, const Rows& from, const Layout& layout, CopyKind kind, std::uint32_t stream, bool waits,
              const Call& call, Issuer issuer = Issuer::host);
  /// Set memory to a pattern, of which the rows' width is a multiple.
  Status set(const Rows& to, const Pattern& pattern, const Layout& layout, std::uint32_t stream, const Call& call,
             Issuer issuer = Issuer::host);
  /// The copy that is moving bytes now: where the program lacks some of them, the system ends it.
  const std::optional<CopyUnderWay>& under_way() const { return under_way_; }
  /// Whether anything has been copied from device memory to the host.
  bool any_to_host() const { return any_to_host_; }
  /// A kernel has been launched.
  void launched() { to_device_.reset(); }
  /// The last copy from the host to device memory since the last launch.
  const std::optional<Call>& to_device_since_launch() const { return to_device_; }

 private:
  /// One side of a copy.
  struct Side {
    Allocation* allocation = nullptr;  ///< null: the host's memory
    std::uint64_t offset = 0;
    std::byte* memory = nullptr;
    bool on_device() const { return allocation != nullptr && allocation->kind != MemoryKind::pinned; }
    bool on_host() const { return allocation == nullptr || allocation->on_host() || allocation->kind == MemoryKind::registered; }
  };
  /// Resolve one side of a copy. Adds a finding and returns nothing if the rows are not inside an allocation.
  std::optional<Side> side(const Rows& rows, const Layout& layout, bool written, const Call& call);
  /// Add a finding if a copy goes beyond the host's block that begins at `pointer`, or beyond what of it is pinned.
  void check_host_block(const void* pointer, std::uint64_t bytes, bool written, const Call& call);
  /// Add a finding if a copy reads only unwritten bytes, or whole unwritten elements.
  void check_written(const Allocation& from, const ByteRanges& bytes, const Call& call);
  Status check_direction(const Side& to, const Side& from, CopyKind kind, const Call& call);

  Memory& memory_;
  Streams& streams_;
  Uses& uses_;
  Errors& errors_;
  Findings& findings_;
  Effect& effect_;
  std::optional<CopyUnderWay> under_way_;
  std::optional<Call> to_device_;
  bool any_to_host_ = false;
};

}  // namespace warplens::runtime
