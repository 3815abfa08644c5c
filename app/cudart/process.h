#pragma once

#include <mutex>

#include "cudart/host_clock.h"
#include "runtime/interface.h"
#include "runtime/program.h"

namespace warplens::cudart {

/// State of the CUDA program that has loaded this library, created by the first call. Environment variables contain its options
/// (runtime/environment.h). Program::end() is called when the process exits.
runtime::Program& program();

/// CUDA version, times 1,000, of the runtime that this library replaces: 12000 or 13000.
int library_version();

/// The program has ended. The loader calls this after the destructors of the program's own objects; in a page, its worker does.
void program_has_ended();

/// Mutex held during every call.
std::recursive_mutex& calls_in_turn();

/// The current call of `function`, with the return addresses outside of this library.
runtime::Call current_call(const char* function);

enum class CallKind {
  work,      ///< a program would not make it if it knew of an error
  question,  ///< properties, handles, freeing
};

/// Give the next call of this thread another name: a function of the driver's is often carried out by one of the runtime's.
void call_next_as(const char* name);
/// Make the next call of this thread a part of one that is counted already.
void next_call_is_part();

/// A call to the C interface, from its entry to its return. Holds the lock that keeps other threads out, counts the call, and
/// adds it to the program's recording.
class OngoingCall {
 public:
  /// `function`: its name, unless call_next_as() has given another. `where`: whether its place matters even without a recording.
  explicit OngoingCall(const char* function, bool where = true);

  /// A call that the program does not make now: what a graph does that is launched. `made`: its name, and its place.
  explicit OngoingCall(runtime::Call made);

  /// The call returns. Returns CUDA's name of `status`.
  cudaError_t returns(runtime::Status status) const;

 private:
  /// What call_next_as() and next_call_is_part() have said of this call.
  struct Announced {
    const char* name = nullptr;  ///< null: its own
    bool is_part = false;
  };
  friend void call_next_as(const char* name);
  friend void next_call_is_part();
  static Announced& next();
  OngoingCall(const char* function, const Announced& announced, bool where);

  const OwnClockReads clock_{};
  std::lock_guard<std::recursive_mutex> turn_;

 public:
  runtime::Program& program;
  const runtime::Call call;

 private:
  runtime::Recorder::Made made_;
};

/// Carry out a call of the C interface. `body(program, call)` returns a runtime::Status. Returns CUDA's name of the error.
template <typename Body>
cudaError_t call(const char* function, CallKind kind, Body body) {
  const OngoingCall ongoing(function);
  runtime::Errors& errors = ongoing.program.errors;
  if (kind == CallKind::work) errors.go_on();
  runtime::Status status = errors.failed();
  if (status == runtime::Status::success) status = body(ongoing.program, ongoing.call);
  if (status != runtime::Status::success && !errors.explanation().empty())
    ongoing.program.refuse(ongoing.call, errors.explanation());
  return ongoing.returns(errors.report(ongoing.call, status, false, ""));
}

template <typename Body>
cudaError_t work(const char* function, Body body) {
  return call(function, CallKind::work, body);
}
template <typename Body>
cudaError_t question(const char* function, Body body) {
  return call(function, CallKind::question, body);
}

/// A call that stores a constant and has no other effect.
template <typename T>
cudaError_t answer(const char* function, T* result, T value) {
  return question(function, [&](runtime::Program&, const runtime::Call&) {
    if (result == nullptr) return runtime::Status::invalid_value;
    *result = value;
    return runtime::Status::success;
  });
}

inline constexpr std::uintptr_t first_handle = 0x1000, handle_step = 16;

/// Handles are these, and no addresses.
template <typename Handle>
Handle make_handle(std::uint32_t number) {
  return reinterpret_cast<Handle>(first_handle + number * handle_step);
}

/// The number of a handle that make_handle() may have returned; nothing for another value.
std::optional<std::uint32_t> number_of(const void* handle);

/// The stream or event behind a handle that make_handle() returned; nothing for another value. The default streams' handles are
/// null, 1 and 2.
std::optional<std::uint32_t> stream_of(const runtime::Program& program, const void* handle);
std::optional<std::uint32_t> event_of(const runtime::Program& program, const void* handle);

}  // namespace warplens::cudart
