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

}  // namespace warplens::remote
