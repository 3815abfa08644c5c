// C = A × B: A has m rows and n columns, B n rows and p columns, C m rows and p columns, all stored row by row.

// One thread per element of C. Each reads a whole row of A and a whole column of B from global memory.
__global__ void matrix_naive(const float* a, const float* b, float* c, int m, int n, int p) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && column < p) {
    float sum = 0.0f;
    for (int k = 0; k < n; ++k) {
      sum += a[row * n + k] * b[k * p + column];
    }
    c[row * p + column] = sum;
  }
}

// The edge of a tile, and of the blocks that work with tiles.
constexpr int tile = 16;

// Tile by tile: the block's threads bring one tile of A and one of B to shared memory, together, and multiply from there.
__global__ void matrix_tiled(const float* a, const float* b, float* c, int m, int n, int p) {
  __shared__ float a_tile[tile][tile];
  __shared__ float b_tile[tile][tile];
  int row = blockIdx.y * tile + threadIdx.y;
  int column = blockIdx.x * tile + threadIdx.x;
  float sum = 0.0f;
  for (int first = 0; first < n; first += tile) {
    int a_column = first + threadIdx.x;
    int b_row = first + threadIdx.y;
    a_tile[threadIdx.y][threadIdx.x] = row < m && a_column < n ? a[row * n + a_column] : 0.0f;
    b_tile[threadIdx.y][threadIdx.x] = b_row < n && column < p ? b[b_row * p + column] : 0.0f;
    __syncthreads();  // both tiles are complete before anyone reads them
    for (int k = 0; k < tile; ++k) {
      sum += a_tile[threadIdx.y][k] * b_tile[k][threadIdx.x];
    }
    __syncthreads();  // everyone has read before the next tiles come
  }
  if (row < m && column < p) {
    c[row * p + column] = sum;
  }
}

// Wrong: nobody waits for the tiles. A thread multiplies elements that another thread has not brought yet.
__global__ void matrix_without_first_barrier(const float* a, const float* b, float* c, int m, int n, int p) {
  __shared__ float a_tile[tile][tile];
  __shared__ float b_tile[tile][tile];
  int row = blockIdx.y * tile + threadIdx.y;
  int column = blockIdx.x * tile + threadIdx.x;
  float sum = 0.0f;
  for (int first = 0; first < n; first += tile) {
    int a_column = first + threadIdx.x;
    int b_row = first + threadIdx.y;
    a_tile[threadIdx.y][threadIdx.x] = row < m && a_column < n ? a[row * n + a_column] : 0.0f;
    b_tile[threadIdx.y][threadIdx.x] = b_row < n && column < p ? b[b_row * p + column] : 0.0f;
    for (int k = 0; k < tile; ++k) {
      sum += a_tile[threadIdx.y][k] * b_tile[k][threadIdx.x];
    }
    __syncthreads();
  }
  if (row < m && column < p) {
    c[row * p + column] = sum;
  }
}

// Wrong: nobody waits for the others to finish. A fast warp overwrites tiles that a slow one still multiplies.
__global__ void matrix_without_second_barrier(const float* a, const float* b, float* c, int m, int n, int p) {
  __shared__ float a_tile[tile][tile];
  __shared__ float b_tile[tile][tile];
  int row = blockIdx.y * tile + threadIdx.y;
  int column = blockIdx.x * tile + threadIdx.x;
  float sum = 0.0f;
  for (int first = 0; first < n; first += tile) {
    int a_column = first + threadIdx.x;
    int b_row = first + threadIdx.y;
    a_tile[threadIdx.y][threadIdx.x] = row < m && a_column < n ? a[row * n + a_column] : 0.0f;
    b_tile[threadIdx.y][threadIdx.x] = b_row < n && column < p ? b[b_row * p + column] : 0.0f;
    __syncthreads();
    for (int k = 0; k < tile; ++k) {
      sum += a_tile[threadIdx.y][k] * b_tile[k][threadIdx.x];
    }
  }
  if (row < m && column < p) {
    c[row * p + column] = sum;
  }
}

// Wrong where a tile reaches past an edge of C: threads without an element of C leave, and their elements of the tiles stay empty.
__global__ void matrix_early_return(const float* a, const float* b, float* c, int m, int n, int p) {
  __shared__ float a_tile[tile][tile];
  __shared__ float b_tile[tile][tile];
  int row = blockIdx.y * tile + threadIdx.y;
  int column = blockIdx.x * tile + threadIdx.x;
  if (row >= m || column >= p) {
    return;
  }
  float sum = 0.0f;
  for (int first = 0; first < n; first += tile) {
    int a_column = first + threadIdx.x;
    int b_row = first + threadIdx.y;
    a_tile[threadIdx.y][threadIdx.x] = a_column < n ? a[row * n + a_column] : 0.0f;
    b_tile[threadIdx.y][threadIdx.x] = b_row < n ? b[b_row * p + column] : 0.0f;
    __syncthreads();
    for (int k = 0; k < tile; ++k) {
      sum += a_tile[threadIdx.y][k] * b_tile[k][threadIdx.x];
    }
    __syncthreads();
  }
  c[row * p + column] = sum;
}

// Tiles of any edge: as large as the block, in shared memory whose size the launch decides.
__global__ void matrix_any_tile(const float* a, const float* b, float* c, int m, int n, int p) {
  extern __shared__ float tiles[];
  int edge = blockDim.x;
  float* a_tile = tiles;
  float* b_tile = tiles + edge * edge;
  int row = blockIdx.y * edge + threadIdx.y;
  int column = blockIdx.x * edge + threadIdx.x;
  float sum = 0.0f;
  for (int first = 0; first < n; first += edge) {
    int a_column = first + threadIdx.x;
    int b_row = first + threadIdx.y;
    a_tile[threadIdx.y * edge + threadIdx.x] = row < m && a_column < n ? a[row * n + a_column] : 0.0f;
    b_tile[threadIdx.y * edge + threadIdx.x] = b_row < n && column < p ? b[b_row * p + column] : 0.0f;
    __syncthreads();
    for (int k = 0; k < edge; ++k) {
      sum += a_tile[threadIdx.y * edge + k] * b_tile[k * edge + threadIdx.x];
    }
    __syncthreads();
  }
  if (row < m && column < p) {
    c[row * p + column] = sum;
  }
}

// One block per element of C, one thread per product: m × p blocks of n threads. The n products of a block meet in one element.
__global__ void matrix_products_atomic(const float* a, const float* b, float* c, int m, int n, int p) {
  int row = blockIdx.x;
  int column = blockIdx.y;
  int k = threadIdx.x;
  atomicAdd(&c[row * p + column], a[row * n + k] * b[k * p + column]);
}

// Wrong: the same without atomicAdd. The threads of a block overwrite each other's sums.
__global__ void matrix_products_racy(const float* a, const float* b, float* c, int m, int n, int p) {
  int row = blockIdx.x;
  int column = blockIdx.y;
  int k = threadIdx.x;
  c[row * p + column] += a[row * n + k] * b[k * p + column];
}
