#include "launch/device_choice.h"

#include <gtest/gtest.h>

#include "launch/device_finder.h"

namespace warplens::launch {
namespace {

/// A device with properties only.
class NamedDevice : public Device {
 public:
  NamedDevice(DeviceKind kind, std::string id, std::string place = "") {
    properties_.place = std::move(place);
    properties_.kind = kind;
    properties_.id = std::move(id);
  }
  const DeviceProperties& properties() const override { return properties_; }
  base::Result<LaunchResult> run(const Launch&, Progress&) override { return base::error("it runs nothing"); }

 private:
  DeviceProperties properties_;
};

DeviceList devices_of(const std::vector<std::pair<DeviceKind, std::string>>& names) {
  DeviceList list;
  for (const auto& [kind, id] : names) list.devices.push_back(std::make_unique<NamedDevice>(kind, id));
  list.gpu_note = "no NVIDIA driver";
  return list;
}

/// The device selected by `text`, as "KIND ID", or the error.
std::string chosen(const DeviceList& devices, std::string_view text, std::string_view preset = "") {
  const auto choice = parse_device_choice(text);
  if (!choice) return choice.error().message;
  const auto device = resolve(devices, *choice, preset);
  if (!device) return device.error().message;
  const DeviceProperties& properties = (*device)->properties();
  return std::string(device_kinds.name_of(properties.kind)) + " " + properties.id;
}

TEST(DeviceChoice, EveryFormIsReadAndPrintedBack) {
  for (const char* text : {"auto", "simt", "gpu", "gpu:0", "gpu:12", "remote:ssh lab warplens device-server"}) {
    const auto choice = parse_device_choice(text);
    ASSERT_TRUE(choice.ok()) << text;
    EXPECT_EQ(to_text(*choice), text);
  }
  EXPECT_EQ(parse_device_choice("gpu:3")->number, 3u);
  EXPECT_EQ(parse_device_choice("remote:ssh lab")->command, "ssh lab");
}

TEST(DeviceChoice, EverythingElseIsRefused) {
  for (const char* text : {"", "tpu", "GPU", "gpu:", "gpu:one", "gpu:1 ", "gpu:-1", "gpu:4294967296", "simt:1", "remote:"}) {
    const auto choice = parse_device_choice(text);
    ASSERT_FALSE(choice.ok()) << text;
    EXPECT_EQ(choice.error().message, "'" + std::string(text) + "' is not one of auto, simt, gpu, gpu:NUMBER, remote:COMMAND");
  }
}

TEST(DeviceChoice, IsResolvedByKindNumberAndPreset) {
  const DeviceList devices =
      devices_of({{DeviceKind::simt, "toy"}, {DeviceKind::simt, "rtx-4090"}, {DeviceKind::gpu, "0"}, {DeviceKind::gpu, "1"}});
  EXPECT_EQ(chosen(devices, "auto"), "gpu 0");
  EXPECT_EQ(chosen(devices, "simt"), "simt toy");
  EXPECT_EQ(chosen(devices, "simt", "rtx-4090"), "simt rtx-4090");
  EXPECT_EQ(chosen(devices, "gpu", "rtx-4090"), "gpu 0") << "a preset does not matter on a GPU";
  EXPECT_EQ(chosen(devices, "gpu:1"), "gpu 1");
  EXPECT_EQ(chosen(devices, "gpu:2"), "there is no GPU 2; there are 0, 1");
  EXPECT_EQ(chosen(devices, "simt", "gtx"), "there is no preset 'gtx'; there are toy, rtx-4090");
}

TEST(DeviceChoice, WithoutAGpuAutoIsTheSimtMachine) {
  const DeviceList devices = devices_of({{DeviceKind::simt, "toy"}});
  EXPECT_EQ(chosen(devices, "auto"), "simt toy");
  EXPECT_EQ(chosen(devices, "gpu"), "no GPU: no NVIDIA driver");
  EXPECT_EQ(chosen(devices, "gpu:0"), "no GPU: no NVIDIA driver");
  EXPECT_EQ(chosen(devices_of({}), "auto"), "there is no SIMT machine here");
}

TEST(DeviceFinder, LooksForGpusOnceAndOnlyWhereOneMayBeNeeded) {
  int looked = 0;
  DeviceFinder finder(devices_of({{DeviceKind::simt, "toy"}}), [&looked](DeviceList& list) {
    ++looked;
    list.devices.push_back(std::make_unique<NamedDevice>(DeviceKind::gpu, "0"));
  });
  EXPECT_EQ(finder.among(simt_device).devices.size(), 1u);
  EXPECT_EQ(looked, 0);
  EXPECT_EQ(finder.among(automatic_device).devices.size(), 2u);
  EXPECT_EQ(finder.all().devices.size(), 2u);
  EXPECT_EQ(finder.among(simt_device).devices.size(), 2u);
  EXPECT_EQ(looked, 1);
}

TEST(DeviceChoice, OfAFileRunsNoCommand) {
  EXPECT_FALSE(local_device_named("remote:rm -r /"));
  EXPECT_EQ(local_device_named("gpu:1")->number, 1u);
  EXPECT_EQ(to_local_text({DeviceChoice::Kind::remote, std::nullopt, "ssh lab"}), "auto");
  EXPECT_EQ(to_local_text(first_gpu), "gpu");
}

TEST(DeviceFinder, ConnectsToARemoteDeviceOnce) {
  DeviceList list = devices_of({{DeviceKind::simt, "toy"}});
  int connected = 0;
  list.connect = [&](const std::string& command, Progress&) -> base::Result<std::unique_ptr<Device>> {
    ++connected;
    if (command == "false") return base::error("the line is broken");
    return std::unique_ptr<Device>(std::make_unique<NamedDevice>(DeviceKind::simt, "elsewhere", command));
  };
  DeviceFinder finder(std::move(list), [](DeviceList&) { FAIL() << "no GPU of this computer is needed"; });
  const auto choice = parse_device_choice("remote:ssh lab");
  Progress progress;
  const auto device = finder.find(*choice, "", progress);
  ASSERT_TRUE(device);
  EXPECT_EQ((*device)->properties().id, "elsewhere");
  EXPECT_EQ(*finder.find(*choice, "", progress), *device);
  EXPECT_EQ(connected, 1);
  EXPECT_EQ(choice_of((*device)->properties()), *choice);
  EXPECT_EQ((*finder.find(simt_device, "", progress))->properties().id, "toy")
      << "what is elsewhere is not the SIMT machine of this computer";
  EXPECT_EQ(finder.find(*parse_device_choice("remote:false"), "", progress).error().message, "the line is broken");
}

TEST(DeviceChoice, AMachineHasAChoiceThatNamesIt) {
  const DeviceList devices = devices_of({{DeviceKind::simt, "rtx-4090"}, {DeviceKind::gpu, "1"}});
  EXPECT_EQ(to_text(choice_of(devices.devices[0]->properties())), "simt");
  EXPECT_EQ(to_text(choice_of(devices.devices[1]->properties())), "gpu:1");
}

}  // namespace
}  // namespace warplens::launch
