// One thread an element: the first kernels of every course, and those whose threads never meet.

__global__ void vector_add(const float* a, const float* b, float* sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = a[i] + b[i];
}

__global__ void saxpy(float a, const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void increment_grid_stride(int* data, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) data[i] += 1;
}

/// Four elements a thread, by one 16-byte access; the last few one by one.
__global__ void scale_float4(float* data, float factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) {
    float4 four = reinterpret_cast<float4*>(data)[i];
    four.x *= factor;
    four.y *= factor;
    four.z *= factor;
    four.w *= factor;
    reinterpret_cast<float4*>(data)[i] = four;
  }
  if (i < n % 4) data[n / 4 * 4 + i] *= factor;
}

/// Steps until n / 2 or 3n + 1 leads to 1; lanes of a warp leave the loop one after the other.
__global__ void collatz(const unsigned* start, int* steps, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long value = start[i];
  int count = 0;
  while (value != 1) {
    value = value % 2 == 0 ? value / 2 : 3 * value + 1;
    ++count;
  }
  steps[i] = count;
}

/// Whether 2i + 1 is prime, by trial division.
__global__ void odd_primes(unsigned char* prime, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int candidate = 2 * i + 1;
  bool found = candidate > 1;
  for (int divisor = 3; found && divisor * divisor <= candidate; divisor += 2) found = candidate % divisor != 0;
  prime[i] = found;
}

/// Crosses out the multiples of each base prime; a thread a base. Several write the same 1, so only atomics will do.
__global__ void sieve(const int* bases, int base_count, unsigned* crossed, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= base_count) return;
  for (int multiple = bases[i] * bases[i]; multiple < n; multiple += bases[i])
    atomicOr(&crossed[multiple / 32], 1u << multiple % 32);
}

/// z → z² + c from 0; rounded after every operation, so that no compiler's fused multiply-add moves the border.
__global__ void mandelbrot(int* counts, int width, int height, float left, float top, float step, int limit) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float cr = __fadd_rn(left, __fmul_rn(x, step)), ci = __fadd_rn(top, __fmul_rn(y, step));
  float r = 0, i = 0;
  int count = 0;
  while (count < limit && __fadd_rn(__fmul_rn(r, r), __fmul_rn(i, i)) <= 4.0f) {
    const float next = __fadd_rn(__fadd_rn(__fmul_rn(r, r), -__fmul_rn(i, i)), cr);
    i = __fadd_rn(__fmul_rn(__fmul_rn(2.0f, r), i), ci);
    r = next;
    ++count;
  }
  counts[y * width + x] = count;
}

/// The same walk in double precision with one c for all, from every point of the plane.
__global__ void julia(int* counts, int width, int height, double cr, double ci, int limit) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  double r = 3.0 * x / width - 1.5, i = 3.0 * y / height - 1.5;
  int count = 0;
  while (count < limit && __dadd_rn(__dmul_rn(r, r), __dmul_rn(i, i)) <= 4.0) {
    const double next = __dadd_rn(__dadd_rn(__dmul_rn(r, r), -__dmul_rn(i, i)), cr);
    i = __dadd_rn(__dmul_rn(__dmul_rn(2.0, r), i), ci);
    r = next;
    ++count;
  }
  counts[y * width + x] = count;
}

/// The distribution of the standard normal (Abramowitz and Stegun 26.2.17, wrong by less than 7.5e-8).
__device__ float normal_distribution(float x) {
  const float t = 1.0f / (1.0f + 0.2316419f * fabsf(x));
  const float series =
      t * (0.319381530f + t * (-0.356563782f + t * (1.781477937f + t * (-1.821255978f + t * 1.330274429f))));
  const float tail = 0.39894228f * expf(-0.5f * x * x) * series;
  return x > 0 ? 1.0f - tail : tail;
}

__global__ void black_scholes(const float* price, const float* strike, const float* years, float* call, float* put, float rate,
                              float volatility, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float spread = volatility * sqrtf(years[i]);
  const float d1 = (logf(price[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / spread;
  const float d2 = d1 - spread, discounted = strike[i] * expf(-rate * years[i]);
  const float n1 = normal_distribution(d1), n2 = normal_distribution(d2);
  call[i] = price[i] * n1 - discounted * n2;
  put[i] = discounted * (1.0f - n2) - price[i] * (1.0f - n1);
}

/// Accelerations of bodies by gravity; the block stages the others through shared memory. w is the mass.
__global__ void n_body(const float4* bodies, float* acceleration, int n, float softening) {
  __shared__ float4 tile[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 me = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
  float x = 0, y = 0, z = 0;
  for (int start = 0; start < n; start += 64) {
    const int other = start + threadIdx.x;
    tile[threadIdx.x] = other < n ? bodies[other] : make_float4(0, 0, 0, 0);
    __syncthreads();
    for (int k = 0; k < 64; ++k) {
      const float dx = tile[k].x - me.x, dy = tile[k].y - me.y, dz = tile[k].z - me.z;
      const float distance = rsqrtf(dx * dx + dy * dy + dz * dz + softening);
      const float pull = tile[k].w * distance * distance * distance;
      x += pull * dx;
      y += pull * dy;
      z += pull * dz;
    }
    __syncthreads();
  }
  if (i >= n) return;
  acceleration[3 * i] = x;
  acceleration[3 * i + 1] = y;
  acceleration[3 * i + 2] = z;
}
