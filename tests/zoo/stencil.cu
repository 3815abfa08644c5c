// Neighbourhoods: filters of signals and images, and one step of what spreads on a grid.

__constant__ float filter[33];

/// Convolution with 2 · radius + 1 weights in constant memory; outside the signal is 0.
__global__ void convolve(const float* signal, float* result, int n, int radius) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = -radius; k <= radius; ++k) {
    if (i + k >= 0 && i + k < n) sum += filter[radius + k] * signal[i + k];
  }
  result[i] = sum;
}

/// The same with the block's piece and its halo in shared memory.
__global__ void convolve_tiled(const float* signal, float* result, int n, int radius) {
  extern __shared__ float piece[];
  const int first = blockIdx.x * blockDim.x - radius;
  for (int k = threadIdx.x; k < blockDim.x + 2 * radius; k += blockDim.x)
    piece[k] = first + k >= 0 && first + k < n ? signal[first + k] : 0.0f;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k <= 2 * radius; ++k) sum += filter[k] * piece[threadIdx.x + k];
  result[i] = sum;
}

__device__ int clamped(int value, int size) { return min(max(value, 0), size - 1); }

/// One dimension of a separable filter: (1, 0) along rows, (0, 1) along columns; the border is repeated.
__global__ void separable_filter(const float* image, float* result, int width, int height, int dx, int dy) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0;
#pragma unroll
  for (int k = -2; k <= 2; ++k) sum += filter[k + 2] * image[clamped(y + k * dy, height) * width + clamped(x + k * dx, width)];
  result[y * width + x] = sum;
}

/// Strength of edges, |gx| + |gy| of Sobel's weights, of bytes, at most 255.
__global__ void sobel(const unsigned char* image, unsigned char* edges, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int around[3][3];
  for (int j = -1; j <= 1; ++j) {
    for (int i = -1; i <= 1; ++i) around[j + 1][i + 1] = image[clamped(y + j, height) * width + clamped(x + i, width)];
  }
  const int gx = around[0][2] + 2 * around[1][2] + around[2][2] - around[0][0] - 2 * around[1][0] - around[2][0];
  const int gy = around[2][0] + 2 * around[2][1] + around[2][2] - around[0][0] - 2 * around[0][1] - around[0][2];
  edges[y * width + x] = min(abs(gx) + abs(gy), 255);
}

/// The middle one of nine neighbours, by as many rounds of an insertion sort in local memory.
__global__ void median_filter(const unsigned char* image, unsigned char* result, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  unsigned char sorted[9];
  int count = 0;
  for (int j = -1; j <= 1; ++j) {
    for (int i = -1; i <= 1; ++i) {
      const unsigned char value = image[clamped(y + j, height) * width + clamped(x + i, width)];
      int place = count++;
      for (; place > 0 && sorted[place - 1] > value; --place) sorted[place] = sorted[place - 1];
      sorted[place] = value;
    }
  }
  result[y * width + x] = sorted[4];
}

/// Smooths but keeps edges: weights fall with distance and with difference of brightness.
__global__ void bilateral_filter(const float* image, float* result, int width, int height, float sigma_space, float sigma_value) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float middle = image[y * width + x];
  float sum = 0, weights = 0;
  for (int j = -2; j <= 2; ++j) {
    for (int i = -2; i <= 2; ++i) {
      const float value = image[clamped(y + j, height) * width + clamped(x + i, width)];
      const float difference = value - middle;
      const float weight = expf(-(i * i + j * j) / (2 * sigma_space * sigma_space) -
                                difference * difference / (2 * sigma_value * sigma_value));
      sum += weight * value;
      weights += weight;
    }
  }
  result[y * width + x] = sum / weights;
}

/// The image turned about its middle, brightness between pixels by bilinear interpolation, 0 outside.
__global__ void rotate(const float* image, float* result, int width, int height, float angle) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float dx = x - 0.5f * width, dy = y - 0.5f * height;
  const float from_x = cosf(angle) * dx + sinf(angle) * dy + 0.5f * width;
  const float from_y = -sinf(angle) * dx + cosf(angle) * dy + 0.5f * height;
  const int left = (int)floorf(from_x), top = (int)floorf(from_y);
  float sum = 0;
  for (int j = 0; j < 2; ++j) {
    for (int i = 0; i < 2; ++i) {
      if (left + i < 0 || left + i >= width || top + j < 0 || top + j >= height) continue;
      const float weight = (1 - fabsf(from_x - (left + i))) * (1 - fabsf(from_y - (top + j)));
      sum += weight * image[(top + j) * width + left + i];
    }
  }
  result[y * width + x] = sum;
}

/// One Jacobi step of Poisson's equation with the border fixed; the block's tile and its rim in shared memory.
__global__ void jacobi(const double* from, double* to, int width, int height) {
  __shared__ double tile[10][18];
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, column = threadIdx.x + 1, row = threadIdx.y + 1;
  const bool inside = x < width && y < height;
  if (inside) {
    tile[row][column] = from[y * width + x];
    if (threadIdx.x == 0 && x > 0) tile[row][0] = from[y * width + x - 1];
    if (threadIdx.x == 15 && x + 1 < width) tile[row][17] = from[y * width + x + 1];
    if (threadIdx.y == 0 && y > 0) tile[0][column] = from[(y - 1) * width + x];
    if (threadIdx.y == 7 && y + 1 < height) tile[9][column] = from[(y + 1) * width + x];
  }
  __syncthreads();
  if (!inside) return;
  const bool border = x == 0 || y == 0 || x == width - 1 || y == height - 1;
  to[y * width + x] = border ? tile[row][column]
                             : 0.25 * (tile[row][column - 1] + tile[row][column + 1] + tile[row - 1][column] + tile[row + 1][column]);
}

/// Seven points in three dimensions; a thread walks up z and keeps below, middle and above in registers.
__global__ void stencil_3d(const float* from, float* to, int nx, int ny, int nz) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (x >= nx - 1 || y >= ny - 1) return;
  const int plane = nx * ny;
  int at = y * nx + x;
  float below = from[at], middle = from[at + plane];
  for (int z = 1; z < nz - 1; ++z) {
    at += plane;
    const float above = from[at + plane];
    to[at] = below + above + from[at - 1] + from[at + 1] + from[at - nx] + from[at + nx] - 6.0f * middle;
    below = middle;
    middle = above;
  }
}

/// Heat on a ring of blocks in three grid dimensions: each cell moves towards the mean of its six neighbours, wrapping around.
__global__ void heat_3d(const float* from, float* to, unsigned size_x, unsigned size_y, unsigned size_z, float rate) {
  const dim3 size(size_x, size_y, size_z);
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
                 z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= size.x || y >= size.y || z >= size.z) return;
  const auto at = [&](unsigned i, unsigned j, unsigned k) { return from[(k % size.z * size.y + j % size.y) * size.x + i % size.x]; };
  const float around = at(x + 1, y, z) + at(x + size.x - 1, y, z) + at(x, y + 1, z) + at(x, y + size.y - 1, z) + at(x, y, z + 1) +
                       at(x, y, z + size.z - 1);
  const float here = at(x, y, z);
  to[(z * size.y + y) * size.x + x] = here + rate * (around - 6.0f * here);
}

/// Conway's rules on a torus, a byte a cell.
__global__ void game_of_life(const unsigned char* from, unsigned char* to, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int alive = 0;
  for (int j = -1; j <= 1; ++j) {
    for (int i = -1; i <= 1; ++i) {
      if (i != 0 || j != 0) alive += from[(y + j + height) % height * width + (x + i + width) % width];
    }
  }
  to[y * width + x] = alive == 3 || (alive == 2 && from[y * width + x]);
}

/// The same, 32 cells a word and no neighbours counted one by one: three words' sums bit by bit.
__global__ void game_of_life_bits(const unsigned* from, unsigned* to, int words, int height) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= words * height) return;
  const int column = i % words, row = i / words;
  unsigned ones = 0, twos = 0, fours = 0;
  const auto add = [&](unsigned bits) {
    const unsigned carry = ones & bits;
    ones ^= bits;
    fours |= twos & carry;
    twos ^= carry;
  };
  for (int j = -1; j <= 1; ++j) {
    const unsigned* line = from + (row + j + height) % height * words;
    const unsigned before = line[(column + words - 1) % words], middle = line[column], after = line[(column + 1) % words];
    add(middle << 1 | before >> 31);
    add(middle >> 1 | after << 31);
    if (j != 0) add(middle);
  }
  to[i] = twos & ~fours & (ones | from[i]);
}
