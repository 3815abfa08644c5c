// Neighbours, and places that only look apart.

// launch: grid 2 block 64 arguments u8[128]=zeros
// expect: clean
__global__ void neighbouring_bytes(unsigned char* data) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}

// launch: grid 1 block 64 arguments u8[64]=zeros
// expect: clean
__global__ void neighbouring_shared_bytes(unsigned char* data) {
  __shared__ unsigned char cells[64];
  cells[threadIdx.x] = threadIdx.x;
  __syncthreads();
  data[threadIdx.x] = cells[63 - threadIdx.x];
}

// launch: grid 2 block 64 arguments u8[129]=zeros i32[128]=zeros
// expect: data-race global argument0 [byte store] [next byte load]
__global__ void next_byte(unsigned char* data, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = i;  // [byte store]
  out[i] = data[i + 1];  // [next byte load]
}

// A word is four bytes.
// launch: grid 1 block 64 arguments u8[64]=zeros
// expect: data-race global argument0 [one byte] [whole word]
__global__ void byte_and_word(unsigned char* data) {
  if (threadIdx.x >= 32) data[threadIdx.x - 32] = 1;  // [one byte]
  if (threadIdx.x < 8) ((unsigned*)data)[threadIdx.x] = 0;  // [whole word]
}

// All write the same constant.
// launch: grid 2 block 64 arguments i32[1]=zeros
// expect: harmless data-race global argument0 [same value] [same value]
__global__ void same_value(int* found) {
  found[0] = 1;  // [same value]
}

// launch: grid 1 block 32 arguments i32[16]=zeros
// expect: data-race global argument0 [two lanes] [two lanes]
__global__ void two_lanes_of_one_store(int* data) {
  data[threadIdx.x / 2] = threadIdx.x;  // [two lanes]
}

// Every second thread writes, the element of its own.
// launch: grid 2 block 64 arguments i32[128]=zeros
// expect: clean
__global__ void every_second(int* data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 2 == 0) data[i] = i;
}

// A read-only table that everybody reads.
// launch: grid 4 block 64 arguments f64[8]=iota f64[256]=zeros
// expect: clean
__global__ void table(const double* table, double* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double sum = 0;
  for (int k = 0; k < 8; k++) sum += table[k] * table[i % 8];
  out[i] = sum;
}

// The last thread corrects the table while the others read it.
// launch: grid 4 block 64 arguments f64[8]=iota f64[256]=zeros
// expect: data-race global argument0 [table load] [table store]
__global__ void table_is_written(double* table, double* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double sum = 0;
  for (int k = 0; k < 8; k++) sum += table[(i + k) % 8];  // [table load]
  out[i] = sum;
  if (i == 255) table[3] = sum;  // [table store]
}

// Vectors of four: one element too far.
// launch: grid 1 block 64 arguments f32[260]=iota
// expect: data-race global argument0 [vector load] [vector store]
__global__ void vectors_overlap(float* data) {
  float4 own = ((float4*)data)[threadIdx.x];  // [vector load]
  data[threadIdx.x * 4 + 4] = own.x + own.y;  // [vector store]
}

// launch: grid 2 block 64 arguments f32[512]=iota
// expect: clean
__global__ void vectors(float* data) {
  float4 own = ((float4*)data)[blockIdx.x * blockDim.x + threadIdx.x];
  own.x += own.w;
  ((float4*)data)[blockIdx.x * blockDim.x + threadIdx.x] = own;
}

// Two arrays in dynamic shared memory, the second laid over the end of the first.
// launch: grid 1 block 64 shared 508 arguments i32[64]=zeros
// expect: data-race shared memory [first array] [second array]
__global__ void arrays_overlap(int* out) {
  extern __shared__ int memory[];
  int *first = memory, *second = memory + 63;
  first[threadIdx.x] = threadIdx.x;  // [first array]
  second[threadIdx.x] = 2 * threadIdx.x;  // [second array]
  __syncthreads();
  out[threadIdx.x] = first[threadIdx.x] + second[threadIdx.x];
}

// launch: grid 1 block 64 shared 512 arguments i32[64]=zeros
// expect: clean
__global__ void arrays_do_not_overlap(int* out) {
  extern __shared__ int memory[];
  int *first = memory, *second = memory + 64;
  first[threadIdx.x] = threadIdx.x;
  second[threadIdx.x] = 2 * threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = first[63 - threadIdx.x] + second[63 - threadIdx.x];
}
