#include "simt/device_spec.h"

namespace warplens::simt {

const DeviceSpec& two_sm_toy() {
  static const DeviceSpec toy = [] {
    DeviceSpec spec;
    spec.name = "2-SM toy";
    spec.threads_per_multiprocessor = 1024;  // a block of the largest size fits
    // Blocks come so slowly, and requests take so differently long, that of the 32 blocks of the racy counter some see what
    // others wrote.
    spec.block_launch_interval = 96;
    spec.global_latency = 120;
    spec.global_jitter = 400;
    return spec;
  }();
  return toy;
}

}  // namespace warplens::simt
