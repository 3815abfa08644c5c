#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"
#include "base/spawn.h"
#include "launch/device.h"
#include "remote/channel.h"
#include "remote/message.h"
#include "remote/pack.h"

namespace warplens::remote {

/// The client's end of a connection to a device server that a shell command starts. Only one thread may use it at a time.
class ProcessLine {
 public:
  /// Start the command and wait for the server's greeting, or until `progress` is cancelled. `version`: of this program. Errors,
  /// with the command's standard error: it ended, it is not a device server, it uses another format; there is no greeting after
  /// two minutes (or WARPLENS_CONNECT_SECONDS), or after 1 MiB of anything else.
  static base::Result<std::unique_ptr<ProcessLine>> open(const std::string& command, const std::string& version,
                                                         launch::Progress& progress);
  /// Ends the command, by signals if it does not end by itself.
  ~ProcessLine();
  ProcessLine(const ProcessLine&) = delete;
  ProcessLine& operator=(const ProcessLine&) = delete;

  /// The other end's description of itself.
  const Offer& offer() const { return offer_; }
  /// Send a request and wait for its answer of at most `max_answer` bytes: a message of kind `answer` or `error`, or, if the
  /// request was cancelled, an abandoned message. Updates `progress` meanwhile. Error: the connection is broken and cannot be
  /// used any more.
  base::Result<Message> ask(MessageKind kind, launch::Bytes request, MessageKind answer, std::uint64_t max_answer,
                            launch::Progress& progress);
  /// Ask for the number of requests at the device, and time the answer. Errors: those of ask().
  base::Status ask_state(launch::LineState& state);

 private:
  ProcessLine(std::string command, std::string version, pid_t child, base::Descriptor in, base::Descriptor out,
              base::Descriptor errors);
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
