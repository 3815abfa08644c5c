// Tiles in shared memory: what one thread loads another uses.

// launch: grid 2 block 64 arguments i32[128]=iota
// expect: data-race shared tile [reverse store] [reverse load]
__global__ void reverse_without_barrier(int* data) {
  __shared__ int tile[64];
  tile[threadIdx.x] = data[blockIdx.x * 64 + threadIdx.x];  // [reverse store]
  data[blockIdx.x * 64 + threadIdx.x] = tile[63 - threadIdx.x];  // [reverse load]
}

// launch: grid 2 block 64 arguments i32[128]=iota
// expect: clean
__global__ void reverse(int* data) {
  __shared__ int tile[64];
  tile[threadIdx.x] = data[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  data[blockIdx.x * 64 + threadIdx.x] = tile[63 - threadIdx.x];
}

// The next round overwrites the tile while others still read it.
// launch: grid 1 block 64 arguments i32[256]=iota i32[64]=zeros
// expect: data-race shared tile [rounds store] [rounds load]
__global__ void rounds_without_second_barrier(const int* data, int* sums) {
  __shared__ int tile[64];
  int sum = 0;
  for (int round = 0; round < 4; round++) {
    tile[threadIdx.x] = data[round * 64 + threadIdx.x];  // [rounds store]
    __syncthreads();
    sum += tile[(threadIdx.x + 33) % 64];  // [rounds load]
  }
  sums[threadIdx.x] = sum;
}

// launch: grid 1 block 64 arguments i32[256]=iota i32[64]=zeros
// expect: clean
__global__ void rounds(const int* data, int* sums) {
  __shared__ int tile[64];
  int sum = 0;
  for (int round = 0; round < 4; round++) {
    tile[threadIdx.x] = data[round * 64 + threadIdx.x];
    __syncthreads();
    sum += tile[(threadIdx.x + 33) % 64];
    __syncthreads();
  }
  sums[threadIdx.x] = sum;
}

// Two tiles in turn need one barrier a round.
// launch: grid 1 block 64 arguments i32[256]=iota i32[64]=zeros
// expect: clean
__global__ void rounds_in_two_tiles(const int* data, int* sums) {
  __shared__ int tile[2][64];
  int sum = 0;
  for (int round = 0; round < 4; round++) {
    tile[round % 2][threadIdx.x] = data[round * 64 + threadIdx.x];
    __syncthreads();
    sum += tile[round % 2][(threadIdx.x + 33) % 64];
  }
  sums[threadIdx.x] = sum;
}

// launch: grid 2,2 block 16,16 arguments f32[1024]=iota f32[1024]=zeros i32=32
// expect: data-race shared tile [transpose store] [transpose load]
__global__ void transpose_without_barrier(const float* in, float* out, int n) {
  __shared__ float tile[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];  // [transpose store]
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  out[y * n + x] = tile[threadIdx.x][threadIdx.y];  // [transpose load]
}

// launch: grid 2,2 block 16,16 arguments f32[1024]=iota f32[1024]=zeros i32=32
// expect: clean
__global__ void transpose(const float* in, float* out, int n) {
  __shared__ float tile[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

// Matrix product of n x n in tiles of 8 x 8.
// launch: grid 3,3 block 8,8 arguments f32[576]=random f32[576]=random f32[576]=zeros i32=24
// expect: data-race shared tile_a [product store a] [product sum]
// expect: data-race shared tile_b [product store b] [product sum]
__global__ void product_without_second_barrier(const float* a, const float* b, float* c, int n) {
  __shared__ float tile_a[8][8], tile_b[8][8];
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  float sum = 0;
  for (int tile = 0; tile < n; tile += 8) {
    tile_a[threadIdx.y][threadIdx.x] = a[y * n + tile + threadIdx.x];  // [product store a]
    tile_b[threadIdx.y][threadIdx.x] = b[(tile + threadIdx.y) * n + x];  // [product store b]
    __syncthreads();
    for (int i = 0; i < 8; i++) sum += tile_a[threadIdx.y][i] * tile_b[i][threadIdx.x];  // [product sum]
  }
  c[y * n + x] = sum;
}

// launch: grid 3,3 block 8,8 arguments f32[576]=random f32[576]=random f32[576]=zeros i32=24
// expect: clean
__global__ void product(const float* a, const float* b, float* c, int n) {
  __shared__ float tile_a[8][8], tile_b[8][8];
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  float sum = 0;
  for (int tile = 0; tile < n; tile += 8) {
    tile_a[threadIdx.y][threadIdx.x] = a[y * n + tile + threadIdx.x];
    tile_b[threadIdx.y][threadIdx.x] = b[(tile + threadIdx.y) * n + x];
    __syncthreads();
    for (int i = 0; i < 8; i++) sum += tile_a[threadIdx.y][i] * tile_b[i][threadIdx.x];
    __syncthreads();
  }
  c[y * n + x] = sum;
}
