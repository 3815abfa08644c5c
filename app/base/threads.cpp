#include "base/threads.h"

namespace warplens::base {

bool has_threads() { return true; }

bool may_await_threads() { return true; }

}  // namespace warplens::base
