#include "products.cuh"

// Products of types that the program names.

namespace cublas {

WARPLENS_PRODUCTS(__half, __half, float)
WARPLENS_PRODUCTS(__half, float, float)
WARPLENS_PRODUCTS(__nv_bfloat16, __nv_bfloat16, float)
WARPLENS_PRODUCTS(__nv_bfloat16, float, float)
WARPLENS_PRODUCTS(signed char, int, int)

}  // namespace cublas
