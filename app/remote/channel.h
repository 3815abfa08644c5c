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
  /// Makes `in` and `out` non-blocking. `errors`: standard error of the command at the other end, or -1. The caller closes the
  /// descriptors. `own`: this side's greeting. `most`: maximum size of a received message, bytes.
  Channel(int in, int out, int errors, const Greeting& own, std::uint64_t most);

  void send(MessageKind kind, launch::Bytes payload = {});
  /// Wait at most this long until bytes can be sent or received, then send and receive as many as possible. Error: the connection
  /// is broken, or the received bytes are not a message.
  base::Status pump(std::chrono::milliseconds at_most);
  std::optional<Message> take() { return reader_.next(); }
  /// Make a waiting pump() return. Any thread may call this.
  void wake();

  /// Whether the other end has closed the line.
  bool is_closed() const { return closed_; }
  bool is_sending() const { return !writer_.at_end() || sent_ < sending_.size(); }
  MessageWriter& writer() { return writer_; }
  MessageReader& reader() { return reader_; }
  /// Number of bytes received from `in` and `errors`.
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
  std::string sending_;  ///< the frame being written; sent_: number of its bytes written
  std::size_t sent_ = 0;
  bool closed_ = false;
  std::string complaints_;
  std::uint64_t received_ = 0;
};

}  // namespace warplens::remote
