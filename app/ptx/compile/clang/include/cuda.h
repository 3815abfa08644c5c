#pragma once

#define CUDA_VERSION 13000

#include "../driver_calls.cuh"

// Programs of CUDA 13 give cuCtxCreate one parameter more than older ones.
#undef cuCtxCreate
typedef struct CUctxCreateParams_st CUctxCreateParams;
inline CUresult cuCtxCreate(CUcontext* context, unsigned flags, CUdevice device) {
  return cuCtxCreate_v2(context, flags, device);
}
inline CUresult cuCtxCreate(CUcontext* context, CUctxCreateParams* parameters, unsigned flags, CUdevice device) {
  return cuCtxCreate_v4(context, parameters, flags, device);
}
