// Every thread works out a number of its own, 0, 1, 2, …, writes it to its place in ids and adds it to one sum.

// Wrong with more than one block: threadIdx.x begins again in every block.
__global__ void ids_thread_only(int* ids, int* sum) {
  int id = threadIdx.x;
  ids[id] = id;
  atomicAdd(&sum[0], id);
}

// Wrong too: blocks and threads are numbered, but the blocks overlap.
__global__ void ids_block_plus_thread(int* ids, int* sum) {
  int id = blockIdx.x + threadIdx.x;
  ids[id] = id;
  atomicAdd(&sum[0], id);
}

// One dimension: all threads of the blocks before, then the place in the own block.
__global__ void ids_1d(int* ids, int* sum) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  ids[id] = id;
  atomicAdd(&sum[0], id);
}

// Two: the number of the block, row by row; the number of the thread in its block, row by row; then as in one dimension.
__global__ void ids_2d(int* ids, int* sum) {
  int block = blockIdx.y * gridDim.x + blockIdx.x;
  int thread = threadIdx.y * blockDim.x + threadIdx.x;
  int threads_per_block = blockDim.x * blockDim.y;
  int id = block * threads_per_block + thread;
  ids[id] = id;
  atomicAdd(&sum[0], id);
}

// Three: layer by layer, and each layer row by row.
__global__ void ids_3d(int* ids, int* sum) {
  int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  int threads_per_block = blockDim.x * blockDim.y * blockDim.z;
  int id = block * threads_per_block + thread;
  ids[id] = id;
  atomicAdd(&sum[0], id);
}

// Two dimensions another way, as for a picture: the row and the column in the whole grid. Each id is there once, but a block's
// ids no longer follow each other.
__global__ void ids_rows(int* ids, int* sum) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int columns = gridDim.x * blockDim.x;
  int id = row * columns + column;
  ids[id] = id;
  atomicAdd(&sum[0], id);
}
