#pragma once

#include <string_view>
#include <type_traits>

#include "runtime/interface.h"

// NVIDIA's CUDA runtime, which this library is loaded before.

namespace warplens::observe {

/// The address of a function of the real runtime; null if it has none of that name. Found even if
/// only a library that the program loaded with dlopen() is linked to the runtime.
void* find_real(std::string_view name);

/// "cudaMalloc" of cudaMalloc: as compilers write this function's template argument.
template <auto function>
constexpr std::string_view name_of() {
  constexpr std::string_view text = __PRETTY_FUNCTION__;
  constexpr std::size_t begin = text.find_first_not_of("& ", text.find('=') + 1), end = text.find_first_of(";]", begin);
  constexpr std::string_view name = text.substr(begin, end - begin);
  static_assert(name.starts_with("cuda") || name.starts_with("__cuda"));
  return name;
}

/// The name that a program calls: "cudaLaunchKernel" of __cudaLaunchKernel_ptsz.
constexpr std::string_view plain_name(std::string_view name) {
  if (name.starts_with("__")) name.remove_prefix(2);
  if (name.ends_with("_ptsz") || name.ends_with("_ptds")) name.remove_suffix(5);
  return name;
}

template <auto function>
struct Real;
template <typename Result, typename... Parameters, Result (*function)(Parameters...)>
struct Real<function> {
  static Result call(Parameters... parameters) {
    static const auto address = reinterpret_cast<decltype(function)>(find_real(name_of<function>()));
    if (address != nullptr) return address(parameters...);
    if constexpr (std::is_same_v<Result, cudaError_t>) return cudaErrorSymbolNotFound;
    if constexpr (std::is_pointer_v<Result>) return nullptr;
  }
};

/// The function of the real runtime: `real<cudaFree>(pointer)`. Of a runtime that does not have it: cudaErrorSymbolNotFound, or
/// null.
template <auto function>
inline constexpr auto real = Real<function>::call;

/// Whether what is put into the stream becomes part of a graph instead of being done.
bool is_captured(cudaStream_t stream);

/// Hides the errors of our own calls from the program: cudaGetLastError() keeps returning success, unless it had another value
/// before.
class KeptError {
 public:
  KeptError() : before_(real<cudaPeekAtLastError>()) {}
  ~KeptError() {
    if (before_ == cudaSuccess && real<cudaPeekAtLastError>() != cudaSuccess) real<cudaGetLastError>();
  }
  KeptError(const KeptError&) = delete;
  KeptError& operator=(const KeptError&) = delete;

  /// Whether the program has an error that it has not asked for, which calls of ours could replace.
  bool pending() const { return before_ != cudaSuccess; }

 private:
  cudaError_t before_;
};

}  // namespace warplens::observe
