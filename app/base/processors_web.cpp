#include <algorithm>
#include <thread>

#include "base/processors.h"

// In place of processors.cpp in a page: what the browser says (navigator.hardwareConcurrency).

namespace warplens::base {

unsigned processor_quota(const std::filesystem::path&) { return 0; }

unsigned processors() { return std::max(1u, std::thread::hardware_concurrency()); }

}  // namespace warplens::base
