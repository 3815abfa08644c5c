#include "desk/pointer/pointer.h"

#include <cmath>
#include <functional>
#include <utility>

#include "base/number_format.h"
#include "desk/run/runs.h"
#include "launch/findings/agreement.h"

namespace warplens::desk {
namespace {

Lights lights(const LightRequest& request) { return {request, std::make_shared<const view::Lit>(view::lit(request.input))}; }

/// The target alone, until it is known what else it highlights.
view::Lit alone(const view::Target& target) {
  view::Lit lit;
  lit.from_thread = target.thread != view::Target::none;
  if (lit.from_thread) {
    lit.threads = {target.thread};
  } else if (target.element != view::Target::none) {
    lit.elements = {target.element};
  }
  return lit;
}

/// Whether an element, with its value after the launch, is what is looked for.
using Wanted = std::function<bool(std::uint64_t, double)>;

Wanted wrong_element(const RunTables& tables) {
  return
      [&check = tables.run.check, integer = !launch::is_floating(tables.shown_buffer().type)](std::uint64_t element, double now) {
        if (element >= check.expected.size()) return false;
        const double expected = check.expected[element];
        return !(std::isnan(expected) && integer) && !launch::agree(expected, now, check.tolerance);
      };
}

base::Result<Wanted> parse(const RunTables& tables, const std::string& wanted) {
  if (wanted == "nan") return Wanted([](std::uint64_t, double now) { return std::isnan(now); });
  if (wanted == "wrong") {
    if (tables.run.check.expected.empty() || tables.run.check.buffer != tables.run.shown)
      return base::error("nothing says what this buffer should hold");
    return wrong_element(tables);
  }
  const auto number = launch::parse_scalar(launch::ElementType::f64, wanted.empty() ? "" : wanted.substr(1));
  const char form = wanted.empty() ? ' ' : wanted.front();
  if (!number || (form != '=' && form != '<' && form != '>'))
    return base::error("type an element, 17; a value, =3.5 or <0 or >1; nan; or wrong");
  const double value = launch::to_double(*number);
  if (form == '<') return Wanted([=](std::uint64_t, double now) { return now < value; });
  if (form == '>') return Wanted([=](std::uint64_t, double now) { return now > value; });
  // As the table shows it: six digits of a fraction.
  return Wanted([=](std::uint64_t, double now) { return now == value || view::number(now) == view::number(value); });
}

}  // namespace

Pointer::Pointer(const std::function<void()>& wake) : worker(lights, wake) {}

void next_target(Pointer& pointer) { pointer.target = pointer.next.empty() ? pointer.kept : pointer.next; }

void take_lights(Pointer& pointer, std::uint64_t version) {
  auto answer = pointer.worker.take();
  if (answer && answer->request.version == version && answer->request.input.hover == pointer.lit_target)
    pointer.lit = std::move(answer->lit);
}

void request_lights(Pointer& pointer, LightRequest request) {
  pointer.lit_target = pointer.target;
  pointer.lit_version = request.version;
  request.input.lights = nullptr;
  request.input.cells = nullptr;
  if (pointer.target.empty() || is_short(*request.tables)) {
    pointer.lit = lights(request).lit;
  } else {
    pointer.lit = std::make_shared<const view::Lit>(alone(pointer.target));
    pointer.worker.request(std::move(request));
  }
}

base::Result<std::uint64_t> find_element(const RunTables& tables, const std::string& wanted, std::uint64_t from) {
  const launch::Buffer& buffer = tables.shown_buffer();
  if (const auto element = launch::element_at(wanted, buffer.indexing.extents)) {
    if (*element < buffer.size) return *element;
    return base::error("the last element is " + base::grouped(buffer.size - 1));
  }
  const auto asked = parse(tables, wanted);
  if (!asked) return asked.error();
  const launch::Bytes& content = tables.run.result.outputs.at(tables.run.shown);
  for (std::uint64_t k = 0; k < buffer.size; ++k) {
    const std::uint64_t element = (from + k) % buffer.size;
    if ((*asked)(element, launch::to_double(launch::element(buffer.type, content, element)))) return element;
  }
  return base::error("no element is " + (wanted.front() == '=' ? wanted.substr(1) : wanted));
}

void go_to_element(Pointer& pointer, Choices& choices, std::uint64_t element) {
  pointer.kept = {};
  pointer.kept.element = element;
  pointer.rests = true;
  choices.timeline.first_element = element;
  choices.timeline.element_wanted = element;
}

void go_to_thread(Pointer& pointer, std::uint64_t thread) {
  pointer.kept = {};
  pointer.kept.thread = thread;
  pointer.rests = true;
}

}  // namespace warplens::desk
