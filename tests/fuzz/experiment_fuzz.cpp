#include <cstddef>
#include <cstdint>
#include <string>

#include "experiment/experiment.h"
#include "experiment/sweep/sweep.h"
#include "fuzz_target.h"

// libFuzzer: any text is either an experiment whose entries have settings and whose sweeps have values, or is rejected.

FUZZ_TARGET(experiment) {
  using namespace warplens::experiment;
  const auto experiment = parse_experiment(std::string(reinterpret_cast<const char*>(data), size), "fuzz.toml");
  if (!experiment) return 0;
  for (std::uint32_t entry = 0; entry < experiment->entries.size(); ++entry)
    static_cast<void>(default_settings(*experiment, entry));
  for (const Sweep& sweep : experiment->sweeps) static_cast<void>(values_of(*experiment, sweep));
  return 0;
}
