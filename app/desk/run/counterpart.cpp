#include "desk/run/counterpart.h"

#include <algorithm>

namespace warplens::desk {
namespace {

/// What may run unasked, by its work and not by the clock: threads of all repeats.
std::uint64_t max_threads(bool gpu) { return gpu ? 100'000'000 : 1'000'000; }

}  // namespace

const RunTables* counterpart(const Runs& runs) {
  return runs.counterpart && runs.counterpart_of == runs.shown ? runs.counterpart.get() : nullptr;
}

void take_counterpart(Runs& runs, std::shared_ptr<const RunTables> tables) {
  runs.counterpart = std::move(tables);
  runs.counterpart_of = runs.shown;
  ++runs.version;
}

std::optional<RunRequest> missing_counterpart(const Runs& runs, const Choices& choices) {
  if (!choices.row().needs.other_machine || !runs.shows(choices) || !runs.shown->finished() || runs.counterpart_of == runs.shown)
    return std::nullopt;
  if (runs.failure || runs.worker.progress().running) return std::nullopt;
  const experiment::Settings& settings = runs.shown->run.settings;
  const bool gpu = runs.shown->run.result.modelled;
  const auto other = launch::resolve(choices.devices, gpu ? launch::first_gpu : launch::simt_device, choices.session.spec);
  const std::uint64_t threads = base::count(settings.grid) * base::count(settings.block);
  if (!other || threads > max_threads(gpu) / std::max(settings.repeats, 1u)) return std::nullopt;
  RunRequest request{&choices.experiment(), settings, *other, trace::Level::memory};
  request.purpose = RunPurpose::counterpart;
  request.settings.check = false;
  return request;
}

}  // namespace warplens::desk
