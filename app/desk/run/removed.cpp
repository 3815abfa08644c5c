#include "desk/run/removed.h"

#include "experiment/check/removed.h"
#include "experiment/inputs/inputs.h"
#include "ptx/compile/module_cache.h"

namespace warplens::desk {

Removed::Removed(const std::function<void()>& wake)
    : worker(
          [modules = std::make_shared<ptx::ModuleCache>()](const CompiledKernel& kernel) {
            const std::string& entry = kernel.module->functions[kernel.entry].name;
            return Text{kernel,
                        experiment::removed_accesses_text(*kernel.module, entry, kernel.source, kernel.options, *modules)};
          },
          wake) {}

void update_removed(Removed& removed, const RunTables& shown) {
  if (auto answer = removed.worker.take()) removed.known = std::move(*answer);
  const launch::Launch& launch = shown.run.launch;
  const experiment::Experiment& experiment = *shown.experiment;
  if (!launch.check || !experiment.opened_by_user() || experiment.recording) return;
  if (launch.module == removed.asked.module && launch.entry == removed.asked.entry) return;
  const auto special = experiment::compile_options_for(experiment, shown.run.settings);
  if (!special) return;
  const ptx::CompileOptions general = experiment.modules ? experiment.modules->options() : ptx::CompileOptions{};
  removed.asked = {launch.module, launch.entry, experiment.source, ptx::merged(general, *special)};
  removed.worker.request(removed.asked);
}

std::string removed_text(const Removed& removed, const RunTables& shown) {
  const launch::Launch& launch = shown.run.launch;
  const CompiledKernel& of = removed.known.of;
  return launch.check && of.module == launch.module && of.entry == launch.entry ? removed.known.text : "";
}

}  // namespace warplens::desk
