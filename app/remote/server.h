#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"
#include "launch/device.h"

namespace warplens::remote {

/// Serve a device to the client at the other end of two file descriptors until it closes the connection. Runs, searches and
/// launches in streams wait in the queue of file `queue`; with "" they do not wait. `version`: of this program. Error: the client
/// does not follow the protocol.
base::Status serve(launch::Device& device, const std::string& version, const std::filesystem::path& queue, int in, int out);

}  // namespace warplens::remote
