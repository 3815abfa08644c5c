#pragma once

#include <utility>

#include "observe/observer.h"
#include "observe/real_runtime.h"

namespace warplens::observe {

/// Make a call of the program, and note it for a recording. `describe(event, observer)` adds what it did, where it succeeded.
/// Other threads' calls are not kept waiting.
template <auto function, typename Describe, typename... Arguments>
cudaError_t noted(Describe describe, Arguments... arguments) {
  Observer& observer = observe::observer();
  if (!observer.keeper.active()) return real<function>(arguments...);
  report::Json event;
  {
    const std::lock_guard lock(in_turn());
    event = observer.begin_call(plain_name(name_of<function>()));
  }
  const cudaError_t error = real<function>(arguments...);
  const std::lock_guard lock(in_turn());
  if (error == cudaSuccess) describe(event, observer);
  observer.end_call(std::move(event), error);
  return error;
}

}  // namespace warplens::observe
