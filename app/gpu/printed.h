#pragma once

#include <functional>
#include <string>

#include "ptx/module.h"

namespace warplens::gpu {

/// Capture the output of the kernel's printf while `work` runs. The driver writes it to the process's standard output at
/// synchronisation; so if the module calls printf, standard output is redirected, and the text appears only in
/// LaunchResult::printed.
std::string printed_during(const ptx::Module& module, const std::function<void()>& work);

}  // namespace warplens::gpu
