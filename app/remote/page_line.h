#pragma once

#include <memory>

#include "base/result.h"
#include "launch/device.h"
#include "remote/line.h"

namespace warplens::remote {

/// DeviceProperties::place of the device that a page's server offers.
inline constexpr const char* page_server = "the server of this page";

/// A line to the device of `warplens serve`, which the page came from (app/serve/server.cpp): each request is one of HTTP. Only
/// in a page, on a thread that is not the page's own. Errors: the server does not answer, or has another version.
base::Result<std::unique_ptr<Line>> open_page_line(launch::Progress& progress);

}  // namespace warplens::remote
