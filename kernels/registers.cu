// The variance of many series, one for each thread. Every value is needed twice: for the mean, and for its distance from the mean.
// Value j of series i is values[j * series + i].

constexpr int length = 128;

// Each value is read once, and kept in a register until it is needed again.
__device__ float variance_of_kept(const float* values, int series, int i) {
  float kept[length];
  float sum = 0;
#pragma unroll
  for (int j = 0; j < length; ++j) {
    kept[j] = values[j * series + i];
    sum += kept[j];
  }
  float mean = sum / length, squares = 0;
#pragma unroll
  for (int j = 0; j < length; ++j) squares += (kept[j] - mean) * (kept[j] - mean);
  return squares / length;
}

__global__ void variance_kept(const float* values, float* variance, int series) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < series) variance[i] = variance_of_kept(values, series, i);
}

// The same, but four blocks of 256 threads are to fit on a multiprocessor: the compiler may not use more than 64 registers, and
// stores ("spills") what it has no register for.
__global__ void __launch_bounds__(256, 4) variance_bounded(const float* values, float* variance, int series) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < series) variance[i] = variance_of_kept(values, series, i);
}

// Each value is read twice, and no register keeps it.
__global__ void variance_read_again(const float* values, float* variance, int series) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= series) return;
  float sum = 0;
#pragma unroll 4
  for (int j = 0; j < length; ++j) sum += values[j * series + i];
  float mean = sum / length, squares = 0;
#pragma unroll 4
  for (int j = 0; j < length; ++j) {
    float distance = values[j * series + i] - mean;
    squares += distance * distance;
  }
  variance[i] = squares / length;
}
