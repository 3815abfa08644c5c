#include <cstddef>
#include <cstdint>
#include <string>

#include "experiment/kernel_file/describe.h"

// libFuzzer: any text is a CUDA source whose kernels get a description. What is described is an experiment, but for its
// expressions: a parameter's name may mean something else there.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warplens::experiment;
  const std::string text(reinterpret_cast<const char*>(data), size);
  for (const KernelSignature& signature : signatures_of(text)) {
    const auto described = experiment_text(signature, "fuzz.cu");
    if (described) static_cast<void>(parse_experiment(*described, "fuzz.cu"));
  }
  static_cast<void>(parameters_of(text));
  return 0;
}
