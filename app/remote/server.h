#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>

#include "base/result.h"
#include "launch/device.h"
#include "remote/message.h"
#include "remote/pack.h"

namespace warplens::remote {

/// Serve a device to the client at the other end of two file descriptors until it closes the connection. Runs, searches and
/// launches in streams wait in the queue of file `queue`; with "" they do not wait. `version`: of this program. A client that
/// waits says so every second: when nothing has come from it for `silence`, its line is taken for broken and its request is
/// cancelled. Errors: the client does not follow the protocol, or has fallen silent.
base::Status serve(launch::Device& device, const std::string& version, const std::filesystem::path& queue, int in, int out,
                   std::chrono::milliseconds silence = std::chrono::minutes(1));

/// Admits a launch before it runs: blocks until the device is free, and may lower the limits set in `launch`. Error: why the
/// launch is refused.
using Admit = std::function<base::Status(launch::Launch& launch)>;

/// Executes a client's request (a message of kind run, search or streams) and returns the answer. A failure is returned as a
/// message of kind `error`.
Message answer(launch::Device& device, Modules& modules, const Message& request, const Admit& admit, launch::Progress& progress);

}  // namespace warplens::remote
