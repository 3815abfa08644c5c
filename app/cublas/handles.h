#pragma once

#include <optional>
#include <string>

#include "cublas/interface.h"
#include "cudart/process.h"

// Handles, and the scalars and errors of calls with them.

namespace warplens::cublas {

/// What a program has set for its calls with a handle.
struct Handle {
  cudaStream_t stream = nullptr;
  cublasPointerMode_t pointer_mode = CUBLAS_POINTER_MODE_HOST;
  cublasMath_t math_mode = CUBLAS_DEFAULT_MATH;
  cublasAtomicsMode_t atomics_mode = CUBLAS_ATOMICS_NOT_ALLOWED;
};

/// Make a handle, and give one back: false if it is none.
cublasHandle_t make_handle();
bool remove_handle(cublasHandle_t handle);
/// What a handle stands for; null if it is none. Use it while holding cudart::calls_in_turn().
Handle* find_handle(cublasHandle_t handle);

/// A call of `name` that fails, and tells the person who started the program why.
cublasStatus_t refused(const char* name, cublasStatus_t status, const std::string& why);

/// cuBLAS's name of a CUDA error of a launch: CUBLAS_STATUS_EXECUTION_FAILED, if it is one.
inline cublasStatus_t status_of_launch(cudaError_t error) {
  return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

/// body(handle) of a call of `name`, without its launches; CUBLAS_STATUS_NOT_INITIALIZED if it is no handle.
template <typename Body>
cublasStatus_t with_handle(const char* name, cublasHandle_t handle, Body body) {
  const std::lock_guard lock(cudart::calls_in_turn());
  Handle* const found = find_handle(handle);
  if (found == nullptr)
    return refused(name, CUBLAS_STATUS_NOT_INITIALIZED, "its handle is none that cublasCreate has made, or is destroyed");
  return body(*found);
}

/// A number that a program gives by its address: the host's, which is read now, or the device's, for the kernel to read.
template <typename T>
struct Scalar {
  const T* on_device = nullptr;
  T value{};
};
template <typename T>
Scalar<T> scalar(const Handle& handle, const T* at) {
  if (handle.pointer_mode == CUBLAS_POINTER_MODE_DEVICE) return {at, T{}};
  return {nullptr, *at};
}

/// The address of a vector's first element. With a negative increment the vector runs backwards, from the end of its memory
/// (reference BLAS).
template <typename T>
T* first(T* x, int n, int increment) {
  return increment < 0 ? x + static_cast<long long>(1 - n) * increment : x;
}

/// Checks of parameters, of which the first that fails is told.
class Checks {
 public:
  explicit Checks(const char* name) : name_(name) {}
  /// `holds`: what must be so; `why`: a sentence where it is not.
  Checks& that(bool holds, const std::string& why) {
    if (!holds && !why_) why_ = why;
    return *this;
  }
  /// A number of elements.
  Checks& count(const char* name, long long value) {
    return that(value >= 0, std::string(name) + " is " + std::to_string(value) + ", and cannot be less than 0");
  }
  Checks& increment(const char* name, int value) { return that(value != 0, std::string(name) + " is 0"); }
  /// The address of a scalar or of a result. In the mode CUBLAS_POINTER_MODE_HOST it must not be in the device's memory.
  Checks& number(const Handle& settings, const char* name, const void* at);
  /// A pointer that must not be null.
  Checks& pointer(const char* name, const void* value) { return that(value != nullptr, std::string(name) + " is null"); }
  Checks& operation(const char* name, cublasOperation_t value) {
    return that(value == CUBLAS_OP_N || value == CUBLAS_OP_T || value == CUBLAS_OP_C,
                std::string(name) + " is none of CUBLAS_OP_N, CUBLAS_OP_T and CUBLAS_OP_C");
  }
  /// The leading dimension of a matrix with so many rows in memory.
  Checks& leading_dimension(const char* name, int value, int rows, const std::string& matrix) {
    return that(value >= (rows > 1 ? rows : 1),
                std::string(name) + " is " + std::to_string(value) + ", and " + matrix + " has " + std::to_string(rows) +
                    " rows: matrices are column-major, and the next column begins " + name + " elements further");
  }
  bool fail() const { return why_.has_value(); }
  /// What the call then returns: CUBLAS_STATUS_INVALID_VALUE. (With a number on the wrong side cuBLAS itself ends the program.)
  cublasStatus_t refuse() const;

 private:
  const char* name_;
  std::optional<std::string> why_;
  const runtime::Allocation* on_device_ = nullptr;  ///< that should be on the host: a finding
};

}  // namespace warplens::cublas
