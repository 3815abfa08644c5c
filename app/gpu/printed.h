#pragma once

#include <functional>
#include <string>

#include "ptx/module.h"

namespace warplens::gpu {

/// Output of the kernel's printf while `work` runs. The driver writes it to the process's standard output at synchronisation; if
/// the module calls printf, standard output is redirected, so that the text appears in LaunchResult::printed and nowhere
/// else.
std::string printed_during(const ptx::Module& module, const std::function<void()>& work);

}  // namespace warplens::gpu
