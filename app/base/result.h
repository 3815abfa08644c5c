#pragma once

#include <cassert>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace warplens::base {

/// Reason and place of a failure. Errors are values: they are returned, never thrown.
struct Error {
  std::string file;     ///< file or argument with the error; empty if there is none
  int line = 0;         ///< 1-based line in `file`; 0 if there is none
  int column = 0;       ///< 1-based column in `line`; 0 if there is none
  std::string message;  ///< one sentence for the person who made the request, without a full stop
  bool operator==(const Error&) const = default;
};

/// Make an error without a location.
Error error(std::string message);

/// Format an error as one line, `file:line:column: error: message`, without absent parts. Untrusted text in it is
/// escaped().
std::string describe(const Error& error);

/// The same without the file's folder, for places where a long path would push the rest out.
std::string describe_briefly(const Error& error);

/// A value of type T, or the Error that prevented it. Test it before taking the value.
template <typename T>
class [[nodiscard]] Result {
  static_assert(!std::is_same_v<T, Error>, "a Result holds a value or an Error, not an Error or an Error");

 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  /// The value; only when ok().
  T& value() & { return assert(ok()), std::get<0>(state_); }
  const T& value() const& { return assert(ok()), std::get<0>(state_); }
  T&& value() && { return assert(ok()), std::get<0>(std::move(state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  /// The error; only when !ok().
  const Error& error() const { return assert(!ok()), std::get<1>(state_); }

 private:
  std::variant<T, Error> state_;
};

/// A Result that carries no value: success, or an Error.
struct Nothing {};
using Status = Result<Nothing>;

}  // namespace warplens::base
