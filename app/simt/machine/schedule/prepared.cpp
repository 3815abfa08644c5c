#include "simt/machine/schedule/prepared.h"

#include <utility>

#include "simt/machine/launch_memory.h"
#include "simt/machine/machine.h"

namespace warplens::simt {

DeviceSpec without_time(DeviceSpec spec) {
  spec.integer_latency = spec.floating_latency = spec.special_latency = spec.division_latency = spec.double_latency = 1;
  spec.shared_latency = spec.l1_latency = spec.l2_latency = spec.memory_latency = 1;
  spec.latency_jitter = spec.bank_conflict_cycles = spec.atomic_cycles = spec.block_launch_interval = spec.launch_cycles = 0;
  return spec;
}

base::Result<std::shared_ptr<const Prepared>> prepare(const launch::Launch& launch, const DeviceSpec& spec,
                                                      launch::ScheduleRecord::Unit unit, unsigned checkpoints) {
  auto prepared = std::make_shared<Prepared>(Prepared{launch, without_time(spec), {}});
  launch::ScheduleRecord empty;
  empty.unit = unit;
  prepared->launch.schedule = launch::Schedule::recorded;
  prepared->launch.recorded = std::make_shared<const launch::ScheduleRecord>(std::move(empty));
  if (const auto checked = check_launch(prepared->launch, spec); !checked) return checked.error();
  auto program = decode(*launch.module, launch.entry, prepared->spec, launch.as_hardware, launch.placement.get());
  if (!program) return program.error();
  prepared->program = std::move(*program);
  if (const auto small = check_memory(prepared->launch, prepared->program, prepared->spec, checkpoints); !small)
    return small.error();
  launch::Progress progress;
  if (const auto fits = Machine(prepared->launch, prepared->program, prepared->spec, progress).fits(); !fits) return fits.error();
  return std::shared_ptr<const Prepared>(std::move(prepared));
}

}  // namespace warplens::simt
