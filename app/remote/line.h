#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <string>

#include "base/result.h"
#include "base/spawn.h"
#include "launch/device.h"
#include "remote/channel.h"
#include "remote/pack.h"

namespace warplens::remote {

/// The client's end of a connection to a device server, which is started by a shell command. Only one thread may use it at a
/// time.
class Line {
 public:
  /// Start the command and wait for the server's greeting, or until `progress` is cancelled. Errors, with the command's standard
  /// error: it ended, it is not a device server, it uses another format.
  static base::Result<std::unique_ptr<Line>> open(const std::string& command, const std::string& version,
                                                  launch::Progress& progress);
  ~Line();
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  const Offer& offer() const { return offer_; }
  /// Send a request and wait for its answer of at most `most_answer` bytes: a message of kind `answer`, an `error`, or, if the
  /// request was cancelled, an abandoned one. Updates `progress` meanwhile. Error: the connection is broken and cannot be used
  /// any more.
  base::Result<Message> ask(MessageKind kind, launch::Bytes request, MessageKind answer, std::uint64_t most_answer,
                            launch::Progress& progress);
  /// Ask for the number of requests at the device, and time the answer. Errors: those of ask().
  base::Status ask_state(launch::LineState& state);

 private:
  Line(std::string command, std::string version, pid_t child, base::Descriptor in, base::Descriptor out, base::Descriptor errors);
  base::Status greet(launch::Progress& progress);
  void end(int signal) const;
  base::Error broken(const base::Error& reason);

  std::string command_;
  pid_t child_;  ///< 0 once it has ended
  base::Descriptor in_, out_, errors_;
  Channel channel_;
  Offer offer_;
};

}  // namespace warplens::remote
