#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/file.h"
#include "launch/recording/recording_file.h"
#include "program/build.h"
#include "program/recording.h"
#include "program/run.h"
#include "tests/scratch_folder.h"

// Notes of a program that goes on: only its last launches keep their memory.

namespace warplens::program {
namespace {

namespace fs = std::filesystem;

const std::string counts_up = R"(#include <cstdio>
__global__ void up(int* x) { x[threadIdx.x] += 1; }
int main() {
  int *d_x, x = 0;
  cudaMalloc(&d_x, 4000);
  cudaMemset(d_x, 0, 4000);
  for (int k = 0; k < 6; ++k) up<<<1, 32>>>(d_x);
  cudaMemcpy(&x, d_x, 4, cudaMemcpyDeviceToHost);
  cudaFree(d_x);
}
)";

TEST(Recording, OfTheLastLaunchesHasTheirMemory) {
  const fs::path folder = scratch("last_launches"), executable = folder / "program";
  const fs::path file = folder / "counts_up.cu";
  fs::create_directories(folder);
  ASSERT_TRUE(base::write_file(file, counts_up).ok());
  ASSERT_TRUE(build({file}, {}, executable).ok());
  runtime::Environment environment;
  environment.journal = folder / "journal";
  environment.launches.details = true;
  environment.recording = {.folder = folder, .last_launches = 1};
  fs::remove(environment.journal);
  const Ended ended = *run(executable, {}, {.variables = variables_on_simt(environment), .captures = true});

  const auto events = read_events(environment.journal);
  ASSERT_TRUE(events.ok());
  EXPECT_EQ(events->earlier_launches, 4u);
  const auto outcome = outcome_of(*events, ended);
  EXPECT_EQ(outcome->launches.size(), 2u);
  const auto recording = recording_of(*events, *outcome, "last launches", environment, {});
  ASSERT_TRUE(recording.ok()) << base::describe(recording.error());
  EXPECT_TRUE(save(*recording, scratch("last.recording")).ok());
  ASSERT_EQ(recording->launches.size(), 2u);
  for (int k = 0; k < 2; ++k) {
    const launch::RecordedLaunch& launch = recording->launches[static_cast<std::size_t>(k)];
    ASSERT_EQ(launch.blocks.size(), 1u);
    EXPECT_EQ(launch::element(launch::ElementType::i32, *launch.blocks[0].content, 3).bits, 4u + static_cast<unsigned>(k));
  }

  const auto last = read_events(environment.journal, {}, {.for_recording = false, .last_launches = 1});
  EXPECT_EQ(last->earlier_launches, 5u);
  EXPECT_EQ(outcome_of(*last, ended)->launches.size(), 1u);
  EXPECT_EQ(read_events(environment.journal, {}, {.for_recording = false, .last_launches = 9})->earlier_launches, 0u);
}

}  // namespace
}  // namespace warplens::program
