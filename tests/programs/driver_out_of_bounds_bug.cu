// A kernel of a module writes one element past its memory; its PTX names the line below as the source's.
// exits: 1
#include <cuda.h>

#include <cstdio>

const char* const ptx = R"(.version 7.0
.target sm_75
.address_size 64
.file 1 "driver_out_of_bounds_bug.cu"
.visible .entry fill(.param .u64 numbers)
{
  .reg .b32 %r<2>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [numbers];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  .loc 1 20 3
  st.global.u32 [%rd3], %r1;  // finds: out-of-bounds
  ret;
}
)";

int main() {
  CUcontext context;
  CUmodule module;
  CUfunction fill;
  CUdeviceptr numbers;
  cuInit(0);
  cuDevicePrimaryCtxRetain(&context, 0);
  cuCtxSetCurrent(context);
  cuModuleLoadData(&module, ptx);
  cuModuleGetFunction(&fill, module, "fill");
  cuMemAlloc(&numbers, 32 * sizeof(int));
  void* arguments[] = {&numbers};
  cuLaunchKernel(fill, 1, 1, 1, 33, 1, 1, 0, nullptr, arguments, nullptr);
  const CUresult result = cuCtxSynchronize();
  std::printf("%d\n", result);
  return result != CUDA_SUCCESS;
}
