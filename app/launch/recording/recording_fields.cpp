#include "launch/recording/recording_fields.h"

#include <utility>

#include "launch/field_archive.h"

namespace warplens::launch {
namespace {

struct RecordingSchema {
  using Count = std::uint32_t;

  static void fields(auto& archive, Of<base::Dim3> auto& extents) { archive(extents.x, extents.y, extents.z); }
  static void fields(auto& archive, Of<ProgramPlace> auto& place) { archive(place.file, place.line); }
  static void fields(auto& archive, Of<RecordedSource> auto& source) { archive(source.file, source.text); }
  static void fields(auto& archive, Of<RecordedAllocation> auto& allocation) {
    archive(allocation.name, allocation.kind, allocation.type, allocation.address, allocation.bytes, allocation.allocated,
            allocation.freed);
  }
  static void fields(auto& archive, Of<RecordedCall> auto& call) {
    archive(call.function, call.place, call.kind, call.direction, call.error, call.stream, call.bytes, call.to, call.from,
            call.launch, call.called_ms, call.returned_ms, call.begin_ms, call.end_ms);
  }
  static void fields(auto& archive, Of<RecordedFinding> auto& finding) {
    archive(finding.kind, finding.message, finding.place, finding.other, finding.call);
  }
  static void fields(auto& archive, Of<ByteRange> auto& range) { archive(range.begin, range.end); }
  static void fields(auto& archive, Of<RecordedLaunch::Block> auto& block) {
    archive(block.allocation, block.content, block.unwritten);
  }
  static void fields(auto& archive, Of<RecordedLaunch::Variable> auto& variable) {
    archive(variable.index, variable.address, variable.content);
  }
  static void fields(auto& archive, Of<RecordedLaunch> auto& launch) {
    archive(launch.kernel, launch.entry, launch.module, launch.call, launch.grid, launch.block, launch.dynamic_shared,
            launch.heap_bytes, launch.parameters, launch.blocks, launch.variables, launch.not_kept);
  }
  static void fields(auto& archive, Of<ProgramRecording> auto& recording) {
    archive(recording.name, recording.spec, recording.schedule, recording.seed, recording.sources, recording.modules,
            recording.allocations, recording.calls, recording.launches, recording.findings, recording.output,
            recording.exit_status, recording.incomplete);
  }

  /// A recorded program has no record of one.
  static constexpr auto last(Schedule) { return Schedule::random; }
};

}  // namespace

Bytes fields_of(const ProgramRecording& recording, Contents& contents) {
  FieldWriter<RecordingSchema> writer(contents);
  writer(recording);
  return writer.take();
}

std::optional<ProgramRecording> with_fields(std::span<const std::byte> fields, const Contents& contents) {
  std::optional<ProgramRecording> recording(std::in_place);
  FieldReader<RecordingSchema> reader(fields, contents);
  reader(*recording);
  if (!reader.at_end()) recording.reset();
  return recording;
}

}  // namespace warplens::launch
