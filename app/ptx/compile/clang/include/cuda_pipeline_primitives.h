#pragma once

// Another name of the header cuda_pipeline.h.

#include <cuda_pipeline.h>
