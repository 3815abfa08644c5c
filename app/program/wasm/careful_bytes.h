#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace warplens::program::wasm {

/// Bounds the work that a hostile file can make: its parts may refer to one another again and again.
struct Work {
  std::uint64_t left = 0;  ///< numbers and texts that may still be read
};

/// Reads numbers and texts from a file's bytes that may be damaged. Past their end, and when no work is left, everything read is
/// 0 or empty, and ok() is false from there on.
class CarefulBytes {
 public:
  CarefulBytes(std::span<const std::byte> bytes, Work& work) : bytes_(bytes), work_(&work) {}

  bool ok() const { return ok_; }
  /// Whether all is read, or nothing can be.
  bool ended() const { return !ok_ || at_ == bytes_.size(); }
  std::size_t position() const { return at_; }
  std::size_t size() const { return bytes_.size(); }

  void seek(std::uint64_t position);
  void skip(std::uint64_t count);
  /// The next `count` bytes, as bytes of their own.
  CarefulBytes part(std::uint64_t count);

  /// A number of `count` bytes, up to 8, little-endian.
  std::uint64_t number(unsigned count);
  std::uint8_t byte() { return static_cast<std::uint8_t>(number(1)); }
  /// A number in LEB128.
  std::uint64_t leb();
  std::int64_t signed_leb();
  /// A text that ends with a zero.
  std::string_view text();
  /// A text of `length` bytes.
  std::string_view text(std::uint64_t length);

 private:
  /// Whether `count` more bytes may be read.
  bool take(std::uint64_t count);

  std::span<const std::byte> bytes_;
  Work* work_;
  std::size_t at_ = 0;
  bool ok_ = true;
};

}  // namespace warplens::program::wasm
