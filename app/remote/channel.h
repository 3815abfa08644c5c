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

/// One end of a connection: sends and receives messages over two file descriptors at the same time, without blocking on one of
/// them. Only one thread may use it at a time, except for wake().
class Channel {
 public:
  /// `in` and `out` are made non-blocking. `errors`: standard error of the command at the other end, or -1. The descriptors
  /// belong to the caller, who closes them. `own`: this side's greeting.
  Channel(int in, int out, int errors, const Greeting& own, std::uint64_t most);

  void send(MessageKind kind, launch::Bytes payload = {});
  /// Send and receive what is possible; wait for that at most this long. Error: the connection is broken, or the received bytes
  /// are not a message.
  base::Status pump(std::chrono::milliseconds at_most);
  std::optional<Message> take() { return reader_.next(); }
  /// Make a pump() that waits return. Any thread may call it.
  void wake();

  /// Whether the other end has closed the line.
  bool is_closed() const { return closed_; }
  bool is_sending() const { return !writer_.at_end() || sent_ < sending_.size(); }
  MessageWriter& writer() { return writer_; }
  MessageReader& reader() { return reader_; }
  /// Bytes that have come, on both lines.
  std::uint64_t received() const { return received_; }
  /// The last lines that the command wrote to standard error, joined to one line; empty if there are none.
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
  std::uint64_t received_ = 0;
};

}  // namespace warplens::remote
