#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/pages.h"
#include "launch/address_space.h"
#include "launch/arguments/value.h"
#include "launch/recording/recording.h"
#include "runtime/byte_ranges.h"
#include "runtime/call.h"
#include "runtime/host_pages.h"
#include "runtime/streams.h"

namespace warplens::runtime {

using MemoryKind = launch::RecordedAllocation::Kind;

/// Against which other accesses an access is atomic.
enum class Strength : std::uint8_t {
  plain,   ///< none: also those that are atomic only within a block
  device,  ///< those of other kernels
  system,  ///< the host's as well: atomics of system scope, volatile accesses
};

/// An access to memory by an operation in a stream, as long as it may matter.
struct Use {
  Operation operation;
  bool writes = false;
  Strength strength = Strength::plain;
  ByteRanges bytes;  ///< offsets in the allocation
  Call call;
};

/// Memory that kernels can address. It keeps its slot of the address space after it has been freed, so that later uses are found.
struct Allocation {
  std::uint32_t number = 0;  ///< from 1, in the order of allocation; 0 for variables
  MemoryKind kind = MemoryKind::device;
  std::string name;  ///< "allocation 3", or that of the variable
  std::uint64_t address = 0, bytes = 0;
  std::byte* memory = nullptr;  ///< its content, always accessible to us
  bool constant = false;
  std::optional<launch::ElementType> type;  ///< of its elements, once a kernel has taken a typed pointer to it
  bool freed = false;
  Call allocated_by, freed_by;
  ByteRanges written;     ///< by copies, memsets and kernels, as far as that is known
  bool unsure = false;    ///< a kernel may have written any of it: what nothing has written shows by its content only
  std::vector<Use> uses;  ///< recent ones

  bool on_host() const { return kind == MemoryKind::managed || kind == MemoryKind::pinned; }
};

/// The memory of a program: its allocations by address. Device memory has addresses that the host cannot access.
class Memory {
 public:
  /// `most`: bytes of device and managed memory together.
  explicit Memory(std::uint64_t most) : most_(most) {}
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  /// New memory, or null if there is no more. Device memory holds the byte `unwritten` everywhere, other memory zeros.
  Allocation* allocate(MemoryKind kind, std::uint64_t bytes, const Call& call);
  /// A variable of a module. `content`: its first bytes, the others are 0. `own`: memory of the program that it has, else null.
  Allocation* add_variable(const std::string& name, std::uint64_t bytes, bool constant, bool managed,
                           const std::vector<std::byte>& content, std::byte* own = nullptr);
  /// The address by which kernels know the program's byte at `host`, if it is in a variable that has memory of the program; else
  /// `host`.
  std::uint64_t device_address(std::uint64_t host);
  /// The program's own memory at `memory`.
  Allocation* add_registered(std::byte* memory, std::uint64_t bytes, const Call& call);
  /// What a kernel's malloc has allocated at `address`.
  void add_heap(std::uint64_t address, launch::Bytes content);
  void free(Allocation& allocation, const Call& call);

  /// The allocation in whose slot `address` lies, also one that has been freed, and also if it lies outside of the allocation.
  /// Null for other addresses.
  Allocation* find(std::uint64_t address);
  /// The allocation that has the host's byte at `pointer` registered, or null.
  Allocation* find_registered(const void* pointer);
  /// Whether an address is one that only kernels can use, or memory of on_host().
  static bool is_ours(std::uint64_t address);

  std::deque<Allocation>& all() { return allocations_; }
  std::uint64_t used() const { return used_; }
  std::uint64_t most() const { return most_; }

  /// Device memory that nothing has written: 0xcd everywhere, recognisable, and wrong in every type.
  static constexpr std::byte unwritten{0xcd};
  /// Those bytes of an allocation from `begin` to before `end` that nothing has written: neither a copy nor a kernel. Where it is
  /// unsure, all or none: all if they have their first value and no copy has written any of them.
  static launch::RangesOfBytes unwritten_bytes(const Allocation& allocation, std::uint64_t begin, std::uint64_t end);
  static launch::RangesOfBytes unwritten_bytes(const Allocation& allocation) {
    return unwritten_bytes(allocation, 0, allocation.bytes);
  }

 private:
  std::uint64_t take_global_slot();
  Allocation& add(MemoryKind kind, std::uint64_t slot, std::uint64_t bytes);

  std::uint64_t most_, used_ = 0;
  std::deque<Allocation> allocations_;
  std::vector<Allocation*> by_slot_;
  std::map<std::uint64_t, base::Pages> pages_;     ///< by address
  std::map<std::uint64_t, HostPages> host_pages_;  ///< by address
  std::deque<launch::Bytes> heap_;
  std::uint64_t next_constant_ = launch::first_placed_constant, next_global_ = launch::first_placed_global;
  std::uint32_t numbered_ = 0;
  bool own_variables_ = false;  ///< some variable has memory of the program
};

}  // namespace warplens::runtime
