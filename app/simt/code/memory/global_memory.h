#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "launch/address_space.h"
#include "launch/byte_range.h"
#include "launch/launch_result.h"
#include "launch/placement.h"
#include "ptx/module.h"
#include "simt/code/execute/operation.h"
#include "trace/trace.h"

namespace warplens::simt {

using launch::first_global_slot;
using launch::local_window;
using launch::parameter_window;
using launch::shared_window;
using launch::slot_base;
using launch::slot_bits;

/// Content of uninitialised shared and local memory: recognisable, and wrong in every type.
inline constexpr std::byte uninitialised{0xcd};

/// State of an allocation that may be freed: from the device's malloc, or, once it has been freed, from the program's.
enum class HeapState : std::uint8_t { none, allocated, freed };

/// A buffer argument, a .global or .const variable, or memory from the device's malloc.
struct Allocation {
  std::string name;
  Window window;
  std::uint32_t buffer = trace::no_buffer;  ///< index among the launch's buffers
  std::uint32_t element_bytes = 1;
  bool constant = false;  ///< in constant memory: read-only
  bool written = true;    ///< the launch may write it
  bool late = false;      ///< the caches make room for it when it is first accessed
  HeapState heap = HeapState::none;
  launch::RangesOfBytes unwritten{};  ///< bytes that nothing has written before the launch, or before malloc returned them
};

/// Addresses of the variables that one entry uses; the same for every launch.
struct VariableLayout {
  std::vector<std::uint64_t> address;  ///< per variable of the module, in its own space; 0 if the entry does not use it
  std::vector<std::uint32_t> global;   ///< variables in global and constant memory, in the order of their slots
  std::uint32_t constants = 0;  ///< number of slots for constant memory, from the first; its variables come first in `global`
  /// Cooperative launch: address of the grid barrier's workspace, in the slot after the variables. Otherwise 0.
  std::uint64_t grid_workspace = 0;
  std::vector<std::uint32_t> shared;  ///< variables in shared memory
  std::uint64_t shared_bytes = 0;     ///< of static shared memory; dynamic shared memory begins here
  std::uint64_t local_bytes = 0;      ///< per thread
  std::vector<std::uint8_t> passed;  ///< per byte of local memory: 1 if calls write parameters there, which no instruction stores
};

/// Lay out the variables in global, constant and shared memory that `functions` use; lay_out_frames() places those in local
/// memory. `functions`: ptx::reached_functions, the entry first. With a `placement`, which may be null, the variables in global
/// and constant memory lie where it says. Errors: 32-bit modules, more memory than the machine has, a placement without one of
/// the variables.
base::Result<VariableLayout> lay_out(const ptx::Module& module, const std::vector<std::uint32_t>& functions,
                                     const launch::Placement* placement);

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
  /// With a placement, buffers and variables are where it says, and what it has in memory is not copied.
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
  std::uint64_t buffer_address(std::size_t k) const { return addresses_[k]; }

  /// With a placement: move the heap's blocks that are still allocated into the result, with the addresses of those that were
  /// there before and have been freed.
  void take_heap(launch::LaunchResult& result);

  /// The final content of the buffers; without those that the placement has in memory.
  std::vector<launch::Bytes> take_buffers() { return std::move(buffers_); }

  /// Content of each of Launch::saved_symbols. A variable that the kernel does not use keeps its initial content.
  std::vector<launch::Bytes> symbols(const launch::Launch& launch, const VariableLayout& layout) const;

 private:
  void place_variables(const launch::Launch& launch, const VariableLayout& layout, const WrittenMemory& written);
  void place_arguments(const launch::Launch& launch, const WrittenMemory& written);
  void place_blocks(const launch::Launch& launch, const WrittenMemory& written);
  Allocation& at(std::uint64_t address);

  std::vector<launch::Bytes> buffers_, variable_bytes_;
  std::map<std::uint64_t, launch::Bytes> heap_;  ///< by address
  std::vector<Allocation> allocations_;          ///< by slot
  std::vector<std::uint64_t> addresses_;         ///< of the buffers
  std::size_t own_ = 0;                          ///< number of allocations before the first from malloc
  std::vector<std::uint64_t> freed_;             ///< blocks of the placement that the kernel has freed
};

}  // namespace warplens::simt
