#include "desk/schedule/search.h"

#include <algorithm>
#include <utility>

#include "desk/schedule/orders.h"

namespace warplens::desk {
namespace {

SearchReport serve(const SearchRequest& request) {
  SearchReport report{request, std::nullopt, std::nullopt};
  auto found = request.device->search(request.launch, request.target, request.schedules, *request.progress);
  if (!found) return report.error = found.error(), report;
  report.result = std::move(*found);
  return report;
}

}  // namespace

ScheduleSearch::ScheduleSearch(std::function<void()> wake) : worker_(serve, std::move(wake)) {}

ScheduleSearch::~ScheduleSearch() { cancel(); }

void ScheduleSearch::start(SearchRequest request) {
  if (running_) return;
  request.progress = std::make_shared<launch::Progress>();
  running_ = request;
  worker_.request(std::move(request));
}

void ScheduleSearch::cancel() {
  if (running_) running_->progress->cancel = true;
}

double ScheduleSearch::share_done() const {
  if (!running_) return 0;
  const auto done = static_cast<double>(running_->progress->schedules_done), all = static_cast<double>(running_->schedules);
  return std::clamp(done / std::max(all, 1.0), 0.0, 1.0);
}

std::optional<SearchReport> ScheduleSearch::take() {
  auto report = worker_.take();
  if (report) running_.reset();
  return report;
}

std::vector<SearchChoice> search_choices(const Choices& choices, const Runs& runs) {
  std::vector<SearchChoice> found;
  if (!runs.shows(choices)) return found;
  const experiment::Experiment& experiment = choices.experiment();
  std::size_t output = 0;
  for (const launch::Argument& argument : runs.shown->run.launch.arguments) {
    const auto* buffer = std::get_if<launch::Buffer>(&argument);
    if (buffer == nullptr) continue;
    const auto described = std::ranges::find(experiment.arguments, buffer->name, &experiment::Argument::name);
    if (described != experiment.arguments.end() && described->output && buffer->size > 0)
      found.push_back({described->name, output, buffer->size});
    ++output;
  }
  return found;
}

void start_search(Search& search, const Choices& choices, const Runs& runs) {
  const std::vector<SearchChoice> buffers = search_choices(choices, runs);
  if (buffers.empty() || search.worker.running()) return;
  const SearchChoice& buffer = buffers[std::min(search.form.choice, buffers.size() - 1)];
  search.form.element = std::min(search.form.element, buffer.elements - 1);
  search.found.reset();
  search.found_label = buffer.label;
  search.worker.start({&choices.experiment(),
                       runs.shown->run.settings,
                       runs.shown->run.launch,
                       &choices.device(),
                       {buffer.output, search.form.element},
                       search.form.schedules,
                       nullptr});
}

base::Status take_search(Search& search) {
  auto report = search.worker.take();
  if (!report) return base::Nothing{};
  search.found = std::move(report);
  return search.found->error ? base::Status(*search.found->error) : base::Nothing{};
}

base::Status open_found_schedule(const Search& search, Choices& choices,
                                 const std::shared_ptr<const launch::ScheduleRecord>& schedule, const std::string& name) {
  if (!search.found) return base::Nothing{};
  Session session = choices.session;
  session.experiment = search.found->request.experiment->id;
  session.settings = search.found->request.settings;
  session.settings.check = choices.session.settings.check;
  if (const base::Status opened = open_session(choices, session); !opened) return opened;
  follow_order(choices, schedule, name);
  return base::Nothing{};
}

}  // namespace warplens::desk
