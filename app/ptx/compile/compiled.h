#pragma once

#include <string>
#include <vector>

#include "base/error.h"

namespace warplens::ptx {

/// Result of a successful compilation.
struct Compiled {
  std::string ptx;
  std::vector<base::Error> warnings;  ///< each with its file and line
};

}  // namespace warplens::ptx
