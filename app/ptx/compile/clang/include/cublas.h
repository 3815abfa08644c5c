#pragma once

// The interface from before CUDA 4, without handles, which Warplens does not have.

#ifndef CUBLAS_V2_H_
#error "cublas.h is the interface of cuBLAS without handles, which Warplens does not have: include cublas_v2.h"
#endif
