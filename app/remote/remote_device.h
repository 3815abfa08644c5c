#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "launch/device.h"
#include "remote/line.h"

namespace warplens::remote {

/// Connect to a device on another computer by a line from `open`. Launches run there, and nothing is stored there. If the
/// connection breaks, the run fails and the next run connects again. `place`: DeviceProperties::place. Errors: those of
/// `open`.
base::Result<std::unique_ptr<launch::Device>> connect(const std::string& place, OpenLine open, launch::Progress& progress);

/// Connect by a ProcessLine. `command` starts `warplens device-server` there, for example "ssh lab warplens device-server".
/// `version`: of this program.
base::Result<std::unique_ptr<launch::Device>> connect(const std::string& command, const std::string& version,
                                                      launch::Progress& progress);

}  // namespace warplens::remote
