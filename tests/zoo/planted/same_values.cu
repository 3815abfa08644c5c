// Races of stores. Harmless: data flow proves that every thread stores the same. The inputs are all zeros, so that values which
// differ for other inputs are equal in the run.

// launch: grid 2 block 64 arguments i32[1]=zeros i32=7
// expect: harmless data-race global argument0 [parameter] [parameter]
__global__ void parameter(int* found, int value) {
  *found = value;  // [parameter]
}

// launch: grid 2 block 64 arguments f64[1]=zeros f32=2 i32=3
// expect: harmless data-race global argument0 [computed] [computed]
__global__ void computed_from_parameters(double* out, float a, int b) {
  *out = a * b + gridDim.x;  // [computed]
}

// not: nvcc_O0 clang_O0, which keep the value in a variable that is written twice
// launch: grid 2 block 64 arguments i32[1]=zeros i32[128]=zeros
// expect: harmless data-race global argument0 [one] [one]
// expect: harmless data-race global argument0 [again one] [again one]
// expect: harmless data-race global argument0 [one] [again one]
__global__ void one_constant_in_two_places(int* found, const int* in) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  if (in[i] == 0) *found = 1;  // [one]
  if (in[i] != 1) *found = 1;  // [again one]
}

// not: nvcc_O3 clang_O3, which choose the value and store it once
// launch: grid 2 block 64 arguments i32[1]=zeros i32=5 i32=5
// expect: harmless data-race global argument0 [first parameter] [first parameter]
// expect: harmless data-race global argument0 [second parameter] [second parameter]
// expect: benign data-race global argument0 [first parameter] [second parameter]
__global__ void two_parameters_that_are_equal(int* found, int a, int b) {
  if (threadIdx.x % 2 == 0)
    *found = a;  // [first parameter]
  else
    *found = b;  // [second parameter]
}

// launch: grid 2 block 64 arguments i32[1]=zeros i32[128]=zeros
// expect: benign data-race global argument0 [element] [element]
__global__ void element(int* out, const int* in) {
  *out = in[blockIdx.x * 64 + threadIdx.x];  // [element]
}

// launch: grid 2 block 64 arguments i32[1]=zeros i32[1]=zeros
// expect: benign data-race global argument0 [loaded by all] [loaded by all]
__global__ void loaded_by_all(int* out, const int* in) {
  *out = *in + 1;  // [loaded by all]
}

// launch: grid 2 block 64 arguments i32[1]=zeros i32[128]=zeros
// expect: benign data-race global argument0 [chosen] [chosen]
__global__ void chosen_by_the_input(int* out, const int* in) {
  *out = in[blockIdx.x * 64 + threadIdx.x] > 0 ? 4 : 9;  // [chosen]
}

// launch: grid 2 block 64 arguments i32[1]=zeros i32=0
// expect: benign data-race global argument0 [times the thread] [times the thread]
__global__ void parameter_times_the_thread(int* out, int zero) {
  *out = zero * threadIdx.x;  // [times the thread]
}

// launch: grid 2 block 64 arguments i32[1]=zeros i32[128]=zeros
// expect: benign data-race global argument0 [rounds] [rounds]
__global__ void counted_in_a_loop(int* out, const int* in) {
  int rounds = 0;
  for (int i = blockIdx.x * 64 + threadIdx.x; i < 128 && in[i] > 0; ++i) ++rounds;
  *out = rounds;  // [rounds]
}

__device__ __noinline__ void store(int* out, int value) {
  *out = value;  // [argument]
}

// What a function is given differs from call to call.
// launch: grid 2 block 64 arguments i32[1]=zeros i32[128]=zeros
// expect: benign data-race global argument0 [argument] [argument]
__global__ void through_a_function(int* out, const int* in) { store(out, in[blockIdx.x * 64 + threadIdx.x]); }

// not: clang_O3, which gives the store the line of the brace; nvcc_O0 clang_O0, which build the vector in memory
// launch: grid 1 block 64 arguments f32[4]=zeros
// expect: harmless data-race global argument0 [four constants] [four constants]
__global__ void vector_of_constants(float4* out) {
  *out = make_float4(1, 2, 3, 4);  // [four constants]
}

// The same bits, but another element.
// launch: grid 1 block 64 arguments u8[16]=zeros
// expect: benign data-race global argument0 [byte] [word]
__global__ void byte_in_a_word_of_zeros(unsigned char* data) {
  if (threadIdx.x == 5) data[5] = 0;  // [byte]
  if (threadIdx.x == 40) *(int*)(data + 4) = 0;  // [word]
}

// Harmless among the writers; the reader still comes too early or too late.
// not: nvcc_O3 clang_O3, which know what is read
// launch: grid 2 block 64 arguments i32[1]=zeros i32[128]=zeros
// expect: harmless data-race global argument0 [raises] [raises]
// expect: data-race global argument0 [raises] [looks]
__global__ void read_as_well(int* found, int* out) {
  *found = 1;  // [raises]
  if (threadIdx.x == 9) out[blockIdx.x] = *(found);  // [looks]
}
