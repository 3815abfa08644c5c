#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "launch/device.h"

namespace warplens::serve {

/// How the line is encrypted. Browsers give shared memory, which the page needs, only to pages of their own computer and to
/// encrypted ones.
struct Encryption {
  std::filesystem::path certificate, key;  ///< PEM files; both empty: a certificate of this run's own, of which browsers warn
};

struct ServeOptions {
  std::filesystem::path page;            ///< folder with the page (docs/web.md)
  std::string address = "127.0.0.1";     ///< that it listens at
  int port = 8080;                       ///< 0: any
  std::string code;                      ///< first part of each path; "": none
  std::optional<Encryption> encryption;  ///< nothing: http
  bool compiles = true;                  ///< whether sources are compiled
  bool trusts = false;                   ///< without a sandbox
  std::vector<launch::Device*> machines;  ///< equal machines for launches of browsers; must outlive the server; may be empty
  std::string version;                    ///< of this program
};

/// A code for the link that nobody guesses: ten letters and digits.
std::string new_code();

/// Serve the page, compile what browsers send and run their launches. Returns once `stops`, which is polled every tenth of a
/// second, is true. Calls `listening` with the page's address once the server accepts connections. Errors: the folder has no
/// page, the port is in use, the certificate or its key cannot be used.
base::Status serve(const ServeOptions& options, const std::function<void(const std::string& address)>& listening,
                   const std::function<bool()>& stops);

}  // namespace warplens::serve
