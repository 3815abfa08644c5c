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
#include "launch/narrow_pointers.h"
#include "launch/recording/recording.h"
#include "runtime/byte_ranges.h"
#include "runtime/call.h"
#include "runtime/host_pages.h"
#include "runtime/streams.h"

namespace warplens::runtime {

using MemoryKind = launch::RecordedAllocation::Kind;

/// The accesses towards which an access is atomic.
enum class Strength : std::uint8_t {
  plain,   ///< none; also if it is atomic only within a block
  device,  ///< accesses of other kernels
  system,  ///< also the host's accesses: an atomic of system scope, a volatile access
};

/// An access to memory by an operation in a stream, kept while it may matter.
struct Use {
  Operation operation;
  bool writes = false;
  Strength strength = Strength::plain;
  ByteRanges bytes;  ///< offsets in the allocation
  Call call;
};

/// Bytes `begin` to before `end` of device memory that the host has copied there.
struct FromHost {
  std::uint64_t begin = 0, end = 0;
  Call call;
};

/// A kernel's launch that has written some of an allocation.
struct WrittenBy {
  Call call;           ///< "kernel scale"
  std::string launch;  ///< "4 × 1 blocks of 32 × 32 threads"
  std::uint64_t threads = 0;
  bool flat = true;  ///< grid and block have one dimension
};

/// Memory that kernels can address. It keeps its slot of the address space when it is freed, so that later uses are
/// found.
struct Allocation {
  std::uint32_t number = 0;  ///< from 1, in the order of allocation; 0 for variables
  MemoryKind kind = MemoryKind::device;
  std::string name;  ///< "allocation 3", or the variable's name
  std::uint64_t address = 0, bytes = 0;
  void* pointer = nullptr;      ///< to `address`, as the program has it
  std::byte* memory = nullptr;  ///< its content; always accessible to us
  bool constant = false;
  std::uint64_t pitch = 0;                  ///< of cudaMallocPitch and cudaMalloc3D: bytes from one row to the next; 0: no rows
  std::uint64_t row_bytes = 0;              ///< of these, how many a row has
  std::optional<launch::ElementType> type;  ///< element type, once a kernel has taken a typed pointer to it
  bool freed = false;
  Call allocated_by, freed_by;
  ByteRanges written;                          ///< bytes written by copies, memsets and kernels, as far as known
  std::string last_filled_by{};                ///< the last copy, memset or kernel that wrote to it: "cudaMemcpy"
  std::uint64_t last_filled_rows{};            ///< if that was a copy of rows: bytes of each
  std::optional<WrittenBy> last_written_by{};  ///< the last launch, as far as known
  bool unsure = false;                         ///< a kernel may have written any of it: only the content shows unwritten bytes
  std::vector<Use> uses;                       ///< recent ones
  /// The last copies from the host, at most max_from_host, latest last; none lies within a later one.
  std::vector<FromHost> from_host;
  /// The first copy to the host of as many bytes as a pointer has, as long as none is of another size.
  std::optional<Call> copied_as_pointer{};
  std::optional<Call> set_by{};   ///< the first memset to a value that is neither 0 nor usual for all bytes
  unsigned char set_to = 0;       ///< that value
  bool copied_otherwise = false;  ///< some copy to the host is of another size
  static constexpr std::size_t max_from_host = 8;

  bool on_host() const { return kind == MemoryKind::managed || kind == MemoryKind::pinned; }
};

/// The memory of a program: its allocations, by address. The host cannot access the addresses of device memory.
class Memory {
 public:
  /// `most`: limit of device and managed memory together, bytes.
  explicit Memory(std::uint64_t most) : most_(most) {}
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  /// Allocate memory; null if there is no more. Device memory is filled with the byte `unwritten`, other memory with zeros.
  Allocation* allocate(MemoryKind kind, std::uint64_t bytes, const Call& call);
  /// Add a variable of a module. `content`: its first bytes, the others are 0. `own`: the program's memory for it, or null.
  Allocation* add_variable(const std::string& name, std::uint64_t bytes, bool constant, bool managed,
                           const std::vector<std::byte>& content, std::byte* own = nullptr);
  /// The device address of the program's byte at `host`, if it is in a variable whose memory is the program's own; else `host`
  /// itself.
  std::uint64_t device_address(std::uint64_t host);
  /// Register the program's own memory at `memory`, for cudaHostRegister.
  Allocation* add_registered(std::byte* memory, std::uint64_t bytes, const Call& call);
  /// Add memory that a kernel's malloc has allocated at `address`.
  void add_heap(std::uint64_t address, launch::Bytes content);
  void free(Allocation& allocation, const Call& call);

  /// Find the allocation whose slot contains `address`, even if the allocation has been freed, or ends before the address. Null
  /// for other addresses.
  Allocation* find(std::uint64_t address);
  /// The address that a pointer of the program stands for. They differ where its pointers have 32 bits.
  std::uint64_t address_of(const void* pointer) const;
  /// The pointers of a program whose pointers have 32 bits.
  const launch::NarrowPointers& pointers() const { return pointers_; }

  /// Find the registered allocation that contains the host's byte at `pointer`, or null.
  Allocation* find_registered(const void* pointer);
  /// Whether an address is in our address range: memory that only kernels can use, or Allocation::on_host() memory.
  static bool is_ours(std::uint64_t address);

  std::deque<Allocation>& all() { return allocations_; }
  std::uint64_t used() const { return used_; }
  /// The highest Allocation::number so far.
  std::uint32_t numbered() const { return numbered_; }
  std::uint64_t most() const { return most_; }

  /// Content of unwritten device memory: 0xcd everywhere, recognisable, and wrong in every type.
  static constexpr std::byte unwritten{0xcd};
  /// The bytes of an allocation from `begin` to before `end` that neither a copy nor a kernel has written. If Allocation::unsure:
  /// the whole range if it still has its initial content and no known write, else nothing.
  static launch::RangesOfBytes unwritten_bytes(const Allocation& allocation, std::uint64_t begin, std::uint64_t end);
  static launch::RangesOfBytes unwritten_bytes(const Allocation& allocation) {
    return unwritten_bytes(allocation, 0, allocation.bytes);
  }

 private:
  std::uint64_t take_global_slot();
  /// The program's pointer to new memory at `address`; null if there is none left.
  void* pointer_for(MemoryKind kind, std::uint64_t address, std::uint64_t bytes, std::byte* memory);
  Allocation& add(MemoryKind kind, std::uint64_t slot, std::uint64_t bytes, std::byte* memory, void* pointer);

  std::uint64_t most_, used_ = 0;
  std::deque<Allocation> allocations_;
  std::vector<Allocation*> by_slot_;
  launch::NarrowPointers pointers_;
  std::map<std::uint64_t, base::Pages> pages_;     ///< by address
  std::map<std::uint64_t, HostPages> host_pages_;  ///< by address
  std::deque<launch::Bytes> heap_;
  std::uint64_t next_constant_ = launch::first_placed_constant, next_global_ = launch::first_placed_global;
  std::uint32_t numbered_ = 0;
  bool own_variables_ = false;  ///< some variable's memory is the program's own
};

}  // namespace warplens::runtime
