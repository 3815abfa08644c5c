#include "desk/run/remote_places.h"

#include <gtest/gtest.h>

#include <thread>

#include "base/file.h"
#include "base/resources.h"
#include "simt/simt_device.h"
#include "tests/scratch_folder.h"

namespace warplens::desk {
namespace {

using namespace std::chrono_literals;

/// A device elsewhere, as far as the list looks at it.
class DeviceElsewhere final : public launch::Device {
 public:
  explicit DeviceElsewhere(std::string place) {
    properties_.kind = launch::DeviceKind::gpu;
    properties_.name = "H100";
    properties_.place = std::move(place);
  }
  const launch::DeviceProperties& properties() const override { return properties_; }
  base::Result<launch::LaunchResult> run(const launch::Launch&, launch::Progress&) override {
    return base::error("it runs nothing");
  }
  std::optional<launch::LineState> line() const override {
    return launch::LineState{.connected = true, .latency_ms = 12.3, .served = 2, .trouble = {}};
  }

 private:
  launch::DeviceProperties properties_;
};

class PlacesElsewhere : public testing::Test {
 protected:
  PlacesElsewhere()
      : choices_(experiment::load_catalogue({base::resource_folder() / "kernels"}), devices_), places_(connect(), [] {}) {
    devices_.devices.push_back(simt::make_device());
    choices_.session.device = launch::simt_device;
    std::filesystem::remove(kept_);
    places_.remember(kept_);
  }
  launch::Connect connect() {
    return [this](const std::string& command, launch::Progress& progress) -> base::Result<std::unique_ptr<launch::Device>> {
      ++connected_;
      progress.note.set("connects: knocking");
      while (command == "slow" && !progress.cancel) std::this_thread::sleep_for(1ms);
      if (command != "ssh lab") return base::error("no route to " + command);
      return std::unique_ptr<launch::Device>(std::make_unique<DeviceElsewhere>(command));
    };
  }
  /// Frames, until a place that was chosen is connected or cannot be. Returns the error.
  std::string settle() {
    std::string message;
    do {
      std::this_thread::sleep_for(1ms);
      if (const base::Status status = places_.tend(choices_); !status) message = status.error().message;
    } while (places_.connecting());
    return message;
  }

  std::filesystem::path kept_ = scratch("places");
  launch::DeviceList devices_;
  Choices choices_;
  std::atomic<int> connected_ = 0;
  RemotePlaces places_;
};

TEST_F(PlacesElsewhere, are_connected_to_and_chosen) {
  ASSERT_TRUE(places_.add(choices_, "  ssh lab "));
  EXPECT_EQ(choices_.session.device, launch::simt_device) << "until it is connected";
  EXPECT_EQ(settle(), "");
  EXPECT_EQ(launch::to_text(choices_.session.device), "remote:ssh lab");
  EXPECT_EQ(choices_.device().properties().name, "H100");
  const std::vector<PlaceRow> rows = places_.rows(choices_);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].command, "ssh lab");
  EXPECT_EQ(rows[0].name, "H100");
  EXPECT_EQ(rows[0].state, "2 requests there, 12 ms away");
  EXPECT_TRUE(rows[0].chosen);
  choose_device(choices_, launch::simt_device);
  places_.choose(choices_, "ssh lab");
  EXPECT_EQ(choices_.device().properties().name, "H100");
  EXPECT_EQ(connected_, 1);
}

TEST_F(PlacesElsewhere, are_kept) {
  ASSERT_TRUE(places_.add(choices_, "ssh lab"));
  ASSERT_TRUE(places_.add(choices_, "ssh other"));
  EXPECT_EQ(*base::read_text(kept_), "ssh lab\nssh other\n");
  RemotePlaces again(connect(), [] {});
  again.remember(kept_);
  EXPECT_EQ(again.rows(choices_).size(), 2u);
  EXPECT_EQ(again.rows(choices_)[0].state, "") << "nothing is connected to unless it is asked for";
  ASSERT_TRUE(again.remove(choices_, "ssh lab"));
  EXPECT_EQ(*base::read_text(kept_), "ssh other\n");
}

TEST_F(PlacesElsewhere, that_cannot_be_reached_say_why) {
  ASSERT_TRUE(places_.add(choices_, "ssh nowhere"));
  EXPECT_EQ(settle(), "no route to ssh nowhere");
  EXPECT_EQ(choices_.session.device, launch::simt_device);
  const std::vector<PlaceRow> rows = places_.rows(choices_);
  EXPECT_TRUE(rows[0].trouble);
  EXPECT_EQ(rows[0].state, "no route to ssh nowhere");
  EXPECT_FALSE(places_.add(choices_, "  "));
}

TEST_F(PlacesElsewhere, can_be_given_up_while_they_are_connected_to) {
  ASSERT_TRUE(places_.add(choices_, "slow"));
  while (connected_ == 0) std::this_thread::sleep_for(1ms);
  while (places_.rows(choices_)[0].state != "connects: knocking") std::this_thread::sleep_for(1ms);
  ASSERT_TRUE(places_.remove(choices_, "slow"));
  EXPECT_FALSE(places_.connecting());
  EXPECT_TRUE(places_.rows(choices_).empty());
}

}  // namespace
}  // namespace warplens::desk
