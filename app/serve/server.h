#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "launch/device.h"

namespace warplens::serve {

struct ServeOptions {
  std::filesystem::path page;             ///< folder with the page (docs/web.md)
  std::string address = "127.0.0.1";      ///< to listen at; must be reachable from this computer only
  int port = 8080;                        ///< 0: any
  std::string code;                       ///< secret first part of each path (new_code()); "": none
  std::vector<launch::Device*> machines;  ///< equal machines for launches of browsers; must outlive the server; may be empty
  std::string version;                    ///< of this program
};

/// Make an unguessable code for the link: ten letters and digits.
std::string new_code();

/// Serve the page, and run the launches of browsers. Returns once `stops`, which is polled every tenth of a
/// second, is true. Calls `listening` with the page's address once the server accepts connections. Errors: the folder has no
/// page, the port is in use, others than this computer reach the address.
base::Status serve(const ServeOptions& options, const std::function<void(const std::string& address)>& listening,
                   const std::function<bool()>& stops);

}  // namespace warplens::serve
