#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "base/spawn.h"
#include "remote/message.h"

namespace warplens::remote {

/// One end of a line: messages over two file descriptors, neither of which is ever waited for alone. One thread at a time, except
/// wake().
class Channel {
 public:
  /// Bytes `in` and `out` are set not to block. `errors`: where the command at the other end complains, or -1. They stay the
  /// caller's, and open. `own`: what this side says first.
  Channel(int in, int out, int errors, const Greeting& own, std::uint64_t most);

  void send(MessageKind kind, launch::Bytes payload = {});
  /// Move what can be moved, and wait for that at most so long. Error: the line is broken, or what comes is no message.
  base::Status pump(std::chrono::milliseconds at_most);
  std::optional<Message> take() { return reader_.next(); }
  /// Make a pump() that waits return. Any thread may call it.
  void wake();

  /// Whether the other end has closed the line.
  bool is_closed() const { return closed_; }
  bool is_sending() const { return !writer_.at_end() || sent_ < sending_.size(); }
  MessageWriter& writer() { return writer_; }
  MessageReader& reader() { return reader_; }
  /// The last lines of what the command has complained, on one line; empty if it has not.
  std::string complaints() const;

 private:
  base::Status read();
  base::Status write();
  void read_errors();

  int in_, out_, errors_;
  base::Descriptor woken_;
  MessageWriter writer_;
  MessageReader reader_;
  std::string sending_;  ///< the frame that is being written, and how much of it is
  std::size_t sent_ = 0;
  bool closed_ = false;
  std::string complaints_;
};

}  // namespace warplens::remote
