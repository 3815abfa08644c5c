#include "ui/window/app_work.h"

#include <utility>

#include "ui/companions.h"
#include "ui/counterpart.h"
#include "ui/orders.h"
#include "ui/requests.h"
#include "ui/transport.h"
#include "ui/view_inputs.h"

namespace warplens::ui {
namespace {

/// A finished run becomes the picture; a failed one leaves the last good picture and says why.
void take_report(App& app) {
  app.worker.tend();
  app.output.tend();
  auto report = app.worker.take();
  if (!report) return;
  const bool in_place = report->tables && report->tables->run.result.in_place;
  app.output.take_back(report->request.output, in_place ? report->tables : nullptr);
  if (report->request.counterpart) return take_counterpart(app, report->tables);
  if (report->request.level == trace::Level::none) {
    // A companion's numbers; where it failed there is nothing to set beside the picture.
    app.outcomes[report->request.settings.entry] = distribution_of(report->tables.get());
    return;
  }
  app.failure = report->error;
  if (!report->tables) return;
  const std::shared_ptr<const RunTables> before = std::exchange(app.shown, report->tables);
  keep_outcomes(app, before.get());
  app.place = place_of(app.session.scrub, app.steps());
  app.playing = false;
  app.scrubbed.reset();
  app.scrubbed_place = ~std::uint64_t{0};
  app.finding = 0;
  app.kept_target = {};
  app.printed_of = nullptr;
  app.timeline.first_request.reset();
  ++app.version;
  if (!before || &before->function() != &app.shown->function())
    app.ptx = ptx_of(*app.shown->run.launch.module, app.shown->run.launch.entry);
}

}  // namespace

void take_answers(App& app) {
  take_report(app);
  take_search(app);
  update_stepping(app);
  update_sweeping(app);
}

void request_work(App& app) {
  if (app.sweeping.running || app.sweeping.wanted) return;  // its times would suffer, and its machines are in use
  if (app.run_wanted) {
    if (auto first = first_run(app)) {
      app.run_wanted = first->settings != app.session.settings || first->device != &app.device();
      return app.worker.request(std::move(*first));
    }
    if (awaits_first_run(app)) return;
    app.run_wanted = false;
    if (!refusal_of(app).empty()) return;
    const std::string before = app.output.note();
    app.worker.request(chosen_run(app));
    if (app.output.copies() && app.output.note() != before) say_notice(app, app.output.note());
  } else if (auto companion = missing_companion(app)) {
    app.worker.request(std::move(*companion));
  } else if (auto other = missing_counterpart(app)) {
    app.worker.request(std::move(*other));
  }
}

base::Status open_and_run(App& app, const Session& session) {
  const experiment::Experiment* experiment = experiment::find(app.catalogue, session.experiment);
  if (experiment == nullptr) return base::error("no experiment named “" + session.experiment + "”");
  if (session.settings.entry >= experiment->entries.size()) {
    return base::error("“" + session.experiment + "” has no entry " + std::to_string(session.settings.entry));
  }
  open_session(app, session);
  if (const std::string refusal = refusal_of(app); !refusal.empty()) return base::error(refusal);
  app.worker.request(chosen_run(app));
  app.worker.wait_until_idle();
  app.run_wanted = false;
  return base::Nothing{};
}

void wait_until_idle(App& app) {
  app.worker.wait_until_idle();
  app.scrub_worker.wait_until_idle();
  app.light_worker.wait_until_idle();
  app.prepare_worker.wait_until_idle();
  app.sweeping.worker.wait_until_idle();
  app.stepping.worker.wait_until_idle();
}

Answers answers_of(const App& app) {
  return {app.shown.get(), app.counterpart_of.get(),  app.outcomes.size(), app.lessons.done,
          app.target,      app.stepping.moment.get(), has_picture(app)};
}

base::Status settle(App& app, const Session& session) {
  if (const base::Status ran = open_and_run(app, session); !ran) return ran;
  // One round asks, the next one takes the answer and asks for what follows from it.
  constexpr int rounds = 3;
  for (int left = rounds; left > 0; --left) {
    const Answers before = answers_of(app);
    take_answers(app);
    update_deferred(app);
    request_work(app);
    wait_until_idle(app);
    if (answers_of(app) != before) left = rounds;
  }
  if (app.failure) return *app.failure;
  return base::Nothing{};
}

}  // namespace warplens::ui
