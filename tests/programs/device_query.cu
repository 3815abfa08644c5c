// What a program asks the device, as far as every device answers the same.
#include <cstdio>
#include <cstring>

int main() {
  int count = 0, current = -1, threads = 0, runtime = 0, driver = 0;
  cudaGetDeviceCount(&count);
  cudaSetDevice(0);
  cudaGetDevice(&current);
  cudaDeviceProp p;
  if (cudaGetDeviceProperties(&p, current) != cudaSuccess) return 1;
  cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerBlock, current);
  cudaRuntimeGetVersion(&runtime);
  cudaDriverGetVersion(&driver);
  size_t available = 0, total = 0;
  cudaMemGetInfo(&available, &total);
  printf("device %d of at least one: %s, with a name: %s\n", current, count >= 1 ? "yes" : "no", strlen(p.name) > 0 ? "yes" : "no");
  printf("warp %d, threads per block %d = %d, block %d x %d x %d\n", p.warpSize, p.maxThreadsPerBlock, threads, p.maxThreadsDim[0],
         p.maxThreadsDim[1], p.maxThreadsDim[2]);
  printf("grid %d x %d x %d\n", p.maxGridSize[0], p.maxGridSize[1], p.maxGridSize[2]);
  printf("shared memory per block %zu, constant memory %zu\n", p.sharedMemPerBlock, p.totalConstMem);
  printf("multiprocessors: %s, unified addresses: %d, managed memory: %d\n", p.multiProcessorCount > 0 ? "some" : "none",
         p.unifiedAddressing, p.managedMemory);
  printf("memory: %s, capability at least 7.5: %s, versions agree: %s\n",
         available > 0 && available <= total && p.totalGlobalMem > 0 ? "some" : "none", p.major * 10 + p.minor >= 75 ? "yes" : "no",
         runtime <= driver ? "yes" : "no");
  char bus[32] = "";
  int found = -1;
  cudaDeviceGetPCIBusId(bus, sizeof bus, current);
  if (cudaDeviceGetByPCIBusId(&found, bus) != cudaSuccess || found != current) return 1;
  if (cudaDeviceGetByPCIBusId(&found, "fffe:1f:1f.0") != cudaErrorInvalidDevice) return 1;
  printf("no such device: %s\n", cudaGetErrorName(cudaSetDevice(1000)));
  return cudaGetLastError() == cudaErrorInvalidDevice ? 0 : 1;
}
