#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace warplens::serve {

/// A file of the page, ready to send.
struct PageFile {
  std::string type;                 ///< media type
  std::string tag;                  ///< for the header ETag: differs for each version of the file
  std::string content, compressed;  ///< `compressed`: by gzip (RFC 1952); empty where that is not smaller
  std::filesystem::file_time_type written{};
};

/// The page's folder. A file is read and compressed when it is first asked for, and again once it has changed: a browser asks for
/// the program once per thread. Thread-safe.
class PageFiles {
 public:
  explicit PageFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Find a file of the page; null if there is none of this name, or if its folder or ending is not one of the page's.
  std::shared_ptr<const PageFile> find(const std::string& name);

 private:
  const std::filesystem::path folder_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const PageFile>> files_;
};

}  // namespace warplens::serve
