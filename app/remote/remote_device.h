#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "launch/device.h"

namespace warplens::remote {

/// Connect to a device on another computer, which runs the launches and stores nothing. A run fails if the connection breaks, and
/// the next run connects again. `command`: the shell command that starts `warplens device-server` there, for example
/// "ssh lab warplens device-server"; DeviceProperties::place is the same. `version`: of this program. Errors: those of
/// ProcessLine::open().
base::Result<std::unique_ptr<launch::Device>> connect(const std::string& command, const std::string& version,
                                                      launch::Progress& progress);

}  // namespace warplens::remote
