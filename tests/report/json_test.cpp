#include "report/json.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <memory>

namespace warplens::report {
namespace {

template <typename T>
launch::Bytes bytes_of(const std::vector<T>& values) {
  launch::Bytes bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

template <typename T>
launch::Buffer buffer_of(launch::ElementType type, const std::vector<T>& values) {
  return {"", type, values.size(), std::make_shared<const launch::Bytes>(bytes_of(values))};
}

launch::Launch launch_of(std::vector<launch::Argument> arguments) {
  auto module = std::make_shared<ptx::Module>();
  ptx::Function function;
  function.name = "_Z3addPi";
  function.demangled = "add";
  module->functions.push_back(function);
  launch::Launch launch;
  launch.module = module;
  launch.grid = {4, 2, 1};
  launch.block = {32, 1, 1};
  launch.dynamic_shared = 128;
  launch.seed = 7;
  launch.arguments = std::move(arguments);
  return launch;
}

TEST(JsonOfRun, HasTheKeysOfTheContractInTheirOrder) {
  launch::LaunchResult result;
  result.device = "toy";
  result.counters.threads = 256;
  result.timing.host_ms = 1.5;
  result.timing.kernel_cycles = 99;
  const Json json = json_of(launch_of({}), result, launch::DeviceKind::simt);
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  EXPECT_EQ(keys, (std::vector<std::string>{"status", "device", "device_name", "kernel", "launch", "schedule", "seed", "counters",
                                            "lines", "findings", "notes", "outputs", "printed", "timing"}));
  EXPECT_EQ(json["status"], "ok");
  EXPECT_EQ(json["device"], "simt");
  EXPECT_EQ(json["kernel"], "add");
  EXPECT_EQ(json["launch"].dump(), R"({"grid":[4,2,1],"block":[32,1,1],"shared":128})");
  EXPECT_EQ(json["seed"], 7);
  EXPECT_EQ(json["counters"]["threads"], 256);
  EXPECT_EQ(json["timing"]["host_ms"].dump(), R"({"value":1.5,"source":"measured"})");
  EXPECT_EQ(json["timing"]["kernel_cycles"].dump(), R"({"value":99.0,"source":"modelled"})");
  EXPECT_FALSE(json["timing"].contains("kernel_ms"));
}

TEST(JsonOfRun, WritesEveryIntegerExactly) {
  constexpr auto least = std::numeric_limits<std::int64_t>::min();
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  launch::LaunchResult result;
  result.outputs = {bytes_of<std::int64_t>({least, -1}), bytes_of<std::uint64_t>({most}), bytes_of<std::int8_t>({-128, 127}),
                    bytes_of<std::uint16_t>({65535})};
  const Json json = json_of(
      launch_of({buffer_of<std::int64_t>(launch::ElementType::i64, {0, 0}), launch::Scalar{launch::ElementType::i32, 5},
                 buffer_of<std::uint64_t>(launch::ElementType::u64, {0}), buffer_of<std::int8_t>(launch::ElementType::i8, {0, 0}),
                 buffer_of<std::uint16_t>(launch::ElementType::u16, {0})}),
      result, launch::DeviceKind::simt);
  ASSERT_EQ(json["outputs"].size(), 4u);
  EXPECT_EQ(json["outputs"][0].dump(), R"({"arg":0,"type":"i64","size":2,"values":[-9223372036854775808,-1]})");
  EXPECT_EQ(json["outputs"][1].dump(), R"({"arg":2,"type":"u64","size":1,"values":[18446744073709551615]})");
  EXPECT_EQ(json["outputs"][2]["values"].dump(), "[-128,127]");
  EXPECT_EQ(json["outputs"][3].dump(), R"({"arg":4,"type":"u16","size":1,"values":[65535]})");
}

TEST(JsonOfRun, NamesNumbersThatJsonLacks) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  launch::LaunchResult result;
  result.outputs = {bytes_of<float>({0.5f, infinity, -infinity, std::numeric_limits<float>::quiet_NaN()})};
  const Json json =
      json_of(launch_of({buffer_of<float>(launch::ElementType::f32, {0, 0, 0, 0})}), result, launch::DeviceKind::simt);
  EXPECT_EQ(json["outputs"][0]["values"].dump(), R"([0.5,"inf","-inf","nan"])");
}

TEST(JsonOfRun, ShowsAtMost64Elements) {
  launch::LaunchResult result;
  result.outputs = {bytes_of(std::vector<std::int32_t>(65, 3))};
  const Json json = json_of(launch_of({buffer_of(launch::ElementType::i32, std::vector<std::int32_t>(65, 0))}), result,
                            launch::DeviceKind::simt);
  EXPECT_EQ(json["outputs"][0]["size"], 65);
  EXPECT_EQ(json["outputs"][0]["values"].size(), 64u);
}

TEST(JsonOfRun, SaysWhatAGpuDoesNotKnow) {
  launch::LaunchResult result;
  result.modelled = false;
  result.counters.threads = 64;
  result.counters.warps = 2;
  result.timing.kernel_ms = 0.25;
  const Json json = json_of(launch_of({}), result, launch::DeviceKind::gpu);
  EXPECT_EQ(json["counters"]["threads"], 64);
  for (const char* key : {"warp_instructions", "bytes_moved", "simt_efficiency", "by_class", "occupancy", "waves"})
    EXPECT_TRUE(json["counters"][key].is_null()) << key;
  EXPECT_TRUE(json["lines"].is_null());
  EXPECT_EQ(json["timing"]["kernel_ms"]["source"], "measured");
}

TEST(JsonOfRun, ReportsAFaultWithItsWitness) {
  launch::LaunchResult result;
  result.outcome = launch::Outcome::faulted;
  result.fault =
      launch::Fault{launch::FaultKind::out_of_bounds, "one past the end", {3, 0, 0}, {17, 0, 0}, "a.cu", 12, 5, "global",
                    trace::AccessKind::write,         "argument 0",       8};
  const Json json = json_of(launch_of({}), result, launch::DeviceKind::simt);
  EXPECT_EQ(json["status"], "fault");
  EXPECT_EQ(json["message"], "one past the end");
  ASSERT_EQ(json["findings"].size(), 1u);
  const Json& finding = json["findings"][0];
  EXPECT_EQ(finding["kind"], "out-of-bounds");
  EXPECT_EQ(finding["space"], "global");
  EXPECT_EQ(finding["buffer"], "argument 0");
  EXPECT_EQ(finding["element"], 8);
  EXPECT_EQ(finding["count"], 1);
  EXPECT_EQ(finding["first"].dump(),
            R"({"block":[3,0,0],"thread":[17,0,0],"file":"a.cu","line":12,"column":5,"access":"write","value":null})");
  EXPECT_TRUE(finding["second"].is_null());
}

launch::Witness witness(std::uint32_t thread, std::uint32_t line, trace::AccessKind access) {
  launch::Witness witness;
  witness.block = {1, 0, 0};
  witness.thread = {thread, 0, 0};
  witness.file = "a.cu";
  witness.line = line;
  witness.access = access;
  return witness;
}

TEST(JsonOfRun, ReportsWhatACheckFound) {
  launch::Buffer totals = buffer_of<float>(launch::ElementType::f32, {0, 0});
  totals.name = "argument 0";
  launch::Finding race;
  race.space = "global";
  race.buffer = "argument 0";
  race.element = 1;
  race.count = 96;
  race.first = witness(31, 12, trace::AccessKind::write);
  race.first.column = 7;
  race.first.has_value = true;
  race.first.value = 0x3fc00000;  // 1.5f
  race.second = witness(32, 14, trace::AccessKind::read);
  race.message = "they race";
  launch::Finding unread;
  unread.kind = launch::FindingKind::uninitialised_read;
  unread.benign_looking = true;
  unread.first = witness(0, 3, trace::AccessKind::read);
  unread.first.has_value = true;
  unread.first.value = 0xcdcdcdcd;
  launch::LaunchResult result;
  result.findings = {race, unread};
  result.printed = "hello\n";
  const Json json = json_of(launch_of({totals}), result, launch::DeviceKind::simt);
  EXPECT_EQ(json["status"], "found");
  EXPECT_EQ(json["printed"], "hello\n");
  ASSERT_EQ(json["findings"].size(), 2u);
  EXPECT_EQ(
      json["findings"][0].dump(),
      R"({"kind":"data-race","benign_looking":false,"space":"global","buffer":"argument 0","element":1,"place":null,"count":96,)"
      R"("first":{"block":[1,0,0],"thread":[31,0,0],"file":"a.cu","line":12,"column":7,"access":"write","value":1.5},)"
      R"("second":{"block":[1,0,0],"thread":[32,0,0],"file":"a.cu","line":14,"column":null,"access":"read","value":null},)"
      R"("message":"they race"})");
  EXPECT_EQ(json["findings"][1]["kind"], "uninitialised-read");
  EXPECT_EQ(json["findings"][1]["benign_looking"], true);
  EXPECT_TRUE(json["findings"][1]["space"].is_null());
  EXPECT_TRUE(json["findings"][1]["buffer"].is_null());
  EXPECT_TRUE(json["findings"][1]["element"].is_null());
  EXPECT_TRUE(json["findings"][1]["second"].is_null());
  EXPECT_EQ(json["findings"][1]["first"]["value"], 0xcdcdcdcdu);
}

TEST(JsonOfRun, AFaultCountsForMoreThanFindings) {
  launch::LaunchResult result;
  result.outcome = launch::Outcome::faulted;
  result.fault = launch::Fault{};
  result.findings.resize(1);
  const Json json = json_of(launch_of({}), result, launch::DeviceKind::simt);
  EXPECT_EQ(json["status"], "fault");
  EXPECT_EQ(json["findings"].size(), 2u);
}

TEST(JsonOfRun, LeavesOutValuesThatWereLostInAFault) {
  launch::LaunchResult result;
  result.outcome = launch::Outcome::faulted;
  result.fault = launch::Fault{};
  result.modelled = false;
  result.outputs.resize(1);
  const Json json = json_of(launch_of({buffer_of<float>(launch::ElementType::f32, {1, 2})}), result, launch::DeviceKind::gpu);
  EXPECT_TRUE(json["outputs"][0]["values"].is_null());
  EXPECT_TRUE(json["findings"][0]["first"].is_null());
}

TEST(JsonOfError, HasThePlaceWhereThereIsOne) {
  EXPECT_EQ(json_of(base::Error{"a.ptx", 3, 9, "no such opcode"}).dump(),
            R"({"status":"error","message":"no such opcode","file":"a.ptx","line":3,"column":9})");
  EXPECT_EQ(json_of(base::error("no")).dump(), R"({"status":"error","message":"no"})");
}

TEST(TextOfJson, SurvivesBytesThatAreNotUtf8) {
  EXPECT_EQ(text_of(json_of(base::error("a\xff"
                                        "b"))),
            "{\"status\":\"error\",\"message\":\"a\xEF\xBF\xBD"
            "b\"}");
}

}  // namespace
}  // namespace warplens::report
