#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "launch/launch.h"
#include "ptx/module.h"
#include "simt/execute/operation.h"
#include "trace/trace.h"

namespace warplens::simt {

// The 64-bit address space of a launch. It is cut into slots of 64 GiB; each buffer and variable lies alone in the middle of one,
// so that an address, even one far outside, still says which buffer it was meant for, and never hits another by accident.

inline constexpr int slot_bits = 36;
inline constexpr std::uint64_t shared_window = std::uint64_t{1} << slot_bits;
inline constexpr std::uint64_t local_window = std::uint64_t{2} << slot_bits;
inline constexpr std::uint64_t parameter_window = std::uint64_t{3}
                                                  << slot_bits;  ///< the entry's parameters; function_window is next
inline constexpr std::uint64_t first_global_slot = 16;

/// Address of the first byte of the global buffer in `slot`; 256-byte aligned, as cudaMalloc's are.
constexpr std::uint64_t slot_base(std::uint64_t slot) { return (slot << slot_bits) + (std::uint64_t{1} << (slot_bits - 1)); }

/// Content of shared and local memory that nobody has written: recognisable, and wrong in every type.
inline constexpr std::byte uninitialised{0xcd};

/// Of an allocation: whether it came from the device's malloc, and has been freed.
enum class HeapState : std::uint8_t { none, allocated, freed };

/// A buffer argument, a .global or .const variable, or memory from the device's malloc.
struct Allocation {
  std::string name;
  Window window;
  std::uint32_t buffer = trace::no_buffer;  ///< number among the launch's buffers
  std::uint32_t element_bytes = 1;
  bool constant = false;  ///< lies in constant memory: may not be written
  bool fresh = false;     ///< the device's own malloc: nothing is in it until it is written
  bool written = true;    ///< the launch may write it
  HeapState heap = HeapState::none;
};

/// Where the variables that one entry uses lie; the same for every launch.
struct VariableLayout {
  std::vector<std::uint64_t> address;  ///< per variable of the module, in its own space; 0 where the entry does not use it
  std::vector<std::uint32_t> global;   ///< variables in global and constant memory, in the order of their slots …
  std::uint32_t constants = 0;         ///< … of which so many, the first, are in constant memory
  /// In a cooperative launch, where its blocks wait for each other: in the slot behind the variables. Otherwise 0.
  std::uint64_t grid_workspace = 0;
  std::vector<std::uint32_t> shared;  ///< variables in shared memory
  std::uint64_t shared_bytes = 0;     ///< without dynamic shared memory, which begins here
  std::uint64_t local_bytes = 0;      ///< per thread
  std::vector<std::uint8_t> passed;   ///< per byte of those: 1 where calls put parameters, which are not stored by instructions
};

/// Lay out the variables in global, constant and shared memory that `functions` name; those in the threads' own memory are given
/// their places by lay_out_frames(). `functions`: ptx::reached_functions, the entry first. Errors: 32-bit modules, more memory
/// than the machine has.
base::Result<VariableLayout> lay_out(const ptx::Module& module, const std::vector<std::uint32_t>& functions);

/// Global memory that an entry may write, as far as its addresses tell.
struct WrittenMemory {
  bool everything = false;
  std::vector<bool> parameters;  ///< per parameter: what it points to
  std::vector<bool> variables;   ///< per variable of the module
};

/// What a launch may change of its global memory, at one moment.
struct MemoryContent {
  std::vector<launch::Bytes> written;           ///< content of each allocation of the launch that it may write
  std::vector<Allocation> heap_allocations;     ///< those from malloc; their windows are void
  std::map<std::uint64_t, launch::Bytes> heap;  ///< their content, by address

  std::uint64_t bytes() const;
};

/// Global and constant memory of one launch.
class GlobalMemory {
 public:
  /// Copies every buffer's initial content; `variables` come first, with Launch::symbols as their content where it names them.
  GlobalMemory(const launch::Launch& launch, const VariableLayout& layout, const WrittenMemory& written);

  /// The allocation whose slot `address` lies in, or null.
  const Allocation* find(std::uint64_t address) const {
    const std::uint64_t slot = (address >> slot_bits) - first_global_slot;
    return slot < allocations_.size() ? &allocations_[slot] : nullptr;
  }

  /// By slot.
  const std::vector<Allocation>& allocations() const { return allocations_; }

  /// Address of `bytes` of new memory, that nobody has written; 0 where there is no room in the address space.
  std::uint64_t allocate(std::uint64_t bytes);
  /// Give back memory from allocate(), at `address`, its first byte: accesses to it are outside of it from now on.
  void release(std::uint64_t address);

  MemoryContent save() const;
  /// Go back to what save() returned for the same launch.
  void restore(const MemoryContent& content);

  /// Address of the k-th buffer argument.
  std::uint64_t buffer_address(std::size_t k) const { return allocations_[variables_ + k].window.base; }

  /// The buffers as the kernel left them.
  std::vector<launch::Bytes> take_buffers() { return std::move(buffers_); }

  /// Content of each of Launch::saved_symbols. A variable that the kernel does not use is as it was set.
  std::vector<launch::Bytes> symbols(const launch::Launch& launch, const VariableLayout& layout) const;

 private:
  std::vector<launch::Bytes> buffers_, variable_bytes_;
  std::map<std::uint64_t, launch::Bytes> heap_;  ///< by address
  std::vector<Allocation> allocations_;          ///< by slot
  std::size_t variables_ = 0;
};

}  // namespace warplens::simt
