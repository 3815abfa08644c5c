#include "runtime/streams.h"

#include <algorithm>

namespace warplens::runtime {

void Past::add(const Operation& operation) {
  if (operation.stream >= counts_.size()) counts_.resize(operation.stream + 1);
  counts_[operation.stream] = std::max(counts_[operation.stream], operation.number);
}

void Past::add(const Past& other) {
  if (other.counts_.size() > counts_.size()) counts_.resize(other.counts_.size());
  for (std::size_t s = 0; s < other.counts_.size(); ++s) counts_[s] = std::max(counts_[s], other.counts_[s]);
}

std::uint32_t Streams::create(bool non_blocking) {
  Stream& stream = streams_.emplace_back();
  stream.non_blocking = non_blocking;
  return static_cast<std::uint32_t>(streams_.size() - 1);
}

std::uint32_t Streams::create_branch() {
  const std::uint32_t stream = create(true);
  streams_[stream].branch = true;
  return stream;
}

Streams::Issued Streams::end_of(std::uint32_t s) const {
  const Stream& stream = streams_[s];
  return {{s, stream.issued}, stream.past, stream.ready_ms, stream.ready_ms};
}

void Streams::follow(std::uint32_t s, const Issued& issued) {
  Stream& stream = streams_[s];
  stream.past.add(issued.before);
  stream.past.add(issued.operation);
  stream.ready_ms = std::max(stream.ready_ms, issued.end_ms);
}

Streams::Issued Streams::issue(std::uint32_t s, Unit unit, double ms, Issuer issuer) {
  Stream& stream = streams_[s];
  double ready = std::max(stream.ready_ms, now_ms_);
  stream.past.add(host_);
  // The default stream waits for all blocking streams, and they wait for it.
  for (std::uint32_t other = 0; other < streams_.size() && !stream.non_blocking; ++other) {
    if (other == s || streams_[other].non_blocking || (s != 0 && other != 0)) continue;
    stream.past.add(streams_[other].past);
    ready = std::max(ready, streams_[other].ready_ms);
  }
  Issued issued{{s, ++stream.issued}, stream.past, ready, ready};
  if (unit != Unit::none) {
    double& free_ms = unit_free_ms_[static_cast<std::size_t>(unit)];
    issued.begin_ms = std::max(ready, free_ms);
    issued.end_ms = free_ms = issued.begin_ms + ms;
  }
  stream.ready_ms = issued.end_ms;
  stream.past.add(issued.operation);
  if (issuer == Issuer::host) now_ms_ += costs_.call_ms;
  effect_.stream = s;
  effect_.worked = true;
  effect_.begin_ms = issued.begin_ms;
  effect_.end_ms = issued.end_ms;
  return issued;
}

void Streams::tell_host(const Issued& issued) {
  host_.add(issued.before);
  host_.add(issued.operation);
}

void Streams::wait(const Issued& issued) {
  tell_host(issued);
  now_ms_ = std::max(now_ms_, issued.end_ms);
}

void Streams::wait(std::uint32_t stream) {
  effect_.stream = stream;
  host_.add(streams_[stream].past);
  now_ms_ = std::max(now_ms_, streams_[stream].ready_ms);
  // The default stream's work has ended only when that of the blocking streams it waits for has; its past has it all.
}

void Streams::wait_for_all() {
  for (std::uint32_t stream = 0; stream < streams_.size(); ++stream) wait(stream);
  effect_.stream = 0;
}

std::uint32_t Streams::create_event(bool timed) {
  events_.emplace_back().timed = timed;
  return static_cast<std::uint32_t>(events_.size() - 1);
}

void Streams::record(std::uint32_t e, std::uint32_t stream, Issuer issuer) {
  const Issued issued = issue(stream, Unit::none, 0, issuer);
  Event& event = events_[e];
  event.earlier.add(event.past);
  event.recorded = true;
  event.past = issued.before;
  event.last = issued.operation;
  event.past.add(issued.operation);
  event.ms = issued.end_ms;
}

void Streams::make_wait(std::uint32_t stream, std::uint32_t event) {
  effect_.stream = stream;
  streams_[stream].waited_in_vain = streams_[stream].waited_in_vain || !events_[event].recorded;
  streams_[stream].missed.add(events_[event].earlier);
  streams_[stream].past.add(events_[event].past);
  streams_[stream].ready_ms = std::max(streams_[stream].ready_ms, events_[event].ms);
}

void Streams::wait_for_event(std::uint32_t event) {
  host_.add(events_[event].past);
  now_ms_ = std::max(now_ms_, events_[event].ms);
}

}  // namespace warplens::runtime
