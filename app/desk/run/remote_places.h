#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "desk/background/background.h"
#include "desk/choices/choices.h"
#include "launch/device.h"

namespace warplens::desk {

/// An entry of the list of remote devices.
struct PlaceRow {
  std::string command;
  std::string name;  ///< name of the device; empty before the first connection
  std::string
      state;  ///< "connects: …", "idle, 12 ms away", "2 requests there, 12 ms away", or why the connection was lost; empty: none
  bool chosen = false, trouble = false;
};

/// The user's list of remote devices, stored between runs of the program. A thread connects to them and asks for their state.
class RemotePlaces {
 public:
  /// `connect`: null if nothing can be connected to. `wake` is called from the thread.
  RemotePlaces(launch::Connect connect, std::function<void()> wake);

  /// Read the list from this file, a command in each line. Later changes are saved to it.
  void remember(std::filesystem::path kept);
  /// Whether this program can connect to anything.
  bool can_connect() const { return connect_ != nullptr; }
  std::vector<PlaceRow> rows(const Choices& choices) const;
  /// Add a place to the list, if it is not there yet, and choose it. Errors: the list cannot be written.
  base::Status add(Choices& choices, const std::string& command);
  /// Choose a place to run at, as soon as it is connected.
  void choose(Choices& choices, const std::string& command);
  /// Remove a place from the list. Errors: the list cannot be written.
  base::Status remove(Choices& choices, const std::string& command);
  /// Call once a frame: takes finished connections, and regularly asks the connected devices for their state. The error says why
  /// a connection failed.
  base::Status tend(Choices& choices);
  bool connecting() const { return wanted_.has_value(); }

 private:
  /// Connect to `command`, or ask `device`.
  struct Request {
    std::string command;
    launch::Device* device = nullptr;
    std::shared_ptr<launch::Progress> progress;
  };
  struct Answer {
    std::string command;
    std::shared_ptr<std::unique_ptr<launch::Device>> connected;  ///< null: a device was asked
    std::optional<base::Error> error;
  };
  /// The thread. The destructor cancels its work before waiting for it.
  class Worker {
   public:
    Worker(launch::Connect connect, std::function<void()> wake);
    ~Worker();
    void request(Request request);
    void cancel();
    std::optional<Answer> take() { return background_.take(); }
    bool busy() const { return background_.serving().has_value() || background_.waiting(); }

   private:
    std::shared_ptr<launch::Progress> progress_;  ///< progress of the last request to connect
    Background<Request, Answer> background_;
  };

  base::Status write() const;

  launch::Connect connect_;
  std::filesystem::path kept_;  ///< "": the list is not stored
  std::vector<std::string> commands_;
  std::optional<std::string> wanted_;                          ///< chosen place that is not connected yet
  std::shared_ptr<launch::Progress> progress_;                 ///< progress of connecting
  std::optional<std::pair<std::string, std::string>> failed_;  ///< place of the last failed connection, and the reason
  std::chrono::steady_clock::time_point asked_{};
  std::size_t next_asked_ = 0;
  Worker worker_;
};

/// warplens/places in the folder for a user's state; "" if there is no such folder.
std::filesystem::path places_file();

}  // namespace warplens::desk
