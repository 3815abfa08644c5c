#pragma once

#include <utility>

#include "observe/observer.h"
#include "observe/real_runtime.h"

namespace warplens::observe {

/// Make a call of the program, and note it for a recording. `call()` returns CUDA's error; `describe(event, observer)` adds what
/// it did, where it succeeded. Other threads' calls are not kept waiting.
template <typename Call, typename Describe>
int noted(const char* name, Call call, Describe describe) {
  Observer& observer = observe::observer();
  if (!observer.keeper.active()) return call();
  report::Json event;
  {
    const std::lock_guard lock(in_turn());
    event = observer.begin_call(name);
  }
  const int error = call();
  const std::lock_guard lock(in_turn());
  if (error == success) describe(event, observer);
  observer.end_call(std::move(event), error);
  return error;
}

}  // namespace warplens::observe
