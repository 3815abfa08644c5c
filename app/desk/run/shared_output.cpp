#include "desk/run/shared_output.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace warplens::desk {
namespace {

/// Larger outputs are copied: they would take as much of the GPU's memory for as long as the window is open.
constexpr std::uint64_t max_shared = std::uint64_t{1} << 30;

/// So that a slider that is dragged does not register a buffer at each of its places.
std::uint64_t capacity_for(std::uint64_t bytes) { return std::bit_ceil(std::max<std::uint64_t>(bytes, 1u << 16)); }

}  // namespace

SharedOutput::~SharedOutput() { drop(); }

std::shared_ptr<const launch::LentMemory> SharedOutput::lend(launch::Device& device, std::uint64_t bytes) {
  tend();
  if (lent_ || bytes == 0 || device.properties().kind == launch::DeviceKind::simt || !prepare(device, bytes)) return nullptr;
  filled_by_.reset();
  const auto address = shared_->map();
  if (!address) {
    refuse(address.error());
    return nullptr;
  }
  lent_ = std::make_shared<const launch::LentMemory>(launch::LentMemory{*address, buffer_->size()});
  return lent_;
}

void SharedOutput::take_back(const std::shared_ptr<const launch::LentMemory>& memory, std::shared_ptr<const RunTables> run) {
  if (memory == nullptr || memory != lent_) return;
  give_back();
  if (shared_ && run) filled_by_ = run;
}

void SharedOutput::tend() {
  if (lent_ && lent_.use_count() == 1) give_back();
}

void SharedOutput::copy_because(const std::string& reason) {
  if (!refused_ && !lent_) refuse(base::error(reason));
}

gl::Name SharedOutput::buffer_of(const RunTables& run) const { return filled_by_.lock().get() == &run ? buffer_->name() : 0; }

bool SharedOutput::prepare(launch::Device& device, std::uint64_t bytes) {
  if (device_ != &device) {
    drop();
    device_ = &device;
    refused_ = false;
  }
  if (refused_) return false;
  if (shared_ && !shared_->lost() && buffer_->size() >= bytes) return true;
  drop();
  if (bytes > max_shared) {
    note_ = "Pictures are drawn from a copy of the output: it has more than 1 GiB.";
    return false;
  }
  buffer_.emplace(capacity_for(bytes));
  auto shared = device.share(buffer_->name(), buffer_->size());
  if (!shared) {
    refuse(shared.error());
    return false;
  }
  shared_ = std::move(*shared);
  note_ = "Pictures are drawn from the GPU's memory, where the kernel wrote the output.";
  return true;
}

/// What is lent is no longer; where the device has lost it, it is done with.
void SharedOutput::give_back() {
  lent_.reset();
  if (!shared_->unmap()) drop();
}

void SharedOutput::drop() {
  lent_.reset();
  filled_by_.reset();
  const bool written = shared_ && shared_->may_be_written();
  shared_.reset();
  // OpenGL would wait for the kernel. What that may still write is left to it, and to the end of the program.
  if (written) static_cast<void>(std::make_unique<gl::Buffer>(std::move(*buffer_)).release());
  buffer_.reset();
}

void SharedOutput::refuse(const base::Error& reason) {
  drop();
  refused_ = true;
  note_ = "Pictures are drawn from a copy of the output: " + reason.message + ".";
}

}  // namespace warplens::desk
