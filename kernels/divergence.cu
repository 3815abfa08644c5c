// A warp runs one instruction for its 32 threads. Where they go different ways, it goes each way in turn, the others inactive.

// Every thread goes the same way.
__global__ void one_way(float* a, int n, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float value = a[i];
    for (int round = 0; round < rounds; ++round) {
      value = value * 0.5f + 1.0f;
    }
    a[i] = value;
  }
}

// Neighbouring threads go different ways: every warp goes both.
__global__ void two_ways_by_lane(float* a, int n, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float value = a[i];
    if (i % 2 == 0) {
      for (int round = 0; round < rounds; ++round) {
        value = value * 0.5f + 1.0f;
      }
    } else {
      for (int round = 0; round < rounds; ++round) {
        value = value * 0.5f - 1.0f;
      }
    }
    a[i] = value;
  }
}

// The threads of a warp go the same way, every other warp the other way: no warp goes both.
__global__ void two_ways_by_warp(float* a, int n, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float value = a[i];
    if (i / 32 % 2 == 0) {
      for (int round = 0; round < rounds; ++round) {
        value = value * 0.5f + 1.0f;
      }
    } else {
      for (int round = 0; round < rounds; ++round) {
        value = value * 0.5f - 1.0f;
      }
    }
    a[i] = value;
  }
}

// Each lane goes round a different number of times: the warp is done when its last lane is.
__global__ void unequal_by_lane(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float value = a[i];
    for (int round = 0; round < i % 32; ++round) {
      value = value * 0.5f + 1.0f;
    }
    a[i] = value;
  }
}

// The same numbers of rounds, each for a whole warp: no lane waits for another.
__global__ void unequal_by_warp(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float value = a[i];
    for (int round = 0; round < i / 32 % 32; ++round) {
      value = value * 0.5f + 1.0f;
    }
    a[i] = value;
  }
}
