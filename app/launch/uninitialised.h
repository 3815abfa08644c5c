#pragma once

#include <cstddef>

namespace warplens::launch {

/// What memory holds that nothing has written: recognisable, and wrong in every type.
inline constexpr std::byte uninitialised{0xcd};

}  // namespace warplens::launch
