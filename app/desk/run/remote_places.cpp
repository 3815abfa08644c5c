#include "desk/run/remote_places.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "base/file.h"
#include "base/number_format.h"

namespace warplens::desk {
namespace {

using Kind = launch::DeviceChoice::Kind;

constexpr std::size_t max_places = 50;
constexpr std::chrono::seconds ask_again{3};

launch::DeviceChoice choice_of_place(const std::string& command) { return {Kind::remote, std::nullopt, command}; }

launch::Device* device_at(const Choices& choices, const std::string& command) {
  const auto found = launch::resolve(choices.devices, choice_of_place(command));
  return found ? *found : nullptr;
}

std::string text_of_state(const launch::LineState& state) {
  if (!state.connected) return state.trouble.empty() ? "lost" : state.trouble;
  const std::string away =
      state.latency_ms > 0 ? fmt::format(", {:.{}f} ms away", state.latency_ms, state.latency_ms < 10 ? 1 : 0) : "";
  if (state.busy) return "runs for this window" + away;
  if (state.served > 0) return base::counted(std::uint64_t{state.served}, "request") + " there" + away;
  return "idle" + away;
}

}  // namespace

RemotePlaces::Worker::Worker(launch::Connect connect, std::function<void()> wake)
    : background_(
          [connect = std::move(connect)](const Request& request) -> std::optional<Answer> {
            if (request.device != nullptr) {
              request.device->ask_state();
              return Answer{request.command, nullptr, std::nullopt};
            }
            auto device = connect(request.command, *request.progress);
            if (!device) return Answer{request.command, nullptr, device.error()};
            return Answer{request.command, std::make_shared<std::unique_ptr<launch::Device>>(std::move(*device)), std::nullopt};
          },
          std::move(wake)) {}

RemotePlaces::Worker::~Worker() { cancel(); }

void RemotePlaces::Worker::request(Request request) {
  if (request.progress) progress_ = request.progress;
  background_.request(std::move(request));
}

void RemotePlaces::Worker::cancel() {
  background_.drop_waiting();
  if (progress_) progress_->cancel = true;
}

RemotePlaces::RemotePlaces(launch::Connect connect, std::function<void()> wake)
    : connect_(connect), worker_(std::move(connect), std::move(wake)) {}

void RemotePlaces::remember(std::filesystem::path kept) {
  kept_ = std::move(kept);
  const auto text = kept_.empty() ? base::Result<std::string>(std::string()) : base::read_text(kept_);
  std::istringstream lines(text ? *text : "");
  commands_.clear();
  for (std::string line; commands_.size() < max_places && std::getline(lines, line);)
    if (!line.empty()) commands_.push_back(line);
}

std::vector<PlaceRow> RemotePlaces::rows(const Choices& choices) const {
  std::vector<PlaceRow> rows;
  for (const std::string& command : commands_) {
    PlaceRow row{command, "", "", choices.session.device == choice_of_place(command), false};
    if (const launch::Device* const device = device_at(choices, command)) {
      row.name = device->properties().name;
      if (const auto state = device->line()) {
        row.state = text_of_state(*state);
        row.trouble = !state->connected;
      }
    }
    if (wanted_ == command) {
      const std::string note = progress_->note.get();
      row.state = note.empty() ? "connects" : note;
    } else if (failed_ && failed_->first == command) {
      row.state = failed_->second;
      row.trouble = true;
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

base::Status RemotePlaces::add(Choices& choices, const std::string& command) {
  const std::size_t begin = command.find_first_not_of(" \t"), end = command.find_last_not_of(" \t");
  if (begin == std::string::npos) return base::error("A place is the command that starts warplens device-server there");
  const std::string trimmed = command.substr(begin, end + 1 - begin);
  if (std::ranges::find(commands_, trimmed) == commands_.end()) {
    if (commands_.size() == max_places) return base::error(fmt::format("There are {} places already", max_places));
    commands_.push_back(trimmed);
  }
  choose(choices, trimmed);
  return write();
}

void RemotePlaces::choose(Choices& choices, const std::string& command) {
  failed_.reset();
  if (device_at(choices, command) != nullptr) {
    wanted_.reset();
    return choose_device(choices, choice_of_place(command));
  }
  if (!connect_ || wanted_ == command) return;
  worker_.cancel();
  wanted_ = command;
  progress_ = std::make_shared<launch::Progress>();
  worker_.request({command, nullptr, progress_});
}

base::Status RemotePlaces::remove(Choices& choices, const std::string& command) {
  if (wanted_ == command) {
    worker_.cancel();
    wanted_.reset();
  }
  std::erase(commands_, command);
  if (choices.session.device == choice_of_place(command)) choose_device(choices, launch::automatic_device);
  return write();
}

base::Status RemotePlaces::tend(Choices& choices) {
  base::Status status = base::Nothing{};
  if (auto answer = worker_.take()) {
    if (answer->connected && device_at(choices, answer->command) == nullptr)
      choices.devices.devices.push_back(std::move(*answer->connected));
    if (wanted_ == answer->command) {
      wanted_.reset();
      if (answer->connected) choose_device(choices, choice_of_place(answer->command));
      if (answer->error) {
        failed_ = {answer->command, answer->error->message};
        status = *answer->error;
      }
    }
  }
  const auto now = std::chrono::steady_clock::now();
  if (wanted_ || commands_.empty() || worker_.busy() || now - asked_ < ask_again) return status;
  asked_ = now;
  for (std::size_t k = 0; k < commands_.size(); ++k) {
    const std::string& command = commands_[next_asked_++ % commands_.size()];
    launch::Device* const device = device_at(choices, command);
    if (device == nullptr) continue;
    worker_.request({command, device, nullptr});
    break;
  }
  return status;
}

base::Status RemotePlaces::write() const { return base::write_user_lines(kept_, commands_); }

std::filesystem::path places_file() { return base::user_state_file("places"); }

}  // namespace warplens::desk
