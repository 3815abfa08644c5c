#pragma once

#include <string>

namespace warplens::experiment {

/// The BLAS library of this computer, loaded on first use. Matrices are row-major: a is m × n, b is n × p, c is m × p. The
/// functions compute c = a · b, on as many threads as the library chooses.
class Blas {
 public:
  std::string name;  ///< "OpenBLAS 0.3.21 DYNAMIC_ARCH …"

  void multiply(int m, int n, int p, const float* a, const float* b, float* c) const;
  void multiply(int m, int n, int p, const double* a, const double* b, double* c) const;

 private:
  friend const Blas* blas();
  void (*sgemm_)(int, int, int, int, int, int, float, const float*, int, const float*, int, float, float*, int) = nullptr;
  void (*dgemm_)(int, int, int, int, int, int, double, const double*, int, const double*, int, double, double*, int) = nullptr;
};

/// Load OpenBLAS on the first call; nullptr if it is not installed.
const Blas* blas();

}  // namespace warplens::experiment
