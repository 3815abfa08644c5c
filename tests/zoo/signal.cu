// Transforms, series, and random numbers.

/// One step of a radix-2 FFT over the whole array, after the bits of the indices were reversed.
__global__ void fft_step(float2* data, int half, int n) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n / 2) return;
  const int k = t % half, low = t / half * 2 * half + k, high = low + half;
  float sine, cosine;
  sincosf(-3.14159265f * k / half, &sine, &cosine);
  const float2 a = data[low], b = data[high];
  const float2 turned = make_float2(b.x * cosine - b.y * sine, b.x * sine + b.y * cosine);
  data[low] = make_float2(a.x + turned.x, a.y + turned.y);
  data[high] = make_float2(a.x - turned.x, a.y - turned.y);
}

/// A whole FFT of each block's 2 × blockDim numbers in shared memory.
__global__ void fft_block(const double2* data, double2* spectrum) {
  extern __shared__ double2 cells_of_fft[];
  const unsigned t = threadIdx.x, n = 2 * blockDim.x, first = blockIdx.x * n;
  const int shift = __clz(n) + 1;
  for (unsigned i = t; i < n; i += blockDim.x) cells_of_fft[__brev(i) >> shift] = data[first + i];
  for (unsigned half = 1; half < n; half *= 2) {
    __syncthreads();
    const unsigned k = t % half, low = t / half * 2 * half + k;
    const double angle = -3.14159265358979323846 * k / half;
    const double cosine = cos(angle), sine = sin(angle);
    const double2 a = cells_of_fft[low], b = cells_of_fft[low + half];
    const double2 turned = make_double2(b.x * cosine - b.y * sine, b.x * sine + b.y * cosine);
    cells_of_fft[low] = make_double2(a.x + turned.x, a.y + turned.y);
    cells_of_fft[low + half] = make_double2(a.x - turned.x, a.y - turned.y);
  }
  __syncthreads();
  for (unsigned i = t; i < n; i += blockDim.x) spectrum[first + i] = cells_of_fft[i];
}

/// Discrete cosine transform (II, orthonormal) of 8 × 8 tiles: columns, then rows.
__global__ void dct_8x8(const float* image, float* coefficients, int width) {
  __shared__ float tile[8][9], half_way[8][9];
  const int u = threadIdx.x, v = threadIdx.y, x = blockIdx.x * 8 + u, y = blockIdx.y * 8 + v;
  tile[v][u] = image[y * width + x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 8; ++k) sum += tile[k][u] * cosf(3.14159265f * (2 * k + 1) * v / 16);
  half_way[v][u] = sum * (v == 0 ? sqrtf(0.125f) : 0.5f);
  __syncthreads();
  sum = 0;
  for (int k = 0; k < 8; ++k) sum += half_way[v][k] * cosf(3.14159265f * (2 * k + 1) * u / 16);
  coefficients[y * width + x] = sum * (u == 0 ? sqrtf(0.125f) : 0.5f);
}

/// What libdevice makes of the usual functions in double precision: 8 results an element.
__global__ void double_functions(const double* x, double* results, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const double value = x[i];
  double* const mine = results + 8 * i;
  mine[0] = sin(value);
  mine[1] = cos(value);
  mine[2] = exp(value / 8);
  mine[3] = log(fabs(value) + 0.5);
  mine[4] = pow(fabs(value) + 0.5, 1.75);
  mine[5] = sqrt(fabs(value));
  mine[6] = tanh(value);
  mine[7] = value / (value * value + 1);
}

/// The same in single precision.
__global__ void float_functions(const float* x, float* results, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float value = x[i];
  float* const mine = results + 8 * i;
  mine[0] = sinf(value);
  mine[1] = cosf(value);
  mine[2] = expf(value / 8);
  mine[3] = logf(fabsf(value) + 0.5f);
  mine[4] = powf(fabsf(value) + 0.5f, 1.75f);
  mine[5] = sqrtf(fabsf(value));
  mine[6] = tanhf(value);
  mine[7] = value / (value * value + 1);
}

/// The rougher functions of the hardware.
__global__ void fast_functions(const float* x, float* results, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float value = x[i];
  float* const mine = results + 6 * i;
  mine[0] = __sinf(value);
  mine[1] = __cosf(value);
  mine[2] = __expf(value / 8);
  mine[3] = __logf(fabsf(value) + 0.5f);
  mine[4] = rsqrtf(fabsf(value) + 0.5f);
  mine[5] = __fdividef(value, value * value + 1);
}

/// Less usual functions in double precision: 8 results an element, |x| < 1.
__global__ void rare_functions(const double* x, double* results, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const double value = x[i];
  double* const mine = results + 8 * i;
  mine[0] = atan2(value, 0.5);
  mine[1] = asin(value);
  mine[2] = acos(value);
  mine[3] = erf(value);
  mine[4] = cbrt(value);
  mine[5] = hypot(value, 2.0);
  mine[6] = fmod(10 * value, 0.75);
  mine[7] = log1p(value / 2) + expm1(value);
}

/// Marsaglia's xorshift, a stream a thread, `count` numbers each.
__global__ void xorshift(const unsigned* seeds, unsigned* numbers, int streams, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= streams) return;
  unsigned state = seeds[i];
  for (int k = 0; k < count; ++k) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    numbers[k * streams + i] = state;
  }
}

/// A 64-bit linear congruential generator (Knuth's MMIX), its high half.
__global__ void lcg(unsigned long long* states, unsigned* numbers, int streams, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= streams) return;
  unsigned long long state = states[i];
  for (int k = 0; k < count; ++k) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    numbers[k * streams + i] = state >> 32;
  }
  states[i] = state;
}

/// Philox 4×32-10 (Salmon and others): four numbers from a counter and a key, no state.
__device__ uint4 philox_round(uint4 counter, uint2 key) {
  const unsigned long long first = 0xD2511F53ull * counter.x, second = 0xCD9E8D57ull * counter.z;
  return make_uint4((unsigned)(second >> 32) ^ counter.y ^ key.x, (unsigned)second, (unsigned)(first >> 32) ^ counter.w ^ key.y,
                    (unsigned)first);
}
__device__ uint4 philox_numbers(uint4 counter, uint2 key) {
  for (int round = 0; round < 10; ++round) {
    counter = philox_round(counter, key);
    key.x += 0x9E3779B9u;
    key.y += 0xBB67AE85u;
  }
  return counter;
}
__global__ void philox(uint4* numbers, unsigned key_low, unsigned key_high, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) numbers[i] = philox_numbers(make_uint4(i, 0, 0, 0), make_uint2(key_low, key_high));
}

/// How many of n random points lie in the quarter circle: warps count by ballot.
__global__ void monte_carlo_pi(unsigned long long* hits, int per_thread, unsigned key) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int mine = 0;
  for (int k = 0; k < per_thread; ++k) {
    const uint4 numbers = philox_numbers(make_uint4(i, k, 0, 0), make_uint2(key, 0));
    const unsigned long long x = numbers.x >> 1, y = numbers.y >> 1;
    mine += x * x + y * y < 1ull << 62;
  }
  for (int distance = 16; distance > 0; distance /= 2) mine += __shfl_down_sync(0xffffffffu, mine, distance);
  if (threadIdx.x % 32 == 0) atomicAdd(hits, (unsigned long long)mine);
}
