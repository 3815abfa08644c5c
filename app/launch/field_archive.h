#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/names.h"
#include "launch/arguments/value.h"

// Structures as bytes, little-endian, field by field. A schema lists the fields, once for both writer and reader:
//   struct Schema {
//     using Count = std::uint32_t;  // of the bytes of a text, the values of a vector
//     static void fields(auto& archive, Of<Dim3> auto& dim) { archive(dim.x, dim.y, dim.z); }
//     static constexpr auto& names(DeviceKind) { return device_kinds; }  // an enumeration that is written as text
//     static constexpr auto last(Schedule) { return Schedule::random; }  // where not every enumerator may come
//   };

namespace warplens::launch {

static_assert(std::endian::native == std::endian::little);

/// Contents of memory, each stored once. Fields refer to them by number.
using Contents = std::vector<std::shared_ptr<const Bytes>>;

inline constexpr std::uint32_t no_content = 0xffffffffu;

/// T is `Wanted`, or `const Wanted` in the writer.
template <typename T, typename Wanted>
concept Of = std::same_as<std::remove_const_t<T>, Wanted>;

template <typename T>
concept PlainNumber = std::is_arithmetic_v<T> && !std::same_as<T, bool>;

template <typename T>
concept Enumeration = std::is_enum_v<T>;

/// Written as text, nothing as "".
template <typename T, typename Schema>
concept NamedBy = Enumeration<T> && requires {
  Schema::names(T{});
};

/// Writes values. Contents of memory are appended to `contents`; in their place, their numbers are written.
template <typename Schema>
class FieldWriter {
 public:
  explicit FieldWriter(Contents& contents) : contents_(contents) {}

  template <typename... T>
  void operator()(const T&... values) {
    (write(values), ...);
  }
  Bytes take() { return std::move(bytes_); }

 private:
  using Count = typename Schema::Count;

  void write_raw(const void* from, std::size_t size) {
    const auto* const bytes = static_cast<const std::byte*>(from);
    bytes_.insert(bytes_.end(), bytes, bytes + size);
  }
  void write(PlainNumber auto value) { write_raw(&value, sizeof value); }
  void write(bool value) { write(static_cast<std::uint8_t>(value)); }
  void write(Enumeration auto value) { write(static_cast<std::uint8_t>(value)); }
  template <NamedBy<Schema> T>
  void write(const std::optional<T>& value) {
    write(std::string(value ? Schema::names(*value).name_of(*value) : ""));
  }
  void write(NamedBy<Schema> auto value) { write(std::optional(value)); }
  void write(const std::string& text) {
    write(static_cast<Count>(text.size()));
    write_raw(text.data(), text.size());
  }
  void write(const Bytes& bytes) {
    write(static_cast<Count>(bytes.size()));
    write_raw(bytes.data(), bytes.size());
  }
  void write(const std::shared_ptr<const Bytes>& content) {
    if (!content) return write(no_content);
    const auto [known, is_new] = numbers_.emplace(content.get(), static_cast<std::uint32_t>(contents_.size()));
    if (is_new) contents_.push_back(content);
    write(known->second);
  }
  template <typename T>
  void write(const std::shared_ptr<const T>& value) {
    write(value != nullptr);
    if (value) write(*value);
  }
  template <typename T>
  void write(const std::optional<T>& value) {
    write(value.has_value());
    if (value) write(*value);
  }
  template <typename First, typename Second>
  void write(const std::pair<First, Second>& pair) {
    write(pair.first);
    write(pair.second);
  }
  template <typename First, typename Second>
  void write(const std::variant<First, Second>& value) {
    write(value.index() == 1);
    std::visit([&](const auto& held) { write(held); }, value);
  }
  template <typename T, std::size_t number>
  void write(const std::array<T, number>& values) {
    for (const T& value : values) write(value);
  }
  template <typename T>
  void write(const std::vector<T>& values) {
    write(static_cast<Count>(values.size()));
    for (const T& value : values) write(value);
  }
  template <typename T>
  requires std::is_class_v<T>
  void write(const T& value) { Schema::fields(*this, value); }

  Contents& contents_;
  std::map<const Bytes*, std::uint32_t> numbers_;
  Bytes bytes_;
};

/// Reads values from an untrusted source. After the first value that is malformed, it reads nothing more.
template <typename Schema>
class FieldReader {
 public:
  FieldReader(std::span<const std::byte> bytes, const Contents& contents) : rest_(bytes), contents_(contents) {}

  template <typename... T>
  void operator()(T&... values) {
    (read(values), ...);
  }
  /// Whether everything was well-formed, and nothing is left.
  bool at_end() const { return ok_ && rest_.empty(); }
  /// Why it did not, a clause for an error; empty if everything did. It may repeat a text from the source.
  std::string problem() const { return at_end() ? "" : !problem_.empty() ? problem_ : "its fields do not fit its length"; }

 private:
  /// Take the next `size` bytes; none if there are fewer.
  std::span<const std::byte> take(std::size_t size) {
    ok_ = ok_ && size <= rest_.size();
    if (!ok_) return {};
    const auto taken = rest_.first(size);
    rest_ = rest_.subspan(size);
    return taken;
  }
  /// Reads a count of bytes or values. Each takes at least one byte, so a count larger than the remaining bytes is malformed.
  std::size_t count() {
    typename Schema::Count number = 0;
    read(number);
    ok_ = ok_ && number <= rest_.size();
    return ok_ ? number : 0;
  }
  void read(PlainNumber auto& value) {
    const auto from = take(sizeof value);
    if (ok_) std::memcpy(&value, from.data(), sizeof value);
  }
  void read(bool& value) {
    std::uint8_t number = 0;
    read(number);
    ok_ = ok_ && number <= 1;
    value = ok_ && number == 1;
  }
  template <NamedBy<Schema> T>
  void read(std::optional<T>& value) {
    std::string name;
    read(name);
    value = Schema::names(T{}).value_of(name);
    if (value || name.empty()) return;
    ok_ = false;
    problem_ = "'" + name.substr(0, 60) + "' is none of " + Schema::names(T{}).list();
  }
  template <NamedBy<Schema> T>
  void read(T& value) {
    std::optional<T> named;
    read(named);
    ok_ = ok_ && named;
    value = named.value_or(T{});
  }
  template <Enumeration T>
  void read(T& value) {
    std::uint8_t number = 0;
    read(number);
    std::size_t last = base::enumerators<T> - 1;
    if constexpr (requires { Schema::last(T{}); }) last = static_cast<std::size_t>(Schema::last(T{}));
    ok_ = ok_ && number <= last;
    if (ok_) value = static_cast<T>(number);
  }
  void read(std::string& text) {
    const auto from = take(count());
    text.assign(reinterpret_cast<const char*>(from.data()), from.size());
  }
  void read(Bytes& bytes) {
    const auto from = take(count());
    bytes.assign(from.begin(), from.end());
  }
  void read(std::shared_ptr<const Bytes>& content) {
    std::uint32_t number = 0;
    read(number);
    ok_ = ok_ && (number == no_content || number < contents_.size());
    if (ok_ && number != no_content) content = contents_[number];
  }
  template <typename T>
  void read(std::shared_ptr<const T>& value) {
    std::optional<T> held;
    read(held);
    if (held) value = std::make_shared<const T>(std::move(*held));
  }
  template <typename T>
  void read(std::optional<T>& value) {
    bool is_there = false;
    read(is_there);
    if (is_there) read(value.emplace());
  }
  template <typename First, typename Second>
  void read(std::pair<First, Second>& pair) {
    read(pair.first);
    read(pair.second);
  }
  template <typename First, typename Second>
  void read(std::variant<First, Second>& value) {
    bool second = false;
    read(second);
    if (second)
      read(value.template emplace<Second>());
    else
      read(value.template emplace<First>());
  }
  template <typename T, std::size_t number>
  void read(std::array<T, number>& values) {
    for (T& value : values) read(value);
  }
  template <typename T>
  void read(std::vector<T>& values) {
    // One by one: a value takes more memory than its bytes, so a false count must not make it allocate.
    for (std::size_t left = count(); ok_ && left > 0; --left) read(values.emplace_back());
  }
  template <typename T>
  requires std::is_class_v<T>
  void read(T& value) { Schema::fields(*this, value); }

  std::span<const std::byte> rest_;
  const Contents& contents_;
  bool ok_ = true;
  std::string problem_;
};

}  // namespace warplens::launch
