#include "cli/remedy.h"

#include "cli/report.h"
#include "launch/arguments/shared_arrays.h"

namespace warplens::cli {
namespace {

std::string remedy(const launch::Launch& launch, const launch::Fault& fault, const LimitOptions& options) {
  if (fault.kind == launch::FaultKind::step_limit && !fault.endless && !options.step_limit.empty())
    return "; " + options.step_limit + " lets it go on for longer";
  if (fault.kind != launch::FaultKind::out_of_bounds) return "";
  const std::string array = launch::dynamic_shared_array(*launch.module, launch.entry);
  if (array.empty()) return "";
  if (fault.space == "shared") return "; " + options.shared + " sets it";
  // A GPU does not tell in which memory it was; without any bytes, the array is the likely one.
  if (fault.space.empty() && launch.dynamic_shared == 0)
    return "; the kernel declares the extern __shared__ array '" + array + "', whose size is 0 bytes: " + options.shared +
           " sets it";
  return "";
}

}  // namespace

base::Error error_with_remedy(const launch::Launch& launch, const launch::LaunchResult& result, const LimitOptions& options) {
  base::Error error = error_of(result);
  error.message += remedy(launch, *result.fault, options);
  return error;
}

}  // namespace warplens::cli
