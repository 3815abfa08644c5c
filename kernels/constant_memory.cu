// Each thread sums a table of coefficients. What it costs depends on where the table is, and on whether the lanes of a warp read the
// same coefficient at the same time.

__constant__ float coefficients[64];

// Constant memory: all lanes read the same coefficient.
__global__ void sum_together(float* sums, int n, int terms) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float sum = 0;
    for (int k = 0; k < terms; k++) {
      sum += coefficients[k];
    }
    sums[i] = sum;
  }
}

// Constant memory: each lane begins at another coefficient, so the lanes read different ones.
__global__ void sum_rotated(float* sums, int n, int terms) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float sum = 0;
    for (int k = 0; k < terms; k++) {
      sum += coefficients[(i + k) % terms];
    }
    sums[i] = sum;
  }
}

// Global memory: each lane begins at another coefficient.
__global__ void sum_rotated_global(const float* table, float* sums, int n, int terms) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float sum = 0;
    for (int k = 0; k < terms; k++) {
      sum += table[(i + k) % terms];
    }
    sums[i] = sum;
  }
}
