#include "remote/lasting_device.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/remote/small_launch.h"

namespace warplens::remote {
namespace {

using launch::Outcome;

/// What the devices of a test are asked.
struct Story {
  Outcome next = Outcome::finished;  ///< of the next run
  int started = 0, runs_here = 0, runs_there = 0;
  bool in_place_there = false;
};

/// Out of use once a run did not finish.
class FragileDevice final : public launch::Device {
 public:
  FragileDevice(Story& story, bool here) : story_(story), here_(here) { properties_.name = here ? "here" : "there"; }
  const launch::DeviceProperties& properties() const override { return properties_; }
  std::string out_of_use() const override { return why_; }
  base::Result<launch::LaunchResult> run(const launch::Launch& launch, launch::Progress&) override {
    ++(here_ ? story_.runs_here : story_.runs_there);
    if (!why_.empty()) return base::error(why_);
    if (!here_) story_.in_place_there |= launch.in_place.has_value();
    launch::LaunchResult result;
    result.outcome = story_.next;
    if (result.outcome != Outcome::finished) why_ = "the GPU is out of use";
    return result;
  }
  base::Result<std::unique_ptr<launch::SharedBuffer>> share(std::uint32_t, std::uint64_t) override {
    return std::unique_ptr<launch::SharedBuffer>();
  }

 private:
  Story& story_;
  bool here_;
  launch::DeviceProperties properties_;
  std::string why_;
};

class LastingDeviceTest : public testing::Test {
 protected:
  Outcome run(Outcome outcome) {
    story_.next = outcome;
    launch::Launch launch = small_launch();
    launch.in_place.emplace();
    launch::Progress progress;
    const auto result = device_->run(launch, progress);
    EXPECT_TRUE(result.ok()) << (result ? "" : base::describe(result.error()));
    return result ? result->outcome : Outcome::cancelled;
  }

  Story story_;
  std::unique_ptr<launch::Device> device_ = make_lasting(
      std::make_unique<FragileDevice>(story_, true), [this](launch::Progress&) -> base::Result<std::unique_ptr<launch::Device>> {
        ++story_.started;
        return std::unique_ptr<launch::Device>(std::make_unique<FragileDevice>(story_, false));
      });
};

TEST_F(LastingDeviceTest, RunsHereWhileItCan) {
  for (int time = 0; time < 3; ++time) EXPECT_EQ(run(Outcome::finished), Outcome::finished);
  EXPECT_EQ(story_.runs_here, 3);
  EXPECT_EQ(story_.started, 0);
  EXPECT_TRUE(device_->share(1, 16).ok());
}

TEST_F(LastingDeviceTest, GoesOnElsewhereAfterAFailure) {
  EXPECT_EQ(run(Outcome::faulted), Outcome::faulted);
  for (int time = 0; time < 3; ++time) EXPECT_EQ(run(Outcome::finished), Outcome::finished);
  EXPECT_EQ(story_.runs_here, 1);
  EXPECT_EQ(story_.started, 1) << "one successor is enough";
  EXPECT_EQ(story_.runs_there, 3);
  EXPECT_FALSE(story_.in_place_there) << "this process's memory";
  const auto shared = device_->share(1, 16);
  ASSERT_FALSE(shared.ok());
  EXPECT_NE(shared.error().message.find("another process"), std::string::npos) << shared.error().message;
  EXPECT_EQ(device_->properties().name, "here");
}

TEST_F(LastingDeviceTest, EachFailureThereTakesANewSuccessor) {
  EXPECT_EQ(run(Outcome::faulted), Outcome::faulted);
  EXPECT_EQ(run(Outcome::faulted), Outcome::faulted);
  EXPECT_EQ(run(Outcome::cancelled), Outcome::cancelled);
  EXPECT_EQ(run(Outcome::finished), Outcome::finished);
  EXPECT_EQ(story_.started, 3);
}

TEST_F(LastingDeviceTest, SaysWhyThereIsNoSuccessor) {
  device_ = make_lasting(
      std::make_unique<FragileDevice>(story_, true),
      [](launch::Progress&) -> base::Result<std::unique_ptr<launch::Device>> { return base::error("no more processes"); });
  EXPECT_EQ(run(Outcome::faulted), Outcome::faulted);
  launch::Progress progress;
  const auto result = device_->run(small_launch(), progress);
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.error().message.find("out of use"), std::string::npos) << result.error().message;
  EXPECT_NE(result.error().message.find("no more processes"), std::string::npos) << result.error().message;
}

}  // namespace
}  // namespace warplens::remote
