#pragma once

#include <string>
#include <vector>

#include "base/error.h"

namespace warplens::ptx {

/// What a compiler made of a source that it accepted.
struct Compiled {
  std::string ptx;
  std::vector<base::Error> warnings;  ///< each with its file and line
};

}  // namespace warplens::ptx
