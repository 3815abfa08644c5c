#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <string>

#include "base/result.h"
#include "base/spawn.h"
#include "launch/device.h"
#include "remote/channel.h"
#include "remote/line.h"

namespace warplens::remote {

/// A line to a device server that is started by a shell command.
class ProcessLine final : public Line {
 public:
  /// Start the command and wait for the server's greeting, or until `progress` is cancelled. Errors, with the command's standard
  /// error: it ended, it is not a device server, it uses another format; there is no greeting after two minutes (or
  /// WARPLENS_CONNECT_SECONDS), or after 1 MiB of anything else.
  static base::Result<std::unique_ptr<Line>> open(const std::string& command, const std::string& version,
                                                  launch::Progress& progress);
  ~ProcessLine() override;
  ProcessLine(const ProcessLine&) = delete;
  ProcessLine& operator=(const ProcessLine&) = delete;

  const Offer& offer() const override { return offer_; }
  base::Result<Message> ask(MessageKind kind, launch::Bytes request, MessageKind answer, std::uint64_t max_answer,
                            launch::Progress& progress) override;
  base::Status ask_state(launch::LineState& state) override;

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
