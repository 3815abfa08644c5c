// What is no handle, and no pointer, gets an error and nothing else: those that the CUDA Driver API documents for each function.
#include <cuda.h>

#include <cstdio>

int main() {
  CUcontext context;
  cuInit(0);
  std::printf("%d %d ", cuInit(1), cuDevicePrimaryCtxRetain(&context, 1));
  cuDevicePrimaryCtxRetain(&context, 0);
  cuCtxSetCurrent(context);
  const auto nothing = reinterpret_cast<void*>(0x123456789);
  std::printf("%d %d\n", cuCtxSetCurrent(static_cast<CUcontext>(nothing)), cuCtxDestroy(static_cast<CUcontext>(nothing)));
  CUmodule module = static_cast<CUmodule>(nothing);
  CUfunction function = static_cast<CUfunction>(nothing);
  CUdeviceptr address;
  std::size_t bytes;
  int value;
  std::printf(
      "%d %d %d %d\n", cuModuleLoadData(&module, nullptr), cuModuleGetFunction(&function, static_cast<CUmodule>(nothing), "f"),
      cuModuleGetGlobal(&address, &bytes, static_cast<CUmodule>(nothing), "f"), cuModuleUnload(static_cast<CUmodule>(nothing)));
  std::printf("%d %d %d\n", cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, nullptr, nullptr, nullptr),
              cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, nullptr),
              cuOccupancyMaxActiveBlocksPerMultiprocessor(&value, function, 32, 0));
  std::printf("%d %d ", cuStreamDestroy(static_cast<CUstream>(nothing)), cuStreamSynchronize(static_cast<CUstream>(nothing)));
  std::printf("%d %d\n", cuEventRecord(static_cast<CUevent>(nothing), nullptr), cuEventDestroy(static_cast<CUevent>(nothing)));
  void* linked;
  const auto link = static_cast<CUlinkState>(nothing);
  std::printf("%d %d %d\n", cuLinkComplete(link, &linked, &bytes), cuLinkDestroy(link),
              cuLinkAddData(link, CU_JIT_INPUT_PTX, nothing, 3, nullptr, 0, nullptr, nullptr));
  cuMemAlloc(&address, 64);
  std::printf("%d %d ", cuMemAlloc(&address, 0), cuMemsetD32(address + 2, 1, 4));  // no bytes; not aligned
  std::printf("%d %d\n", cuMemGetAddressRange(nullptr, &bytes, 42),
              cuPointerGetAttribute(&value, CU_POINTER_ATTRIBUTE_IS_MANAGED, 42));
  CUDA_MEMCPY2D copy{};
  copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.dstDevice = address;
  copy.WidthInBytes = copy.Height = 4;
  std::printf("%d %d ", cuMemcpy2D(&copy), cuMemcpy2D(nullptr));
  std::printf("%d %d\n", cuLaunchKernelEx(nullptr, function, nullptr, nullptr), cuMemFree(address));
}
