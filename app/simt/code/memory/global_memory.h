#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "launch/address_space.h"
#include "launch/byte_range.h"
#include "launch/launch_result.h"
#include "launch/narrow_pointers.h"
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

/// `allocated`: an allocation from the device's malloc, which kernels may free; `freed`: any allocation that has been
/// freed.
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
  launch::RangesOfBytes unwritten{};  ///< bytes still unwritten when the launch began, or when malloc returned them
};

/// Addresses of the variables that one entry uses; the same for every launch.
struct VariableLayout {
  std::vector<std::uint64_t> address;  ///< per variable of the module, in its memory space; 0 if the entry does not use it
  std::vector<std::uint32_t> global;   ///< variables in global and constant memory, in the order of their slots
  std::uint32_t constants = 0;         ///< number of slots for constant memory; its variables come first in `global`
  /// Cooperative launch: address of the grid barrier's workspace, in the slot after the variables. Otherwise 0.
  std::uint64_t grid_workspace = 0;
  std::vector<std::uint32_t> shared;  ///< variables in shared memory
  std::uint64_t shared_bytes = 0;     ///< size of static shared memory; dynamic shared memory begins here
  std::uint64_t local_bytes = 0;      ///< per thread
  std::vector<std::uint8_t> passed;   ///< per byte of local memory: 1 if calls, not store instructions, write parameters there
};

/// Lay out the variables in global, constant and shared memory used by `functions` (ptx::reached_functions, the entry
/// first); lay_out_frames() places local variables. A `placement`, which may be null, gives the addresses of variables in
/// global and constant memory. Errors: 32-bit modules, more memory than the machine has, a placement without one of the
/// variables.
base::Result<VariableLayout> lay_out(const ptx::Module& module, const std::vector<std::uint32_t>& functions,
                                     const launch::Placement* placement);

/// Global memory that an entry may write, as far as its addresses can be analysed.
struct WrittenMemory {
  bool everything = false;
  std::vector<bool> parameters;  ///< per parameter: the kernel may write the memory it points to
  std::vector<bool> variables;   ///< per variable of the module
};

/// Snapshot of the global memory that a launch may change.
struct MemoryContent {
  std::vector<launch::Bytes> written;           ///< content of each allocation that the launch may write
  std::vector<Allocation> heap_allocations;     ///< allocations from malloc; their windows are unset
  std::map<std::uint64_t, launch::Bytes> heap;  ///< content of these, by address

  std::uint64_t bytes() const;
};

/// Global and constant memory of one launch.
class GlobalMemory {
 public:
  /// Copies every buffer's initial content. Variables come first; Launch::symbols gives the content of the variables it names. A
  /// placement gives the addresses of buffers and variables, and memory that belongs to the placement is not copied.
  GlobalMemory(const launch::Launch& launch, const VariableLayout& layout, const WrittenMemory& written);

  /// The allocation whose slot contains `address`, or null.
  const Allocation* find(std::uint64_t address) const {
    const std::uint64_t slot = (address >> slot_bits) - first_global_slot;
    return slot < allocations_.size() ? &allocations_[slot] : nullptr;
  }

  /// All allocations, by slot.
  const std::vector<Allocation>& allocations() const { return allocations_; }
  /// Index of an allocation in allocations().
  std::size_t slot_of(const Allocation& allocation) const { return static_cast<std::size_t>(&allocation - allocations_.data()); }

  /// Allocate `bytes` of uninitialised memory, and return the address; 0 if the address space is exhausted.
  std::uint64_t allocate(std::uint64_t bytes);
  /// Free the memory from allocate() that begins at `address`: later accesses to it are out of bounds.
  void release(std::uint64_t address);

  MemoryContent save() const;
  /// Restore content saved in the same launch.
  void restore(const MemoryContent& content);

  /// The pointers of a program whose pointers have 32 bits.
  const launch::NarrowPointers& pointers() const { return pointers_; }

  /// Address of the k-th buffer argument.
  std::uint64_t buffer_address(std::size_t k) const { return addresses_[k]; }

  /// With a placement: move into the result the heap blocks that are still allocated, and the addresses of earlier blocks that
  /// the kernel has freed.
  void take_heap(launch::LaunchResult& result);

  /// The final content of the buffers, except buffers with memory in the placement.
  std::vector<launch::Bytes> take_buffers() { return std::move(buffers_); }

  /// Content of the variables in Launch::saved_symbols. Variables that the kernel does not use keep their initial content.
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
  launch::NarrowPointers pointers_;
  std::vector<std::uint64_t> freed_;  ///< blocks of the placement that the kernel has freed
};

}  // namespace warplens::simt
