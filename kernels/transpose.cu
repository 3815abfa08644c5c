// Transpose a matrix of rows × columns: out[column][row] = in[row][column]. Both lie row by row in memory. A block does a tile of
// 32 × 32 elements, whatever its shape.

constexpr int TILE = 32;

// Reads lie side by side. Writes lie a whole row of `out` apart.
__global__ void transpose_naive(const float* in, float* out, int rows, int columns) {
  for (int y = threadIdx.y; y < TILE; y += blockDim.y) {
    for (int x = threadIdx.x; x < TILE; x += blockDim.x) {
      int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
      if (row < rows && column < columns) {
        out[column * rows + row] = in[row * columns + column];
      }
    }
  }
}

// Through a tile in shared memory, so that reads and writes both lie side by side. But a column of the tile is in one bank.
__global__ void transpose_shared(const float* in, float* out, int rows, int columns) {
  __shared__ float tile[TILE][TILE];
  for (int y = threadIdx.y; y < TILE; y += blockDim.y) {
    for (int x = threadIdx.x; x < TILE; x += blockDim.x) {
      int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
      if (row < rows && column < columns) {
        tile[y][x] = in[row * columns + column];
      }
    }
  }
  __syncthreads();
  for (int y = threadIdx.y; y < TILE; y += blockDim.y) {
    for (int x = threadIdx.x; x < TILE; x += blockDim.x) {
      int row = blockIdx.y * TILE + x, column = blockIdx.x * TILE + y;
      if (row < rows && column < columns) {
        out[column * rows + row] = tile[x][y];
      }
    }
  }
}

// A row of the tile is one element longer, so that a column goes through all banks.
__global__ void transpose_padded(const float* in, float* out, int rows, int columns) {
  __shared__ float tile[TILE][TILE + 1];
  for (int y = threadIdx.y; y < TILE; y += blockDim.y) {
    for (int x = threadIdx.x; x < TILE; x += blockDim.x) {
      int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
      if (row < rows && column < columns) {
        tile[y][x] = in[row * columns + column];
      }
    }
  }
  __syncthreads();
  for (int y = threadIdx.y; y < TILE; y += blockDim.y) {
    for (int x = threadIdx.x; x < TILE; x += blockDim.x) {
      int row = blockIdx.y * TILE + x, column = blockIdx.x * TILE + y;
      if (row < rows && column < columns) {
        out[column * rows + row] = tile[x][y];
      }
    }
  }
}

// Without the extra element: each row of the tile is stored in another order, so that a column goes through all banks.
__global__ void transpose_swizzled(const float* in, float* out, int rows, int columns) {
  __shared__ float tile[TILE][TILE];
  for (int y = threadIdx.y; y < TILE; y += blockDim.y) {
    for (int x = threadIdx.x; x < TILE; x += blockDim.x) {
      int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
      if (row < rows && column < columns) {
        tile[y][x ^ y] = in[row * columns + column];
      }
    }
  }
  __syncthreads();
  for (int y = threadIdx.y; y < TILE; y += blockDim.y) {
    for (int x = threadIdx.x; x < TILE; x += blockDim.x) {
      int row = blockIdx.y * TILE + x, column = blockIdx.x * TILE + y;
      if (row < rows && column < columns) {
        out[column * rows + row] = tile[x][y ^ x];
      }
    }
  }
}
