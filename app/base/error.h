#pragma once

#include <string>

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

}  // namespace warplens::base
