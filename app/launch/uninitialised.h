#pragma once

#include <cstddef>

namespace warplens::launch {

/// Content of uninitialised memory: recognisable, and wrong in every type.
inline constexpr std::byte uninitialised{0xcd};

}  // namespace warplens::launch
