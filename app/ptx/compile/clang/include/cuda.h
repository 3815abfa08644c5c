#pragma once

// Empty: the prelude, included before every source, has everything.
#define CUDA_VERSION 13000
