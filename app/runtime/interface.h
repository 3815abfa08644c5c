#pragma once

#include <stddef.h>

#include "base/dim3.h"

// The C interface of the CUDA runtime. What programs call is declared in the headers that they are compiled with where there is
// no toolkit, the rest here. app/cudart and app/observe define these functions as declared: where a definition departs from its
// declaration, or has none, they do not compile.

using dim3 = warplens::base::Dim3;

#pragma GCC visibility push(default)

#include "ptx/compile/clang/runtime_calls.cuh"

extern "C" {
// What compilers call before main() and around a launch. A kernel goes by its handle, or by the function of the host that
// launches it.
void** __cudaRegisterFatBinary(void* binary);
void __cudaRegisterFatBinaryEnd(void** image);
void __cudaUnregisterFatBinary(void** image);
char __cudaInitModule(void** image);
void __cudaRegisterFunction(void** image, const char* host, char* function, const char* name, int threads, void* thread,
                            void* block, void* block_size, void* grid_size, int* warp_size);
void __cudaRegisterVar(void** image, char* host, char* address, const char* name, int external, size_t bytes, int constant,
                       int global);
void __cudaRegisterManagedVar(void** image, void** host, char* address, const char* name, int external, size_t bytes,
                              int constant, int global);
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared, void* stream);
cudaError_t __cudaGetKernel(void** kernel, const void* function);
decltype(cudaLaunchKernel) __cudaLaunchKernel, __cudaLaunchKernel_ptsz;

// What the files call that a build adds to a program (app/program/build_step.h).
/// One of `of` objects with relocatable device code: its fat binary, and the function that registers its kernels and variables.
void __cudaAddLinkedBinary(unsigned of, void* binary, void (*registers)(void**));
/// The program has called a function that Warplens does not have: say so and end the program.
[[noreturn]] void __cudaMissingFunction(const char* name);

// What NVIDIA's headers call, and ours do not.
cudaError_t cudaGetKernel(void** kernel, const void* function);
cudaError_t cudaGetFuncBySymbol(void** kernel, const void* function);
cudaError_t cudaGetDeviceProperties_v2(void* properties, int device);
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const void* descriptions, size_t count);
decltype(cudaEventElapsedTime) cudaEventElapsedTime_v2;

// Of programs that are compiled with a default stream per thread.
decltype(cudaLaunchKernel) cudaLaunchKernel_ptsz;
decltype(cudaLaunchCooperativeKernel) cudaLaunchCooperativeKernel_ptsz;
decltype(cudaLaunchKernelExC) cudaLaunchKernelExC_ptsz;
decltype(cudaMallocAsync) cudaMallocAsync_ptsz;
decltype(cudaFreeAsync) cudaFreeAsync_ptsz;
decltype(cudaMemcpy) cudaMemcpy_ptds;
decltype(cudaMemcpyAsync) cudaMemcpyAsync_ptsz;
decltype(cudaMemset) cudaMemset_ptds;
decltype(cudaMemsetAsync) cudaMemsetAsync_ptsz;
decltype(cudaStreamSynchronize) cudaStreamSynchronize_ptsz;
}

#pragma GCC visibility pop
