#include "observe/observer.h"

#include <memory>

#include "observe/real_runtime.h"

namespace warplens::observe {
namespace {

/// Ends with the process, before everything that was there when it was made: the runtime is still in use.
struct Finish {
  ~Finish() {
    const std::lock_guard lock(in_turn());
    observer().timer.finish();
  }
};

/// Ends when the program does so by itself.
struct End {
  explicit End(Observer& observer) : observer(observer) {}
  ~End() {
    const std::lock_guard lock(in_turn());
    observer.journal.write({{"event", "end"}, {"calls", observer.calls}});
  }
  Observer& observer;
};

/// Never deleted: threads may call CUDA until the process is gone.
Observer& make_observer() {
  Observer& observer = *std::make_unique<Observer>(runtime::take_observation()).release();
  if (observer.active) observer.journal.write({{"event", "begin"}});
  return observer;
}

}  // namespace

std::uint32_t Observer::number_of(void* stream) {
  constexpr std::uintptr_t last_default = 2;  // cudaStreamPerThread
  if (reinterpret_cast<std::uintptr_t>(stream) <= last_default) return 0;
  return streams.try_emplace(stream, static_cast<std::uint32_t>(streams.size() + 1)).first->second;
}

std::string Observer::kernel_name(const void* function) const {
  if (const auto known = kernels.find(function); known != kernels.end()) return known->second;
  const KeptError kept;
  const char* name = nullptr;
  return real().func_get_name(&name, function) == success && name != nullptr ? name : "unknown kernel";
}

Observer& observer() {
  static Observer& observer = make_observer();
  static const End end(observer);
  return observer;
}

std::recursive_mutex& in_turn() {
  static std::recursive_mutex mutex;
  return mutex;
}

void finish_at_exit() { static const Finish finish; }

}  // namespace warplens::observe
