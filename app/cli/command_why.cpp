#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <variant>

#include "analysis/why/absence.h"
#include "analysis/why/counter.h"
#include "analysis/why/difference.h"
#include "analysis/why/element.h"
#include "analysis/why/executed.h"
#include "analysis/why/finding.h"
#include "analysis/why/value.h"
#include "analysis/why/wait.h"
#include "base/file.h"
#include "base/number_format.h"
#include "cli/choose.h"
#include "cli/command.h"
#include "cli/launch_options.h"
#include "cli/picture.h"
#include "cli/report.h"
#include "experiment/kernel_file/pointees.h"
#include "experiment/run.h"
#include "report/json.h"

namespace warplens::cli {
namespace {

struct WhyOptions {
  LaunchOptions launch;
  std::string device = "auto", element, wait, lane, finding, counter, value, after, instead;
  std::vector<std::string> assignments;
  bool json = false;
};

/// Buffers have the names of the kernel's parameters, where the source says them.
void name_by_parameters(launch::Launch& launch, const std::string& source) {
  const auto parameters = experiment::declared_parameters(launch, source);
  if (parameters.size() != launch.arguments.size()) return;
  launch.argument_names.clear();
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    launch.argument_names.push_back(parameters[k].name);
    auto* const buffer = std::get_if<launch::Buffer>(&launch.arguments[k]);
    if (buffer != nullptr && !parameters[k].name.empty()) buffer->name = parameters[k].name;
  }
}

base::Result<experiment::Run> run_kernel(const WhyOptions& options, const Context& context) {
  const auto device = choose_device(context.devices, options.device == "auto" ? "simt" : options.device, options.launch.spec);
  if (!device) return device.error();
  auto launch = parse_launch(options.launch, context);
  if (!launch) return launch.error();
  name_by_parameters(*launch, split_source(options.launch.source).path);
  launch->check = true;
  launch->trace_level = trace::Level::full;
  launch::Progress progress;
  auto result = experiment::run_launch(*launch, **device, progress);
  if (!result) return result.error();
  experiment::Run run;
  run.launch = std::move(*launch);
  run.result = std::move(*result);
  return run;
}

base::Result<experiment::Run> run_session(const WhyOptions& options, const Context& context) {
  experiment::Catalogue catalogue = all_experiments(context.kernels, context.compile);
  const lesson::Lessons lessons = all_lessons(context.kernels, catalogue);
  PictureOptions picture;
  picture.name = options.launch.source;
  picture.assignments = options.assignments;
  picture.device = options.device == "auto" ? "simt" : options.device;
  auto session = session_of(picture, context, catalogue, lessons);
  if (!session) return session.error();
  session->settings.check = true;
  const auto device = device_of(*session, picture, context.devices);
  if (!device) return device.error();
  return run_once(*session, *experiment::find(catalogue, session->experiment), **device);
}

/// Whole numbers between commas, exactly `Count` of them.
template <std::size_t Count>
base::Result<std::array<std::uint64_t, Count>> numbers(const std::string& option, const std::string& text, const char* form) {
  std::array<std::uint64_t, Count> values{};
  std::size_t begin = 0;
  for (std::size_t k = 0; k < Count; ++k) {
    const std::size_t end = k + 1 < Count ? text.find(',', begin) : text.size();
    const std::string part = end == std::string::npos ? "" : text.substr(begin, end - begin);
    const auto value = launch::parse_scalar(launch::ElementType::u64, part);
    if (part.empty() || !value) return base::Error{option, 0, 0, "'" + text + "' is not of the form " + form};
    values[k] = value->bits;
    begin = end + 1;
  }
  return values;
}

base::Error not_there(const std::string& option, const std::string& what, std::uint64_t number, std::uint64_t count) {
  return {
      option, 0, 0,
      "there is no " + what + " " + std::to_string(number) + ": the launch has " + std::to_string(count) + ", numbered from 0"};
}

struct ElementPlace {
  std::uint32_t buffer = 0;  ///< of the launch
  std::uint64_t index = 0;
};

/// NAME[I], or NAME alone for its first element; NAME may be the number of an argument or, of a recorded launch, a parameter's
/// name. Of an array of structures also NAME[I].FIELD, of several dimensions NAME[I, J].
base::Result<ElementPlace> element_of(const std::string& text, const experiment::Run& run) {
  const std::size_t bracket = text.find('[');
  const std::string name = text.substr(0, bracket);
  const std::size_t dot = bracket == std::string::npos ? bracket : text.find("].", bracket);
  const std::string field = dot == std::string::npos ? "" : text.substr(dot + 2),
                    element = dot == std::string::npos ? text : text.substr(0, dot + 1);
  if (bracket != std::string::npos && !element.ends_with(']'))
    return base::Error{"--element", 0, 0, "'" + text + "' is not of the form NAME[INDEX]"};
  std::string names;
  const launch::Buffer* found = nullptr;
  std::uint32_t number = 0, found_number = 0;
  const std::string buffer_name = experiment::buffer_meant(run.parameters, name);
  for (std::size_t argument = 0; argument < run.launch.arguments.size(); ++argument) {
    const auto* const buffer = std::get_if<launch::Buffer>(&run.launch.arguments[argument]);
    if (buffer == nullptr) continue;
    names += (names.empty() ? "" : ", ") + buffer->name;
    if (found == nullptr && (buffer->name == buffer_name || std::to_string(argument) == name)) {
      found = buffer;
      found_number = number;
    }
    ++number;
  }
  if (found == nullptr)
    return base::Error{"--element", 0, 0, "the kernel has no buffer '" + name + "'; it has " + (names.empty() ? "none" : names)};

  const auto& [fields, extents] = found->indexing;
  std::uint64_t index = 0;
  if (bracket != std::string::npos) {
    const auto at = launch::element_at(element.substr(bracket + 1, element.size() - bracket - 2), extents);
    if (!at)
      return base::Error{"--element", 0, 0,
                         "'" + text + "' is not of the form NAME[INDEX]" +
                             (extents.empty() ? "" : ", within the shape " + launch::shape_text(extents) + " of " + found->name)};
    index = *at;
  }
  if (!field.empty()) {
    const auto at = std::ranges::find(fields, field);
    if (at == fields.end())
      return base::Error{"--element", 0, 0, "the elements of " + found->name + " have no number called '" + field + "'"};
    index = index * fields.size() + static_cast<std::uint64_t>(at - fields.begin());
  }
  if (index >= found->size)
    return base::Error{"--element", 0, 0, found->name + " has " + std::to_string(found->size) + " elements, numbered from 0"};
  return ElementPlace{found_number, index};
}

base::Result<experiment::Run> run(const WhyOptions& options, const Context& context) {
  auto ran = options.launch.grid.empty() ? run_session(options, context) : run_kernel(options, context);
  if (ran.ok() && ran->result.trace.level != trace::Level::full)
    return base::error("the run has no full trace, which the answer needs; ask with --device simt");
  return ran;
}

/// The same question with another kernel, or with another setting.
base::Result<analysis::Answer> answer_difference(const WhyOptions& options, const Context& context,
                                                 const analysis::Executed& executed, const ElementPlace& place) {
  WhyOptions changed = options;
  if (options.launch.grid.empty())
    changed.assignments.push_back(options.instead);
  else
    changed.launch.source = options.instead;
  const auto other = run(changed, context);
  if (!other) return other.error();
  const analysis::Executed there(other->launch, other->result);
  return analysis::why_different(executed, {there, "with " + options.instead}, place.buffer, place.index);
}

base::Result<analysis::Answer> answer_element(const WhyOptions& options, const Context& context,
                                              const analysis::Executed& executed, const experiment::Run& run) {
  const auto place = element_of(options.element, run);
  if (!place) return place.error();
  if (!options.instead.empty()) return answer_difference(options, context, executed, *place);
  return analysis::why_element(executed, place->buffer, place->index,
                               experiment::expected_instead(run, place->buffer, place->index));
}

base::Result<analysis::Answer> answer_wait(const std::string& text, const analysis::Executed& executed) {
  const auto parsed = numbers<3>("--wait", text, "BLOCK,WARP,CYCLE");
  if (!parsed) return parsed.error();
  const auto [block, warp, cycle] = *parsed;
  const std::uint64_t warps = executed.trace().warps_per_block();
  if (block >= base::count(executed.launch().grid))
    return not_there("--wait", "block", block, base::count(executed.launch().grid));
  if (warp >= warps) return not_there("--wait", "warp", warp, warps);
  if (!executed.result().modelled || executed.trace().waits.size() == 0)
    return base::Error{"--wait", 0, 0, "no wait is known of this run; they are modelled by --device simt with --schedule timed"};
  const auto answer = analysis::why_waited(executed, static_cast<std::uint32_t>(block * warps + warp), cycle);
  if (!answer) return base::Error{"--wait", 0, 0, "that warp does not wait in cycle " + std::to_string(cycle)};
  return *answer;
}

base::Result<analysis::Answer> answer_lane(const std::string& text, const analysis::Executed& executed) {
  const auto parsed = numbers<3>("--lane", text, "BLOCK,THREAD,STEP");
  if (!parsed) return parsed.error();
  const auto [block, in_block, step] = *parsed;
  const std::uint64_t threads = executed.trace().threads_per_block(), blocks = base::count(executed.launch().grid);
  if (block >= blocks) return not_there("--lane", "block", block, blocks);
  if (in_block >= threads) return not_there("--lane", "thread", in_block, threads);
  if (step >= executed.trace().steps.size()) return not_there("--lane", "step", step, executed.trace().steps.size());
  const std::uint64_t thread = block * threads + in_block;
  const auto row = static_cast<std::uint32_t>(step);
  if (executed.trace().steps.warp[row] != executed.warp_of(thread))
    return base::Error{"--lane", 0, 0,
                       "step " + base::grouped(step) + " is of warp " + std::to_string(executed.trace().steps.warp[row]) +
                           ", and that thread is in warp " + std::to_string(executed.warp_of(thread)) +
                           "; warps are numbered through the grid"};
  if ((executed.trace().steps.active[row] >> executed.lane_of(thread) & 1) != 0)
    return base::Error{"--lane", 0, 0, "that thread took part in step " + std::to_string(step)};
  return analysis::why_idle(executed, thread, row);
}

/// BLOCK,THREAD,NAME.
base::Result<analysis::Answer> answer_value(const WhyOptions& options, const analysis::Executed& executed) {
  const std::string& text = options.value;
  const std::size_t comma = text.find(',', text.find(',') == std::string::npos ? 0 : text.find(',') + 1);
  const auto parsed = numbers<2>("--value", text.substr(0, comma), "BLOCK,THREAD,NAME");
  if (!parsed) return parsed.error();
  const auto [block, in_block] = *parsed;
  const std::uint64_t threads = executed.trace().threads_per_block(), blocks = base::count(executed.launch().grid);
  if (block >= blocks) return not_there("--value", "block", block, blocks);
  if (in_block >= threads) return not_there("--value", "thread", in_block, threads);
  analysis::ThreadValue value{block * threads + in_block, comma == std::string::npos ? "" : text.substr(comma + 1), {}};
  if (value.name.empty()) return base::Error{"--value", 0, 0, "'" + text + "' is not of the form BLOCK,THREAD,NAME"};
  if (!options.after.empty()) {
    const auto after = numbers<1>("--after", options.after, "STEPS");
    if (!after) return after.error();
    value.after = (*after)[0];
  }
  const std::string path = split_source(options.launch.source).path;
  const ptx::Function& entry = executed.module().functions[executed.launch().entry];
  const bool has_source = !options.launch.grid.empty() && path.ends_with(".cu") && !entry.locations.empty();
  const auto source = has_source ? base::read_text(path) : base::Result<std::string>("");
  if (!source) return source.error();
  auto answer = analysis::why_value(executed, value, {*source, has_source ? entry.locations.front().file : 0});
  return answer.ok() ? answer : base::Error{"--value", 0, 0, answer.error().message};
}

base::Result<analysis::Answer> answer_finding(const std::string& text, const analysis::Executed& executed) {
  const auto parsed = numbers<1>("--finding", text, "N");
  if (!parsed) return parsed.error();
  const std::size_t count = executed.result().findings.size();
  if (count == 0) return base::Error{"--finding", 0, 0, "the check found nothing"};
  if ((*parsed)[0] >= count) return not_there("--finding", "finding", (*parsed)[0], count);
  return analysis::why_finding(executed, (*parsed)[0]);
}

base::Result<analysis::Answer> answer_counter(const std::string& text, const analysis::Executed& executed) {
  if (!analysis::explains_counter(text))
    return base::Error{"--counter", 0, 0,
                       "there is no counter '" + text + "' to ask about; there are " + analysis::explained_counters()};
  const auto answer = analysis::why_counter(executed, text);
  if (!answer) return base::error("the run was not counted by instruction; ask with --device simt");
  return *answer;
}

report::Json json_of(const analysis::Executed& executed, const std::vector<analysis::Cause>& causes) {
  report::Json all = report::Json::array();
  for (const analysis::Cause& cause : causes) {
    const bool has_thread = cause.thread != analysis::Cause::no_thread_at_all;
    report::Json json{{"sentence", cause.sentence}, {"file", report::text_or_null(cause.file)}};
    json["line"] = cause.line == 0 ? report::Json() : report::Json(cause.line);
    json["block"] = has_thread ? report::array_of(executed.block_of(cause.thread)) : report::Json();
    json["thread"] = has_thread ? report::array_of(executed.position(cause.thread)) : report::Json();
    json["step"] = cause.step == trace::no_row ? report::Json() : report::Json(cause.step);
    json["element"] = report::text_or_null(cause.element);
    json["because"] = json_of(executed, cause.because);
    all.push_back(std::move(json));
  }
  return all;
}

void write(const std::vector<analysis::Cause>& causes, const std::string& indent, std::string& text) {
  for (const analysis::Cause& cause : causes) {
    text += indent + cause.sentence + "\n";
    write(cause.because, indent + "  ", text);
  }
}

base::Result<Answer> serve(const WhyOptions& options, const Context& context) {
  const auto asked = std::ranges::count_if(
      std::array{&options.element, &options.wait, &options.lane, &options.finding, &options.counter, &options.value},
      [](const std::string* option) { return !option->empty(); });
  if (asked != 1) return base::error("ask one question: --element, --value, --wait, --lane, --finding or --counter");
  if (options.launch.grid.empty() != options.launch.block.empty())
    return base::Error{options.launch.grid.empty() ? "--grid" : "--block", 0, 0, "is missing"};
  if (!options.instead.empty() && options.element.empty()) return base::Error{"--instead", 0, 0, "belongs to --element"};
  if (!options.after.empty() && options.value.empty()) return base::Error{"--after", 0, 0, "belongs to --value"};
  auto ran = run(options, context);
  if (!ran) return ran.error();
  const analysis::Executed executed(ran->launch, ran->result);
  const auto answer = !options.element.empty()   ? answer_element(options, context, executed, *ran)
                      : !options.value.empty()   ? answer_value(options, executed)
                      : !options.wait.empty()    ? answer_wait(options.wait, executed)
                      : !options.lane.empty()    ? answer_lane(options.lane, executed)
                      : !options.counter.empty() ? answer_counter(options.counter, executed)
                                                 : answer_finding(options.finding, executed);
  if (!answer) return answer.error();
  Answer told;
  if (options.json) {
    told.text = report::text_of(report::Json{{"question", answer->question},
                                             {"answers", json_of(executed, answer->answers)},
                                             {"complete", answer->missing.empty()}}) +
                "\n";
    return told;
  }
  told.text = answer->question + "\n";
  write(answer->answers, "  ", told.text);
  if (!answer->missing.empty()) told.text += "  " + answer->missing + "\n";
  return told;
}

}  // namespace

Serve add_why(CLI::App& command) {
  const auto options = std::make_shared<WhyOptions>();
  command
      .add_option(
          "source", options->launch.source,
          "a .cu, .ptx or .ll file with --grid, --block and --arg, as for run; or an experiment, a step of a lesson, a .warplens "
          "file, or a .recording of a program")
      ->required()
      ->type_name("SOURCE[:ENTRY]|NAME|SESSION");
  command.add_option("--element", options->element, "why an element of a buffer has its value at the end, or was not written")
      ->type_name("NAME[INDEX]");
  command
      .add_option("--instead", options->instead,
                  "with --element: why it is another value than with another setting of the experiment, such as entry=atomic; or "
                  "than with another kernel, launched in the same way")
      ->type_name("KEY=VALUE|SOURCE[:ENTRY]");
  command
      .add_option("--value", options->value,
                  "why a variable or a register of a thread of a block has its value, at its end; variables by name in sources "
                  "that are compiled with -O0")
      ->type_name("BLOCK,THREAD,NAME");
  command.add_option("--after", options->after, "with --value: when the thread's warp had done so many steps")
      ->type_name("STEPS");
  command.add_option("--wait", options->wait, "why a warp of a block waits in a cycle, as modelled")
      ->type_name("BLOCK,WARP,CYCLE");
  command
      .add_option("--lane", options->lane,
                  "why a thread of a block took no part in a step of its warp; steps are numbered from 0, over all warps, in the "
                  "order of the run")
      ->type_name("BLOCK,THREAD,STEP");
  command
      .add_option("--finding", options->finding, "what is behind a finding, numbered from 0, as run --check --json lists them")
      ->type_name("N");
  command
      .add_option("--counter", options->counter,
                  "why a counter is as high as it is: its lines, and the costliest case; by its key in run --json: " +
                      analysis::explained_counters())
      ->type_name("KEY");
  command.add_option("--set", options->assignments, "for an experiment or a session: as experiment --set")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  add_launch_options(command, options->launch, false);
  command.add_option("--device", options->device, "auto (the SIMT machine), simt, gpu, gpu:NUMBER or remote:COMMAND")
      ->type_name("DEVICE");
  command.add_flag("--json", options->json, "print one JSON object");
  command.footer("Exit status: 0 answered; 1 the request is wrong.");
  return [options](const Context& context) { return serve(*options, context); };
}

}  // namespace warplens::cli
