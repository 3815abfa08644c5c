#include "observe/observer.h"

#include <memory>

#include "base/number_format.h"
#include "observe/real_runtime.h"
#include "runtime/recorder.h"

namespace warplens::observe {
namespace {

constexpr std::uint64_t max_calls = 100'000;

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

void write_memory(runtime::Journal& journal, const report::Json& call, report::Json allocated, report::Json freed) {
  journal.write({{"event", "memory"},
                 {"in_call", call["number"]},
                 {"allocated", std::move(allocated)},
                 {"freed", std::move(freed)},
                 {"types", report::Json::array()}});
}

/// Never deleted: threads may call CUDA until the process is gone.
Observer& make_observer() {
  Observer& observer = *std::make_unique<Observer>(runtime::take_observation()).release();
  if (observer.active) observer.journal.write({{"event", "start"}});
  return observer;
}

}  // namespace

std::uint32_t Observer::number_of(cudaStream_t stream) {
  if (stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread) return 0;
  return streams.try_emplace(stream, static_cast<std::uint32_t>(streams.size() + 1)).first->second;
}

report::Json Observer::begin_call(std::string_view function) {
  return {{"event", "call"},
          {"number", noted_calls++},
          {"call", runtime::json_of(sites.current(std::string(function).c_str()))},
          {"called_ms", timer.now_ms()},
          {"stream", 0},
          {"bytes", 0},
          {"direction", runtime::direction_names.name_of(runtime::CopyDirection::none)}};
}

void Observer::note_allocated(const report::Json& call, const char* kind, std::uint64_t address, std::uint64_t bytes) {
  if (address == 0) return;
  const std::uint64_t number = keeper.allocated(address, bytes);
  if (call["number"] >= max_calls) return;
  journal.write({{"event", "allocation"}, {"number", number}, {"call", call["call"]}});
  report::Json allocated = report::Json::array();
  allocated.push_back({{"name", "allocation " + std::to_string(number)},
                       {"kind", kind},
                       {"address", address},
                       {"bytes", bytes},
                       {"by_call", true}});
  write_memory(journal, call, std::move(allocated), report::Json::array());
}

void Observer::note_freed(const report::Json& call, std::uint64_t address) {
  if (!keeper.freed(address) || call["number"] >= max_calls) return;
  report::Json freed = report::Json::array();
  freed.push_back(address);
  write_memory(journal, call, report::Json::array(), std::move(freed));
}

void Observer::end_call(report::Json event, cudaError_t error) {
  const std::uint64_t number = event["number"];
  if (number == max_calls)
    journal.write({{"event", "cut"}, {"reason", "only the first " + base::counted(max_calls, "call") + " were recorded"}});
  if (number >= max_calls) return;
  event["returned_ms"] = timer.now_ms();
  event["begin_ms"] = event["called_ms"];
  // Others put their work into a stream, and it is not measured.
  event["end_ms"] = event["call"]["function"] == "cudaMemcpy" ? event["returned_ms"] : event["called_ms"];
  event["error"] = error != cudaSuccess ? real<cudaGetErrorName>(error) : "";
  journal.write(std::move(event));
}

std::string Observer::kernel_name(const void* function) const {
  if (const auto known = kernels.find(function); known != kernels.end()) return known->second;
  const KeptError kept;
  const char* name = nullptr;
  return real<cudaFuncGetName>(&name, function) == cudaSuccess && name != nullptr ? name : "unknown kernel";
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
