#pragma once

#include <functional>
#include <string>

#include "ptx/module.h"

namespace warplens::gpu {

/// What the kernel's printf writes while `work` runs. The driver writes it to the process's standard output whenever somebody
/// waits for the GPU; it is caught there, where the module prints at all, so that it stands in LaunchResult::printed and nowhere
/// else.
std::string printed_during(const ptx::Module& module, const std::function<void()>& work);

}  // namespace warplens::gpu
