#include "cublas/handles.h"

#include <map>
#include <memory>

namespace warplens::cublas {
namespace {

struct Handles {
  std::map<cublasHandle_t, Handle> all;
  std::uint32_t made = 0;
};

/// Never destroyed: destructors of the program's objects may still give handles back.
Handles& handles() {
  static Handles* const kept = std::make_unique<Handles>().release();
  return *kept;
}

}  // namespace

cublasHandle_t make_handle() {
  const auto handle = cudart::make_handle<cublasHandle_t>(++handles().made);
  handles().all.emplace(handle, Handle{});
  return handle;
}

bool remove_handle(cublasHandle_t handle) { return handles().all.erase(handle) > 0; }

Handle* find_handle(cublasHandle_t handle) {
  const auto found = handles().all.find(handle);
  return found != handles().all.end() ? &found->second : nullptr;
}

cublasStatus_t refused(const char* name, cublasStatus_t status, const std::string& why) {
  (void)cudart::question(name, [&](runtime::Program& program, const runtime::Call& call) {
    program.refuse(call, why);
    return runtime::Status::success;
  });
  return status;
}

Checks& Checks::number(const Handle& settings, const char* name, const void* at) {
  pointer(name, at);
  if (why_ || settings.pointer_mode == CUBLAS_POINTER_MODE_DEVICE) return *this;
  runtime::Memory& memory = cudart::program().memory;
  const std::uint64_t address = memory.address_of(at);
  const runtime::Allocation* const allocation = runtime::Memory::is_ours(address) ? memory.find(address) : nullptr;
  if (allocation == nullptr || allocation->on_host()) return *this;
  on_device_ = allocation;
  return that(false, std::string(name) + " is in " + allocation->name +
                         ", which is device memory, and the handle's pointer mode is CUBLAS_POINTER_MODE_HOST: "
                         "cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE) comes before such calls");
}

cublasStatus_t Checks::refuse() const {
  if (on_device_ == nullptr) return refused(name_, CUBLAS_STATUS_INVALID_VALUE, *why_);
  (void)cudart::question(name_, [&](runtime::Program& program, const runtime::Call& call) {
    program.findings.add(runtime::HostFinding::host_touched_device, call, call.function + ": " + *why_, on_device_);
    return runtime::Status::success;
  });
  return CUBLAS_STATUS_INVALID_VALUE;
}

}  // namespace warplens::cublas
