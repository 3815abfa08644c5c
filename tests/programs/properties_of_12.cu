// What a program that was built with CUDA 12 gets of the device: its headers call another function, with another layout.
#include <cstdio>
#include <cstring>

extern "C" cudaError_t cudaGetDeviceProperties_v2(void* properties, int device);

unsigned char memory[2048];

int number_at(int offset) {
  int number;
  memcpy(&number, memory + offset, sizeof number);
  return number;
}

int main() {
  cudaDeviceProp today;
  int clock = 0;
  cudaGetDeviceProperties(&today, 0);
  cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, 0);
  memset(memory, 0xee, sizeof memory);
  if (cudaGetDeviceProperties_v2(memory, 0) != cudaSuccess) return 1;
  // Offsets in bytes of cudaDeviceProp in CUDA 12, which has clockRate between maxGridSize and totalConstMem, and so on.
  printf("name: %s\n", strcmp((char*)memory, today.name) == 0 ? "the same" : "another");
  printf("grid %d, clock %s, overlap %d, compute mode %d\n", number_at(336) == today.maxGridSize[0],
         number_at(348) == clock ? "the same" : "another", number_at(384), number_at(404));
  printf("multiprocessors %d, capability %d, threads %d, registers %d, launches %d\n", number_at(388) == today.multiProcessorCount,
         number_at(360) == today.major && number_at(364) == today.minor, number_at(624) == today.maxThreadsPerMultiProcessor,
         number_at(648) == today.regsPerMultiprocessor, number_at(688) == today.cooperativeLaunch);
  int beyond = 0;
  for (int i = 1032; i < 2048; ++i) beyond += memory[i] != 0xee;
  printf("bytes written beyond it: %d\n", beyond);
}
