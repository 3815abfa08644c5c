#include "runtime/copies.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <string>

#include "base/names.h"
#include "base/number_format.h"
#include "runtime/host_heap.h"
#include "runtime/host_pages.h"

namespace warplens::runtime {
namespace {

constexpr base::Names<CopyKind> directions{{CopyKind::host_to_host, "cudaMemcpyHostToHost"},
                                           {CopyKind::host_to_device, "cudaMemcpyHostToDevice"},
                                           {CopyKind::device_to_host, "cudaMemcpyDeviceToHost"},
                                           {CopyKind::device_to_device, "cudaMemcpyDeviceToDevice"},
                                           {CopyKind::by_pointers, "cudaMemcpyDefault"}};

bool is_empty(const Layout& layout) { return layout.width == 0 || layout.height == 0 || layout.depth == 0; }

/// Bytes from the first to behind the last.
std::uint64_t extent(const Rows& rows, const Layout& layout) {
  return ((layout.depth - 1) * rows.rows + layout.height - 1) * rows.pitch + layout.width;
}

/// Call `visit` with the offset of each row's first byte.
template <typename Visit>
void each_row(const Rows& rows, const Layout& layout, Visit visit) {
  for (std::uint64_t slice = 0; slice < layout.depth; ++slice)
    for (std::uint64_t row = 0; row < layout.height; ++row) visit((slice * rows.rows + row) * rows.pitch);
}

ByteRanges bytes_of(const Rows& rows, const Layout& layout, std::uint64_t offset) {
  ByteRanges bytes;
  each_row(rows, layout, [&](std::uint64_t at) { bytes.add(offset + at, offset + at + layout.width); });
  return bytes;
}

launch::RecordedCall::Direction direction(bool from_device, bool on_device) {
  using Direction = launch::RecordedCall::Direction;
  if (from_device) return on_device ? Direction::on_device : Direction::to_host;
  return on_device ? Direction::to_device : Direction::on_host;
}

std::string of_memory(const Allocation& allocation) {
  return allocation.name + " (" + base::counted(allocation.bytes, "byte") + ")";
}

/// Keep a copy from the host, instead of those that it covers.
void note_from_host(Allocation& allocation, FromHost from) {
  std::erase_if(allocation.from_host, [&](const FromHost& old) { return old.begin >= from.begin && old.end <= from.end; });
  if (allocation.from_host.size() == Allocation::max_from_host) allocation.from_host.erase(allocation.from_host.begin());
  allocation.from_host.push_back(std::move(from));
}

/// If a call got memory of the host in place of device memory, and that memory holds a device pointer: ask whether an & is too
/// many.
std::string about_pointer_at(const std::byte* memory, Memory& allocations) {
  void* word = nullptr;
  if (!is_mapped(memory, sizeof word)) return "";
  std::memcpy(&word, memory, sizeof word);
  const std::uint64_t address = allocations.address_of(word);
  const Allocation* const allocation = Memory::is_ours(address) ? allocations.find(address) : nullptr;
  if (allocation == nullptr || allocation->address != address) return "";
  return "; that memory of the host is a pointer to " + allocation->name + ": is there an & too many?";
}

/// If an offset in bytes seems to have been added to a pointer to larger elements: say so. Divided by the size of an element, the
/// offset is inside.
std::string doubt_in_offset(const Allocation& allocation, std::uint64_t offset, std::uint64_t bytes) {
  if (bytes == 0 || bytes > allocation.bytes) return "";
  for (const std::uint64_t element : {2, 4, 8, 16}) {
    if (offset == 0 || offset % (element * bytes) != 0 || offset / element > allocation.bytes - bytes) continue;
    return "; byte " + base::grouped(offset / element) +
           " would be inside: a number that is added to a pointer counts elements, not bytes";
  }
  return "";
}

/// Note a copy to the host, in case it has the size of a pointer where that of an array was meant.
void note_size(Allocation& allocation, std::uint64_t bytes, const Call& call) {
  if (bytes != sizeof(void*)) allocation.copied_otherwise = true;
  if (!allocation.copied_as_pointer) allocation.copied_as_pointer = call;
}

void fill(std::span<std::byte> memory, const Pattern& pattern) {
  if (pattern.bytes == 1) {
    std::memset(memory.data(), static_cast<int>(pattern.value), memory.size());
    return;
  }
  for (std::size_t at = 0; at + pattern.bytes <= memory.size(); at += pattern.bytes)
    std::memcpy(memory.data() + at, &pattern.value, pattern.bytes);  // little-endian
}

}  // namespace

std::optional<Copies::Side> Copies::side(const Rows& rows, const Layout& layout, bool written, const Call& call) {
  const std::uint64_t address = memory_.address_of(rows.pointer);
  const char* const verb = written ? " writes " : " reads ";
  if (rows.pointer == nullptr) return std::nullopt;
  Side side;
  side.allocation = memory_.find(address);
  if (side.allocation == nullptr) {
    if (Memory::is_ours(address)) return std::nullopt;
    side.memory = static_cast<std::byte*>(rows.pointer);
    check_host_block(rows.pointer, extent(rows, layout), written, call);
    return side;
  }
  const Allocation& allocation = *side.allocation;
  if (allocation.freed) {
    findings_.add(HostFinding::use_after_free, call, call.function + verb + allocation.name + " after it was freed", &allocation,
                  &allocation.freed_by);
    return std::nullopt;
  }
  if (allocation.kind == MemoryKind::heap) {
    findings_.add(HostFinding::wrong_copy, call,
                  call.function + verb +
                      "memory from malloc or new in a kernel, which only kernels can use: let a kernel copy it to "
                      "memory from cudaMalloc first",
                  &allocation);
    return std::nullopt;
  }
  side.offset = address - allocation.address;
  const std::uint64_t bytes = extent(rows, layout);
  if (side.offset > allocation.bytes || bytes > allocation.bytes - side.offset) {
    const std::string from = side.offset == 0 ? "" : " from byte " + base::grouped(side.offset) + " on";
    findings_.add(HostFinding::out_of_bounds, call,
                  call.function + verb + base::counted(bytes, "byte") + from + " of " + of_memory(allocation) +
                      doubt_in_offset(allocation, side.offset, bytes),
                  &allocation);
    return std::nullopt;
  }
  side.memory = allocation.memory + side.offset;
  return side;
}

void Copies::check_host_block(const void* pointer, std::uint64_t bytes, bool written, const Call& call) {
  const Allocation* const registered = memory_.find_registered(pointer);
  constexpr std::uint64_t page = 4096;
  if (registered != nullptr && registered->memory == pointer && bytes > (registered->bytes + page - 1) / page * page) {
    findings_.add(HostFinding::out_of_bounds, call,
                  call.function + (written ? " writes " : " reads ") + base::counted(bytes, "byte") +
                      " of memory of the host of which cudaHostRegister has pinned " + base::grouped(registered->bytes) +
                      ": its size is in bytes",
                  nullptr, &registered->allocated_by);
  }
  const auto room = room_below(pointer, bytes);
  if (!room) return;
  std::uint64_t word = 0;
  std::memcpy(&word, pointer, sizeof word);
  const bool holds_pointers = *room >= sizeof word && is_in_host_heap(word);
  findings_.add(HostFinding::out_of_bounds, call,
                call.function + (written ? " writes " : " reads ") + base::counted(bytes, "byte") +
                    " of the host's memory, and the block of malloc or new there has room for " + base::grouped(*room) +
                    (holds_pointers ? ", and it holds pointers: what they point to is not next to it" : ""));
}

void Copies::check_written(const Allocation& from, const ByteRanges& bytes, const Call& call) {
  // Less than this may be the padding of a structure.
  constexpr std::uint64_t max_padding = 15;
  const std::uint64_t element = from.type ? launch::bytes(*from.type) : 1;
  const std::uint64_t least = from.type ? element : max_padding + 1;
  std::uint64_t copied = 0, unwritten = 0, first = 0;
  bool counts = false;
  for (const auto& [begin, end] : bytes.ranges()) {
    copied += end - begin;
    for (const launch::ByteRange& range : Memory::unwritten_bytes(from, begin, end)) {
      unwritten += range.end - range.begin;
      const std::uint64_t whole = (range.begin + element - 1) / element * element;  // the first that is unwritten as a whole
      if (!counts) first = whole;
      counts = counts || whole + least <= range.end;
    }
  }
  // Numba reads a scalar's memory before it writes it: what a line of Python allocates and copies is Numba's own doing.
  if (of_one_python_line(from.allocated_by, call)) return;
  if (unwritten != 0 && unwritten == copied) {
    findings_.add(HostFinding::uninitialised_copy, call,
                  call.function + " copies " + from.name + ", which neither a copy nor a kernel has written before", &from);
  } else if (counts && !from.unsure) {
    const std::optional<WrittenBy>& by = from.last_written_by;
    const std::uint64_t elements = from.bytes / element;
    std::string launched;
    if (by) launched = "; " + by->call.function + " wrote the others, launched as " + by->launch;
    if (by && from.type)
      launched += ", " + base::counted(by->threads, "thread") + " for " + base::counted(elements, "element") +
                  (!by->flat && by->threads >= elements ? ": are x and y swapped in the grid or the block?" : "");
    const std::string place = (from.type ? "element " : "byte ") + base::grouped(first / element);
    findings_.add(HostFinding::uninitialised_copy, call,
                  call.function + " copies " + base::counted(copied, "byte") + " of " + from.name + ", " +
                      base::grouped(unwritten) + " of which neither a copy nor a kernel has written before, from " + place +
                      " on" + launched,
                  &from, by ? &by->call : nullptr);
  }
}

Status Copies::check_direction(const Side& to, const Side& from, CopyKind kind, const Call& call) {
  if (static_cast<unsigned>(kind) >= base::enumerators<CopyKind>) return Status::invalid_copy_direction;
  if (kind == CopyKind::by_pointers) return Status::success;
  const bool to_device = kind == CopyKind::host_to_device || kind == CopyKind::device_to_device;
  const bool from_device = kind == CopyKind::device_to_host || kind == CopyKind::device_to_device;
  const auto wrong = [](const Side& side, bool device) { return device ? side.allocation == nullptr : !side.on_host(); };
  for (const auto& [side, device, which] :
       {std::tuple{&to, to_device, "destination"}, std::tuple{&from, from_device, "source"}}) {
    if (!wrong(*side, device)) continue;
    findings_.add(HostFinding::wrong_copy, call,
                  call.function + " was told " + std::string(directions.name_of(kind)) + ", but its " + which +
                      (device ? " is memory of the host" : ", " + side->allocation->name + ", is device memory") +
                      "; the destination is the first argument, the source the second" +
                      (device ? about_pointer_at(side->memory, memory_) : ""),
                  side->allocation);
    return Status::invalid_value;
  }
  return Status::success;
}

Status Copies::copy(const Rows& to_rows, const Rows& from_rows, const Layout& layout, CopyKind kind, std::uint32_t stream,
                    bool waits, const Call& call, Issuer issuer) {
  if (is_empty(layout)) return Status::success;
  if (const std::uint64_t pitch = std::min(to_rows.pitch, from_rows.pitch); pitch < layout.width) {
    errors_.explain("a pitch of " + base::counted(pitch, "byte") + " is less than the width of a row, " +
                    base::counted(layout.width, "byte"));
    return Status::invalid_pitch;
  }
  const auto to = side(to_rows, layout, true, call), from = side(from_rows, layout, false, call);
  if (!to || !from) return Status::invalid_value;
  if (const Status status = check_direction(*to, *from, kind, call); status != Status::success) return status;
  if (from->allocation != nullptr) check_written(*from->allocation, bytes_of(from_rows, layout, from->offset), call);
  const bool flat = layout.height * layout.depth == 1 && to->allocation != nullptr && to->allocation == from->allocation;
  if (flat && to->offset < from->offset + layout.width && from->offset < to->offset + layout.width) {
    const std::uint64_t apart = std::max(to->offset, from->offset) - std::min(to->offset, from->offset);
    findings_.add(HostFinding::wrong_copy, call,
                  call.function + " copies " + base::counted(layout.width, "byte") + " of " + to->allocation->name +
                      " to a place " + base::counted(apart, "byte") +
                      " away: source and destination overlap, and the result is undefined",
                  to->allocation);
  }
  for (const Side* side : {&*to, &*from}) {
    const Allocation* const rows = side->allocation;
    const bool in_one = layout.height * layout.depth == 1 && rows != nullptr && layout.width > rows->row_bytes;
    // Whole rows, gaps included: the other side may be laid out the same.
    if (!in_one || layout.width % std::max<std::uint64_t>(rows->pitch, 1) == 0 || rows->pitch <= rows->row_bytes ||
        (to->allocation != nullptr && from->allocation != nullptr))
      continue;
    findings_.add(HostFinding::pitch_ignored, call,
                  call.function + " copies " + base::counted(layout.width, "byte") + " of " + rows->name +
                      " in one piece, but its rows of " + base::counted(rows->row_bytes, "byte") + " begin every " +
                      base::grouped(rows->pitch) + ": cudaMemcpy2D copies rows without what lies between them",
                  rows);
  }
  const Unit unit = !from->on_device() && to->on_device()   ? Unit::copy_in
                    : from->on_device() && !to->on_device() ? Unit::copy_out
                                                            : Unit::kernels;
  const std::uint64_t bytes = layout.width * layout.height * layout.depth;
  effect_.direction = direction(from->on_device(), to->on_device());
  effect_.bytes = bytes;
  effect_.to = to->allocation;
  effect_.from = from->allocation;
  const Streams::Issued issued = streams_.issue(stream, unit, streams_.copy_ms(bytes), issuer);
  if (to->allocation != nullptr) uses_.add(*to->allocation, issued, true, bytes_of(to_rows, layout, to->offset), call);
  if (from->allocation != nullptr) uses_.add(*from->allocation, issued, false, bytes_of(from_rows, layout, from->offset), call);
  if (to->allocation == nullptr || from->allocation == nullptr) {
    const bool reads = from->allocation == nullptr;
    const Rows& host = reads ? from_rows : to_rows;
    under_way_ = {reinterpret_cast<std::uint64_t>(host.pointer), extent(host, layout), reads, call};
  }
  for (std::uint64_t slice = 0; slice < layout.depth; ++slice) {
    for (std::uint64_t row = 0; row < layout.height; ++row)
      std::memmove(to->memory + (slice * to_rows.rows + row) * to_rows.pitch,
                   from->memory + (slice * from_rows.rows + row) * from_rows.pitch, layout.width);
  }
  under_way_.reset();
  if (to->allocation != nullptr) to->allocation->written.add(bytes_of(to_rows, layout, to->offset));
  if (to->allocation != nullptr) {
    to->allocation->last_filled_by = call.function;
    to->allocation->last_filled_rows = layout.height * layout.depth > 1 ? layout.width : 0;
  }
  if (unit == Unit::copy_in) note_from_host(*to->allocation, {to->offset, to->offset + extent(to_rows, layout), call});
  if (unit == Unit::copy_in) to_device_ = call;
  any_to_host_ = any_to_host_ || unit == Unit::copy_out;
  if (unit == Unit::copy_out) note_size(*from->allocation, bytes, call);
  const auto is_pageable = [this](const Side& side) {
    return side.allocation == nullptr && memory_.find_registered(side.memory) == nullptr;
  };
  const bool pageable = !waits && issuer == Issuer::host && (is_pageable(*to) || is_pageable(*from));
  if (pageable && stream != 0)
    findings_.add(HostFinding::pageable_copy, call,
                  call.function + (from->allocation == nullptr ? " copies from" : " copies to") +
                      " pageable memory of the host, as new, malloc and arrays have: the host waits here for the copy, so that "
                      "nothing that comes later overlaps with it; use cudaMallocHost for that memory, or cudaHostRegister",
                  to->allocation != nullptr ? to->allocation : from->allocation);
  if (waits || pageable) streams_.wait(issued);
  return Status::success;
}

Status Copies::set(const Rows& rows, const Pattern& pattern, const Layout& layout, std::uint32_t stream, const Call& call,
                   Issuer issuer) {
  if (is_empty(layout)) return Status::success;
  if (rows.pitch < layout.width) return Status::invalid_value;  // as cudaMemset2D documents, unlike copies
  if ((reinterpret_cast<std::uintptr_t>(rows.pointer) | rows.pitch) % pattern.bytes != 0) return Status::invalid_value;
  const auto to = side(rows, layout, true, call);
  if (!to) return Status::invalid_value;
  if (to->allocation == nullptr) {
    findings_.add(HostFinding::wrong_copy, call, call.function + " was given memory of the host; memset sets that");
    return Status::invalid_value;
  }
  effect_.bytes = layout.width * layout.height * layout.depth;
  effect_.to = to->allocation;
  const Streams::Issued issued = streams_.issue(stream, Unit::kernels, 0, issuer);
  uses_.add(*to->allocation, issued, true, bytes_of(rows, layout, to->offset), call);
  each_row(rows, layout, [&](std::uint64_t at) { fill({to->memory + at, static_cast<std::size_t>(layout.width)}, pattern); });
  to->allocation->written.add(bytes_of(rows, layout, to->offset));
  to->allocation->last_filled_by = call.function;
  to->allocation->last_filled_rows = 0;
  // 0x3f and 0x7f are often set on purpose: they make floats and ints large.
  if (pattern.bytes == 1 && pattern.value > 0 && pattern.value < 0x3f && !to->allocation->set_by) {
    to->allocation->set_by = call;
    to->allocation->set_to = static_cast<unsigned char>(pattern.value);
  }
  return Status::success;
}

}  // namespace warplens::runtime
