#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "base/result.h"

namespace warplens::serve {

struct ServeOptions {
  std::filesystem::path page;         ///< folder with the page (docs/web.md)
  std::string address = "127.0.0.1";  ///< that it listens at
  int port = 8080;                    ///< 0: any
  std::string code;                   ///< first part of each path; "": none
  bool compiles = true;               ///< whether sources are compiled
  bool trusts = false;                ///< without a sandbox
};

/// A code for the link that nobody guesses: ten letters and digits.
std::string new_code();

/// Serve the page, and compile what browsers send, until `stops` says so; it is asked every tenth of a second. `listening` is
/// called with the page's address as soon as it can be opened. Errors: there is no page in the folder, the port is taken.
base::Status serve(const ServeOptions& options, const std::function<void(const std::string& address)>& listening,
                   const std::function<bool()>& stops);

}  // namespace warplens::serve
