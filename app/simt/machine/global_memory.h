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

// The 64-bit address space of a launch. It is divided into slots of 64 GiB; each buffer and variable is alone in the middle of
// one, so that an address, even one far out of bounds, still identifies the intended buffer, and never hits another by accident.

inline constexpr int slot_bits = 36;
inline constexpr std::uint64_t shared_window = std::uint64_t{1} << slot_bits;
inline constexpr std::uint64_t local_window = std::uint64_t{2} << slot_bits;
inline constexpr std::uint64_t parameter_window = std::uint64_t{3}
                                                  << slot_bits;  ///< the entry's parameters; function_window is next
inline constexpr std::uint64_t first_global_slot = 16;

/// Address of the first byte of the global buffer in `slot`; 256-byte aligned, as cudaMalloc's are.
constexpr std::uint64_t slot_base(std::uint64_t slot) { return (slot << slot_bits) + (std::uint64_t{1} << (slot_bits - 1)); }

/// Content of uninitialised shared and local memory: recognisable, and wrong in every type.
inline constexpr std::byte uninitialised{0xcd};

/// State of an allocation from the device's malloc.
enum class HeapState : std::uint8_t { none, allocated, freed };

/// A buffer argument, a .global or .const variable, or memory from the device's malloc.
struct Allocation {
  std::string name;
  Window window;
  std::uint32_t buffer = trace::no_buffer;  ///< index among the launch's buffers
  std::uint32_t element_bytes = 1;
  bool constant = false;  ///< in constant memory: read-only
  bool fresh = false;     ///< from the device's malloc: uninitialised until written
  bool written = true;    ///< the launch may write it
  HeapState heap = HeapState::none;
};

/// Addresses of the variables that one entry uses; the same for every launch.
struct VariableLayout {
  std::vector<std::uint64_t> address;  ///< per variable of the module, in its own space; 0 if the entry does not use it
  std::vector<std::uint32_t> global;   ///< variables in global and constant memory, in the order of their slots
  std::uint32_t constants = 0;         ///< number of variables in constant memory, which come first in `global`
  /// Cooperative launch: address of the grid barrier's workspace, in the slot after the variables. Otherwise 0.
  std::uint64_t grid_workspace = 0;
  std::vector<std::uint32_t> shared;  ///< variables in shared memory
  std::uint64_t shared_bytes = 0;     ///< of static shared memory; dynamic shared memory begins here
  std::uint64_t local_bytes = 0;      ///< per thread
  std::vector<std::uint8_t> passed;  ///< per byte of local memory: 1 if calls write parameters there, which no instruction stores
};

/// Lay out the variables in global, constant and shared memory that `functions` use; lay_out_frames() places those in local
/// memory. `functions`: ptx::reached_functions, the entry first. Errors: 32-bit modules, more memory than the machine has.
base::Result<VariableLayout> lay_out(const ptx::Module& module, const std::vector<std::uint32_t>& functions);

/// Global memory that an entry may write, as far as its addresses can be analysed.
struct WrittenMemory {
  bool everything = false;
  std::vector<bool> parameters;  ///< per parameter: the memory it points to
  std::vector<bool> variables;   ///< per variable of the module
};

/// The part of a launch's global memory that it may change, at one moment.
struct MemoryContent {
  std::vector<launch::Bytes> written;           ///< content of each allocation of the launch that it may write
  std::vector<Allocation> heap_allocations;     ///< those from malloc; their windows are unset
  std::map<std::uint64_t, launch::Bytes> heap;  ///< their content, by address

  std::uint64_t bytes() const;
};

/// Global and constant memory of one launch.
class GlobalMemory {
 public:
  /// Copies every buffer's initial content; `variables` come first, with Launch::symbols as their content where it names them.
  GlobalMemory(const launch::Launch& launch, const VariableLayout& layout, const WrittenMemory& written);

  /// The allocation whose slot contains `address`, or null.
  const Allocation* find(std::uint64_t address) const {
    const std::uint64_t slot = (address >> slot_bits) - first_global_slot;
    return slot < allocations_.size() ? &allocations_[slot] : nullptr;
  }

  /// By slot.
  const std::vector<Allocation>& allocations() const { return allocations_; }
  /// Index of an allocation in allocations().
  std::size_t slot_of(const Allocation& allocation) const { return static_cast<std::size_t>(&allocation - allocations_.data()); }

  /// Address of `bytes` of new, uninitialised memory; 0 if the address space is exhausted.
  std::uint64_t allocate(std::uint64_t bytes);
  /// Free memory from allocate(), at `address`, its first byte: later accesses to it are out of bounds.
  void release(std::uint64_t address);

  MemoryContent save() const;
  /// Restore content that save() returned for the same launch.
  void restore(const MemoryContent& content);

  /// Address of the k-th buffer argument.
  std::uint64_t buffer_address(std::size_t k) const { return allocations_[variables_ + k].window.base; }

  /// The final content of the buffers.
  std::vector<launch::Bytes> take_buffers() { return std::move(buffers_); }

  /// Content of each of Launch::saved_symbols. A variable that the kernel does not use keeps its initial content.
  std::vector<launch::Bytes> symbols(const launch::Launch& launch, const VariableLayout& layout) const;

 private:
  std::vector<launch::Bytes> buffers_, variable_bytes_;
  std::map<std::uint64_t, launch::Bytes> heap_;  ///< by address
  std::vector<Allocation> allocations_;          ///< by slot
  std::size_t variables_ = 0;
};

}  // namespace warplens::simt
