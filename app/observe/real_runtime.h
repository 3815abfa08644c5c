#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

#include "base/dim3.h"

// NVIDIA's CUDA runtime, which this library is loaded before. Its types have the memory layout of the CUDA Runtime API; streams,
// events and kernels are pointers, enumerations are passed as int.

#define WARPLENS_EXPORT extern "C" [[gnu::visibility("default")]]

namespace warplens::observe {

inline constexpr int success = 0, not_ready = 600;  // cudaSuccess, cudaErrorNotReady
inline constexpr int by_addresses = 4;              // cudaMemcpyDefault

/// The address of a function of the real runtime; null if it has none of that name. Also where a library that the program has
/// loaded by itself needs the runtime, and nothing else does.
void* find_real(const char* name);

/// A function of the real runtime, by its name.
template <typename Signature>
class RealFunction;

template <typename Result, typename... Parameters>
class RealFunction<Result(Parameters...)> {
 public:
  explicit RealFunction(const char* name) : address_(reinterpret_cast<Function>(find_real(name))) {}

  /// Of a runtime that does not have it: the error 500, cudaErrorSymbolNotFound, or null.
  Result operator()(Parameters... parameters) const {
    if (address_ != nullptr) return address_(parameters...);
    if constexpr (std::is_same_v<Result, int>) return 500;
    if constexpr (!std::is_same_v<Result, int> && !std::is_void_v<Result>) return nullptr;
  }

 private:
  using Function = Result (*)(Parameters...);
  Function address_;
};

/// cudaFuncAttributes, of which nothing is looked at. With room for what later versions add.
struct FunctionAttributes {
  std::array<std::byte, 1024> bytes;
};

/// cudaLaunchConfig_t
struct LaunchConfiguration {
  base::Dim3 grid, block;
  std::size_t dynamic_shared;
  void* stream;
  void* attributes;
  unsigned attribute_count;
};

/// What we call ourselves.
struct RealRuntime {
  RealFunction<int()> peek_at_last_error{"cudaPeekAtLastError"};
  RealFunction<int()> get_last_error{"cudaGetLastError"};
  RealFunction<const char*(int)> get_error_name{"cudaGetErrorName"};
  RealFunction<int(int*)> get_device{"cudaGetDevice"};
  RealFunction<int(void*, int*)> stream_is_capturing{"cudaStreamIsCapturing"};
  RealFunction<int(FunctionAttributes*, const void*)> func_get_attributes{"cudaFuncGetAttributes"};
  RealFunction<int(const char**, const void*)> func_get_name{"cudaFuncGetName"};
  RealFunction<int(void**)> event_create{"cudaEventCreate"};
  RealFunction<int(void*, void*)> event_record{"cudaEventRecord"};
  RealFunction<int(void*)> event_query{"cudaEventQuery"};
  RealFunction<int(float*, void*, void*)> event_elapsed_time{"cudaEventElapsedTime"};
  RealFunction<int()> device_synchronize{"cudaDeviceSynchronize"};
  RealFunction<int(void*, const void*, std::size_t, int)> memcpy{"cudaMemcpy"};
  RealFunction<int(void**, const void*)> get_symbol_address{"cudaGetSymbolAddress"};
};
const RealRuntime& real();

/// Whether what is put into the stream becomes part of a graph instead of being done.
bool is_captured(void* stream);

/// Hides from the program the errors of calls that it did not make: what cudaGetLastError() returns stays success, unless it was
/// something else before.
class KeptError {
 public:
  KeptError() : before_(real().peek_at_last_error()) {}
  ~KeptError() {
    if (before_ == success && real().peek_at_last_error() != success) real().get_last_error();
  }
  KeptError(const KeptError&) = delete;
  KeptError& operator=(const KeptError&) = delete;

  /// Whether the program has an error that it has not asked for, which calls of ours could replace.
  bool pending() const { return before_ != success; }

 private:
  int before_;
};

}  // namespace warplens::observe
