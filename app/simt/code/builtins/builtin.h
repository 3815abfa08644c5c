#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "launch/launch.h"
#include "launch/launch_result.h"
#include "ptx/module.h"
#include "simt/code/memory/global_memory.h"

// Functions provided by CUDA's device runtime, which a module only declares: `.extern .func vprintf`.

namespace warplens::simt {

/// Memory as one thread sees it.
class ThreadMemory {
 public:
  virtual ~ThreadMemory() = default;
  /// The bytes from generic address `address` to the end of the buffer or variable that contains it; none if the address is in no
  /// buffer or variable.
  virtual std::span<const std::byte> at(std::uint64_t address) const = 0;
};

/// A launch that a thread prepares: it writes the parameters to the buffer that it was given, then launches.
struct PreparedLaunch {
  std::uint64_t buffer = 0;  ///< its address, on the heap
  launch::DeviceLaunch launch{};
};

/// State of the built-in functions during one launch.
struct BuiltinState {
  std::string printed;
  bool printed_all = true;       ///< false once `printed` is full
  std::uint64_t heap_bytes = 0;  ///< bytes of the heap in use
  std::uint64_t heap_limit = 0;  ///< GrowthLimits::heap
  std::vector<PreparedLaunch> prepared{};
  std::vector<launch::DeviceLaunch> launched{};
};

/// Bytes of the heap that earlier launches of a program have allocated and not freed.
std::uint64_t heap_bytes_before(const launch::Launch& launch);

/// Why a call failed; the thread's name is prepended to the message.
struct BuiltinFault {
  launch::FaultKind kind = launch::FaultKind::device;
  std::string message;
};

/// One thread's call.
struct BuiltinCall {
  BuiltinState& state;
  GlobalMemory& heap;
  const ptx::Module& module;
  const ThreadMemory& memory;
  std::span<const std::uint64_t> arguments;  ///< zero-extended
  std::uint64_t result = 0;
  std::optional<BuiltinFault> fault{};
};

/// A row of the table of built-in functions.
struct Builtin {
  std::string_view name;
  std::size_t arguments;
  bool returns;
  void (*run)(BuiltinCall& call);
};

/// Find the built-in function of this name, or null.
const Builtin* builtin_named(std::string_view name);

// The implementations.
void print_formatted(BuiltinCall& call);  ///< vprintf(format, arguments)
void fail_assertion(BuiltinCall& call);   ///< __assertfail(condition, file, line, function, size of a character)
void allocate(BuiltinCall& call);         ///< malloc(bytes)
void release(BuiltinCall& call);          ///< free(address)
/// vprintf of a program whose pointers have 32 bits (launch/narrow_pointers.h), as have its size_t and long.
void print_formatted_narrow(BuiltinCall& call);
/// __warplens_launch_buffer(kernel, grid's x, y, z, block's x, y, z, bytes of shared memory): the address to write the parameters
/// of a launch to; 0 if there is no room, or the address is no kernel's.
void prepare_launch(BuiltinCall& call);
/// __warplens_launch(buffer, stream): CUDA's number of an error, or 0.
void launch_kernel(BuiltinCall& call);
void widen(BuiltinCall& call);   ///< address of a pointer of 32 bits
void narrow(BuiltinCall& call);  ///< pointer of 32 bits to an address

/// Text at `address`, up to its zero byte, the end of its buffer or `most` bytes; nothing if the address is in no
/// buffer.
std::optional<std::string> text_at(const ThreadMemory& memory, std::uint64_t address, std::size_t most = 1u << 20);

}  // namespace warplens::simt
