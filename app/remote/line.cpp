#include "remote/line.h"

#include "base/number_format.h"

namespace warplens::remote {

std::string queue_text(std::uint32_t before) {
  if (before == 0) return {};
  return "waits for its turn: " + base::counted(before, "request") + (before == 1 ? " is" : " are") + " before it";
}

}  // namespace warplens::remote
