// The driver's library as programs in other languages use it: loaded by its name, its functions asked for by theirs.
#include <cuda.h>
#include <dlfcn.h>

#include <cstdio>

int main() {
  void* const library = dlopen("libcuda.so.1", RTLD_NOW);
  if (library == nullptr) return 1;
  const auto init = reinterpret_cast<CUresult (*)(unsigned)>(dlsym(library, "cuInit"));
  const auto count = reinterpret_cast<CUresult (*)(int*)>(dlsym(library, "cuDeviceGetCount"));
  if (init == nullptr || count == nullptr) return 2;
  int devices = 0;
  std::printf("%d ", init(0));
  std::printf("%d ", count(&devices));
  std::printf("%d %s\n", devices, dlsym(library, "cuTexRefCreate") != nullptr ? "textures" : "no textures");
  void* function = nullptr;
  std::printf("%d ", cuGetProcAddress("cuMemAlloc", &function, 12000, 0, nullptr));
  std::printf("%d ", function == dlsym(library, "cuMemAlloc_v2"));
  std::printf("%d\n", cuGetProcAddress("cuTexRefCreate", &function, 12000, 0, nullptr));
}
