#include "desk/pointer/pointer.h"

#include <utility>

#include "desk/run/runs.h"

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

}  // namespace warplens::desk
