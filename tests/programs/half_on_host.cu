// Numbers of 16 bits on both sides: the host converts them, computes with them and passes them to a kernel.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdio>

__global__ void scale(__half* values, __half factor, __nv_bfloat16* sum) {
  values[threadIdx.x] = __hmul(values[threadIdx.x], factor);
  if (threadIdx.x == 0) *sum = __float2bfloat16(__bfloat162float(*sum) + 1.5f);
}

int main() {
  __half host[8], *device;
  for (int i = 0; i < 8; ++i) host[i] = __float2half(0.25f * i);
  __nv_bfloat16 sum = __float2bfloat16(3.0f), *device_sum;
  cudaMalloc(&device, sizeof host);
  cudaMalloc(&device_sum, sizeof sum);
  cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(device_sum, &sum, sizeof sum, cudaMemcpyHostToDevice);
  scale<<<1, 8>>>(device, __float2half(3.0f), device_sum);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(&sum, device_sum, sizeof sum, cudaMemcpyDeviceToHost);
  for (const __half& each : host) printf("%g ", __half2float(each));
  printf("and %g\n", __bfloat162float(sum));
  // The largest is 65504, the smallest 2^-24; a tie goes to the even neighbour; 1/10 is 1638.4 · 2^-14.
  const float exact[] = {65519.0f, 65520.0f, 0x1p-24f, 0x1p-25f, 0x1.8p-24f, 2049.0f, 2051.0f, 0.1f, -0.0f};
  for (const float each : exact) printf("%g ", __half2float(__float2half(each)));
  printf("\n");
  __half a = __float2half(1.5f), b = __float2half(2.0f);
  a += b;
  printf("%g %g %s\n", __half2float(a * b), __half2float(a / b), a > b ? "larger" : "not larger");
  cudaFree(device);
  cudaFree(device_sum);
}
