#pragma once

// The same primitives under their other name.

#include <cuda_pipeline.h>
