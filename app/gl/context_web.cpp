#include "gl/context.h"

// In place of context.cpp in a page, whose functions are linked, and which draws in its window only.

namespace warplens::gl {

struct OffscreenContext::State {};

OffscreenContext::OffscreenContext(std::unique_ptr<State> state) : state_(std::move(state)) {}
OffscreenContext::OffscreenContext(OffscreenContext&&) noexcept = default;
OffscreenContext& OffscreenContext::operator=(OffscreenContext&&) noexcept = default;
OffscreenContext::~OffscreenContext() = default;

base::Result<OffscreenContext> OffscreenContext::create(std::optional<int>) {
  return base::error("a page draws only in its window");
}

base::Status load_functions(void (*(*)(const char* name))()) { return base::Nothing{}; }

const char* shading_language() { return "#version 300 es"; }

}  // namespace warplens::gl
