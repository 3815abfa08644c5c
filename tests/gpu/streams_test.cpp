#include <cstdio>

#include "analysis/totals.h"
#include "base/resources.h"
#include "experiment/run.h"
#include "gpu_test.h"

// Streams on this GPU, as rows of the table that run_on_gpu.sh writes to MEASURED.md.

namespace warplens::gpu {
namespace {

class GpuStreams : public GpuTest {
 protected:
  /// The experiment's heavy entry in the given number of streams.
  base::Result<experiment::Run> run_in(std::uint32_t streams) {
    const auto loaded = experiment::load_experiment(base::resource_folder() / "kernels" / "streams.toml");
    if (!loaded) return loaded.error();
    auto settings = experiment::default_settings(*loaded);
    if (!settings) return settings.error();
    for (const std::string& each : {std::string("entry=heavy"), "streams=" + std::to_string(streams), std::string("parts=16")})
      if (const auto set = experiment::set(*loaded, *settings, each); !set) return set.error();
    const auto module = experiment::load_module(*loaded);
    if (!module) return module.error();
    launch::Progress progress;
    return experiment::run(*loaded, *module, *settings, device(), progress, trace::Level::none);
  }
};

TEST_F(GpuStreams, OverlapCopiesAndKernels) {
  for (const std::uint32_t streams : {1u, 2u, 4u, 8u}) {
    const auto run = run_in(streams);
    ASSERT_TRUE(run.ok()) << base::describe(run.error());
    EXPECT_EQ(run->check.wrong, 0u);
    ASSERT_EQ(run->streams.size(), launch::stream_ways.size()) << run->streams_note;
    for (const launch::StreamTimeline& timeline : run->streams) {
      const analysis::StreamTotals totals = analysis::stream_totals(timeline);
      EXPECT_TRUE(timeline.same_outputs);
      EXPECT_LT(timeline.issued_ms, timeline.done_ms);                                 // the calls return before the work is done
      if (timeline.way == launch::StreamWay::default_stream && streams > 1) continue;  // the same as with one
      std::printf("STREAMS| %u, %s | %.3f | %.3f | %.3f |\n", streams, std::string(launch::name(timeline.way)).c_str(),
                  totals.span, totals.sum(), timeline.issued_ms);
      if (timeline.way == launch::StreamWay::default_stream) {
        EXPECT_LE(totals.overlap(), 1.001);
      }
      if (timeline.way == launch::StreamWay::own_streams && streams >= 4) {
        EXPECT_GT(totals.overlap(), 1.2);
      }
    }
  }
}

/// In a stream, no task begins before the previous one has ended.
TEST_F(GpuStreams, KeepTheirOrder) {
  const auto run = run_in(4);
  ASSERT_TRUE(run.ok()) << base::describe(run.error());
  for (const launch::StreamTimeline& timeline : run->streams)
    for (std::size_t a = 0; a < timeline.tasks.size(); ++a)
      for (std::size_t b = a + 1; b < timeline.tasks.size(); ++b)
        if (timeline.tasks[a].row == timeline.tasks[b].row) {
          EXPECT_LE(timeline.tasks[a].end_ms, timeline.tasks[b].begin_ms + 0.002) << a << " " << b;
        }
}

}  // namespace
}  // namespace warplens::gpu
