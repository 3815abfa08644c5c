#include "program/measured.h"

#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <string>

#include "tests/scratch_folder.h"

// What the journal of an observed program says. Journals here are written by hand, in the form that observe/observer.h describes.

namespace warplens::program {
namespace {

using report::Json;

Json launch_event(int number, const std::string& error = "", bool timed = true) {
  return {{"event", "launch"}, {"number", number}, {"call", {{"function", "cudaLaunchKernel"}, {"frames", Json::array()}}},
          {"kernel", "add"},   {"stream", 3},      {"launch", {{"grid", {4, 1, 1}}, {"block", {256, 1, 1}}, {"shared", 64}}},
          {"error", error},    {"timed", timed}};
}

std::string text_of(const std::vector<Json>& events) {
  std::string text;
  for (const Json& event : events) text += report::text_of(event) + "\n";
  return text;
}

base::Result<Outcome> outcome_with(const std::string& journal, const Ended& ended = {}) {
  const ScratchFolder folder;
  std::ofstream(folder.path() / "journal") << journal;
  const auto events = read_events(folder.path() / "journal");
  if (!events) return events.error();
  return measured_outcome_of(*events, ended);
}

TEST(Measured, TimesBelongToTheirLaunches) {
  const auto outcome = outcome_with(text_of({{{"event", "start"}},
                                             launch_event(0),
                                             launch_event(1),
                                             {{"event", "time"}, {"number", 1}, {"ms", 0.5}},
                                             {{"event", "time"}, {"number", 0}, {"ms", 0.25}},
                                             {{"event", "end"}, {"calls", {{"cudaLaunchKernel", 2}}}}}));
  ASSERT_TRUE(outcome.ok()) << base::describe(outcome.error());
  ASSERT_EQ(outcome->launches.size(), 2u);
  EXPECT_EQ(outcome->launches[0]["timing"]["kernel_ms"]["value"], 0.25);
  EXPECT_EQ(outcome->launches[1]["timing"]["kernel_ms"]["value"], 0.5);
  EXPECT_EQ(outcome->launches[1]["stream"], 3);
  EXPECT_EQ(outcome->launches[1]["launch"]["shared"], 64);
  EXPECT_TRUE(outcome->launches[0]["file"].is_null());
  EXPECT_EQ(json_of(*outcome)["status"], "ok");
  EXPECT_TRUE(outcome->remarks.empty());
}

TEST(Measured, WhatIsWrongIsSaidOncePerPlace) {
  const auto outcome = outcome_with(text_of({launch_event(0, "cudaErrorInvalidConfiguration"),
                                             launch_event(1, "cudaErrorInvalidConfiguration"),
                                             launch_event(2, "", false),
                                             launch_event(3),
                                             launch_event(4),
                                             {{"event", "time"}, {"number", 3}, {"error", "cudaErrorIllegalAddress"}}}));
  ASSERT_TRUE(outcome.ok()) << base::describe(outcome.error());
  const Json json = json_of(*outcome);
  EXPECT_EQ(json["status"], "fault");
  std::vector<std::string> states;
  for (const Json& launch : json["launches"]) states.push_back(launch["status"]);
  EXPECT_EQ(states, (std::vector<std::string>{"error", "error", "ok", "fault", "ok"}));
  ASSERT_EQ(outcome->remarks.size(), 4u);
  std::string all;
  for (const Remark& remark : outcome->remarks) all += remark.text + "\n";
  EXPECT_NE(all.find("cudaErrorInvalidConfiguration (2 launches)\n"), std::string::npos) << all;
  EXPECT_NE(all.find("captured"), std::string::npos) << all;
  EXPECT_NE(all.find("cudaErrorIllegalAddress in this launch or near it"), std::string::npos) << all;
  EXPECT_NE(all.find("the program ended before"), std::string::npos) << all;
}

TEST(Measured, AStatusIsTheProgramsOwnIfItEndedByItself) {
  Ended by_status;
  by_status.exit_status = 130;
  by_status.signal = 2;
  EXPECT_EQ(outcome_with(text_of({{{"event", "start"}}, {{"event", "end"}, {"calls", Json::object()}}}), by_status)->ended.signal,
            0);
  const auto killed = outcome_with(text_of({{{"event", "start"}}}), by_status);
  EXPECT_EQ(killed->ended.signal, 2);
  EXPECT_EQ(killed->remarks.size(), 1u);
  EXPECT_FALSE(outcome_with("")->used_runtime);
}

/// A program can write to its journal as well. Whatever stands there gives an outcome that can be printed, or the error.
TEST(Measured, ADamagedJournalIsNoCrash) {
  const std::string whole = text_of({{{"event", "start"}},
                                     launch_event(0),
                                     launch_event(1, "cudaErrorInvalidValue"),
                                     {{"event", "time"}, {"number", 0}, {"ms", 1.5}},
                                     {{"event", "end"}, {"calls", {{"cudaLaunchKernel", 2}}}}});
  std::mt19937 random(1);
  int refused = 0;
  for (int time = 0; time < 400; ++time) {
    std::string damaged = whole;
    for (unsigned k = 0; k <= random() % 3; ++k) {
      const std::size_t at = random() % damaged.size();
      if (random() % 2 == 0)
        damaged[at] = "0129-{}[]\",:ntx"[random() % 15];
      else
        damaged.erase(at, random() % 30);
    }
    const auto outcome = outcome_with(damaged);
    if (outcome)
      EXPECT_FALSE(report::text_of(json_of(*outcome)).empty());
    else
      ++refused;
  }
  EXPECT_GT(refused, 0);
}

}  // namespace
}  // namespace warplens::program
