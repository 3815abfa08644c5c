#include "runtime/host_code.h"

#include <dlfcn.h>
#include <link.h>

namespace warplens::runtime {
namespace {

/// Whether a file is an executable with fixed addresses, which its debug information has as well.
bool has_fixed_addresses(const void* start) { return static_cast<const ElfW(Ehdr)*>(start)->e_type == ET_EXEC; }

}  // namespace

std::optional<HostCode> host_code_at(std::uintptr_t address) {
  Dl_info module{};
  if (::dladdr(reinterpret_cast<void*>(address), &module) == 0 || module.dli_fname == nullptr) return std::nullopt;
  const std::uintptr_t start = has_fixed_addresses(module.dli_fbase) ? 0 : reinterpret_cast<std::uintptr_t>(module.dli_fbase);
  return HostCode{module.dli_fname, address - start};
}

}  // namespace warplens::runtime
