#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "base/result.h"
#include "launch/device.h"

namespace warplens::remote {

/// Serve a device to the client at the other end of two file descriptors until it closes the connection. Runs, searches and
/// launches in streams wait in the queue of file `queue`; with "" they do not wait. `version`: of this program. A client that
/// waits says so every second: when nothing has come from it for `silence`, its line is taken for broken and its request is
/// cancelled. Errors: the client does not follow the protocol, or has fallen silent.
base::Status serve(launch::Device& device, const std::string& version, const std::filesystem::path& queue, int in, int out,
                   std::chrono::milliseconds silence = std::chrono::minutes(1));

}  // namespace warplens::remote
