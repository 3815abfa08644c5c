#include "cudart/process.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>

#include "base/threads.h"
#include "cudart/host_faults.h"
#include "runtime/environment.h"
#include "simt/code/device_spec.h"
#include "simt/simt_device.h"

namespace warplens::cudart {
namespace {

struct Process {
  runtime::Program program;
  runtime::CallSites sites{};
};

bool process_is_made = false;

Process make_process() {
  const runtime::Environment environment = runtime::read_environment();
  const simt::DeviceSpec* spec = simt::device_spec_named(environment.spec);
  if (spec == nullptr) spec = &simt::two_sm_toy();
  const launch::CopyCosts costs{.bytes_per_ms = spec->copy_gigabytes_per_second * 1e6,
                                .start_ms = spec->copy_start_microseconds / 1000,
                                .call_ms = spec->call_microseconds / 1000};
  auto device = simt::make_device(*spec, base::processors());
  // A quarter of this computer's memory, since the machine's own structures need some as well.
  const std::uint64_t memory = launch::max_buffer_here();
  watch_host_faults();
  // What a recorded program prints goes through a pipe; nothing of it shall be lost in a buffer when it is ended.
  if (!environment.recording.folder.empty()) std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  return {{std::move(device), costs, memory, environment}};
}

/// Never destroyed: objects of the program may still call the runtime in their own destructors. (A Process cannot be moved, so
/// that it is made as a member.)
struct Kept {
  Process process = make_process();
};

Process& process() {
  static Kept* const kept = [] {
    process_is_made = true;
    return std::make_unique<Kept>().release();
  }();
  return kept->process;
}

}  // namespace

[[gnu::destructor]] void program_has_ended() {
  if (!process_is_made) return;
  const std::lock_guard lock(calls_in_turn());
  process().program.end();
}

runtime::Program& program() { return process().program; }

std::recursive_mutex& calls_in_turn() {
  static std::recursive_mutex mutex;
  return mutex;
}

runtime::Call current_call(const char* function) { return process().sites.current(function); }

OngoingCall::Announced& OngoingCall::next() {
  thread_local Announced announced;
  return announced;
}

void call_next_as(const char* name) { OngoingCall::next().name = name; }
void next_call_is_part() { OngoingCall::next().is_part = true; }

OngoingCall::OngoingCall(const char* function, bool where) : OngoingCall(function, std::exchange(next(), {}), where) {}

OngoingCall::OngoingCall(const char* function, const Announced& announced, bool where)
    : turn_(calls_in_turn()),
      program(cudart::program()),
      call(where || program.recorder.active() ? current_call(announced.name != nullptr ? announced.name : function)
                                              : runtime::Call{}),
      made_(program.recorder.call_begins()) {
  if (!announced.is_part) ++program.calls[announced.name != nullptr ? announced.name : function];
}

OngoingCall::OngoingCall(runtime::Call made)
    : turn_(calls_in_turn()), program(cudart::program()), call(std::move(made)), made_(program.recorder.call_begins()) {
  ++program.calls[call.function];
}

cudaError_t OngoingCall::returns(runtime::Status status) const {
  program.recorder.call_returns(made_, call, status);
  return static_cast<cudaError_t>(status);
}

std::optional<std::uint32_t> number_of(const void* handle) {
  const auto value = reinterpret_cast<std::uintptr_t>(handle);
  if (value < first_handle || (value - first_handle) % handle_step != 0) return std::nullopt;
  return static_cast<std::uint32_t>((value - first_handle) / handle_step);
}

std::optional<std::uint32_t> stream_of(const runtime::Program& program, const void* handle) {
  if (reinterpret_cast<std::uintptr_t>(handle) <= 2) return 0;
  const auto number = number_of(handle);
  return number && program.streams.exists(*number) ? number : std::nullopt;
}

std::optional<std::uint32_t> event_of(const runtime::Program& program, const void* handle) {
  const auto number = number_of(handle);
  return number && program.streams.event_exists(*number) ? number : std::nullopt;
}

}  // namespace warplens::cudart
