#pragma once

// The calls of the driver's API (names are NVIDIA's: CUDA Driver API), declared here alone: include/cuda.h has them for programs that
// clang compiles, and app/driver defines them as declared. What programs call by a short name is a function with a version.

#include "driver_types.cuh"

#define cuDeviceTotalMem cuDeviceTotalMem_v2
#define cuDevicePrimaryCtxRelease cuDevicePrimaryCtxRelease_v2
#define cuDevicePrimaryCtxReset cuDevicePrimaryCtxReset_v2
#define cuDevicePrimaryCtxSetFlags cuDevicePrimaryCtxSetFlags_v2
#define cuCtxCreate cuCtxCreate_v2
#define cuCtxDestroy cuCtxDestroy_v2
#define cuCtxPushCurrent cuCtxPushCurrent_v2
#define cuCtxPopCurrent cuCtxPopCurrent_v2
#define cuModuleGetGlobal cuModuleGetGlobal_v2
#define cuLinkCreate cuLinkCreate_v2
#define cuLinkAddData cuLinkAddData_v2
#define cuLinkAddFile cuLinkAddFile_v2
#define cuMemGetInfo cuMemGetInfo_v2
#define cuMemAlloc cuMemAlloc_v2
#define cuMemAllocPitch cuMemAllocPitch_v2
#define cuMemFree cuMemFree_v2
#define cuMemAllocHost cuMemAllocHost_v2
#define cuMemHostRegister cuMemHostRegister_v2
#define cuMemHostGetDevicePointer cuMemHostGetDevicePointer_v2
#define cuMemGetAddressRange cuMemGetAddressRange_v2
#define cuIpcOpenMemHandle cuIpcOpenMemHandle_v2
#define cuMemcpyHtoD cuMemcpyHtoD_v2
#define cuMemcpyDtoH cuMemcpyDtoH_v2
#define cuMemcpyDtoD cuMemcpyDtoD_v2
#define cuMemcpyHtoDAsync cuMemcpyHtoDAsync_v2
#define cuMemcpyDtoHAsync cuMemcpyDtoHAsync_v2
#define cuMemcpyDtoDAsync cuMemcpyDtoDAsync_v2
#define cuMemcpy2D cuMemcpy2D_v2
#define cuMemcpy2DUnaligned cuMemcpy2DUnaligned_v2
#define cuMemcpy2DAsync cuMemcpy2DAsync_v2
#define cuMemcpy3D cuMemcpy3D_v2
#define cuMemcpy3DAsync cuMemcpy3DAsync_v2
#define cuMemcpyHtoA cuMemcpyHtoA_v2
#define cuMemcpyAtoH cuMemcpyAtoH_v2
#define cuMemcpyDtoA cuMemcpyDtoA_v2
#define cuMemcpyAtoD cuMemcpyAtoD_v2
#define cuArrayCreate cuArrayCreate_v2
#define cuArrayGetDescriptor cuArrayGetDescriptor_v2
#define cuArray3DCreate cuArray3DCreate_v2
#define cuArray3DGetDescriptor cuArray3DGetDescriptor_v2
#define cuMemsetD8 cuMemsetD8_v2
#define cuMemsetD16 cuMemsetD16_v2
#define cuMemsetD32 cuMemsetD32_v2
#define cuMemsetD2D8 cuMemsetD2D8_v2
#define cuMemsetD2D16 cuMemsetD2D16_v2
#define cuMemsetD2D32 cuMemsetD2D32_v2
#define cuStreamDestroy cuStreamDestroy_v2
#define cuEventDestroy cuEventDestroy_v2
#define cuGetProcAddress cuGetProcAddress_v2

extern "C" {
CUresult cuInit(unsigned flags);
CUresult cuDriverGetVersion(int* version);
CUresult cuGetErrorName(CUresult error, const char** name);
CUresult cuGetErrorString(CUresult error, const char** text);
CUresult cuGetProcAddress(const char* name, void** function, int version, unsigned long long flags,
                          CUdriverProcAddressQueryResult* result);
CUresult cuProfilerStart();
CUresult cuProfilerStop();
// device
CUresult cuDeviceGet(CUdevice* device, int ordinal);
CUresult cuDeviceGetCount(int* count);
CUresult cuDeviceGetName(char* name, int bytes, CUdevice device);
CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device);
CUresult cuDeviceGetUuid_v2(CUuuid* uuid, CUdevice device);
CUresult cuDeviceTotalMem(size_t* bytes, CUdevice device);
CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device);
CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device);
CUresult cuDeviceCanAccessPeer(int* can, CUdevice device, CUdevice peer);
CUresult cuDeviceGetPCIBusId(char* id, int bytes, CUdevice device);
CUresult cuDeviceGetByPCIBusId(CUdevice* device, const char* id);
// contexts
CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device);
CUresult cuDevicePrimaryCtxRelease(CUdevice device);
CUresult cuDevicePrimaryCtxReset(CUdevice device);
CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned flags);
CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned* flags, int* active);
CUresult cuCtxCreate(CUcontext* context, unsigned flags, CUdevice device);
CUresult cuCtxCreate_v4(CUcontext* context, void* parameters, unsigned flags, CUdevice device);
CUresult cuCtxDestroy(CUcontext context);
CUresult cuCtxPushCurrent(CUcontext context);
CUresult cuCtxPopCurrent(CUcontext* context);
CUresult cuCtxSetCurrent(CUcontext context);
CUresult cuCtxGetCurrent(CUcontext* context);
CUresult cuCtxGetDevice(CUdevice* device);
CUresult cuCtxGetFlags(unsigned* flags);
CUresult cuCtxGetApiVersion(CUcontext context, unsigned* version);
CUresult cuCtxSynchronize();
CUresult cuCtxSetLimit(CUlimit limit, size_t value);
CUresult cuCtxGetLimit(size_t* value, CUlimit limit);
CUresult cuCtxSetCacheConfig(CUfunc_cache config);
CUresult cuCtxGetCacheConfig(CUfunc_cache* config);
CUresult cuCtxGetStreamPriorityRange(int* least, int* greatest);
CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags);
CUresult cuCtxDisablePeerAccess(CUcontext peer);
// modules
CUresult cuModuleLoad(CUmodule* module, const char* file);
CUresult cuModuleLoadData(CUmodule* module, const void* image);
CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned count, CUjit_option* options, void** values);
CUresult cuModuleLoadFatBinary(CUmodule* module, const void* image);
CUresult cuModuleUnload(CUmodule module);
CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name);
CUresult cuModuleGetGlobal(CUdeviceptr* address, size_t* bytes, CUmodule module, const char* name);
CUresult cuLinkCreate(unsigned count, CUjit_option* options, void** values, CUlinkState* state);
CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void* data, size_t bytes, const char* name, unsigned count,
                       CUjit_option* options, void** values);
CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char* file, unsigned count, CUjit_option* options,
                       void** values);
CUresult cuLinkComplete(CUlinkState state, void** cubin, size_t* bytes);
CUresult cuLinkDestroy(CUlinkState state);
// memory
CUresult cuMemGetInfo(size_t* free, size_t* total);
CUresult cuMemAlloc(CUdeviceptr* memory, size_t bytes);
CUresult cuMemAllocPitch(CUdeviceptr* memory, size_t* pitch, size_t width, size_t height, unsigned element_bytes);
CUresult cuMemAllocManaged(CUdeviceptr* memory, size_t bytes, unsigned flags);
CUresult cuMemAllocAsync(CUdeviceptr* memory, size_t bytes, CUstream stream);
CUresult cuMemFree(CUdeviceptr memory);
CUresult cuMemFreeAsync(CUdeviceptr memory, CUstream stream);
CUresult cuMemAllocHost(void** memory, size_t bytes);
CUresult cuMemHostAlloc(void** memory, size_t bytes, unsigned flags);
CUresult cuMemFreeHost(void* memory);
CUresult cuMemHostRegister(void* memory, size_t bytes, unsigned flags);
CUresult cuMemHostUnregister(void* memory);
CUresult cuMemHostGetDevicePointer(CUdeviceptr* device, void* host, unsigned flags);
CUresult cuMemHostGetFlags(unsigned* flags, void* host);
CUresult cuMemGetAddressRange(CUdeviceptr* begin, size_t* bytes, CUdeviceptr address);
CUresult cuPointerGetAttribute(void* value, CUpointer_attribute attribute, CUdeviceptr address);
CUresult cuPointerGetAttributes(unsigned count, CUpointer_attribute* attributes, void** values, CUdeviceptr address);
// memory of another process: always CUDA_ERROR_NOT_SUPPORTED
CUresult cuIpcGetMemHandle(CUipcMemHandle* handle, CUdeviceptr memory);
CUresult cuIpcOpenMemHandle(CUdeviceptr* memory, CUipcMemHandle handle, unsigned flags);
CUresult cuIpcCloseMemHandle(CUdeviceptr memory);
// copies
CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes);
CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream);
CUresult cuMemcpyHtoD(CUdeviceptr to, const void* from, size_t bytes);
CUresult cuMemcpyDtoH(void* to, CUdeviceptr from, size_t bytes);
CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes);
CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void* from, size_t bytes, CUstream stream);
CUresult cuMemcpyDtoHAsync(void* to, CUdeviceptr from, size_t bytes, CUstream stream);
CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream);
CUresult cuMemcpy2D(const CUDA_MEMCPY2D* copy);
CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D* copy);
CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D* copy, CUstream stream);
CUresult cuMemcpy3D(const CUDA_MEMCPY3D* copy);
CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D* copy, CUstream stream);
CUresult cuMemcpyHtoA(CUarray to, size_t offset, const void* from, size_t bytes);
CUresult cuMemcpyAtoH(void* to, CUarray from, size_t offset, size_t bytes);
CUresult cuMemcpyDtoA(CUarray to, size_t offset, CUdeviceptr from, size_t bytes);
CUresult cuMemcpyAtoD(CUdeviceptr to, CUarray from, size_t offset, size_t bytes);
// arrays, textures and surfaces
CUresult cuArrayCreate(CUarray* array, const CUDA_ARRAY_DESCRIPTOR* description);
CUresult cuArray3DCreate(CUarray* array, const CUDA_ARRAY3D_DESCRIPTOR* description);
CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR* description, CUarray array);
CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR* description, CUarray array);
CUresult cuArrayDestroy(CUarray array);
CUresult cuTexObjectCreate(CUtexObject* texture, const CUDA_RESOURCE_DESC* resource, const CUDA_TEXTURE_DESC* description,
                           const CUDA_RESOURCE_VIEW_DESC* view);
CUresult cuTexObjectDestroy(CUtexObject texture);
CUresult cuSurfObjectCreate(CUsurfObject* surface, const CUDA_RESOURCE_DESC* resource);
CUresult cuSurfObjectDestroy(CUsurfObject surface);
CUresult cuMemsetD8(CUdeviceptr to, unsigned char value, size_t count);
CUresult cuMemsetD16(CUdeviceptr to, unsigned short value, size_t count);
CUresult cuMemsetD32(CUdeviceptr to, unsigned value, size_t count);
CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count, CUstream stream);
CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count, CUstream stream);
CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count, CUstream stream);
CUresult cuMemsetD2D8(CUdeviceptr to, size_t pitch, unsigned char value, size_t width, size_t height);
CUresult cuMemsetD2D16(CUdeviceptr to, size_t pitch, unsigned short value, size_t width, size_t height);
CUresult cuMemsetD2D32(CUdeviceptr to, size_t pitch, unsigned value, size_t width, size_t height);
// streams and events
CUresult cuStreamCreate(CUstream* stream, unsigned flags);
CUresult cuStreamCreateWithPriority(CUstream* stream, unsigned flags, int priority);
CUresult cuStreamDestroy(CUstream stream);
CUresult cuStreamSynchronize(CUstream stream);
CUresult cuStreamQuery(CUstream stream);
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags);
CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void* data, unsigned flags);
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void* data);
CUresult cuStreamGetFlags(CUstream stream, unsigned* flags);
CUresult cuStreamGetPriority(CUstream stream, int* priority);
CUresult cuStreamGetCtx(CUstream stream, CUcontext* context);
CUresult cuEventCreate(CUevent* event, unsigned flags);
CUresult cuEventDestroy(CUevent event);
CUresult cuEventRecord(CUevent event, CUstream stream);
CUresult cuEventSynchronize(CUevent event);
CUresult cuEventQuery(CUevent event);
CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end);
CUresult cuEventElapsedTime_v2(float* milliseconds, CUevent start, CUevent end);
// kernels
CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                        unsigned block_y, unsigned block_z, unsigned shared, CUstream stream, void** arguments, void** extra);
CUresult cuLaunchKernelEx(const CUlaunchConfig* configuration, CUfunction function, void** arguments, void** extra);
CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                                   unsigned block_y, unsigned block_z, unsigned shared, CUstream stream, void** arguments);
CUresult cuFuncGetAttribute(int* value, CUfunction_attribute attribute, CUfunction function);
CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value);
CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config);
CUresult cuFuncSetSharedMemConfig(CUfunction function, CUsharedconfig config);
CUresult cuFuncGetName(const char** name, CUfunction function);
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction function, int threads, size_t shared);
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, CUfunction function, int threads, size_t shared,
                                                              unsigned flags);
CUresult cuOccupancyMaxPotentialBlockSize(int* grid, int* block, CUfunction function, CUoccupancyB2DSize shared_of,
                                          size_t shared, int most);
CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int* grid, int* block, CUfunction function, CUoccupancyB2DSize shared_of,
                                                   size_t shared, int most, unsigned flags);
}
