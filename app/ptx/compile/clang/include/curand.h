#pragma once

// cuRAND's functions of the host, for programs that are compiled without a toolkit; app/curand has them. The last ones are left
// out: a program ends where it calls one.

#include "../curand_calls.cuh"

#define CURAND_H_
#define CURAND_VER_MAJOR 10
#define CURAND_VER_MINOR 4
#define CURAND_VER_PATCH 0
#define CURAND_VERSION 10400

extern "C" {
curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned* to, size_t count, double lambda);
curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned dimensions);
}
