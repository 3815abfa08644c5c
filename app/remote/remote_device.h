#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "launch/device.h"

namespace warplens::remote {

/// The device at the other end of `command`, which starts `warplens device-server` there: "ssh lab warplens device-server". What
/// it runs, it runs there; nothing of it is kept there. Where the line breaks, the run is an error, and the next one connects
/// again. `version`: of this program. Errors: those of Line::open().
base::Result<std::unique_ptr<launch::Device>> connect(const std::string& command, const std::string& version,
                                                      launch::Progress& progress);

}  // namespace warplens::remote
