// When is a GPU worth it? Work that can be shared among threads, and work that cannot.

// Each element on its own: as many threads as elements.
__global__ void independent(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = 2.0f * in[i] + 1.0f;
  }
}

// A chain: each element needs the one before it, so a series is the work of one thread. n elements of each series; those of the
// same moment lie side by side.
__global__ void recurrence(const float* in, float* out, int n, int series) {
  int own = blockIdx.x * blockDim.x + threadIdx.x;
  if (own < series) {
    float value = 0.0f;
    for (int i = 0; i < n; ++i) {
      value = 0.5f * value + in[i * series + own];
      out[i * series + own] = value;
    }
  }
}
