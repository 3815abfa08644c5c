#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <string>

#include "driver/driver.h"

// Names: those of errors, and the driver's functions by their names.

namespace warplens::driver {
namespace {

struct ErrorName {
  CUresult error;
  const char* name;
};
#define WARPLENS_ERROR(error) \
  ErrorName { error, #error }
constexpr std::array error_names{
    WARPLENS_ERROR(CUDA_SUCCESS),
    WARPLENS_ERROR(CUDA_ERROR_INVALID_VALUE),
    WARPLENS_ERROR(CUDA_ERROR_OUT_OF_MEMORY),
    WARPLENS_ERROR(CUDA_ERROR_NOT_INITIALIZED),
    WARPLENS_ERROR(CUDA_ERROR_DEINITIALIZED),
    WARPLENS_ERROR(CUDA_ERROR_NO_DEVICE),
    WARPLENS_ERROR(CUDA_ERROR_INVALID_DEVICE),
    WARPLENS_ERROR(CUDA_ERROR_INVALID_IMAGE),
    WARPLENS_ERROR(CUDA_ERROR_INVALID_CONTEXT),
    WARPLENS_ERROR(CUDA_ERROR_NO_BINARY_FOR_GPU),
    WARPLENS_ERROR(CUDA_ERROR_PEER_ACCESS_UNSUPPORTED),
    WARPLENS_ERROR(CUDA_ERROR_INVALID_PTX),
    WARPLENS_ERROR(CUDA_ERROR_INVALID_SOURCE),
    WARPLENS_ERROR(CUDA_ERROR_FILE_NOT_FOUND),
    WARPLENS_ERROR(CUDA_ERROR_INVALID_HANDLE),
    WARPLENS_ERROR(CUDA_ERROR_NOT_FOUND),
    WARPLENS_ERROR(CUDA_ERROR_NOT_READY),
    WARPLENS_ERROR(CUDA_ERROR_ILLEGAL_ADDRESS),
    WARPLENS_ERROR(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES),
    WARPLENS_ERROR(CUDA_ERROR_LAUNCH_TIMEOUT),
    WARPLENS_ERROR(CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED),
    WARPLENS_ERROR(CUDA_ERROR_PEER_ACCESS_NOT_ENABLED),
    WARPLENS_ERROR(CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE),
    WARPLENS_ERROR(CUDA_ERROR_CONTEXT_IS_DESTROYED),
    WARPLENS_ERROR(CUDA_ERROR_ASSERT),
    WARPLENS_ERROR(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED),
    WARPLENS_ERROR(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED),
    WARPLENS_ERROR(CUDA_ERROR_ILLEGAL_INSTRUCTION),
    WARPLENS_ERROR(CUDA_ERROR_MISALIGNED_ADDRESS),
    WARPLENS_ERROR(CUDA_ERROR_LAUNCH_FAILED),
    WARPLENS_ERROR(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE),
    WARPLENS_ERROR(CUDA_ERROR_NOT_SUPPORTED),
    WARPLENS_ERROR(CUDA_ERROR_UNKNOWN),
};
#undef WARPLENS_ERROR

const char* name_of(CUresult error) {
  const auto found = std::ranges::find(error_names, error, &ErrorName::error);
  return found != error_names.end() ? found->name : nullptr;
}

/// The function of a version of the API, 12080 for CUDA 12.8, which has the name itself or with the suffix of a later layout of
/// its parameters; null if there is none.
void* function_of(const std::string& name, int version) {
  constexpr int version_of_v4 = 13000;
  Dl_info own{};
  if (::dladdr(reinterpret_cast<const void*>(&cuInit), &own) == 0) return nullptr;
  void* const library = ::dlopen(own.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  if (library == nullptr) return nullptr;
  void* found = nullptr;
  for (const char* suffix : {"_v4", "_v2", ""}) {
    if (std::string_view(suffix) == "_v4" && version < version_of_v4) continue;
    if (found == nullptr) found = ::dlsym(library, (name + suffix).c_str());
  }
  ::dlclose(library);
  return found;
}

}  // namespace
}  // namespace warplens::driver

using namespace warplens;
using namespace warplens::driver;

CUresult cuGetErrorName(CUresult error, const char** name) {
  if (name == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *name = name_of(error);
  return *name != nullptr ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuGetErrorString(CUresult error, const char** text) {
  if (text == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *text = name_of(error) != nullptr ? runtime::text(error) : nullptr;
  return *text != nullptr ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetProcAddress(const char* name, void** function, int version, unsigned long long,
                          CUdriverProcAddressQueryResult* result) {
  if (name == nullptr || function == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const bool of_driver = std::string_view(name).starts_with("cu") && !std::string_view(name).starts_with("cuda");
  *function = of_driver ? function_of(name, version) : nullptr;
  if (result != nullptr) *result = *function != nullptr ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  return *function != nullptr ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}
