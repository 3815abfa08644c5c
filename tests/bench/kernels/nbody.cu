// Accelerations of bodies that attract each other: x, y, z and mass of each are read in tiles, as in GPU Gems 3, chapter 31.

constexpr int tile = 256;
constexpr float softening = 0.01f;  // squared: two bodies at one place do not attract each other without bounds

// The number of bodies is a multiple of the tile, which is the block.
__global__ void nbody(const float4* bodies, float4* accelerations, int number) {
  __shared__ float4 others[tile];
  const int i = blockIdx.x * tile + threadIdx.x;
  const float4 body = bodies[i];
  float4 acceleration = {0.0f, 0.0f, 0.0f, 0.0f};
  for (int start = 0; start < number; start += tile) {
    others[threadIdx.x] = bodies[start + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < tile; ++k) {
      const float4 other = others[k];
      const float x = other.x - body.x, y = other.y - body.y, z = other.z - body.z;
      const float inverse = rsqrtf(x * x + y * y + z * z + softening);
      const float pull = other.w * inverse * inverse * inverse;
      acceleration.x += x * pull;
      acceleration.y += y * pull;
      acceleration.z += z * pull;
    }
    __syncthreads();
  }
  accelerations[i] = acceleration;
}
