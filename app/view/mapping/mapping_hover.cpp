#include "view/mapping/mapping_hover.h"

#include <unordered_set>

namespace warplens::view {

namespace {

/// Appends values without duplicates, up to the limit.
class Once {
 public:
  explicit Once(Lit& lit, std::vector<std::uint64_t>& into) : lit_(lit), into_(into) {}
  void add(std::uint64_t value) {
    if (!seen_.insert(value).second) return;
    if (into_.size() < lit_limit)
      into_.push_back(value);
    else
      lit_.more = true;
  }

 private:
  Lit& lit_;
  std::vector<std::uint64_t>& into_;
  std::unordered_set<std::uint64_t> seen_;
};

}  // namespace

Lit lit(const MappingInput& input) {
  Lit lit;
  const Subject& subject = input.subject;
  const trace::Trace& trace = subject.result->trace;
  // Other views may set both thread and element; the thread takes precedence. Hot spots of this view set only one.
  if (input.hover.thread != Target::none && input.hover.thread < subject.threads()) {
    lit.from_thread = true;
    lit.threads.push_back(input.hover.thread);
    Once elements(lit, lit.elements);
    for (const analysis::ThreadAccess& access : analysis::accesses_of_thread(trace, input.hover.thread, lit_limit))
      if (access.buffer == subject.buffer && access.step < input.map->steps && access.element < subject.elements)
        elements.add(access.element);
  } else if (input.hover.element != Target::none && input.hover.element < subject.elements) {
    lit.elements.push_back(input.hover.element);
    Once threads(lit, lit.threads);
    for (const analysis::ThreadAccess& access :
         analysis::accesses_of_element(trace, subject.buffer, input.hover.element, input.map->element_bytes, 4 * lit_limit))
      if (access.step < input.map->steps) threads.add(access.thread);
  }
  return lit;
}

const Lit& lights_of(const MappingInput& input, Lit& own) {
  if (input.lights != nullptr) return *input.lights;
  return own = lit(input);
}

}  // namespace warplens::view
