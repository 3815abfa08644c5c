#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "experiment/kernel_file/describe.h"
#include "experiment/kernel_file/experiment_file.h"
#include "fuzz_target.h"

// libFuzzer: any text is a CUDA source whose kernels get a description. What is described is an experiment, but for its
// expressions: a parameter's name may mean something else there. What is an experiment can be saved as one.

FUZZ_TARGET(kernel_file) {
  using namespace warplens::experiment;
  const std::string text(reinterpret_cast<const char*>(data), size);
  bool saved = false;
  for (const KernelSignature& signature : signatures_of(text)) {
    const auto described = experiment_text(signature, "fuzz.cu");
    auto experiment = described ? parse_experiment(*described, "fuzz.cu") : warplens::base::Result<Experiment>(described.error());
    if (!experiment || saved) continue;
    saved = true;  // one of many kernels will do
    experiment->described = *described;
    const auto settings = default_settings(*experiment);
    if (settings && !experiment_file_text(*experiment, *settings)) std::abort();
  }
  static_cast<void>(suggested_instantiations(text));
  static_cast<void>(parameters_of(text));
  return 0;
}
