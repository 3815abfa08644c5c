// A box of numbers: copied to pitched 3-D memory, one corner of it back.
#include <cstdio>

__global__ void negate(cudaPitchedPtr box, cudaExtent extent) {
  const unsigned x = threadIdx.x, y = threadIdx.y, z = blockIdx.x;
  if (x * sizeof(int) >= extent.width || y >= extent.height || z >= extent.depth) return;
  char* slice = (char*)box.ptr + z * box.pitch * extent.height;
  int* row = (int*)(slice + y * box.pitch);
  row[x] = -row[x];
}

int main() {
  const int nx = 5, ny = 4, nz = 3;
  int host[nz][ny][nx], corner[2][2][2];
  for (int z = 0; z < nz; ++z)
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x) host[z][y][x] = 100 * z + 10 * y + x;
  const cudaExtent extent = make_cudaExtent(nx * sizeof(int), ny, nz);
  cudaPitchedPtr device;
  if (cudaMalloc3D(&device, extent) != cudaSuccess) return 1;
  cudaMemcpy3DParms there = {};
  there.srcPtr = make_cudaPitchedPtr(host, nx * sizeof(int), nx, ny);
  there.dstPtr = device;
  there.extent = extent;
  there.kind = cudaMemcpyHostToDevice;
  if (cudaMemcpy3D(&there) != cudaSuccess) return 1;
  negate<<<nz, dim3(8, 4)>>>(device, extent);
  cudaMemcpy3DParms back = {};
  back.srcPtr = device;
  back.srcPos = make_cudaPos(3 * sizeof(int), 2, 1);
  back.dstPtr = make_cudaPitchedPtr(corner, 2 * sizeof(int), 2, 2);
  back.extent = make_cudaExtent(2 * sizeof(int), 2, 2);
  back.kind = cudaMemcpyDeviceToHost;
  if (cudaMemcpy3D(&back) != cudaSuccess) return 1;
  for (const auto& slice : corner) std::printf("%d %d / %d %d\n", slice[0][0], slice[0][1], slice[1][0], slice[1][1]);
  cudaFree(device.ptr);
}
