#include "launch/launch_result.h"

#include "base/names.h"

namespace warplens::launch {

std::string_view name(Origin origin) {
  static constexpr base::Names<Origin> names{
      {Origin::measured, "measured"}, {Origin::counted, "counted"}, {Origin::modelled, "modelled"}};
  return names.name_of(origin);
}

std::string_view name(FaultKind kind) {
  using enum FaultKind;
  static constexpr base::Names<FaultKind> names{{out_of_bounds, "out-of-bounds"},
                                                {misaligned, "misaligned"},
                                                {barrier_divergence, "barrier-divergence"},
                                                {deadlock, "deadlock"},
                                                {step_limit, "step-limit"},
                                                {trap, "trap"},
                                                {assertion, "assertion"},
                                                {stack_overflow, "stack-overflow"},
                                                {invalid_call, "invalid-call"},
                                                {invalid_free, "invalid-free"},
                                                {invalid_barrier, "invalid-barrier"},
                                                {invalid_mask, "invalid-mask"},
                                                {device, "device"}};
  return names.name_of(kind);
}

bool same_defect(const Finding& finding, const Fault& fault) {
  return name(finding.kind) == name(fault.kind) && finding.first.line == fault.line && finding.first.thread == fault.thread &&
         finding.first.block == fault.block;
}

}  // namespace warplens::launch
