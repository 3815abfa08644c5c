#include "launch/device.h"

namespace warplens::launch {

base::Result<SearchResult> Device::search(const Launch&, const SearchTarget&, std::uint64_t, Progress&) const {
  return base::error(properties().name + " goes its own way: it cannot be told in which order to run");
}

}  // namespace warplens::launch
