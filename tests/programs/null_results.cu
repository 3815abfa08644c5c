// Functions that give a result and are told no place for it: an error, and nothing else happens.
#include <cstdio>

__device__ int variable;
__global__ void kernel() {}

int asked = 0, refused = 0;
void expect_refusal(const char* call, cudaError_t status) {
  ++asked;
  if (status == cudaErrorInvalidValue)
    ++refused;
  else
    printf("%s: %s\n", call, cudaGetErrorName(status));
}
#define REFUSED(call) expect_refusal(#call, call)

int main() {
  size_t bytes = 0;
  int number = 0;
  void* pointer = nullptr;
  cudaStream_t stream;
  cudaEvent_t first, second;
  cudaStreamCreate(&stream);
  cudaEventCreate(&first);
  cudaEventCreate(&second);
  cudaEventRecord(first, stream);
  cudaEventRecord(second, stream);
  cudaStreamSynchronize(stream);
  REFUSED(cudaMalloc((void**)nullptr, 16));
  REFUSED(cudaMallocHost((void**)nullptr, 16));
  REFUSED(cudaHostAlloc((void**)nullptr, 16, 0));
  REFUSED(cudaMallocManaged((void**)nullptr, 16));
  REFUSED(cudaMallocPitch((void**)nullptr, &bytes, 16, 2));
  REFUSED(cudaMallocPitch(&pointer, nullptr, 16, 2));
  REFUSED(cudaMalloc3D(nullptr, make_cudaExtent(16, 2, 2)));
  REFUSED(cudaMallocAsync((void**)nullptr, 16, stream));
  REFUSED(cudaHostGetDevicePointer((void**)nullptr, &number, 0));
  REFUSED(cudaHostGetFlags(nullptr, &number));
  REFUSED(cudaMemGetInfo(nullptr, &bytes));
  REFUSED(cudaMemGetInfo(&bytes, nullptr));
  REFUSED(cudaPointerGetAttributes(nullptr, &number));
  REFUSED(cudaGetSymbolAddress(nullptr, variable));
  REFUSED(cudaGetSymbolSize(nullptr, variable));
  REFUSED(cudaStreamCreate(nullptr));
  REFUSED(cudaStreamGetFlags(stream, nullptr));
  REFUSED(cudaStreamGetPriority(stream, nullptr));
  REFUSED(cudaEventCreate(nullptr));
  REFUSED(cudaEventElapsedTime(nullptr, first, second));
  REFUSED(cudaLaunchHostFunc(stream, nullptr, nullptr));
  REFUSED(cudaGetDeviceCount(nullptr));
  REFUSED(cudaGetDevice(nullptr));
  REFUSED(cudaGetDeviceProperties(nullptr, 0));
  REFUSED(cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, 0));
  REFUSED(cudaDeviceGetLimit(nullptr, cudaLimitStackSize));
  REFUSED(cudaRuntimeGetVersion(nullptr));
  REFUSED(cudaFuncGetAttributes(nullptr, kernel));
  REFUSED(cudaOccupancyMaxActiveBlocksPerMultiprocessor(nullptr, kernel, 32, 0));
  printf("%s of them refused\n", asked == refused ? "all" : "not all");
  printf("the priorities may be asked for one by one: %s\n", cudaGetErrorName(cudaDeviceGetStreamPriorityRange(nullptr, &number)));
  cudaGetLastError();
  cudaEventDestroy(first);
  cudaEventDestroy(second);
  cudaStreamDestroy(stream);
}
