#include "analysis/why/cause.h"

#include <cctype>

namespace warplens::analysis {

std::string capitalised(std::string words) {
  if (!words.empty()) words.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(words.front())));
  return words;
}

}  // namespace warplens::analysis
