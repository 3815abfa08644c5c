#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "launch/device.h"

namespace warplens::remote {

/// Connect to a device on another computer. `command`, of the shell, starts `warplens device-server` there, for example
/// "ssh lab warplens device-server"; it is the device's DeviceProperties::place. `version`: of this program. Launches run there,
/// and nothing is stored there. If the connection breaks, the run fails and the next run connects again. Errors: those of
/// ProcessLine::open().
base::Result<std::unique_ptr<launch::Device>> connect(const std::string& command, const std::string& version,
                                                      launch::Progress& progress);

}  // namespace warplens::remote
