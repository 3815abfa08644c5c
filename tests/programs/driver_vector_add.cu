// A program of the driver's API from beginning to end: context, module, memory, a launch, and what its functions say.
#include <cuda.h>

#include <cstdio>
#include <vector>

const char* const ptx = R"(
.version 7.0
.target sm_75
.address_size 64
.visible .entry add(.param .u64 a, .param .u64 b, .param .u64 c, .param .u32 n)
{
  .reg .pred %p<2>;
  .reg .f32 %f<4>;
  .reg .b32 %r<6>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [a];
  ld.param.u64 %rd2, [b];
  ld.param.u64 %rd3, [c];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.s32 %r5, %r2, %r3, %r4;
  setp.ge.s32 %p1, %r5, %r1;
  @%p1 bra DONE;
  mul.wide.s32 %rd4, %r5, 4;
  add.s64 %rd5, %rd1, %rd4;
  add.s64 %rd6, %rd2, %rd4;
  add.s64 %rd7, %rd3, %rd4;
  ld.global.f32 %f1, [%rd5];
  ld.global.f32 %f2, [%rd6];
  add.f32 %f3, %f1, %f2;
  st.global.f32 [%rd7], %f3;
DONE:
  ret;
}
)";

int main() {
  int count = 0, least = 0;
  char name[64];
  std::printf("%d ", cuDeviceGetCount(&count));  // before cuInit: CUDA_ERROR_NOT_INITIALIZED
  std::printf("%d ", cuInit(0));
  CUdevice device;
  cuDeviceGetCount(&count);
  std::printf("%d device, ", count);
  cuDeviceGet(&device, 0);
  std::printf("%d ", cuDeviceGetName(name, sizeof name, device));
  CUdeviceptr a, b, c;
  std::printf("%d\n", cuMemAlloc(&a, 4));  // without a context: CUDA_ERROR_INVALID_CONTEXT
  CUcontext context, current;
  CUmodule module;
  CUfunction add;
  cuCtxCreate(&context, nullptr, 0, device);
  cuCtxGetCurrent(&current);
  std::printf("%s ", current == context ? "current" : "another");
  std::printf("%d ", cuModuleLoadData(&module, ptx));
  std::printf("%d ", cuModuleGetFunction(&add, module, "subtract"));
  std::printf("%d\n", cuModuleGetFunction(&add, module, "add"));

  constexpr int n = 1000;
  std::vector<float> x(n, 1.5f), y(n, 2), z(n);
  cuMemAlloc(&a, n * sizeof(float));
  cuMemAlloc(&b, n * sizeof(float));
  cuMemAlloc(&c, n * sizeof(float));
  cuMemcpyHtoD(a, x.data(), n * sizeof(float));
  cuMemcpyHtoD(b, y.data(), n * sizeof(float));
  int length = n;
  void* arguments[] = {&a, &b, &c, &length};
  std::printf("%d ", cuLaunchKernel(add, 4, 1, 1, 256, 1, 1, 0, nullptr, arguments, nullptr));
  std::printf("%d ", cuCtxSynchronize());
  cuMemcpyDtoH(z.data(), c, n * sizeof(float));
  float sum = 0;
  for (const float each : z) sum += each;
  std::printf("sum %.0f\n", sum);

  cuMemsetD32(c, 0x40400000, n);  // 3.0f
  struct {
    CUdeviceptr a, b, c;
    int n;
  } packed{a, c, c, n};
  std::size_t bytes = sizeof packed;
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END};
  std::printf("%d ", cuLaunchKernel(add, 4, 1, 1, 256, 1, 1, 0, nullptr, nullptr, extra));
  cuMemcpyDtoH(z.data(), c, n * sizeof(float));
  std::printf("%.1f %.1f\n", z[0], z[n - 1]);
  bytes = sizeof packed - 8;  // the last parameter is not in it
  std::printf("%d ", cuLaunchKernel(add, 4, 1, 1, 256, 1, 1, 0, nullptr, nullptr, extra));
  std::printf("%d ", cuLaunchKernel(add, 4, 1, 1, 256, 1, 1, 0, nullptr, arguments, extra));
  std::printf("%d\n", cuLaunchKernel(add, 4, 1, 1, 256, 1, 1, 0, nullptr, nullptr, nullptr));  // CUDA_ERROR_INVALID_VALUE

  std::printf("%d ", cuFuncGetAttribute(&least, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, add));
  std::printf("%d ", least);
  std::printf("%d ", cuLaunchKernel(add, 4, 1, 1, 2048, 1, 1, 0, nullptr, arguments, nullptr));  // too large a block
  CUdeviceptr begin;
  std::printf("%d ", cuMemGetAddressRange(&begin, &bytes, b + 40));
  std::printf("%d %zu ", begin == b, bytes);
  const char* text;
  cuGetErrorName(CUDA_ERROR_INVALID_CONTEXT, &text);
  std::printf("%s\n", text);
  cuMemFree(a);
  cuMemFree(b);
  cuMemFree(c);
  std::printf("%d ", cuModuleUnload(module));
  std::printf("%d ", cuLaunchKernel(add, 4, 1, 1, 256, 1, 1, 0, nullptr, arguments, nullptr));  // its module is gone
  std::printf("%d\n", cuCtxDestroy(context));
}
