#pragma once

#include <memory>

#include "base/result.h"
#include "launch/device.h"
#include "remote/line.h"

namespace warplens::remote {

/// DeviceProperties::place of the device that a page's server offers.
inline constexpr const char* page_server = "the server of this page";

/// A line to the device of the `warplens serve` that the page came from, by HTTP (app/serve/server.cpp). Only in a page, and not
/// on its main thread, since it blocks. Errors: the server does not answer, or uses another format.
base::Result<std::unique_ptr<Line>> open_page_line(launch::Progress& progress);

}  // namespace warplens::remote
