#include "base/threads.h"

namespace warplens::base {

bool has_threads() { return true; }

}  // namespace warplens::base
