#pragma once

#include <string>

namespace warplens::base {

/// Why a request failed, and where. Errors are values: they are returned, never thrown.
struct Error {
  std::string file;     ///< file or argument the error is in; empty where there is none
  int line = 0;         ///< 1-based line in `file`; 0 where there is none
  int column = 0;       ///< 1-based column in `line`; 0 where there is none
  std::string message;  ///< one sentence for the person who made the request, without a full stop
  bool operator==(const Error&) const = default;
};

/// An error without a location.
Error error(std::string message);

/// One line `file:line:column: error: message`; parts that are absent are left out. What a stranger may have written in them is
/// escaped().
std::string describe(const Error& error);

}  // namespace warplens::base
