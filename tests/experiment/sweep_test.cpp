#include "experiment/sweep/sweep.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "base/resources.h"
#include "experiment/sweep/measure.h"
#include "experiment/sweep/sweep_run.h"
#include "experiment/sweep/sweep_series.h"
#include "simt/simt_device.h"
#include "tests/scratch_folder.h"

// Sweeps and their results on the SIMT machine, compared with closed forms.

namespace warplens::experiment {
namespace {

std::vector<double> values(const std::string& text) {
  const auto parsed = parse_values(text);
  EXPECT_TRUE(parsed.ok()) << text << ": " << (parsed.ok() ? "" : describe(parsed.error()));
  return parsed.ok() ? *parsed : std::vector<double>();
}

const Experiment& experiment(const std::string& id) {
  static const Catalogue catalogue = load_catalogue({base::resource_folder() / "kernels"});
  const Experiment* found = find(catalogue, id);
  EXPECT_NE(found, nullptr) << id;
  return *found;
}

Sweep sweep_of(const std::string& parameter, const std::string& over, std::vector<std::string> measures,
               std::vector<std::string> set = {}, std::vector<std::uint32_t> entries = {0}) {
  Sweep sweep;
  sweep.label = "test";
  sweep.parameter = parameter;
  sweep.values = over;
  sweep.measures = std::move(measures);
  sweep.set = std::move(set);
  sweep.entries = std::move(entries);
  return sweep;
}

SweepResult run(const std::string& id, const Sweep& sweep) {
  const auto simt = simt::make_device();
  SweepProgress progress;
  const auto result = run_sweep(experiment(id), sweep, {simt.get(), nullptr, "none here", 0}, progress);
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : describe(result.error()));
  return result.ok() ? *result : SweepResult();
}

/// The single sample of a measure at a value.
double sample(const SweepResult& result, const std::string& measure, double value, std::uint32_t entry = 0) {
  for (const SweepPoint& point : result.points)
    if (point.measure == measure && point.value == value && point.entry == entry && point.samples.size() == 1)
      return point.samples.front();
  ADD_FAILURE() << "no single number for " << measure << " at " << value;
  return -1;
}

TEST(SweepValues, are_numbers_and_ranges) {
  EXPECT_EQ(values("1,31,33"), (std::vector<double>{1, 31, 33}));
  EXPECT_EQ(values("100..1000+300"), (std::vector<double>{100, 400, 700, 1000}));
  EXPECT_EQ(values("32..1024*2"), (std::vector<double>{32, 64, 128, 256, 512, 1024}));
  EXPECT_EQ(values("0.5..2+0.5"), (std::vector<double>{0.5, 1, 1.5, 2}));
  EXPECT_EQ(values("-2..2+2"), (std::vector<double>{-2, 0, 2}));
  EXPECT_EQ(values("1e3..1e5*10"), (std::vector<double>{1000, 10000, 100000}));
}

TEST(SweepValues, may_be_mixed_and_come_ascending_and_once) {
  EXPECT_EQ(values("64..256*2, 100, 64,1"), (std::vector<double>{1, 64, 100, 128, 256}));
}

TEST(SweepValues, end_before_a_step_that_passes_the_end) {
  EXPECT_EQ(values("1..10+4"), (std::vector<double>{1, 5, 9}));
  EXPECT_EQ(values("1..100*3"), (std::vector<double>{1, 3, 9, 27, 81}));
}

TEST(SweepValues, that_make_no_sense_are_refused) {
  for (const char* text : {"", "a", "1,", "1..10", "10..1+1", "1..10+0", "1..10+-1", "0..10*2", "1..10*1", "1..10*0.5", "nan",
                           "1..inf+1", "1..1e9+1", "..", "1..+", "1..2*"})
    EXPECT_FALSE(parse_values(text).ok()) << text;
}

TEST(SweepValues, of_a_whole_number_are_rounded) {
  const auto rounded = values_of(experiment("histogram"), sweep_of("bins", "1..4*1.5", {"simt"}));
  ASSERT_TRUE(rounded.ok());
  EXPECT_EQ(*rounded, (std::vector<double>{1, 2, 3}));  // 1, 1.5, 2.25, 3.375
}

TEST(SweepSettings, let_the_grid_follow_the_swept_block_and_size) {
  const auto block = settings_at(experiment("increment"), sweep_of("block", "25", {"simt"}, {"n=1000"}), 0, 25);
  ASSERT_TRUE(block.ok());
  EXPECT_EQ(block->block, (base::Dim3{25, 1, 1}));
  EXPECT_EQ(block->grid, (base::Dim3{40, 1, 1}));
  const auto size = settings_at(experiment("increment"), sweep_of("n", "1000", {"simt"}, {"block=128"}), 0, 1000);
  ASSERT_TRUE(size.ok());
  EXPECT_EQ(size->grid, (base::Dim3{8, 1, 1}));
}

TEST(SweepSettings, turn_several_parameters_at_once) {
  const auto settings = settings_at(experiment("matrix_multiplication"), sweep_of("m,n,p", "33", {"simt"}), 0, 33);
  ASSERT_TRUE(settings.ok());
  for (const char* name : {"m", "n", "p"}) EXPECT_EQ(settings->parameters.at(name), 33);
  EXPECT_EQ(settings->grid, (base::Dim3{3, 3, 1}));  // blocks of 16 × 16
  EXPECT_EQ(axis_label(experiment("matrix_multiplication"), "m,n,p"), "m = n = p");
}

TEST(SweepSettings, that_cannot_be_are_refused_by_name) {
  const Experiment& increment = experiment("increment");
  const auto message = [&](const Sweep& sweep) {
    const base::Status status = check(increment, sweep);
    return status.ok() ? std::string("fine") : status.error().message;
  };
  EXPECT_EQ(message(sweep_of("n", "1..100*10", {"simt"})), "fine");
  EXPECT_NE(message(sweep_of("m", "1", {"simt"})).find("no 'm' to sweep; there are: n block grid multiprocessors"),
            std::string::npos);
  EXPECT_NE(message(sweep_of("n", "1", {"speed"})).find("no measure 'speed'"), std::string::npos);
  EXPECT_NE(message(sweep_of("n", "0", {"simt"})).find("'n' is 0; it goes from 1"), std::string::npos);
  EXPECT_NE(message(sweep_of("n", "1", {"simt"}, {"n=2"})).find("what is swept"), std::string::npos);
  EXPECT_NE(message(sweep_of("n", "1", {"simt"}, {"entry=0"})).find("cannot be set"), std::string::npos);
  EXPECT_NE(message(sweep_of("n", "1", {})), "fine");
  EXPECT_NE(message(sweep_of("n", "1", {"simt"}, {}, {})), "fine");
  EXPECT_NE(message(sweep_of("n", "1", {"simt"}, {}, {99})), "fine");
}

TEST(SweepRun, counts_what_closed_forms_say) {
  // 25 of a warp's 32 lanes, in full blocks; 32 adjacent floats are four sectors of 32 bytes.
  const SweepResult result =
      run("increment", sweep_of("block", "25,32,64", {"threads", "simt_efficiency", "sectors_per_request"}, {"n=1600"}));
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(sample(result, "threads", 25), 1600);
  EXPECT_DOUBLE_EQ(sample(result, "simt_efficiency", 25), 25.0 / 32);
  EXPECT_DOUBLE_EQ(sample(result, "simt_efficiency", 64), 1);
  EXPECT_DOUBLE_EQ(sample(result, "sectors_per_request", 32), 4);
}

TEST(SweepRun, turns_the_multiprocessors_of_the_model_and_measures_nothing) {
  Sweep sweep = sweep_of("multiprocessors", "1,2,4,16,32", {"gpu", "cpu", "simt", "waves"}, {"grid=64"});
  const SweepResult result = run("blocks", sweep);
  // Each of the toy's multiprocessors holds 1,024 threads: 4 blocks of 256.
  for (const double count : {1.0, 2.0, 4.0, 16.0, 32.0}) EXPECT_DOUBLE_EQ(sample(result, "waves", count), 64 / (4 * count));
  EXPECT_GT(sample(result, "simt", 1), 1.8 * sample(result, "simt", 2));
  EXPECT_EQ(result.points.size(), 10u) << "neither a CPU nor a GPU has another number of them";
  const auto settings = settings_at(experiment("blocks"), sweep, 0, 4);
  ASSERT_TRUE(settings.ok());
  EXPECT_EQ(settings->multiprocessors, 4u);
  EXPECT_EQ(settings->grid.x, 64u);
  EXPECT_FALSE(check(experiment("blocks"), sweep_of("multiprocessors", "0,1", {"simt"})).ok());
  EXPECT_FALSE(check(experiment("blocks"), sweep_of("multiprocessors", "2000", {"simt"})).ok());
}

TEST(SweepRun, gives_the_model_the_multiprocessors_that_it_is_told) {
  const auto simt = simt::make_device();
  const auto waves = [&](const Sweep& sweep, double value) {
    SweepProgress progress;
    const auto result = run_sweep(experiment("blocks"), sweep, {simt.get(), nullptr, "none here", 4}, progress);
    EXPECT_TRUE(result.ok());
    if (value == 16) {
      EXPECT_EQ(result->notes.back(), "SIMT machine, 2-SM toy with 4 multiprocessors.");
    }
    return sample(*result, "waves", value);
  };
  // 16 blocks of 256 threads; 4 fit on a multiprocessor.
  EXPECT_DOUBLE_EQ(waves(sweep_of("grid", "16", {"waves"}), 16), 1);
  EXPECT_DOUBLE_EQ(waves(sweep_of("multiprocessors", "2", {"waves"}), 2), 2) << "varied by the sweep itself";
  EXPECT_DOUBLE_EQ(waves(sweep_of("grid", "8", {"waves"}, {"multiprocessors=1"}), 8), 2) << "set by the sweep itself";
}

TEST(SweepOver, another_parameter_has_values_that_suit_it) {
  const auto over = [](const std::string& id, const std::string& parameter) {
    Sweep sweep = experiment(id).sweeps.front();
    sweep_over(experiment(id), sweep, parameter);
    EXPECT_TRUE(check(experiment(id), sweep).ok()) << id << " " << parameter << " " << sweep.values;
    return sweep.values;
  };
  EXPECT_EQ(over("blocks", "block"), "32..1024*2") << "as the experiment's own sweep over it";
  EXPECT_EQ(over("counter", "multiprocessors"), "1..16*2");
  EXPECT_EQ(over("coalescing", "offset"), "0..32+4");
  EXPECT_EQ(over("coalescing", "n"), "32..4096*2");
  EXPECT_EQ(over("crossover", "series"), "1..4096*4");
  for (const Experiment& each : load_catalogue({base::resource_folder() / "kernels"}).experiments)
    for (const std::string& name : sweepable(each)) {
      if (each.recording || name == "eye_x" || name == "eye_y" || name == "eye_z") continue;
      Sweep sweep = default_sweep(each);
      sweep.entries = {0};
      sweep_over(each, sweep, name);
      EXPECT_TRUE(values_of(each, sweep).ok()) << each.id << " " << name << " " << sweep.values;
    }
}

TEST(SweepText, is_said_only_of_the_sweep_that_it_was_written_for) {
  const Experiment& blocks = experiment("blocks");
  Sweep sweep = blocks.sweeps.front();
  EXPECT_EQ(sweep_text(blocks, sweep), sweep.text);
  sweep.logarithmic_x = !sweep.logarithmic_x;
  EXPECT_EQ(sweep_text(blocks, sweep), sweep.text) << "the axes change nothing that it says";
  sweep.values = "32..1024*2";
  EXPECT_EQ(sweep_text(blocks, sweep), "");
  sweep = blocks.sweeps.front();
  sweep.parameter = "block";
  EXPECT_EQ(sweep_text(blocks, sweep), "");
}

TEST(SweptQuantity, has_the_words_of_its_axis) {
  EXPECT_EQ(swept_quantity(experiment("add"), "n").name, "n");
  EXPECT_EQ(swept_quantity(experiment("coalescing"), "stride").name, "stride");
  EXPECT_EQ(swept_quantity(experiment("latency"), "kib").name, "ring");
  EXPECT_EQ(swept_quantity(experiment("latency"), "kib").unit, "KiB");
  EXPECT_EQ(swept_quantity(experiment("matrix_multiplication"), "m,n,p").name, "m = n = p");
  EXPECT_EQ(swept_quantity(experiment("add"), "block").noun + swept_quantity(experiment("add"), "block").noun_rest,
            "thread per block");
}

TEST(SweepRun, counts_every_atomic_update_and_misses_racy_ones) {
  const SweepResult result = run("counter", sweep_of("block", "1,32,128", {"value", "missing"}, {"grid=4"}, {0, 1}));
  for (const double threads : {4.0, 128.0, 512.0}) {
    EXPECT_EQ(sample(result, "value", threads / 4, 1), threads);
    EXPECT_EQ(sample(result, "missing", threads / 4, 1), 0);
    EXPECT_EQ(sample(result, "value", threads / 4, 0) + sample(result, "missing", threads / 4, 0), threads);
  }
  EXPECT_GT(sample(result, "missing", 32, 0), 0);
}

TEST(SweepRun, takes_a_sample_for_each_seed) {
  Sweep sweep = sweep_of("block", "32", {"simt", "threads"});
  sweep.seeds = 3;
  const SweepResult result = run("counter", sweep);
  ASSERT_EQ(result.points.size(), 2u);
  EXPECT_EQ(result.points[0].samples.size(), 3u);
  EXPECT_EQ(result.points[1].samples, (std::vector<double>{1024, 1024, 1024}));
}

TEST(SweepRun, goes_on_after_a_value_that_is_refused) {
  const SweepResult result = run("counter", sweep_of("block", "1024,2048", {"threads"}, {"grid=1"}));
  ASSERT_EQ(result.points.size(), 2u);
  EXPECT_EQ(sample(result, "threads", 1024), 1024);
  EXPECT_TRUE(result.points[1].samples.empty());
  EXPECT_NE(result.points[1].problem.find("1,024"), std::string::npos) << result.points[1].problem;
  const auto problems = problems_of(experiment("counter"), result.points);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_NE(problems[0].find("1 value"), std::string::npos);
}

TEST(SweepRun, leaves_the_gpu_out_with_a_sentence_where_there_is_none) {
  const SweepResult result = run("counter", sweep_of("grid", "1,2", {"gpu", "threads"}));
  EXPECT_EQ(result.points.size(), 2u);
  ASSERT_FALSE(result.notes.empty());
  EXPECT_NE(result.notes.front().find("GPU's series are left out: none here"), std::string::npos);
}

TEST(SweepRun, measures_the_cpu_once_for_all_entries) {
  Sweep sweep = sweep_of("n", "100,200", {"cpu", "cpu-all"}, {}, {0, 2});
  sweep.repeats = 3;
  const SweepResult result = run("increment", sweep);
  ASSERT_EQ(result.points.size(), 4u);
  for (const SweepPoint& point : result.points) {
    EXPECT_EQ(point.entry, SweepPoint::no_entry);
    EXPECT_EQ(point.samples.size(), 3u);
    for (const double ms : point.samples) EXPECT_GT(ms, 0);
  }
}

TEST(SweepRun, ends_the_simt_machine_where_it_is_told_to) {
  Sweep sweep = sweep_of("n", "100,200,300", {"threads"});
  sweep.simt_up_to = 200;
  const SweepResult result = run("increment", sweep);
  EXPECT_EQ(result.points.size(), 2u);
}

TEST(SweepRun, in_slices_gives_the_same_points) {
  const Sweep sweep = sweep_of("grid", "1,2,32,64", {"threads", "simt"}, {}, {0, 1});
  const auto simt = simt::make_device();
  const auto launches = std::make_shared<launch::Progress>();
  launches->slices = std::make_unique<launch::Slices>(std::chrono::milliseconds(0));
  SweepProgress progress(launches);
  std::size_t pauses = 0;
  std::optional<base::Result<SweepResult>> result;
  while (!result) {
    try {
      result = run_sweep(experiment("counter"), sweep, {simt.get(), nullptr, ""}, progress);
    } catch (const launch::Pause&) {
      ++pauses;
    }
  }
  ASSERT_TRUE(result->ok());
  EXPECT_TRUE((*result)->complete);
  EXPECT_EQ((*result)->points, run("counter", sweep).points);
  EXPECT_GE(pauses, 8u) << "at least after each part";
}

TEST(SweepRun, that_is_cancelled_keeps_whole_points_only) {
  const auto simt = simt::make_device();
  SweepProgress progress;
  progress.cancel();
  const auto result = run_sweep(experiment("counter"), sweep_of("grid", "1,2", {"threads"}), {simt.get(), nullptr, ""}, progress);
  ASSERT_TRUE(result.ok());
  EXPECT_FALSE(result->complete);
  EXPECT_TRUE(result->points.empty());
}

TEST(SweepSecondsLeft, grow_as_the_parts_before_did) {
  EXPECT_FALSE(seconds_left({}, {{0, 8}}).has_value());
  // One known point: in proportion to the value.
  EXPECT_DOUBLE_EQ(*seconds_left({{0, {{2, 1}}}}, {{0, 4}, {0, 8}}), 2 + 4);
  // Two known points, 8 times the cost for twice the value: exponent 3.
  EXPECT_DOUBLE_EQ(*seconds_left({{0, {{1, 0.5}, {2, 4}}}}, {{0, 4}}), 32);
  EXPECT_DOUBLE_EQ(*seconds_left({{0, {{1, 0.5}, {2, 4}}}}, {}), 0);
}

SweepPoint made(double value, const std::string& measure, std::uint32_t entry, std::vector<double> samples) {
  return {value, entry, measure, std::move(samples), {}};
}

TEST(SweepPanels, keep_measured_counted_and_modelled_apart) {
  const Sweep sweep = sweep_of("n", "1,2", {"cpu", "simt", "sectors_per_request", "cpu-all"}, {}, {0, 2});
  const std::vector<SweepPoint> points{made(1, "cpu", SweepPoint::no_entry, {3, 1, 2}), made(1, "simt", 0, {100}),
                                       made(1, "simt", 2, {200}), made(1, "sectors_per_request", 0, {4}),
                                       made(1, "cpu-all", SweepPoint::no_entry, {1})};
  const auto panels = panels_of(experiment("increment"), sweep, points);
  ASSERT_EQ(panels.size(), 3u);
  EXPECT_EQ(panels[0].origin, launch::Origin::measured);
  ASSERT_EQ(panels[0].series.size(), 2u);
  EXPECT_EQ(panels[0].series[0].points[0].y.median, 2);
  EXPECT_EQ(panels[0].series[0].points[0].y.largest, 3);
  EXPECT_EQ(panels[1].origin, launch::Origin::modelled);
  EXPECT_EQ(panels[1].series[0].label, "guarded");
  EXPECT_EQ(panels[1].series[1].label, "grid-stride");
  EXPECT_EQ(panels[1].series[1].points[0].point, 2u);
  EXPECT_EQ(panels[2].origin, launch::Origin::counted);
}

TEST(SweepPanels, show_times_as_how_many_times_as_fast) {
  Sweep sweep = sweep_of("n", "1,2,3", {"cpu", "cpu-all"});
  sweep.relative_to = "cpu";
  const std::uint32_t none = SweepPoint::no_entry;
  const auto panels = panels_of(experiment("increment"), sweep,
                                {made(1, "cpu", none, {8}), made(1, "cpu-all", none, {4, 2, 1}), made(2, "cpu-all", none, {5}),
                                 made(3, "cpu", none, {6}), made(3, "cpu-all", none, {12})});
  ASSERT_EQ(panels.size(), 1u);
  const auto& all = panels[0].series.at(1).points;
  ASSERT_EQ(all.size(), 2u);  // at 2 there is no point to compare with
  EXPECT_EQ(all[0].y.median, 4);
  EXPECT_EQ(all[0].y.smallest, 2);
  EXPECT_EQ(all[0].y.largest, 8);
  EXPECT_EQ(all[1].y.median, 0.5);
}

base::Result<Experiment> loaded_experiment(const std::string& more) {
  const auto folder = scratch("sweep");
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "e.cu") << "__global__ void k(int* a) { a[0] = 1; }\n";
  std::ofstream(folder / "e.toml")
      << "title = \"t\"\n[parameters.n]\nvalue = 4\nminimum = 1\nmaximum = 9\n"
         "[[arguments]]\nname = \"a\"\ntype = \"i32\"\nsize = \"n\"\ninput = \"zeros\"\noutput = true\n"
         "[[entries]]\nkernel = \"k\"\ngrid = [\"1\"]\nblock = [\"n\"]\narguments = [\"a\"]\n"
      << more;
  return load_experiment(folder / "e.toml");
}

TEST(SweepFile, is_read_with_all_its_keys) {
  const auto read = loaded_experiment(
      "[[sweeps]]\nlabel = \"s\"\ntext = \"T.\"\nparameter = \"n\"\nvalues = \"1..9+2\"\nentries = [\"k\"]\n"
      "measures = [\"simt\", \"cpu\"]\nset = [\"grid=2\"]\nlogarithmic = [\"y\"]\nrepeats = 7\nseeds = 2\nsimt_up_to = 5\n"
      "relative_to = \"cpu\"\n[baseline]\nfunction = \"increment\"\narguments = [\"a\"]\n");
  ASSERT_TRUE(read.ok()) << describe(read.error());
  ASSERT_EQ(read->sweeps.size(), 1u);
  Sweep wanted = sweep_of("n", "1..9+2", {"simt", "cpu"}, {"grid=2"});
  wanted.label = "s";
  wanted.text = "T.";
  wanted.logarithmic_y = true;
  wanted.repeats = 7;
  wanted.seeds = 2;
  wanted.simt_up_to = 5;
  wanted.relative_to = "cpu";
  EXPECT_EQ(read->sweeps[0], wanted);
  EXPECT_EQ(read->baseline.function, "increment");
  // The block size is the parameter n.
  const auto settings = settings_at(*read, wanted, 0, 7);
  ASSERT_TRUE(settings.ok());
  EXPECT_EQ(settings->block.x, 7u);
  EXPECT_EQ(settings->grid.x, 2u);
}

TEST(SweepFile, says_where_it_is_wrong) {
  const auto line_of = [](const std::string& more) {
    const auto read = loaded_experiment(more);
    EXPECT_FALSE(read.ok()) << more;
    return read.ok() ? 0 : read.error().line;
  };
  const std::string head = "[[sweeps]]\nlabel = \"s\"\n";  // lines 17 and 18
  EXPECT_EQ(line_of(head + "parameter = \"n\"\nvalues = \"1\"\nmeasures = [\"simt\"]\nspeed = 1\n"), 22);
  EXPECT_EQ(line_of(head + "parameter = \"n\"\nvalues = \"1\"\nmeasures = [\"simt\"]\nentries = [\"z\"]\n"), 22);
  EXPECT_EQ(line_of(head + "parameter = \"m\"\nvalues = \"1\"\nmeasures = [\"simt\"]\n"), 17);
  EXPECT_EQ(line_of(head + "parameter = \"n\"\nvalues = \"1..10+3\"\nmeasures = [\"simt\"]\n"), 17);
  EXPECT_EQ(line_of("[baseline]\nfunction = \"divide\"\narguments = [\"a\"]\n"), 18);
  EXPECT_EQ(line_of("[baseline]\nfunction = \"increment\"\narguments = [\"b\"]\n"), 19);
}

}  // namespace
}  // namespace warplens::experiment
