#include "experiment/references/workers.h"

namespace warplens::experiment {
namespace {

/// Start of the part of worker k of `all`; computed in two parts because size · k may overflow.
std::uint64_t edge(std::uint64_t size, std::uint64_t all, std::uint64_t k) { return size / all * k + size % all * k / all; }

}  // namespace

Workers::Workers(unsigned count) {
  for (unsigned worker = 1; worker < count; ++worker) others_.emplace_back([this, worker] { serve(worker); });
}

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
}

void Workers::share(std::uint64_t size, const std::function<void(std::uint64_t, std::uint64_t, unsigned)>& work) {
  {
    const std::lock_guard lock(mutex_);
    work_ = &work;
    size_ = size;
    busy_ = count() - 1;
    ++round_;
  }
  changed_.notify_all();
  work(0, edge(size, count(), 1), 0);
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return busy_ == 0; });
}

void Workers::serve(unsigned worker) {
  for (std::uint64_t served = 0;;) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return stopping_ || round_ != served; });
    if (round_ == served) return;
    served = round_;
    const auto& work = *work_;
    const std::uint64_t size = size_, all = count();
    lock.unlock();
    work(edge(size, all, worker), edge(size, all, worker + 1), worker);
    lock.lock();
    if (--busy_ == 0) changed_.notify_all();
  }
}

}  // namespace warplens::experiment
