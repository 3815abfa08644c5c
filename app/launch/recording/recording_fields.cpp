#include "launch/recording/recording_fields.h"

#include <bit>
#include <concepts>
#include <cstring>
#include <map>
#include <string>
#include <type_traits>
#include <utility>

namespace warplens::launch {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::uint32_t no_content = 0xffffffffu;

template <typename T, typename Wanted>
concept Of = std::same_as<std::remove_const_t<T>, Wanted>;

// The order of the fields, for the writer and the reader.

template <typename Archive>
void fields(Archive& archive, Of<base::Dim3> auto& extents) {
  archive(extents.x, extents.y, extents.z);
}
template <typename Archive>
void fields(Archive& archive, Of<ProgramPlace> auto& place) {
  archive(place.file, place.line);
}
template <typename Archive>
void fields(Archive& archive, Of<RecordedSource> auto& source) {
  archive(source.file, source.text);
}
template <typename Archive>
void fields(Archive& archive, Of<RecordedAllocation> auto& allocation) {
  archive(allocation.name, allocation.kind, allocation.type, allocation.address, allocation.bytes, allocation.allocated,
          allocation.freed);
}
template <typename Archive>
void fields(Archive& archive, Of<RecordedCall> auto& call) {
  archive(call.function, call.place, call.kind, call.direction, call.error, call.stream, call.bytes, call.to, call.from,
          call.launch, call.called_ms, call.returned_ms, call.begin_ms, call.end_ms);
}
template <typename Archive>
void fields(Archive& archive, Of<RecordedFinding> auto& finding) {
  archive(finding.kind, finding.message, finding.place, finding.other, finding.call);
}
template <typename Archive>
void fields(Archive& archive, Of<ByteRange> auto& range) {
  archive(range.begin, range.end);
}
template <typename Archive>
void fields(Archive& archive, Of<RecordedLaunch::Block> auto& block) {
  archive(block.allocation, block.content, block.unwritten);
}
template <typename Archive>
void fields(Archive& archive, Of<RecordedLaunch::Variable> auto& variable) {
  archive(variable.index, variable.address, variable.content);
}
template <typename Archive>
void fields(Archive& archive, Of<RecordedLaunch> auto& launch) {
  archive(launch.kernel, launch.entry, launch.module, launch.call, launch.grid, launch.block, launch.dynamic_shared,
          launch.heap_bytes, launch.parameters, launch.blocks, launch.variables, launch.not_kept);
}
template <typename Archive>
void fields(Archive& archive, Of<ProgramRecording> auto& recording) {
  archive(recording.name, recording.spec, recording.schedule, recording.seed, recording.sources, recording.modules,
          recording.allocations, recording.calls, recording.launches, recording.findings, recording.output, recording.exit_status,
          recording.incomplete);
}

constexpr auto last(RecordedAllocation::Kind) { return RecordedAllocation::Kind::heap; }
constexpr auto last(RecordedCall::Kind) { return RecordedCall::Kind::other; }
constexpr auto last(RecordedCall::Direction) { return RecordedCall::Direction::on_host; }
constexpr auto last(ElementType) { return ElementType::f64; }
constexpr auto last(Schedule) { return Schedule::random; }

template <typename T>
concept Number = std::is_arithmetic_v<T>;

class Writer {
 public:
  explicit Writer(Contents& contents) : contents_(contents) {}

  template <typename... T>
  void operator()(const T&... values) {
    (write(values), ...);
  }
  Bytes take() { return std::move(bytes_); }

 private:
  void write_raw(const void* from, std::size_t size) {
    const auto* const bytes = static_cast<const std::byte*>(from);
    bytes_.insert(bytes_.end(), bytes, bytes + size);
  }
  void write(Number auto value) { write_raw(&value, sizeof value); }
  template <typename T>
  requires std::is_enum_v<T>
  void write(T value) { write(static_cast<std::uint8_t>(value)); }
  void write(const std::string& text) {
    write(static_cast<std::uint32_t>(text.size()));
    write_raw(text.data(), text.size());
  }
  void write(const Bytes& bytes) {
    write(static_cast<std::uint32_t>(bytes.size()));
    write_raw(bytes.data(), bytes.size());
  }
  void write(const std::shared_ptr<const Bytes>& content) {
    if (!content) return write(no_content);
    const auto [known, is_new] = numbers_.emplace(content.get(), static_cast<std::uint32_t>(contents_.size()));
    if (is_new) contents_.push_back(content);
    write(known->second);
  }
  template <typename T>
  void write(const std::vector<T>& values) {
    write(static_cast<std::uint32_t>(values.size()));
    for (const T& value : values) write(value);
  }
  template <typename T>
  requires std::is_class_v<T>
  void write(const T& value) { fields(*this, value); }

  Contents& contents_;
  std::map<const Bytes*, std::uint32_t> numbers_;
  Bytes bytes_;
};

/// Reads nothing more once something did not fit.
class Reader {
 public:
  Reader(std::span<const std::byte> bytes, const Contents& contents) : rest_(bytes), contents_(contents) {}

  template <typename... T>
  void operator()(T&... values) {
    (read(values), ...);
  }
  bool at_end() const { return ok_ && rest_.empty(); }

 private:
  /// The next `size` bytes; none if there are fewer.
  std::span<const std::byte> take(std::size_t size) {
    ok_ = ok_ && size <= rest_.size();
    if (!ok_) return {};
    const auto taken = rest_.first(size);
    rest_ = rest_.subspan(size);
    return taken;
  }
  /// A number of bytes or of values, each of which takes at least one.
  std::uint32_t count() {
    std::uint32_t number = 0;
    read(number);
    ok_ = ok_ && number <= rest_.size();
    return ok_ ? number : 0;
  }
  void read(Number auto& value) {
    const auto from = take(sizeof value);
    if (ok_) std::memcpy(&value, from.data(), sizeof value);
  }
  template <typename T>
  requires std::is_enum_v<T>
  void read(T& value) {
    std::uint8_t number = 0;
    read(number);
    ok_ = ok_ && number <= static_cast<std::uint8_t>(last(T{}));
    if (ok_) value = static_cast<T>(number);
  }
  void read(std::string& text) {
    const auto from = take(count());
    text.assign(reinterpret_cast<const char*>(from.data()), from.size());
  }
  void read(Bytes& bytes) {
    const auto from = take(count());
    bytes.assign(from.begin(), from.end());
  }
  void read(std::shared_ptr<const Bytes>& content) {
    std::uint32_t number = 0;
    read(number);
    ok_ = ok_ && (number == no_content || number < contents_.size());
    if (ok_ && number != no_content) content = contents_[number];
  }
  template <typename T>
  void read(std::vector<T>& values) {
    // One by one: a value takes more memory than bytes, so that a false number must not be believed.
    for (std::uint32_t left = count(); ok_ && left > 0; --left) read(values.emplace_back());
  }
  template <typename T>
  requires std::is_class_v<T>
  void read(T& value) { fields(*this, value); }

  std::span<const std::byte> rest_;
  const Contents& contents_;
  bool ok_ = true;
};

}  // namespace

Bytes fields_of(const ProgramRecording& recording, Contents& contents) {
  Writer writer(contents);
  writer(recording);
  return writer.take();
}

std::optional<ProgramRecording> with_fields(std::span<const std::byte> fields, const Contents& contents) {
  std::optional<ProgramRecording> recording(std::in_place);
  Reader reader(fields, contents);
  reader(*recording);
  if (!reader.at_end()) recording.reset();
  return recording;
}

}  // namespace warplens::launch
