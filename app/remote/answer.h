#pragma once

#include <functional>

#include "base/result.h"
#include "launch/device.h"
#include "remote/message.h"
#include "remote/pack.h"

namespace warplens::remote {

/// Decides whether a launch may run, and is called before each. Blocks until the device is free; may lower the limits set in
/// `launch`. Error: why the launch is refused.
using Admit = std::function<base::Status(launch::Launch& launch)>;

/// Executes a client's request (a message of kind run, search or streams) and returns the answer. Every failure is returned as a
/// message of kind `error`.
Message answer(launch::Device& device, Modules& modules, const Message& request, const Admit& admit, launch::Progress& progress);

}  // namespace warplens::remote
