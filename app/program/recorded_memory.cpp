#include "program/recorded_memory.h"

#include <algorithm>
#include <system_error>

#include "launch/address_space.h"
#include "runtime/recorder.h"

namespace warplens::program {

using launch::RecordedAllocation;
using report::Json;

RecordedMemory::RecordedMemory(const std::filesystem::path& contents, std::uint64_t budget)
    : file_(contents, std::ios::binary), left_(budget) {
  std::error_code code;
  const std::uintmax_t bytes = std::filesystem::file_size(contents, code);
  if (!code) file_bytes_ = once_left_ = bytes;
}

bool RecordedMemory::spend(std::uint64_t& left, std::uint64_t bytes) {
  sound_ = sound_ && bytes <= left;
  if (sound_) left -= bytes;
  return sound_;
}

void RecordedMemory::add_memory(const Json& event) {
  const std::uint32_t call = event.at("in_call");
  for (const Json& json : event.at("allocated")) {
    const auto kind = runtime::memory_kind_names.value_of(json.at("kind").get<std::string>());
    sound_ = sound_ && kind;
    RecordedAllocation& allocation = allocations_.emplace_back();
    allocation.name = json.at("name");
    allocation.kind = kind.value_or(RecordedAllocation::Kind::device);
    allocation.address = json.at("address");
    allocation.bytes = json.at("bytes");
    allocation.pointer = json.value("pointer", 0u);
    allocation.allocated = json.at("by_call").get<bool>() ? call : launch::no_call;
    allocation.freed = launch::no_call;
    by_address_[allocation.address] = static_cast<std::uint32_t>(allocations_.size() - 1);
  }
  for (const Json& address : event.at("freed")) {
    if (RecordedAllocation* const allocation = allocation_at(address)) allocation->freed = call;
  }
  for (const Json& type : event.at("types")) {
    const auto element = launch::element_type_named(type.at(1).get<std::string>());
    RecordedAllocation* const allocation = allocation_at(type.at(0));
    if (element && allocation != nullptr) allocation->type = *element;
  }
}

void RecordedMemory::add_module(const Json& event) {
  const std::uint64_t bytes = event.at("bytes");
  const auto text = take(event.at("offset"), bytes);
  if (!text) return;
  modules_.emplace_back(reinterpret_cast<const char*>(text->data()), text->size());
  variables_.emplace_back();
  for (const Json& variable : event.at("variables")) variables_.back()[variable.at(1)] = variable.at(0);
}

std::shared_ptr<const launch::Bytes> RecordedMemory::take(std::uint64_t offset, std::uint64_t bytes) {
  return spend(once_left_, bytes) ? read(offset, bytes) : nullptr;
}

void RecordedMemory::add_to(launch::RecordedLaunch& launch, const Json& changed) {
  if (!spend(left_, allocations_.size() * runtime::recorded_entry_bytes)) return;
  for (const Json& each : changed) {
    const std::uint64_t address = each.at(0);
    const RecordedAllocation* const allocation = allocation_at(address);
    if (allocation == nullptr || !spend(left_, allocation->bytes)) return;
    Content& content = contents_[address];
    content = {read(each.at(1), allocation->bytes), {}};
    for (const Json& range : each.at(2)) content.unwritten.push_back({range.at(0), range.at(1)});
    sound_ = sound_ && content.unwritten.size() <= launch::max_unwritten_ranges;
  }
  if (launch.module >= variables_.size()) {
    sound_ = false;
    return;
  }
  const auto& variables = variables_[launch.module];
  for (std::uint32_t k = 0; k < allocations_.size(); ++k) {
    const RecordedAllocation& allocation = allocations_[k];
    const Content& content = contents_[allocation.address];
    if (const auto variable = variables.find(allocation.address); variable != variables.end()) {
      launch.variables.push_back({variable->second, allocation.address, content.bytes});
    } else {  // constants of other modules, too: the program may have their addresses
      const bool freed = allocation.freed != launch::no_call;
      if (!freed && !spend(left_, content.unwritten.size() * runtime::recorded_range_bytes)) return;
      launch.blocks.push_back(freed ? launch::RecordedLaunch::Block{k}
                                    : launch::RecordedLaunch::Block{k, content.bytes, content.unwritten});
    }
  }
}

std::uint32_t RecordedMemory::index_at(std::uint64_t address) {
  return allocation_at(address) != nullptr ? by_address_.at(address) : launch::no_allocation;
}

std::uint64_t RecordedMemory::bytes_by(std::uint32_t call) const {
  std::uint64_t bytes = 0;
  for (auto at = allocations_.rbegin(); at != allocations_.rend() && at->allocated == call; ++at) bytes += at->bytes;
  return bytes;
}

RecordedAllocation* RecordedMemory::allocation_at(std::uint64_t address) {
  const auto found = by_address_.find(address);
  if (found == by_address_.end()) sound_ = false;
  return found != by_address_.end() ? &allocations_[found->second] : nullptr;
}

std::shared_ptr<const launch::Bytes> RecordedMemory::read(std::uint64_t offset, std::uint64_t bytes) {
  if (offset > file_bytes_ || bytes > file_bytes_ - offset) {
    sound_ = false;
    return nullptr;
  }
  launch::Bytes content(bytes);
  file_.seekg(static_cast<std::streamoff>(offset));
  sound_ = file_.read(reinterpret_cast<char*>(content.data()), static_cast<std::streamsize>(bytes)).good() && sound_;
  return std::make_shared<const launch::Bytes>(std::move(content));
}

}  // namespace warplens::program
