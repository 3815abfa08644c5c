#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "cudart/process.h"
#include "driver/interface.h"
#include "runtime/kernels.h"

namespace warplens::driver {

/// A context. All of them share the program's memory and streams: there is one device, and a context tells no more than that it
/// is there.
struct Context {
  unsigned flags = 0;
  std::uint32_t retained = 0;  ///< of the primary context: number of cuDevicePrimaryCtxRetain without its release
  bool alive = false;
};

/// A link of several texts of PTX.
struct Link {
  std::vector<std::string> texts{};  ///< so far; after cuLinkComplete the linked one
  std::uint32_t max_registers = 0;   ///< per thread; 0: as many as there are
};

/// What the driver knows of a program beyond what the runtime does. Use it while holding cudart::calls_in_turn().
struct State {
  bool initialised = false;
  int process = 0;                                          ///< that has initialised it; a fork of it cannot use it
  std::vector<Context> contexts = std::vector<Context>(1);  ///< the primary context, and those that the program has created
  std::map<CUmodule, std::size_t> modules;                  ///< numbers in runtime::Kernels, by handle
  std::map<CUlinkState, Link> links;
  std::uint32_t handles = 0;                                ///< that modules and links have had
};
State& state();

/// Numbers of the contexts that this thread has made current, the last one on top.
std::vector<std::uint32_t>& current_contexts();
/// The handle of the current context; of the primary one, which calls of the runtime use, if this thread has made none current.
CUcontext current_context();

enum class Needs {
  nothing,
  initialisation,  ///< cuInit: enough to give something back
  context,         ///< and a current context, or calls of the runtime, which make the primary one current
};

/// Whether a call of `name` can be made: else the error to return, with a message for the person who started the program.
std::optional<CUresult> problem(const char* name, Needs needs);

/// A call of the driver while it takes place. The runtime's questions about errors do not see its error.
class OngoingCall {
 public:
  OngoingCall();
  /// The result of a call that is carried out by the runtime's means.
  CUresult returns(cudaError_t error) const;

 private:
  const std::lock_guard<std::recursive_mutex> turn_{cudart::calls_in_turn()};
  runtime::Errors::BeforeDriver before_;
};

/// Carry out a call of the driver's by one of the runtime's, `call()`, under the driver's name.
template <typename Call>
CUresult by_runtime(const char* name, Call call, Needs needs = Needs::context) {
  if (const auto wrong = problem(name, needs)) return *wrong;
  const OngoingCall ongoing;
  cudart::call_next_as(name);
  return ongoing.returns(call());
}

/// Carry out a call of the driver's. `body(program, call)` returns a runtime::Status.
template <typename Body>
CUresult work(const char* name, Body body, Needs needs = Needs::context) {
  return by_runtime(
      name, [&] { return cudart::work(name, body); }, needs);
}

/// A call that stores a constant and has no other effect.
template <typename T>
CUresult answer(const char* name, T* result, T value, Needs needs = Needs::context) {
  return by_runtime(
      name, [&] { return cudart::answer(name, result, value); }, needs);
}

/// Return an error and do nothing else. `reason`: a sentence for the person who started the program; may be empty.
CUresult refused(const char* name, runtime::Status status, const std::string& reason = "");

/// A call that is accepted and has no effect on what a program computes.
CUresult accept(const char* name, Needs needs = Needs::context);

inline void* pointer(CUdeviceptr address) { return reinterpret_cast<void*>(address); }

}  // namespace warplens::driver
