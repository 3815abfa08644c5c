#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>

#include "base/result.h"
#include "launch/arguments/value.h"

// Messages on a line. Each side first sends a Greeting, then messages. A message is cut into frames of at most `frame_bytes`: a
// FrameHeader, then these bytes, compressed by Zstandard if that makes them fewer.

namespace warplens::remote {

/// Kinds of messages. The client sends run, search, streams, cancel, ping and waiting; the server sends the others.
enum class MessageKind : std::uint8_t {
  hello,      ///< first message of the server: an Offer
  run,        ///< a RunRequest; the answer is `result` or `error`
  search,     ///< a SearchRequest; the answer is `found` or `error`
  streams,    ///< a StreamsRequest; the answer is `timelines` or `error`
  cancel,     ///< end the current request
  ping,       ///< answered by `pong` at once
  pong,       //
  state,      ///< State of the current request, sent from time to time
  result,     //
  found,      //
  timelines,  //
  error,      ///< the request could not be served
  waiting,    ///< the client is alive and waits for an answer
};

struct Message {
  MessageKind kind = MessageKind::ping;
  launch::Bytes payload{};
  bool abandoned = false;  ///< the sender gave up the message; there is no payload
};

/// Announces the program at one end of a line, and its message format.
struct Greeting {
  enum class Side : std::uint8_t { client, server };
  static constexpr std::uint32_t this_format = 2;
  static constexpr std::size_t bytes = 32;

  Side side = Side::client;
  std::uint32_t format = this_format;
  std::string version{};  ///< of the program, at most 16 bytes
};

std::string bytes_of(const Greeting& greeting);

inline constexpr std::size_t frame_bytes = 1u << 20;

/// Cuts messages into frames.
class MessageWriter {
 public:
  void add(Message message);
  /// The next frame; nothing if all are written.
  std::optional<std::string> next();
  bool at_end() const { return waiting_.empty(); }
  /// Abandon all messages that have not been written completely. The other end is told.
  void abandon();
  /// Of the message that is being written: the number of bytes written, and its size.
  std::size_t written() const { return written_; }
  std::size_t size() const { return waiting_.empty() ? 0 : waiting_.front().payload.size(); }

 private:
  std::deque<Message> waiting_;
  std::size_t written_ = 0;  ///< bytes of the first message's payload
};

/// Assembles messages from received bytes, which may come from a hostile sender. Memory grows only with what has been received: a
/// frame has at most `frame_bytes`, a message at most `most` bytes.
class MessageReader {
 public:
  /// `expected`: the sending side. `most`: maximum size of a message, bytes.
  MessageReader(Greeting::Side expected, std::uint64_t most) : expected_(expected), most_(most) {}

  /// Add received bytes. Error: they are not a greeting of this format, or not a message; nothing more can be read then.
  base::Status take(std::span<const std::byte> bytes);
  /// The next whole message.
  std::optional<Message> next();
  /// Set the maximum size of later messages, bytes.
  void expect(std::uint64_t most) { most_ = most; }
  const std::optional<Greeting>& greeting() const { return greeting_; }
  /// Number of bytes received of the current message.
  std::size_t arrived() const { return coming_ ? coming_->payload.size() : 0; }

 private:
  base::Status take_greeting();
  base::Status take_frame(bool& took);

  Greeting::Side expected_;
  std::uint64_t most_;
  std::optional<Greeting> greeting_;
  launch::Bytes rest_;
  std::optional<Message> coming_;
  std::deque<Message> whole_;
};

}  // namespace warplens::remote
