// Move n particles by their speed along x. Each has 8 numbers: x y z, their speeds, mass and charge.

struct Particle {
  float x, y, z, speed_x, speed_y, speed_z, mass, charge;
};

// An array of structures: the x of neighbouring particles lie 32 bytes apart.
__global__ void move_structures(float* numbers, int n, float time) {
  Particle* particles = (Particle*)numbers;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    particles[i].x += particles[i].speed_x * time;
  }
}

// A structure of arrays: all x first, then all y, and so on. The x of neighbouring particles lie side by side.
__global__ void move_arrays(float* numbers, int n, float time) {
  float* x = numbers;
  float* speed_x = numbers + 3 * n;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    x[i] += speed_x[i] * time;
  }
}
