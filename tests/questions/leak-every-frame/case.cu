// My renderer takes more of the GPU's memory with every frame until nothing is left.
// asked: https://github.com/ThomasKroes/exposure-render/issues/23
#include <cstdio>

struct Camera {
  float zoom, angle;
};

__global__ void draw(const Camera* camera, float* picture) { picture[threadIdx.x] = camera->zoom * threadIdx.x + camera->angle; }

void render(float angle, float* picture) {
  const Camera camera = {2, angle};
  Camera* d_camera = nullptr;
  cudaMalloc(&d_camera, sizeof camera);  // notes: leak: d_camera
  cudaMemcpy(d_camera, &camera, sizeof camera, cudaMemcpyHostToDevice);
  draw<<<1, 64>>>(d_camera, picture);
}

int main() {
  float host[64], *picture;
  cudaMalloc(&picture, sizeof host);
  for (int frame = 0; frame < 5; ++frame) render(0.5f * frame, picture);
  cudaMemcpy(host, picture, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%g\n", host[10]);
  cudaFree(picture);
}
