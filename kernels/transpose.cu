// Transpose a matrix of rows × columns: transposed[column][row] = matrix[row][column]. Both lie row by row in memory. A block does
// a tile of 32 × 32 elements, whatever its shape.

constexpr int TILE = 32;

// Reads lie side by side. Writes lie a whole row of `transposed` apart.
__global__ void transpose_naive(const float* matrix, float* transposed, int rows, int columns) {
  for (int y = threadIdx.y; y < TILE; y += blockDim.y) {
    for (int x = threadIdx.x; x < TILE; x += blockDim.x) {
      int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
      if (row < rows && column < columns) {
        transposed[column * rows + row] = matrix[row * columns + column];
      }
    }
  }
}

// Through a tile in shared memory, so that reads and writes both lie side by side. But a column of the tile is in one bank.
__global__ void transpose_shared(const float* matrix, float* transposed, int rows, int columns) {
  __shared__ float tile[TILE][TILE];
  for (int y = threadIdx.y; y < TILE; y += blockDim.y) {
    for (int x = threadIdx.x; x < TILE; x += blockDim.x) {
      int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
      if (row < rows && column < columns) {
        tile[y][x] = matrix[row * columns + column];
      }
    }
  }
  __syncthreads();
  for (int y = threadIdx.y; y < TILE; y += blockDim.y) {
    for (int x = threadIdx.x; x < TILE; x += blockDim.x) {
      int row = blockIdx.y * TILE + x, column = blockIdx.x * TILE + y;
      if (row < rows && column < columns) {
        transposed[column * rows + row] = tile[x][y];
      }
    }
  }
}

// A row of the tile is one element longer, so that a column goes through all banks.
__global__ void transpose_padded(const float* matrix, float* transposed, int rows, int columns) {
  __shared__ float tile[TILE][TILE + 1];
  for (int y = threadIdx.y; y < TILE; y += blockDim.y) {
    for (int x = threadIdx.x; x < TILE; x += blockDim.x) {
      int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
      if (row < rows && column < columns) {
        tile[y][x] = matrix[row * columns + column];
      }
    }
  }
  __syncthreads();
  for (int y = threadIdx.y; y < TILE; y += blockDim.y) {
    for (int x = threadIdx.x; x < TILE; x += blockDim.x) {
      int row = blockIdx.y * TILE + x, column = blockIdx.x * TILE + y;
      if (row < rows && column < columns) {
        transposed[column * rows + row] = tile[x][y];
      }
    }
  }
}

// Without the extra element: each row of the tile is stored in another order, so that a column goes through all banks.
__global__ void transpose_swizzled(const float* matrix, float* transposed, int rows, int columns) {
  __shared__ float tile[TILE][TILE];
  for (int y = threadIdx.y; y < TILE; y += blockDim.y) {
    for (int x = threadIdx.x; x < TILE; x += blockDim.x) {
      int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
      if (row < rows && column < columns) {
        tile[y][x ^ y] = matrix[row * columns + column];
      }
    }
  }
  __syncthreads();
  for (int y = threadIdx.y; y < TILE; y += blockDim.y) {
    for (int x = threadIdx.x; x < TILE; x += blockDim.x) {
      int row = blockIdx.y * TILE + x, column = blockIdx.x * TILE + y;
      if (row < rows && column < columns) {
        transposed[column * rows + row] = tile[x][y ^ x];
      }
    }
  }
}
