#include "runtime/recorder.h"

#include <cerrno>
#include <cstring>
#include <span>
#include <string>
#include <utility>

#include "base/number_format.h"
#include "report/json.h"
#include "runtime/host_pages.h"

namespace warplens::runtime {
namespace {

std::string size_text(std::uint64_t bytes) {
  return bytes >> 20 != 0 ? base::grouped(bytes >> 20) + " MiB" : base::grouped(bytes >> 10) + " KiB";
}

/// The textures of a launch, each with the address of its memory.
report::Json json_of(const launch::Launch& launch, const std::vector<launch::Texture>& textures) {
  report::Json all = report::Json::array();
  for (const launch::Texture& texture : textures)
    all.push_back({{"handle", texture.handle},
                   {"address", launch.placement->blocks[texture.buffer].address},
                   {"surface", texture.surface},
                   {"resource", texture.resource},
                   {"offset", texture.offset},
                   {"extents", {texture.width, texture.height, texture.depth}},
                   {"distances", {texture.pitch, texture.slice}},
                   {"dimensions", texture.dimensions},
                   {"layered", texture.layered},
                   {"format", {static_cast<unsigned>(texture.kind), texture.bits, texture.channels}},
                   {"modes", texture.modes},
                   {"linear", texture.linear_filter},
                   {"parts", texture.normalised_reads},
                   {"normalised", texture.normalised_coordinates},
                   {"border", texture.border}});
  return all;
}

}  // namespace

Recorder::Recorder(const RecordingOptions& options, Journal& journal, Memory& memory, const Streams& streams, Effect& effect)
    : journal_(journal),
      memory_(memory),
      streams_(streams),
      effect_(effect),
      max_calls_(options.max_calls),
      last_launches_(options.last_launches) {
  if (!options.folder.empty()) contents_.emplace(options.folder / "contents", options.budget);
}

/// Nothing more is kept.
void Recorder::cut(const std::string& reason) {
  journal_.write({{"event", "cut"}, {"reason", reason}});
  contents_.reset();
}

Recorder::Made Recorder::call_begins() {
  if (!active()) return {};
  if (next_call_ == max_calls_ && last_launches_ == 0) {
    cut("only the first " + base::counted(max_calls_, "call") + " were recorded");
    return {};
  }
  Made made{next_call_++, streams_.now_ms(), std::exchange(effect_, {}), journal_.in_call()};
  journal_.set_call(made.number);
  return made;
}

void Recorder::call_returns(const Made& made, const Call& call, Status status) {
  if (!made.number) return;
  if (active()) tell_memory();
  const bool worked = effect_.worked;
  report::Json event{{"event", "call"},
                     {"number", *made.number},
                     {"call", json_of(call)},
                     {"called_ms", made.called_ms},
                     {"returned_ms", streams_.now_ms()},
                     {"stream", effect_.stream},
                     {"begin_ms", worked ? effect_.begin_ms : made.called_ms},
                     {"end_ms", worked ? effect_.end_ms : made.called_ms},
                     {"error", status == Status::success ? "" : name(static_cast<int>(status))},
                     {"direction", direction_names.name_of(effect_.direction)},
                     {"bytes", effect_.bytes}};
  if (effect_.captured) event["captured"] = true;
  if (effect_.to != nullptr) event["to"] = effect_.to->address;
  if (effect_.from != nullptr) event["from"] = effect_.from->address;
  journal_.write(std::move(event));
  journal_.set_call(made.outer_number);
  effect_ = made.outer;
}

/// Memory that is new, freed, or has got a type since this was called last.
void Recorder::tell_memory() {
  report::Json allocated = report::Json::array(), freed = allocated, types = allocated;
  for (; known_ < memory_.all().size(); ++known_) {
    const Allocation& allocation = memory_.all()[known_];
    allocated.push_back({{"name", allocation.name},
                         {"kind", memory_kind_names.name_of(allocation.kind)},
                         {"address", allocation.address},
                         {"bytes", allocation.bytes},
                         {"by_call", allocation.number != 0}});
    if (!memory_.pointers().empty())
      allocated.back()["pointer"] = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(allocation.pointer));
    live_.push_back({.index = known_});
  }
  std::erase_if(live_, [&](RecordedAllocation& told) {
    const Allocation& allocation = memory_.all()[told.index];
    if (allocation.freed) freed.push_back(allocation.address);
    if (allocation.type != told.type) types.push_back({allocation.address, launch::name(*allocation.type)});
    told.type = allocation.type;
    return allocation.freed;
  });
  if (allocated.empty() && freed.empty() && types.empty()) return;
  journal_.write({{"event", "memory"}, {"allocated", allocated}, {"freed", freed}, {"types", types}});
}

/// The number of the kernel's module, which is kept when it is used first; nothing if it cannot be written.
std::optional<std::uint32_t> Recorder::tell_module(const Kernel& kernel) {
  const auto [known, is_new] = modules_.emplace(kernel.module.get(), static_cast<std::uint32_t>(modules_.size()));
  if (!is_new) return known->second;
  const std::string& text = kernel.module->text;
  const auto offset = contents_->add_for_good(std::as_bytes(std::span(text)));
  if (!offset) return std::nullopt;
  report::Json variables = report::Json::array();
  for (const launch::Placement::Variable& variable : *kernel.variables) variables.push_back({variable.index, variable.address});
  journal_.write({{"event", "module"},
                  {"module", known->second},
                  {"offset", *offset},
                  {"bytes", text.size()},
                  {"variables", std::move(variables)}});
  return known->second;
}

/// All memory, or what has changed since the last list. Error: memory that cannot be read.
base::Result<Recorder::Listing> Recorder::memory_to_list() {
  Listing listing;
  listing.bytes = memory_.all().size() * recorded_entry_bytes;
  for (RecordedAllocation& told : live_) {
    const Allocation& allocation = memory_.all()[told.index];
    const std::span<const std::byte> content(allocation.memory, allocation.bytes);
    if (allocation.kind == MemoryKind::registered && !is_mapped(allocation.memory, allocation.bytes))
      return base::error("the program has given back " + allocation.name + " without cudaHostUnregister");
    launch::RangesOfBytes unwritten = Memory::unwritten_bytes(allocation);
    listing.bytes += unwritten.size() * recorded_range_bytes;
    const bool is_same = told.offset && contents_->has(*told.offset, content);
    if (is_same && told.unwritten == unwritten && !list_all_) continue;
    listing.contents.push_back({&told, content, std::move(unwritten), is_same ? told.offset : std::nullopt});
    listing.bytes += content.size();
  }
  return listing;
}

/// Drop the memory of all launches but those of the last `kept` generations, of which one begins now.
void Recorder::begin_generation(const Listing& listing, std::size_t kept) {
  contents_->begin_generation();
  for (const Listed& each : listing.contents)
    if (each.offset && !each.content.empty()) contents_->use(*each.offset);
  generations_.push_back(begun_);
  while (generations_.size() > kept) generations_.pop_front();
  in_generation_ = 0;
  journal_.write({{"event", "kept"}, {"from", generations_.front()}});
  if (!contents_->drop_all_but(kept))
    cut("memory of earlier launches could not be dropped: " + std::string(std::strerror(errno)));
}

/// Write the memory that has changed to `event`. Error: why it is not kept.
base::Status Recorder::keep_memory(report::Json& event) {
  const bool is_due = last_launches_ != 0 && in_generation_ == last_launches_;
  list_all_ = list_all_ || is_due;
  auto listing = memory_to_list();
  if (!listing) return listing.error();
  if (is_due) begin_generation(*listing, 2);
  if (active() && !contents_->spend(listing->bytes)) {
    const base::Error too_much = base::error("the memory that it began with is not recorded: a recording has at most " +
                                             size_text(contents_->budget()) + " of memory");
    if (last_launches_ == 0) return too_much;
    list_all_ = true;
    if (listing = memory_to_list(); !listing) return listing.error();
    begin_generation(*listing, 1);
    if (active() && !contents_->spend(listing->bytes)) return too_much;
  }
  if (!active()) return base::error("the memory that it began with could not be recorded");
  for (Listed& each : listing->contents) {
    if (!each.offset) each.offset = contents_->add(each.content);
    if (!each.offset) return base::error("the memory that it began with could not be recorded: " + contents_->why_not());
  }
  report::Json memory = report::Json::array();
  for (Listed& each : listing->contents) {
    report::Json unwritten = report::Json::array();
    for (const launch::ByteRange& range : each.unwritten) unwritten.push_back({range.begin, range.end});
    each.told->offset = each.offset;
    each.told->unwritten = std::move(each.unwritten);
    memory.push_back({memory_.all()[each.told->index].address, *each.offset, std::move(unwritten)});
  }
  event["memory"] = std::move(memory);
  list_all_ = false;
  ++in_generation_;
  return base::Nothing{};
}

void Recorder::launch_begins(const Kernel& kernel, const launch::Launch& launch, const Call& call) {
  if (!active() || !journal_.in_call()) return;
  tell_memory();
  const auto module = tell_module(kernel);
  if (!module) return cut("the recording could not be written: " + contents_->why_not());
  report::Json event{{"event", "begin"},
                     {"call", json_of(call)},
                     {"name", kernel.function().demangled},
                     {"kernel", signature(kernel.function())},
                     {"entry", kernel.function().name},
                     {"module", *module},
                     {"grid", json_of(launch.grid)},
                     {"block", json_of(launch.block)},
                     {"shared", launch.dynamic_shared},
                     {"heap_bytes", launch.heap_bytes},
                     {"parameters", in_hexadecimal(launch.placement->parameters)}};
  if (!launch.textures.empty()) event["textures"] = json_of(launch, launch.textures);
  if (const base::Status kept = keep_memory(event); !kept) event["not_kept"] = kept.error().message;
  ++begun_;
  journal_.write(std::move(event));
}

}  // namespace warplens::runtime
