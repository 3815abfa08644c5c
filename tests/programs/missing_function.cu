// A function of CUDA that Warplens does not have ends the program where it is called, and not before. exits: 1
#include <cuda_runtime.h>

#include <cstdio>

extern "C" int cufftPlan1d(int* plan, int size, int type, int batch);

int main() {
  std::puts("before");
  std::fflush(stdout);
  int plan = 0;
  cufftPlan1d(&plan, 16, 0x29, 1);
  std::puts("after");
}
