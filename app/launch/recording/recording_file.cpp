#include "launch/recording/recording_file.h"

#include <zstd.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/checksum.h"
#include "base/file.h"
#include "base/number_format.h"
#include "launch/field_archive.h"
#include "launch/recording/recording.h"

// The file: Header, a FilePart for the fields (fields_of()) and for each content of memory, then the bytes of each part.

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
  static void fields(auto& archive, Of<Texture> auto& texture) {
    archive(texture.handle, texture.surface, texture.resource, texture.buffer, texture.offset, texture.width, texture.height,
            texture.depth, texture.pitch, texture.slice, texture.dimensions, texture.layered, texture.kind, texture.bits,
            texture.channels, texture.modes, texture.linear_filter, texture.normalised_reads, texture.normalised_coordinates,
            texture.border);
  }
  static void fields(auto& archive, Of<ProgramRecording> auto& recording) {
    archive(recording.name, recording.spec, recording.schedule, recording.seed, recording.sources, recording.modules,
            recording.allocations, recording.calls, recording.launches, recording.findings, recording.output,
            recording.exit_status, recording.incomplete);
  }

  /// A recorded program has no record of one.
  static constexpr auto last(Schedule) { return Schedule::random; }
};

static_assert(std::endian::native == std::endian::little);

constexpr std::array<char, 8> magic{'W', 'L', 'P', 'R', 'O', 'G', 'R', '\n'};
constexpr std::uint32_t newest_version = 6;                    ///< has the textures of its launches, and what the next has
constexpr std::uint32_t with_pointers = 5;                     ///< has the pointers of a program where these have 32 bits
constexpr std::uint32_t version = 4;                           ///< has notes, and says whether the program was measured
constexpr std::uint32_t oldest_version = 2, old_measured = 3;  ///< without notes; the latter of programs that were measured

bool has_narrow_pointers(const ProgramRecording& recording) {
  return std::any_of(recording.allocations.begin(), recording.allocations.end(),
                     [](const RecordedAllocation& allocation) { return allocation.pointer != 0; });
}

bool has_textures(const ProgramRecording& recording) {
  return std::any_of(recording.launches.begin(), recording.launches.end(),
                     [](const RecordedLaunch& launch) { return !launch.textures.empty(); });
}

/// The oldest version that has all that is in a recording.
std::uint32_t version_of(const ProgramRecording& recording) {
  return has_textures(recording) ? newest_version : has_narrow_pointers(recording) ? with_pointers : version;
}

/// Write the fields of a recording, little-endian. Contents of memory are not included, but appended to `contents`.
Bytes fields_of(const ProgramRecording& recording, Contents& contents) {
  FieldWriter<RecordingSchema> writer(contents);
  writer(recording, recording.measured, recording.notes);
  if (version_of(recording) >= with_pointers) {
    std::vector<std::uint32_t> pointers;
    for (const RecordedAllocation& allocation : recording.allocations) pointers.push_back(allocation.pointer);
    writer(pointers);
  }
  if (version_of(recording) == newest_version)
    for (const RecordedLaunch& launch : recording.launches) writer(launch.textures);
  return writer.take();
}

/// Read a recording of a known version from its fields; nothing if the fields are incomplete, if bytes are left over, or if a
/// value is invalid for its type. Indices are not checked, except numbers of contents.
std::optional<ProgramRecording> with_fields(std::span<const std::byte> fields, const Contents& contents, std::uint32_t from) {
  std::optional<ProgramRecording> recording(std::in_place);
  FieldReader<RecordingSchema> reader(fields, contents);
  reader(*recording);
  recording->measured = from == old_measured;
  if (from >= version) reader(recording->measured, recording->notes);
  std::vector<std::uint32_t> pointers;
  if (from >= with_pointers) reader(pointers);
  if (pointers.size() > recording->allocations.size()) return std::nullopt;
  for (std::size_t k = 0; k < pointers.size(); ++k) recording->allocations[k].pointer = pointers[k];
  if (from == newest_version)
    for (RecordedLaunch& launch : recording->launches) reader(launch.textures);
  if (!reader.at_end()) recording.reset();
  return recording;
}

constexpr std::uint64_t max_field_bytes = std::uint64_t{256} << 20;
constexpr int compression = 3;  // Zstandard's default: it costs less time than the disk

struct Header {
  std::array<char, 8> magic;
  std::uint32_t version, unused;
  std::uint64_t checksum;  // of everything after this field
  std::uint64_t parts;
};
static_assert(sizeof(Header) == 32 && std::is_trivially_copyable_v<Header>);
constexpr std::size_t checked_from = offsetof(Header, checksum) + sizeof(Header::checksum);

/// Bytes of a part, and what it takes in the file: a frame of Zstandard, or the bytes themselves where both numbers are the same.
struct FilePart {
  std::uint64_t bytes, packed;
};
static_assert(std::has_unique_object_representations_v<FilePart>);

/// Zstandard's blocks have at most 128 KiB and take at least 3 bytes.
bool may_unpack_to(std::uint64_t packed, std::uint64_t bytes) { return bytes >> 17 <= packed; }

Bytes packed(const Bytes& bytes) {
  Bytes frame(::ZSTD_compressBound(bytes.size()));
  const std::size_t size = ::ZSTD_compress(frame.data(), frame.size(), bytes.data(), bytes.size(), compression);
  if (::ZSTD_isError(size) != 0 || size >= bytes.size()) return bytes;
  frame.resize(size);
  return frame;
}

std::optional<Bytes> unpacked(std::span<const std::byte> from, std::uint64_t size) {
  if (size == from.size()) return Bytes(from.begin(), from.end());
  Bytes bytes(size);
  if (::ZSTD_decompress(bytes.data(), bytes.size(), from.data(), from.size()) != size) return std::nullopt;
  return bytes;
}

/// What is wrong with a recording of this size; empty if it is not too large.
std::string excess(std::uint64_t field_bytes, std::uint64_t content_bytes, std::uint64_t max_content_bytes) {
  if (field_bytes > max_field_bytes) return "its calls and texts are over " + base::grouped(max_field_bytes >> 20) + " MiB";
  if (content_bytes > max_content_bytes)
    return "it holds " + base::grouped(content_bytes >> 20) + " MiB of memory; this computer has room for " +
           base::grouped(max_content_bytes >> 20) + " MiB";
  return {};
}

std::uint64_t bytes_of(const Contents& contents) {
  std::uint64_t bytes = 0;
  for (const auto& content : contents) bytes += content->size();
  return bytes;
}

}  // namespace

base::Status save(const ProgramRecording& recording, const std::filesystem::path& path) {
  Contents contents;
  const Bytes fields = fields_of(recording, contents);
  std::string wrong = excess(fields.size(), bytes_of(contents), max_buffer);
  if (wrong.empty()) wrong = contradiction(recording);
  if (!wrong.empty()) return base::Error{path.string(), 0, 0, "the recording cannot be saved: " + wrong};
  std::vector<FilePart> parts;
  Bytes file(sizeof(Header) + (contents.size() + 1) * sizeof(FilePart));
  const auto add = [&](const Bytes& bytes) {
    const Bytes frame = packed(bytes);
    parts.push_back({bytes.size(), frame.size()});
    file.insert(file.end(), frame.begin(), frame.end());
  };
  add(fields);
  for (const auto& each : contents) add(*each);
  const Header header{magic, version_of(recording), 0, 0, parts.size()};
  std::memcpy(file.data(), &header, sizeof header);
  std::memcpy(file.data() + sizeof header, parts.data(), parts.size() * sizeof(FilePart));
  renew_recording_checksum(file);
  return base::write_file(path, file);
}

void renew_recording_checksum(std::span<std::byte> file) {
  if (file.size() < sizeof(Header)) return;
  const std::uint64_t renewed = base::checksum(file.subspan(checked_from));
  std::memcpy(file.data() + offsetof(Header, checksum), &renewed, sizeof renewed);
}

base::Result<ProgramRecording> load_recording(const std::filesystem::path& path) {
  const std::uint64_t most = (max_buffer_here() >> 20 << 20) + max_field_bytes;
  const base::Result<std::string> file = base::read_text(path, most, "a recording on this computer");
  if (!file) return file.error();
  return parse_recording(std::as_bytes(std::span(*file)), path.string());
}

base::Result<ProgramRecording> parse_recording(std::span<const std::byte> file, const std::string& name) {
  const auto error = [&](const std::string& message) { return base::Error{name, 0, 0, message}; };
  const auto damaged = [&](const std::string& why) { return error("not a whole recording of a program: " + why); };
  Header header;
  if (file.size() < sizeof header) return damaged("it is shorter than its header");
  std::memcpy(&header, file.data(), sizeof header);
  if (header.magic != magic) return damaged("it does not begin like one");
  if (header.version < oldest_version || header.version > newest_version)
    return error("recording of version " + std::to_string(header.version) + "; this program reads versions " +
                 std::to_string(oldest_version) + " to " + std::to_string(newest_version));
  if (header.checksum != base::checksum(file.subspan(checked_from))) return damaged("its checksum does not match");
  std::span<const std::byte> rest = file.subspan(sizeof header);
  if (header.unused != 0 || header.parts == 0 || header.parts > rest.size() / sizeof(FilePart))
    return damaged("its length does not fit its parts");

  std::vector<FilePart> parts(header.parts);
  std::memcpy(parts.data(), rest.data(), parts.size() * sizeof(FilePart));
  rest = rest.subspan(parts.size() * sizeof(FilePart));
  const std::uint64_t max_content_bytes = max_buffer_here();
  std::uint64_t packed_bytes = 0, content_bytes = 0;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const FilePart& part = parts[k];
    if (part.packed > rest.size() - packed_bytes || !may_unpack_to(part.packed, part.bytes))
      return damaged("its length does not fit its parts");
    packed_bytes += part.packed;
    if (k > 0) content_bytes += part.bytes;
    const std::string wrong = excess(parts.front().bytes, content_bytes, max_content_bytes);
    if (!wrong.empty()) return error("the recording is too large: " + wrong);
  }
  if (packed_bytes != rest.size()) return damaged("its length does not fit its parts");

  Bytes fields;
  Contents contents;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    auto bytes = unpacked(rest.first(parts[k].packed), parts[k].bytes);
    if (!bytes) return damaged("a part of it cannot be unpacked");
    rest = rest.subspan(parts[k].packed);
    if (k == 0)
      fields = std::move(*bytes);
    else
      contents.push_back(std::make_shared<const Bytes>(std::move(*bytes)));
  }
  auto recording = with_fields(fields, contents, header.version);
  if (!recording) return damaged("its fields do not fit their length");
  if (const std::string wrong = contradiction(*recording); !wrong.empty()) return damaged(wrong);
  return std::move(*recording);
}

}  // namespace warplens::launch
