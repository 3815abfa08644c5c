#include "experiment/references/blas.h"

#include <dlfcn.h>

#include <memory>

namespace warplens::experiment {
namespace {

constexpr int row_major = 101, as_it_is = 111;  // CblasRowMajor, CblasNoTrans of cblas.h

template <typename Function>
bool bind(void* handle, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(handle, name));
  return function != nullptr;
}

}  // namespace

const Blas* blas() {
  // Loaded once and never unloaded: its threads do not survive unloading.
  static const std::unique_ptr<const Blas> loaded = []() -> std::unique_ptr<const Blas> {
    for (const char* file : {"libopenblas.so.0", "libopenblas.so", "libopenblasp.so.0"}) {
      void* handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
      if (handle == nullptr) continue;
      auto found = std::make_unique<Blas>();
      if (!bind(handle, "cblas_sgemm", found->sgemm_) || !bind(handle, "cblas_dgemm", found->dgemm_)) continue;
      char* (*configuration)() = nullptr;
      found->name = bind(handle, "openblas_get_config", configuration) ? configuration() : file;
      return found;
    }
    return nullptr;
  }();
  return loaded.get();
}

void Blas::multiply(int m, int n, int p, const float* a, const float* b, float* c) const {
  sgemm_(row_major, as_it_is, as_it_is, m, p, n, 1, a, n, b, p, 0, c, p);
}

void Blas::multiply(int m, int n, int p, const double* a, const double* b, double* c) const {
  dgemm_(row_major, as_it_is, as_it_is, m, p, n, 1, a, n, b, p, 0, c, p);
}

}  // namespace warplens::experiment
