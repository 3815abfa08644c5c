// Structures by value: as parameters of kernels, with pointers, arrays and padding in them, and in arrays of structures.
#include <cstdio>
#include <vector>

struct Particle {
  float3 position, velocity;
  char kind;
  double mass;
};

struct Parameters {
  Particle* particles;
  int n;
  float dt;
  short kinds[3];
};

__global__ void move(const Parameters p, float4 shift, char kind) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= p.n || p.particles[i].kind != kind) return;
  Particle& particle = p.particles[i];
  particle.position.x += p.dt * particle.velocity.x + shift.x;
  particle.position.y += p.dt * particle.velocity.y + shift.y;
  particle.position.z += p.dt * particle.velocity.z + shift.w;
  particle.mass *= p.kinds[kind];
}

int main() {
  const int n = 6;
  std::vector<Particle> particles(n);
  for (int i = 0; i < n; ++i) particles[i] = {make_float3(i, 0, 0), make_float3(1, 2, 4), (char)(i % 3), 1.5};
  Parameters p{nullptr, n, 0.5f, {10, 20, 30}};
  cudaMalloc(&p.particles, n * sizeof(Particle));
  cudaMemcpy(p.particles, particles.data(), n * sizeof(Particle), cudaMemcpyHostToDevice);
  for (int kind = 0; kind < 3; ++kind) move<<<1, 32>>>(p, make_float4(kind, 0, 100, -1), kind);
  cudaMemcpy(particles.data(), p.particles, n * sizeof(Particle), cudaMemcpyDeviceToHost);
  for (const Particle& q : particles) printf("%g %g %g mass %g\n", q.position.x, q.position.y, q.position.z, q.mass);
  cudaFree(p.particles);
}
