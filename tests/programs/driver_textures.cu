// Arrays, a texture and a surface by the driver's API.
#include <cuda.h>

#include <cstdio>
#include <vector>

const char* const ptx = R"(
.version 7.0
.target sm_75
.address_size 64
.visible .entry transpose(.param .u64 out, .param .u64 texture, .param .u64 surface)
{
  .reg .f32 %x, %y, %d<4>;
  .reg .b32 %r<6>;
  .reg .b64 %rd<6>;
  ld.param.u64 %rd1, [out];
  ld.param.u64 %rd2, [texture];
  ld.param.u64 %rd3, [surface];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %tid.y;
  cvt.rn.f32.u32 %x, %r1;
  cvt.rn.f32.u32 %y, %r2;
  tex.2d.v4.f32.f32 {%d0, %d1, %d2, %d3}, [%rd2, {%x, %y}];
  mad.lo.u32 %r3, %r1, 4, %r2;
  mul.wide.u32 %rd4, %r3, 4;
  add.s64 %rd5, %rd1, %rd4;
  st.global.f32 [%rd5], %d0;
  shl.b32 %r4, %r1, 2;
  cvt.rzi.u32.f32 %r5, %d0;
  sust.b.2d.b32.trap [%rd3, {%r4, %r2}], {%r5};
  ret;
}
)";

int main() {
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction transpose;
  cuInit(0);
  cuDeviceGet(&device, 0);
  cuCtxCreate(&context, nullptr, 0, device);
  cuModuleLoadData(&module, ptx);
  std::printf("%d\n", cuModuleGetFunction(&transpose, module, "transpose"));

  CUarray array, written;
  const CUDA_ARRAY_DESCRIPTOR bytes = {8, 4, CU_AD_FORMAT_UNSIGNED_INT8, 1};
  CUDA_ARRAY3D_DESCRIPTOR words = {8, 4, 0, CU_AD_FORMAT_UNSIGNED_INT32, 1, CUDA_ARRAY3D_SURFACE_LDST}, got;
  CUDA_ARRAY_DESCRIPTOR flat;
  std::printf("%d %d ", cuArrayCreate(&array, &bytes), cuArray3DCreate(&written, &words));
  std::printf("%d %d: ", cuArrayGetDescriptor(&flat, array), cuArray3DGetDescriptor(&got, written));
  std::printf("%zu x %zu of %d, %zu x %zu x %zu of %d, flags %u\n", flat.Width, flat.Height, flat.Format, got.Width, got.Height,
              got.Depth, got.Format, got.Flags);
  words.NumChannels = 3;
  CUarray none;
  std::printf("%d %d %d\n", cuArray3DCreate(&none, &words), cuArrayCreate(nullptr, &bytes), cuArrayDestroy(nullptr));

  unsigned char image[32];
  for (int i = 0; i < 32; ++i) image[i] = (unsigned char)(i % 2 == 0 ? 255 : 51 * (i % 5));
  CUDA_MEMCPY2D copy{};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = image;
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = array;
  copy.WidthInBytes = 8;
  copy.Height = 4;
  std::printf("%d ", cuMemcpy2D(&copy));

  CUDA_RESOURCE_DESC resource{};
  resource.res.array.hArray = array;
  CUDA_TEXTURE_DESC how{};
  how.addressMode[0] = how.addressMode[1] = CU_TR_ADDRESS_MODE_CLAMP;
  CUtexObject texture;
  CUsurfObject surface;
  std::printf("%d ", cuTexObjectCreate(&texture, &resource, &how, nullptr));  // bytes are read as numbers up to 1
  std::printf("%d ", cuSurfObjectCreate(&surface, &resource));                // it has no such flag
  resource.res.array.hArray = written;
  std::printf("%d\n", cuSurfObjectCreate(&surface, &resource));
  CUdeviceptr out;
  cuMemAlloc(&out, 128);
  void* arguments[] = {&out, &texture, &surface};
  cuLaunchKernel(transpose, 1, 1, 1, 8, 4, 1, 0, nullptr, arguments, nullptr);
  std::vector<float> result(32);
  std::vector<unsigned> stored(32);
  std::printf("%d ", cuMemcpyDtoH(result.data(), out, 128));
  std::printf("%d\n", cuMemcpyAtoH(stored.data(), written, 0, 128));
  int wrong = 0;
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 8; ++x)
      wrong += result[x * 4 + y] != float(image[y * 8 + x] / 255.0) || stored[y * 8 + x] != (image[y * 8 + x] == 255);
  std::printf("wrong: %d\n", wrong);
  std::printf("%d %d %d %d\n", cuTexObjectDestroy(texture), cuSurfObjectDestroy(surface), cuArrayDestroy(array),
              cuArrayDestroy(written));
  cuMemFree(out);
  cuCtxDestroy(context);
}
