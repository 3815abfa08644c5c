#include "runtime/interruptible_launch.h"

// In place of interruptible_launch.cpp in a page, which has no signals: there, a launch ends with its worker.

namespace warplens::runtime {

InterruptibleLaunch::InterruptibleLaunch(launch::Progress&) {}
InterruptibleLaunch::~InterruptibleLaunch() = default;

}  // namespace warplens::runtime
