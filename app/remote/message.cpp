#include "remote/message.h"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>
#include <utility>

#include "base/number_format.h"
#include "remote/stranger.h"

namespace warplens::remote {
namespace {

constexpr std::array<char, 8> client_magic{'W', 'L', 'C', 'L', 'I', 'E', 'N', 'T'};
constexpr std::array<char, 8> server_magic{'W', 'L', 'S', 'E', 'R', 'V', 'E', 'R'};
constexpr int compression = 3;  // Zstandard's default: it costs less time than the line

/// A greeting as it is sent. It is the same in every format.
struct SentGreeting {
  std::array<char, 8> magic;
  std::uint32_t format, unused;
  std::array<char, 16> version;  // zeros at its end
};
static_assert(sizeof(SentGreeting) == Greeting::bytes && std::is_trivially_copyable_v<SentGreeting>);

/// How a message goes on after a frame.
enum class Then : std::uint8_t { more, end, abandoned };

struct FrameHeader {
  std::uint32_t packed;  // bytes that follow
  std::uint32_t bytes;   // that they are unpacked; they are not compressed if both numbers are equal
  std::uint8_t kind, then;
  std::uint16_t unused;
};
static_assert(sizeof(FrameHeader) == 12 && std::has_unique_object_representations_v<FrameHeader>);

const std::array<char, 8>& magic_of(Greeting::Side side) { return side == Greeting::Side::client ? client_magic : server_magic; }

std::string frame_of(MessageKind kind, std::span<const std::byte> bytes, Then then) {
  std::string frame(sizeof(FrameHeader) + ::ZSTD_compressBound(bytes.size()), '\0');
  char* const to = frame.data() + sizeof(FrameHeader);
  std::size_t packed = ::ZSTD_compress(to, frame.size() - sizeof(FrameHeader), bytes.data(), bytes.size(), compression);
  if (::ZSTD_isError(packed) != 0 || packed >= bytes.size()) {
    packed = bytes.size();
    if (packed > 0) std::memcpy(to, bytes.data(), packed);
  }
  const FrameHeader header{static_cast<std::uint32_t>(packed), static_cast<std::uint32_t>(bytes.size()),
                           static_cast<std::uint8_t>(kind), static_cast<std::uint8_t>(then), 0};
  std::memcpy(frame.data(), &header, sizeof header);
  frame.resize(sizeof header + packed);
  return frame;
}

}  // namespace

std::string bytes_of(const Greeting& greeting) {
  SentGreeting sent{magic_of(greeting.side), greeting.format, 0, {}};
  std::copy_n(greeting.version.begin(), std::min(greeting.version.size(), sent.version.size()), sent.version.begin());
  std::string bytes(sizeof sent, '\0');
  std::memcpy(bytes.data(), &sent, sizeof sent);
  return bytes;
}

void MessageWriter::add(Message message) { waiting_.push_back(std::move(message)); }

std::optional<std::string> MessageWriter::next() {
  if (waiting_.empty()) return std::nullopt;
  const Message& message = waiting_.front();
  const auto left = std::span(message.payload).subspan(written_);
  const auto piece = left.first(message.abandoned ? 0 : std::min(left.size(), frame_bytes));
  const Then then = message.abandoned ? Then::abandoned : piece.size() == left.size() ? Then::end : Then::more;
  std::string frame = frame_of(message.kind, piece, then);
  written_ += piece.size();
  if (then != Then::more) {
    waiting_.pop_front();
    written_ = 0;
  }
  return frame;
}

void MessageWriter::abandon() {
  for (Message& message : waiting_) message.abandoned = true;
}

base::Status MessageReader::take(std::span<const std::byte> bytes) {
  if (bytes.empty()) return base::Nothing{};
  rest_.insert(rest_.end(), bytes.begin(), bytes.end());
  if (!greeting_) {
    if (const base::Status greeted = take_greeting(); !greeted) return greeted.error();
  }
  for (bool took = greeting_.has_value(); took;)
    if (const base::Status taken = take_frame(took); !taken) return taken.error();
  return base::Nothing{};
}

base::Status MessageReader::take_greeting() {
  const auto& magic = magic_of(expected_);
  const std::size_t known = std::min(rest_.size(), magic.size());
  if (std::memcmp(rest_.data(), magic.data(), known) != 0) {
    constexpr std::size_t max_shown = 60;
    const std::string_view words(reinterpret_cast<const char*>(rest_.data()), std::min(rest_.size(), max_shown));
    return base::error("the other end is no device server; it begins with '" + printable(words) + "'");
  }
  if (rest_.size() < sizeof(SentGreeting)) return base::Nothing{};
  SentGreeting sent;
  std::memcpy(&sent, rest_.data(), sizeof sent);
  const std::string_view version(sent.version.data(), sent.version.size());
  greeting_ = Greeting{expected_, sent.format, printable(version.substr(0, version.find('\0')))};
  if (sent.format != Greeting::this_format)
    return base::error("the other end is warplens " + greeting_->version + " and speaks format " + std::to_string(sent.format) +
                       "; this program speaks format " + std::to_string(Greeting::this_format) +
                       ": use the same version at both ends");
  rest_.erase(rest_.begin(), rest_.begin() + sizeof sent);
  return base::Nothing{};
}

base::Status MessageReader::take_frame(bool& took) {
  took = false;
  FrameHeader header;
  if (rest_.size() < sizeof header) return base::Nothing{};
  std::memcpy(&header, rest_.data(), sizeof header);
  const auto kind = static_cast<MessageKind>(header.kind);
  const auto then = static_cast<Then>(header.then);
  if (header.bytes > frame_bytes || header.packed > header.bytes || kind > MessageKind::waiting || then > Then::abandoned ||
      header.unused != 0 || (then == Then::more && header.bytes == 0) || (coming_ && coming_->kind != kind))
    return base::error("what comes from the other end is no message");
  if (rest_.size() < sizeof header + header.packed) return base::Nothing{};
  const auto packed = std::span(rest_).subspan(sizeof header, header.packed);
  if (!coming_) coming_ = Message{kind};
  launch::Bytes& payload = coming_->payload;
  if (header.bytes > most_ || payload.size() > most_ - header.bytes)
    return base::error("a message from the other end is larger than " + base::counted(most_, "byte") +
                       ", which is more than there is to say");
  const std::size_t before = payload.size();
  if (header.packed == header.bytes) {
    payload.insert(payload.end(), packed.begin(), packed.end());
  } else {
    payload.resize(before + header.bytes);
    if (::ZSTD_decompress(payload.data() + before, header.bytes, packed.data(), packed.size()) != header.bytes)
      return base::error("a message from the other end cannot be unpacked");
  }
  rest_.erase(rest_.begin(), rest_.begin() + static_cast<std::ptrdiff_t>(sizeof header + header.packed));
  if (then != Then::more) {
    coming_->abandoned = then == Then::abandoned;
    if (coming_->abandoned) payload.clear();
    whole_.push_back(std::move(*coming_));
    coming_.reset();
  }
  took = true;
  return base::Nothing{};
}

std::optional<Message> MessageReader::next() {
  if (whole_.empty()) return std::nullopt;
  Message message = std::move(whole_.front());
  whole_.pop_front();
  return message;
}

}  // namespace warplens::remote
