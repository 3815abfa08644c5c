#include "simt/device_spec.h"

namespace warplens::simt {

const DeviceSpec& two_sm_toy() {
  static const DeviceSpec toy = [] {
    DeviceSpec spec;
    spec.name = "2-SM toy";
    spec.threads_per_multiprocessor = 1024;  // a block of the largest size fits
    return spec;
  }();
  return toy;
}

}  // namespace warplens::simt
