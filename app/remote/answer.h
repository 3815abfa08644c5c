#pragma once

#include <functional>

#include "base/result.h"
#include "launch/device.h"
#include "remote/message.h"
#include "remote/pack.h"

namespace warplens::remote {

/// Admits a launch before it runs: blocks until the device is free, and may lower the limits set in `launch`. Error: why the
/// launch is refused.
using Admit = std::function<base::Status(launch::Launch& launch)>;

/// Executes a client's request (a message of kind run, search or streams) and returns the answer. A failure is returned as a
/// message of kind `error`.
Message answer(launch::Device& device, Modules& modules, const Message& request, const Admit& admit, launch::Progress& progress);

}  // namespace warplens::remote
