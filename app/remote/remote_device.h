#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "launch/device.h"
#include "remote/message.h"
#include "remote/pack.h"

namespace warplens::remote {

/// The client's end of a connection to a device. Only one thread may use it at a time.
class Line {
 public:
  virtual ~Line() = default;
  /// The other end's description of itself.
  virtual const Offer& offer() const = 0;
  /// Send a request and wait for its answer of at most `max_answer` bytes: a message of kind `answer` or `error`, or, if the
  /// request was cancelled, an abandoned message. Updates `progress` meanwhile. Error: the connection is broken and cannot be
  /// used any more.
  virtual base::Result<Message> ask(MessageKind kind, launch::Bytes request, MessageKind answer, std::uint64_t max_answer,
                                    launch::Progress& progress) = 0;
  /// Ask for the number of requests at the device, and time the answer. Errors: those of ask().
  virtual base::Status ask_state(launch::LineState& state) = 0;
};

/// Opens a connection; blocks until it is open or `progress` is cancelled. Errors: why the connection failed.
using OpenLine = std::function<base::Result<std::unique_ptr<Line>>(launch::Progress& progress)>;

/// A sentence that tells the user how many requests are served before theirs; empty if none are.
std::string queue_text(std::uint32_t before);

/// DeviceProperties::place of the device offered by a page's server.
inline constexpr const char* page_server = "the server of this page";

/// Open a line by HTTP to the device of the `warplens serve` that sent the page (app/serve/server.cpp). Only in a page, and not
/// on its main thread, since it blocks. Errors: the server does not answer, or uses another format.
base::Result<std::unique_ptr<Line>> open_page_line(launch::Progress& progress);

/// Connect to a device on another computer by a line from `open`. Launches run there, and nothing is stored there. If the
/// connection breaks, the run fails and the next run connects again. `place`: DeviceProperties::place. Errors: those of
/// `open`.
base::Result<std::unique_ptr<launch::Device>> connect(const std::string& place, OpenLine open, launch::Progress& progress);

/// Connect by a ProcessLine. `command` starts `warplens device-server` there, for example "ssh lab warplens device-server".
/// `version`: of this program.
base::Result<std::unique_ptr<launch::Device>> connect(const std::string& command, const std::string& version,
                                                      launch::Progress& progress);

}  // namespace warplens::remote
