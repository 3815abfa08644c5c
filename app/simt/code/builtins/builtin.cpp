#include "simt/code/builtins/builtin.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace warplens::simt {
namespace {

constexpr std::array builtins{
    Builtin{"vprintf", 2, true, &print_formatted},
    Builtin{"__assertfail", 5, false, &fail_assertion},
    Builtin{"malloc", 1, true, &allocate},
    Builtin{"__cuda_syscall_aligned_malloc", 2, true, &allocate},  // every allocation is aligned to its slot
    Builtin{"free", 1, false, &release},
};

}  // namespace

const Builtin* builtin_named(std::string_view name) {
  const auto found = std::find_if(builtins.begin(), builtins.end(), [&](const Builtin& row) { return row.name == name; });
  return found != builtins.end() ? &*found : nullptr;
}

std::optional<std::string> text_at(const ThreadMemory& memory, std::uint64_t address, std::size_t most) {
  const std::span<const std::byte> bytes = memory.at(address);
  if (bytes.empty()) return std::nullopt;
  const auto* first = reinterpret_cast<const char*>(bytes.data());
  const std::size_t size = std::min(bytes.size(), most);
  const void* zero = std::memchr(first, 0, size);
  return std::string(first, zero != nullptr ? static_cast<std::size_t>(static_cast<const char*>(zero) - first) : size);
}

void fail_assertion(BuiltinCall& call) {
  const auto text = [&](std::size_t argument) { return text_at(call.memory, call.arguments[argument], 4096).value_or("?"); };
  call.fault = BuiltinFault{launch::FaultKind::assertion, "assertion `" + text(0) + "` failed: " + text(1) + ":" +
                                                              std::to_string(call.arguments[2] & 0xffffffffu) + ", " + text(3)};
}

}  // namespace warplens::simt
