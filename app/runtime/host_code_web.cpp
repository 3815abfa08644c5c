#include "runtime/host_code.h"

// In place of host_code.cpp in a page: an address of code is an offset in the program's file (call_web.cpp).

namespace warplens::runtime {

std::optional<HostCode> host_code_at(std::uintptr_t address) { return HostCode{"/program.wasm", address}; }

}  // namespace warplens::runtime
