// A template with helpers, instantiated for one type.
template <typename T>
__device__ T smallest(T a, T b) {
  return b < a ? b : a;
}

template <typename T>
__device__ T clamped(T value, T low, T high) {
  return smallest(value < low ? low : value, high);
}

template <typename T>
__global__ void saturate(const T* in, T* out, T low, T high, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = clamped(in[i], low, high);
}

template __global__ void saturate<int>(const int*, int*, int, int, int);
