#pragma once

#include <functional>

#include "base/result.h"
#include "launch/device.h"
#include "remote/message.h"
#include "remote/pack.h"

namespace warplens::remote {

/// Called with the launch of a request before it runs: waits until the device is free, and may lower what the launch asks for.
/// Error: it is refused.
using Admit = std::function<base::Status(launch::Launch& launch)>;

/// The answer to a request of a client: a message of kind run, search or streams. What goes wrong becomes a message of kind
/// `error`.
Message answer(launch::Device& device, Modules& modules, const Message& request, const Admit& admit, launch::Progress& progress);

}  // namespace warplens::remote
