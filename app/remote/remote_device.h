#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "launch/device.h"

namespace warplens::remote {

/// A device on another computer. `command` starts `warplens device-server` there, for example "ssh lab warplens device-server".
/// Launches run there, and nothing is stored there. If the connection breaks, the run fails and the next run connects again.
/// `version`: of this program. Errors: those of Line::open().
base::Result<std::unique_ptr<launch::Device>> connect(const std::string& command, const std::string& version,
                                                      launch::Progress& progress);

}  // namespace warplens::remote
