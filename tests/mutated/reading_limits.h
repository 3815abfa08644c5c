#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace warplens {

/// Guards the reading of a file during its lifetime: after 10 seconds it aborts the process with a message that names the file;
/// its destructor expects (GoogleTest) that the process has used at most 2 GB.
class ReadingLimits {
 public:
  explicit ReadingLimits(std::string file);
  ~ReadingLimits();
  ReadingLimits(const ReadingLimits&) = delete;
  ReadingLimits& operator=(const ReadingLimits&) = delete;

 private:
  void watch();

  std::string file_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool read_ = false;
  std::thread watcher_;
};

}  // namespace warplens
