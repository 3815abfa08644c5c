#include "session/session.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/file.h"
#include "base/random.h"
#include "base/resources.h"
#include "launch/spec_ids.h"
#include "tests/scratch_folder.h"

namespace warplens {
namespace {

base::Result<Session> only_session(base::Result<SessionDocument> document) {
  return document ? base::Result<Session>(std::move(document->session)) : base::Result<Session>(document.error());
}
base::Result<Session> read_session(const std::string& text, const std::string& path) {
  return only_session(session_from_json(text, path));
}
base::Result<Session> load(const std::filesystem::path& path) { return only_session(load_session(path)); }

Session unusual_session() {
  Session session;
  session.experiment = "histogram";
  session.device = {launch::DeviceChoice::Kind::gpu, 1};
  session.view = "histogram";
  session.theme = view::ThemeName::projector;
  session.scrub = 0.3125;
  session.program_scrub = 0.625;
  session.show_ptx = true;
  session.camera = {0.25f, 0.5f, 8};
  session.settings.entry = 2;
  session.settings.parameters = {{"n", 123456}, {"low", -2.5}};
  session.settings.grid = {7, 3, 2};
  session.settings.block = {32, 4, 1};
  session.settings.schedule = launch::Schedule::random;
  session.settings.seed = 9007199254740993u;  // 2^53 + 1: not representable as a double
  session.settings.repeats = 17;
  session.settings.check = true;
  session.settings.multiprocessors = 6;
  session.spec = "rtx-4090";
  session.line_measure = experiment::LineMeasure::sectors;
  session.colour = view::ColourMode::value;
  session.lesson = "04-race";
  session.lesson_step = 3;
  session.question = "Which one wins?";
  session.answer = "The last.";
  session.sweep.label = "own";
  session.sweep.parameter = "bins";
  session.sweep.values = "1..4096*2";
  session.sweep.entries = {0, 2};
  session.sweep.measures = {"simt", "atomic_collisions"};
  session.sweep.set = {"n=1000"};
  session.sweep.relative_to = "cpu";
  session.sweep.logarithmic_x = true;
  session.sweep.repeats = 9;
  session.sweep.seeds = 3;
  session.sweep.simt_up_to = 512;
  session.memory = "shared memory";
  session.why = "element 17 of buffer 1";
  session.orbit = {-120.5f, 30.25f, 40};
  session.rays = true;
  session.settings.mesh = "spheres";
  session.settings.sizes = {{"counts", "2 * bins"}};
  session.settings.inputs = {{"samples", "@data.npy"}, {"counts", "1,2,3"}};
  session.settings.dynamic_shared = "4 * bx";
  session.settings.variables = {{"coefficients", "f32[3]=1,2,1"}};
  return session;
}

/// The error of a text that must be rejected; empty if it was accepted.
std::string refused(const std::string& text) {
  const auto session = read_session(text, "file.warplens");
  return session ? std::string() : base::describe(session.error());
}

TEST(Session, ComesBackAsItWas) {
  const Session before = unusual_session();
  const auto after = read_session(to_json(before), "memory");
  ASSERT_TRUE(after) << base::describe(after.error());
  EXPECT_EQ(after->experiment, "histogram");
  EXPECT_EQ(after->device, before.device);
  EXPECT_EQ(after->view, "histogram");
  EXPECT_EQ(after->theme, view::ThemeName::projector);
  EXPECT_EQ(after->scrub, 0.3125);
  EXPECT_EQ(after->program_scrub, 0.625);
  EXPECT_EQ(after->sweep, before.sweep);
  EXPECT_TRUE(after->show_ptx);
  EXPECT_EQ(after->lesson, "04-race");
  EXPECT_EQ(after->lesson_step, 3u);
  EXPECT_EQ(after->question, "Which one wins?");
  EXPECT_EQ(after->answer, "The last.");
  EXPECT_EQ(after->camera.x, 0.25f);
  EXPECT_EQ(after->camera.y, 0.5f);
  EXPECT_EQ(after->camera.zoom, 8.0f);
  EXPECT_EQ(after->settings.entry, 2u);
  EXPECT_EQ(after->settings.parameters, (std::map<std::string, double>{{"n", 123456}, {"low", -2.5}}));
  EXPECT_EQ(after->settings.grid, (base::Dim3{7, 3, 2}));
  EXPECT_EQ(after->settings.block, (base::Dim3{32, 4, 1}));
  EXPECT_EQ(after->settings.schedule, launch::Schedule::random);
  EXPECT_EQ(after->settings.seed, 9007199254740993u);
  EXPECT_EQ(after->settings.repeats, 17u);
  EXPECT_TRUE(after->settings.check);
  EXPECT_EQ(after->settings.multiprocessors, 6u);
  EXPECT_EQ(after->spec, "rtx-4090");
  EXPECT_EQ(after->line_measure, experiment::LineMeasure::sectors);
  EXPECT_EQ(after->colour, view::ColourMode::value);
  EXPECT_EQ(after->memory, "shared memory");
  EXPECT_EQ(after->why, "element 17 of buffer 1");
  EXPECT_EQ(after->orbit, (view::Orbit{-120.5f, 30.25f, 40}));
  EXPECT_TRUE(after->rays);
  EXPECT_EQ(after->settings.mesh, "spheres");
  EXPECT_EQ(after->settings.sizes, before.settings.sizes);
  EXPECT_EQ(after->settings.inputs, before.settings.inputs);
  EXPECT_EQ(after->settings.dynamic_shared, "4 * bx");
  EXPECT_EQ(after->settings.variables, before.settings.variables);
}

/// Files from versions in which the sweep was not a view have a separate flag for it.
TEST(Session, AnOldFileWithItsSweepShownOpensTheSweep) {
  const auto old = read_session(R"({"view": "histogram", "show_sweep": true})", "old.warplens");
  ASSERT_TRUE(old) << base::describe(old.error());
  EXPECT_EQ(old->view, "sweep");
  EXPECT_EQ(read_session(R"({"view": "histogram", "show_sweep": false})", "old.warplens")->view, "histogram");
  EXPECT_EQ(to_json(*old).find("show_sweep"), std::string::npos);
  EXPECT_EQ(read_session(R"({"view": "steps"})", "new.warplens")->view, "steps");
}

TEST(Session, AModelFromAFileIsReadAgainOrSaidToBeMissing) {
  const std::filesystem::path file = scratch("tetrahedron.obj");
  ASSERT_TRUE(base::write_file(file, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n").ok());
  Session before;
  before.settings.mesh = file.string();
  const auto after = read_session(to_json(before), "memory");
  ASSERT_TRUE(after) << base::describe(after.error());
  EXPECT_EQ(after->settings.model, nullptr) << "a session is read without opening other files";
  const auto rays = experiment::load_experiment(base::resource_folder() / "kernels/rays.toml");
  ASSERT_TRUE(rays) << base::describe(rays.error());
  const auto settings = complete_settings(*rays, after->settings);
  ASSERT_TRUE(settings) << base::describe(settings.error());
  ASSERT_NE(settings->model, nullptr);
  EXPECT_EQ(settings->model->triangles(), 4u);
  experiment::Settings missing = after->settings;
  missing.mesh = "/no/such.obj";
  EXPECT_EQ(complete_settings(*rays, missing).error().file, "/no/such.obj");
  EXPECT_NE(refused(R"({"orbit": {"distance": 1}})").find("orbit.distance"), std::string::npos);
}

TEST(Session, ARecordedScheduleIsInTheFile) {
  Session before = unusual_session();
  launch::ScheduleRecord record;
  record.runs = {{.warp = 2, .amount = 1, .turns = 3}, {.warp = 0, .amount = 0, .turns = 1, .lane = 17}};
  before.settings.schedule = launch::Schedule::recorded;
  before.settings.recorded = std::make_shared<const launch::ScheduleRecord>(record);
  const auto after = read_session(to_json(before), "memory");
  ASSERT_TRUE(after) << base::describe(after.error());
  EXPECT_EQ(after->settings.schedule, launch::Schedule::recorded);
  ASSERT_TRUE(after->settings.recorded);
  EXPECT_EQ(*after->settings.recorded, record);
}

TEST(Session, GoesThroughAFile) {
  const std::filesystem::path path = scratch("round.warplens");
  ASSERT_TRUE(save(unusual_session(), path));
  const auto after = load(path);
  ASSERT_TRUE(after) << base::describe(after.error());
  EXPECT_EQ(to_json(*after), to_json(unusual_session()));
}

TEST(Session, AFileThatIsNotThereIsAnErrorWithItsName) {
  const auto session = load("/nowhere/at-all.warplens");
  ASSERT_FALSE(session);
  EXPECT_NE(base::describe(session.error()).find("/nowhere/at-all.warplens"), std::string::npos);
}

TEST(Session, WhatIsLeftOutIsTheDefault) {
  const auto session = read_session("{}", "memory");
  ASSERT_TRUE(session);
  EXPECT_EQ(session->experiment, "counter");
  EXPECT_EQ(session->device, launch::simt_device);
  EXPECT_EQ(session->scrub, 1);
}

TEST(Session, AnUnknownKeyIsIgnored) {
  const auto session = read_session(R"({"experiment": "increment", "from the future": [1, 2]})", "memory");
  ASSERT_TRUE(session);
  EXPECT_EQ(session->experiment, "increment");
}

TEST(Session, AWrongValueHasItsLine) {
  const std::string text =
      "{\n \"sweep\": {\"label\": \"seed\", \"seed\": 1},\n \"view\": \"scrub\", \"a \\\"scrub\\\": \":\n 2,\n"
      " \"settings\":\n {\"grid\": [\n1],\n \"seed\" : \"x\"}, \"scrub\": 1}";
  EXPECT_TRUE(refused(text).starts_with("file.warplens:3:2: error: “view” must")) << refused(text);
  std::string other = text;
  other.replace(text.find("\"scrub\""), 7, "\"race\"");
  EXPECT_TRUE(refused(other).starts_with("file.warplens:8:2: error: “settings.seed” must")) << refused(other);
  EXPECT_TRUE(refused("{\n\n\"scrub\":\n[]}").starts_with("file.warplens:3:1: error: “scrub” must"));
}

TEST(Session, AWrongTypeNamesItsKey) {
  EXPECT_NE(refused(R"({"experiment": 3})").find("“experiment” must be a text"), std::string::npos);
  EXPECT_NE(refused(R"({"show_ptx": "yes"})").find("“show_ptx”"), std::string::npos);
  EXPECT_NE(refused(R"({"settings": {"check": 1}})").find("“settings.check” must be true or false"), std::string::npos);
  EXPECT_NE(refused(R"({"scrub": "end"})").find("“scrub”"), std::string::npos);
  EXPECT_NE(refused(R"({"camera": 1})").find("“camera”"), std::string::npos);
  EXPECT_NE(refused(R"({"camera": {"zoom": null}})").find("“camera.zoom”"), std::string::npos);
  EXPECT_NE(refused(R"({"settings": []})").find("“settings”"), std::string::npos);
  EXPECT_NE(refused(R"({"settings": {"seed": "seven"}})").find("“settings.seed”"), std::string::npos);
  EXPECT_NE(refused(R"({"settings": {"parameters": {"n": "many"}}})").find("“settings.parameters.n”"), std::string::npos);
}

TEST(Session, NamesNoPlaceElsewhere) {
  Session session = unusual_session();
  session.device = {launch::DeviceChoice::Kind::remote, std::nullopt, "ssh lab warplens device-server"};
  const std::string text = to_json(session);
  EXPECT_EQ(text.find("ssh lab"), std::string::npos);
  EXPECT_EQ(read_session(text, "memory")->device, launch::automatic_device);
}

TEST(Session, AWrongValueNamesItsKeyAndWhatThereIs) {
  EXPECT_NE(refused(R"({"view": "pie"})")
                .find("mapping race histogram blocks schedulers lanes steps memory caches roofline matrix scene"),
            std::string::npos);
  EXPECT_NE(refused(R"({"device": "tpu"})").find("“device”"), std::string::npos);
  EXPECT_NE(refused(R"({"device": "gpu:"})").find("“device”"), std::string::npos);
  EXPECT_NE(refused(R"({"device": "gpu:one"})").find("“device”"), std::string::npos);
  EXPECT_NE(refused(R"({"device": "remote:touch /tmp/mine"})").find("“device”"), std::string::npos) << "a file runs no command";
  EXPECT_NE(refused(R"({"theme": "pink"})").find("“theme”"), std::string::npos);
  EXPECT_NE(refused(R"({"settings": {"schedule": "fair"}})").find("“settings.schedule”"), std::string::npos);
  EXPECT_NE(refused(R"({"settings": {"schedule": "recorded"}})").find("“settings.schedule”"), std::string::npos);
  EXPECT_NE(refused(R"({"settings": {"recorded": "operations now"}})").find("“settings.recorded”"), std::string::npos);
  EXPECT_NE(refused(R"({"answer": ")" + std::string(401, 'a') + R"("})").find("“answer” is longer than 400 bytes"),
            std::string::npos);
  EXPECT_NE(refused(R"({"scrub": 1.5})").find("“scrub” must be from 0 to 1"), std::string::npos);
  EXPECT_NE(refused(R"({"program_scrub": -1})").find("“program_scrub” must be from 0 to 1"), std::string::npos);
  EXPECT_NE(refused(R"({"settings": {"repeats": 0}})").find("“settings.repeats”"), std::string::npos);
  EXPECT_NE(refused(R"({"settings": {"entry": 1.5}})").find("whole number"), std::string::npos);
  EXPECT_NE(refused(R"({"version": 2})").find("newer Warplens"), std::string::npos);
}

TEST(Session, AnUnknownIdIsAnErrorWithItsPlaceAndTheKnownOnes) {
  EXPECT_EQ(
      refused("{\n \"line_measure\": \"cycles\"}"),
      "file.warplens:2:2: error: “line_measure” must be one of instructions, inactive-lanes, sectors, conflicts, collisions, "
      "waiting, or empty, not “cycles”");
  const std::string cards = "must be one of toy, toy-4, rtx-2080-ti, a100, rtx-4090, h100, h200, not “rtx-9999”";
  EXPECT_EQ(refused("{\n \"spec\": \"rtx-9999\"}"), "file.warplens:2:2: error: “spec” " + cards);
  EXPECT_EQ(refused("{\"beside\":\n {\"spec\": \"rtx-9999\"}}"), "file.warplens:2:3: error: “beside.spec” " + cards);
}

TEST(Session, EveryKnownIdIsReadAlsoAsOlderVersionsWroteIt) {
  for (const std::string_view id : experiment::line_measure_ids.all()) {
    const auto session = read_session(R"({"version": 1, "line_measure": ")" + std::string(id) + R"("})", "memory");
    ASSERT_TRUE(session) << id;
    EXPECT_EQ(experiment::line_measure_ids.name_of(session->line_measure), id);
  }
  for (const std::string_view id : launch::spec_ids)
    EXPECT_EQ(read_session(R"({"version": 1, "spec": ")" + std::string(id) + R"("})", "memory")->spec, id);
  EXPECT_TRUE(read_session(R"({"version": 1, "spec": "", "memory": ""})", "memory"));
}

TEST(Session, MemoryIsABufferOfTheExperimentOrSharedMemory) {
  const auto catalogue = experiment::load_catalogue({base::resource_folder() / "kernels"});
  const experiment::Experiment* const experiment = experiment::find(catalogue, "increment");
  const experiment::Experiment* const other = experiment::find(catalogue, "histogram");
  ASSERT_TRUE(experiment != nullptr && other != nullptr);
  std::string known;
  for (const experiment::Argument& argument : experiment->arguments) {
    if (!argument.buffer) continue;
    EXPECT_EQ(*complete_memory_name(argument.name, *experiment, catalogue), argument.name);
    known += argument.name + ", ";
  }
  for (const char* name : {"", "shared memory", "buffer 12"})
    EXPECT_EQ(*complete_memory_name(name, *experiment, catalogue), name);
  const auto unknown = complete_memory_name("no such", *experiment, catalogue);
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().message, "'memory' must be one of " + known + "shared memory, not 'no such'");
  // Older versions kept the buffer of the experiment before.
  EXPECT_EQ(*complete_memory_name("samples", *other, catalogue), "samples");
  EXPECT_EQ(*complete_memory_name("samples", *experiment, catalogue), "");
}

TEST(Session, TheMemoryOfAnEditedKernelMayBeGone) {
  experiment::Experiment own;
  own.described = "the text of a kernel that the user opened";
  EXPECT_EQ(*complete_memory_name("gone", own, {}), "");
}

TEST(Session, ExtentsAreOneToThreeWholeNumbers) {
  const auto one = read_session(R"({"settings": {"grid": [5]}})", "memory");
  ASSERT_TRUE(one);
  EXPECT_EQ(one->settings.grid, (base::Dim3{5, 1, 1}));
  for (const char* wrong : {"[]", "[1,2,3,4]", "[-1]", "[1.5]", "[4294967296]", "7", "[\"1\"]", "[1e3]"}) {
    EXPECT_NE(refused(std::string(R"({"settings": {"block": )") + wrong + "}}").find("“settings.block”"), std::string::npos)
        << wrong;
  }
}

TEST(Session, AGeometryThatIsLeftOutIsTheExperimentsOwn) {
  const auto experiment = experiment::load_experiment(base::resource_folder() / "kernels" / "increment.toml");
  ASSERT_TRUE(experiment);
  const auto completed = [&](const std::string& text) {
    return experiment::complete_settings(*experiment, read_session(text, "memory")->settings);
  };
  const auto neither = completed(R"({"experiment": "increment", "settings": {"parameters": {"n": 1000}}})");
  ASSERT_TRUE(neither);
  EXPECT_EQ(neither->block, (base::Dim3{256, 1, 1}));
  EXPECT_EQ(neither->grid, (base::Dim3{4, 1, 1}));  // 1,000 elements by 256
  const auto block = completed(R"({"experiment": "increment", "settings": {"block": [100], "parameters": {"n": 1000}}})");
  ASSERT_TRUE(block);
  EXPECT_EQ(block->grid, (base::Dim3{10, 1, 1}));
  EXPECT_EQ(completed(R"({"experiment": "increment", "settings": {"grid": [5], "block": [7]}})")->grid, (base::Dim3{5, 1, 1}));
}

TEST(Session, ASyntaxErrorHasItsLineAndColumn) {
  const auto session = read_session("{\n  \"view\": race\n}", "file.warplens");
  ASSERT_FALSE(session);
  EXPECT_EQ(session.error().line, 2);
  EXPECT_EQ(session.error().file, "file.warplens");
}

TEST(Session, HostileTextsAreErrorsNotCrashes) {
  EXPECT_NE(refused(""), "");
  EXPECT_NE(refused("null"), "");
  EXPECT_NE(refused("[1,2]"), "");
  EXPECT_NE(refused(std::string(1000000, '[')), "");
  EXPECT_NE(refused("{\"a\":" + std::string(100000, '{')), "");
  EXPECT_NE(refused(std::string("{\"experiment\": \"\xff\xfe\"}")), "");
  EXPECT_NE(refused(R"({"settings": {"seed": 1e300}})"), "");
  EXPECT_NE(refused(R"({"settings": {"seed": -1}})"), "");
  EXPECT_NE(refused(R"({"scrub": 1e999})"), "");
  EXPECT_NE(refused(R"({"settings": {"parameters": {"n": 1e300}}})"), "");
}

TEST(Session, RandomDamageNeverCrashes) {
  const std::string whole = to_json(unusual_session());
  base::Random random(1);
  int accepted = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string text = whole;
    for (std::uint32_t hits = 1 + random.below(4); hits > 0; --hits) {
      text[random.below(static_cast<std::uint32_t>(text.size()))] = static_cast<char>(random.below(256));
    }
    const auto session = read_session(text, "damaged");
    if (!session) continue;
    ++accepted;
    // Accepted values are within their limits.
    EXPECT_GE(session->scrub, 0);
    EXPECT_LE(session->scrub, 1);
    EXPECT_GE(session->settings.repeats, 1u);
  }
  EXPECT_GT(accepted, 0);
}

TEST(Session, WhatIsWrongInASweepIsNamed) {
  EXPECT_NE(refused(R"({"sweep": 3})").find("“sweep” must be an object"), std::string::npos);
  EXPECT_NE(refused(R"({"sweep": {"entries": [1, -1]}})").find("“sweep.entries” must be a list of whole"), std::string::npos);
  EXPECT_NE(refused(R"({"sweep": {"measures": "simt"}})").find("“sweep.measures” must be a list of texts"), std::string::npos);
  EXPECT_NE(refused(R"({"sweep": {"repeats": 0}})").find("“sweep.repeats” must be from 1 to 1000"), std::string::npos);
  EXPECT_EQ(refused(R"({"sweep": {"parameter": "n", "values": "nonsense"}})"), "");  // reported when it runs
}

}  // namespace
}  // namespace warplens
