#pragma once

#include <memory>

#include "base/result.h"
#include "launch/device.h"
#include "remote/line.h"

namespace warplens::remote {

/// DeviceProperties::place of the device offered by a page's server.
inline constexpr const char* page_server = "the server of this page";

/// Open a line by HTTP to the device of the `warplens serve` that sent the page (app/serve/server.cpp). Only in a page, and not
/// on its main thread, since it blocks. Errors: the server does not answer, or uses another format.
base::Result<std::unique_ptr<Line>> open_page_line(launch::Progress& progress);

}  // namespace warplens::remote
