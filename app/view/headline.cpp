#include "view/headline.h"

namespace warplens::view {

std::string plain(const std::vector<Span>& spans) {
  std::string text;
  for (const Span& span : spans) text += span.text;
  return text;
}

}  // namespace warplens::view
