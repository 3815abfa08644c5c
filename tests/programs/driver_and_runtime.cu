// Both interfaces in one program: they share its memory and its streams, and a module's variables are set by their addresses. A
// function whose declaration is in one text of PTX and whose definition is in another is linked.
#include <cuda.h>

#include <cstdio>
#include <cstring>

const char* const scale = R"(.version 7.0
.target sm_75
.address_size 64
.visible .global .align 4 .u32 factor = 2;
.extern .func (.param .b32 result) twice(.param .b32 value);
.visible .entry scale(.param .u64 numbers)
{
  .reg .b32 %r<5>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [numbers];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.u32 %r2, [%rd3];
  {
    .param .b32 in;
    .param .b32 out;
    st.param.b32 [in], %r2;
    call (out), twice, (in);
    ld.param.b32 %r3, [out];
  }
  ld.global.u32 %r4, [factor];
  mul.lo.u32 %r3, %r3, %r4;
  st.global.u32 [%rd3], %r3;
  ret;
}
)";
const char* const twice = R"(.version 7.0
.target sm_75
.address_size 64
.visible .func (.param .b32 result) twice(.param .b32 value)
{
  .reg .b32 %r<3>;
  ld.param.b32 %r1, [value];
  add.u32 %r2, %r1, %r1;
  st.param.b32 [result], %r2;
  ret;
}
)";

__global__ void add_one(int* numbers) { numbers[threadIdx.x] += 1; }

int main() {
  int* numbers;
  int host[32];
  for (int i = 0; i < 32; ++i) host[i] = i;
  cudaMalloc(&numbers, sizeof host);  // makes the primary context current
  cudaMemcpy(numbers, host, sizeof host, cudaMemcpyHostToDevice);
  CUlinkState link;
  void* linked;
  std::size_t bytes;
  std::printf("%d ", cuLinkCreate(0, nullptr, nullptr, &link));
  std::printf("%d ", cuLinkAddData(link, CU_JIT_INPUT_PTX, const_cast<char*>(scale), std::strlen(scale) + 1, "scale", 0, nullptr,
                                   nullptr));
  std::printf("%d ", cuLinkAddData(link, CU_JIT_INPUT_PTX, const_cast<char*>(twice), std::strlen(twice) + 1, "twice", 0, nullptr,
                                   nullptr));
  std::printf("%d ", cuLinkComplete(link, &linked, &bytes));
  CUmodule module;
  CUfunction function;
  std::printf("%d ", cuModuleLoadData(&module, linked));
  cuLinkDestroy(link);
  cuModuleGetFunction(&function, module, "scale");
  CUdeviceptr factor;
  std::printf("%d ", cuModuleGetGlobal(&factor, &bytes, module, "factor"));
  std::printf("%zu\n", bytes);

  cudaStream_t stream;
  cudaStreamCreate(&stream);
  add_one<<<1, 32, 0, stream>>>(numbers);
  const int five = 5;
  cuMemcpyHtoDAsync(factor, &five, sizeof five, stream);  // notes: pageable-copy
  void* arguments[] = {&numbers};
  std::printf("%d ", cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, stream, arguments, nullptr));
  std::printf("%d ", cuStreamSynchronize(stream));
  cudaMemcpy(host, numbers, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d\n", host[0], host[1], host[31]);  // (i + 1) * 2 * 5

  char log[200] = "";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void* values[] = {log, reinterpret_cast<void*>(sizeof log)};
  std::printf("%d ", cuModuleLoadDataEx(&module, ".version 7.0\n.target sm_75\n.address_size 64\nnonsense\n", 2, options, values));
  std::printf("%s %s\n", std::strstr(log, "4") != nullptr ? "line 4" : log, cudaGetErrorName(cudaGetLastError()));
  (void)cudaSetDevice(7);
  int device = -1;
  std::printf("%d ", cuMemFree(12345));  // finds: wrong-copy
  std::printf("%d %s\n", cuCtxGetDevice(&device), cudaGetErrorName(cudaGetLastError()));  // of the runtime's own call
  cudaStreamDestroy(stream);
  cudaFree(numbers);
}
