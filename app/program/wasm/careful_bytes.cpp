#include "program/wasm/careful_bytes.h"

#include <algorithm>

namespace warplens::program::wasm {

bool CarefulBytes::take(std::uint64_t count) {
  ok_ = ok_ && work_->left > 0 && count <= bytes_.size() - at_;
  if (ok_) --work_->left;
  return ok_;
}

void CarefulBytes::seek(std::uint64_t position) {
  ok_ = ok_ && position <= bytes_.size();
  if (ok_) at_ = static_cast<std::size_t>(position);
}

void CarefulBytes::skip(std::uint64_t count) {
  if (take(count)) at_ += static_cast<std::size_t>(count);
}

CarefulBytes CarefulBytes::part(std::uint64_t count) {
  CarefulBytes part({}, *work_);
  part.ok_ = take(count);
  if (!part.ok_) return part;
  part.bytes_ = bytes_.subspan(at_, static_cast<std::size_t>(count));
  at_ += static_cast<std::size_t>(count);
  return part;
}

std::uint64_t CarefulBytes::number(unsigned count) {
  if (count > 8) ok_ = false;
  if (!take(count)) return 0;
  std::uint64_t value = 0;
  for (unsigned k = 0; k < count; ++k) value |= std::to_integer<std::uint64_t>(bytes_[at_ + k]) << 8 * k;
  at_ += count;
  return value;
}

std::uint64_t CarefulBytes::leb() {
  std::uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    const std::uint64_t next = number(1);
    if (shift < 64) value |= (next & 0x7f) << shift;
    if ((next & 0x80) == 0) return value;
  }
}

std::int64_t CarefulBytes::signed_leb() {
  std::uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    const std::uint64_t next = number(1);
    if (shift < 64) value |= (next & 0x7f) << shift;
    if ((next & 0x80) != 0) continue;
    if ((next & 0x40) != 0 && shift + 7 < 64) value |= ~std::uint64_t{0} << (shift + 7);
    return static_cast<std::int64_t>(value);
  }
}

std::string_view CarefulBytes::text() {
  const auto rest = bytes_.subspan(at_);
  const auto end = std::find(rest.begin(), rest.end(), std::byte{0});
  const auto length = static_cast<std::size_t>(end - rest.begin());
  // Long texts that are read again and again are work, too.
  work_->left -= std::min<std::uint64_t>(work_->left, length / 16);
  if (end == rest.end() || !take(length + 1)) {
    ok_ = false;
    return {};
  }
  at_ += length + 1;
  return {reinterpret_cast<const char*>(rest.data()), length};
}

std::string_view CarefulBytes::text(std::uint64_t length) {
  if (!take(length)) return {};
  const std::string_view text(reinterpret_cast<const char*>(bytes_.data() + at_), static_cast<std::size_t>(length));
  at_ += static_cast<std::size_t>(length);
  return text;
}

}  // namespace warplens::program::wasm
