#include "runtime/host_pointer.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "base/number_format.h"
#include "runtime/host_code.h"
#include "runtime/host_pages.h"
#include "runtime/kernels.h"

namespace warplens::runtime {
namespace {

/// Bytes behind a pointer in which an access counts as one by this pointer.
constexpr std::uint64_t max_reach = std::uint64_t{1} << 30;
/// Bytes of device memory that are searched for the pointer.
constexpr std::uint64_t max_searched = std::uint64_t{64} << 20;
constexpr std::uint64_t word_bytes = sizeof(std::uintptr_t);

/// The pointer nearest below the address among those that were looked at.
class Nearest {
 public:
  explicit Nearest(std::uint64_t address) : address_(address) {}

  /// Look at a word. Whether it is the nearest so far.
  bool is(const std::byte* bytes) {
    std::uintptr_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    if (word == 0 || word > address_ || address_ - word >= reach_ || Memory::is_ours(word)) return false;
    if (!is_mapped(reinterpret_cast<const void*>(word), 1)) return false;
    reach_ = address_ - word;
    pointer_ = word;
    return true;
  }
  std::uint64_t pointer() const { return pointer_; }

 private:
  std::uint64_t address_, pointer_ = 0, reach_ = max_reach;
};

std::string parameter_sentence(const ptx::Function& function, std::size_t index, std::uint64_t offset) {
  const std::vector<std::string> types = parameter_types(function);
  const std::string type = index < types.size() ? types[index] : "";
  const std::string parameter = "its parameter " + std::to_string(index + 1) + (type.empty() ? "" : ", " + type + ",");
  if (function.parameters[index].size > sizeof(std::uint64_t))
    return parameter + " has at byte " + std::to_string(offset) +
           " a pointer to the host's own memory, which it cannot use: copy what it points to into memory from cudaMalloc, and "
           "put that pointer there";
  if (type.ends_with('&'))
    return parameter + " is a reference to the host's own memory, which it cannot use: pass the value itself";
  return parameter +
         " is a pointer to the host's own memory, which it cannot use: copy the data to memory from cudaMalloc and "
         "pass that pointer";
}

bool is_in_program(std::uint64_t address) { return host_code_at(static_cast<std::uintptr_t>(address)).has_value(); }

/// Whether a pointer is an object's pointer to its table of virtual functions. Just before the functions, the table has the
/// offset to the top, which is 0, and a pointer to the type, or 0 (Itanium C++ ABI, "Virtual Table Components").
bool is_table_of_functions(std::uint64_t pointer) {
  std::uintptr_t words[3]{1};
  if (pointer % sizeof words[0] != 0 || !is_in_program(pointer)) return false;
  if (!read_host(pointer - 2 * sizeof words[0], std::as_writable_bytes(std::span(words)))) return false;
  return words[0] == 0 && (words[1] == 0 || is_in_program(words[1])) && is_in_program(words[2]);
}

/// The bytes of an allocation that the host has written: all of managed memory, into which it writes without a call.
std::vector<FromHost> from_host(const Allocation& allocation) {
  if (allocation.kind == MemoryKind::managed) return {{0, allocation.bytes, {}}};
  return {allocation.from_host.begin(), allocation.from_host.end()};
}

std::string memory_sentence(const Allocation& allocation, std::uint64_t offset, const Call& copy, std::uint64_t pointer) {
  const std::string who = copy.function.empty() ? "the host" : copy.function;
  const std::string where = "at byte " + base::grouped(offset) + " of " + allocation.name + ", where " + who;
  if (is_table_of_functions(pointer))
    return "an object with virtual functions, whose pointer to the host's functions is " + where +
           " put it: a kernel can call only those of objects that a kernel has constructed";
  if (copy.function.empty())
    return "a pointer to the host's own memory, which is " + where +
           " put it: managed memory is for both, but not what a pointer in it points to. Allocate that by cudaMallocManaged as "
           "well";
  return "a pointer to the host's own memory, which is " + where +
         " put it: a copy of a structure has its pointers, not what they point to. Copy that to memory from cudaMalloc, and "
         "put its address into the structure before that is copied";
}

}  // namespace

HostPointer origin_of_host_pointer(std::uint64_t address, const launch::Launch& launch, const std::deque<Allocation>& memory) {
  const ptx::Function& function = launch.module->functions[launch.entry];
  HostPointer origin{"memory of the host, which it cannot use: copy the data to memory from cudaMalloc and pass that pointer",
                     {}};
  Nearest nearest(address);
  const std::vector<std::byte>& given = launch.placement->parameters;
  for (std::size_t p = 0; p < function.parameters.size(); ++p) {
    const ptx::Parameter& parameter = function.parameters[p];
    for (std::uint64_t at = 0; at + word_bytes <= parameter.size && parameter.offset + at + word_bytes <= given.size();
         at += word_bytes)
      if (nearest.is(given.data() + parameter.offset + at)) origin = {parameter_sentence(function, p, at), {}};
  }
  std::uint64_t searched = 0;
  for (const Allocation& allocation : memory) {
    if (allocation.freed || allocation.memory == nullptr) continue;
    for (const FromHost& from : from_host(allocation)) {
      for (std::uint64_t at = (from.begin + word_bytes - 1) / word_bytes * word_bytes;
           at + word_bytes <= from.end && searched < max_searched; at += word_bytes, searched += word_bytes)
        if (nearest.is(allocation.memory + at))
          origin = {memory_sentence(allocation, at, from.call, nearest.pointer()),
                    from.call.function.empty() ? std::nullopt : std::optional(from.call)};
    }
  }
  return origin;
}

}  // namespace warplens::runtime
