#include "products.cuh"

// Products of float and double.

namespace cublas {

WARPLENS_PRODUCTS(float, float, float)
WARPLENS_PRODUCTS(double, double, double)

}  // namespace cublas
