#pragma once

#include "base/result.h"
#include "program/events.h"
#include "program/outcome.h"

namespace warplens::program {

/// The outcome of a program that ran on a GPU, from the journal of the library that observed it (observe/observer.h). Its
/// launches have measured times; there are no findings, since nothing is checked. Error: events that are not in that library's
/// format.
base::Result<Outcome> measured_outcome_of(const Events& events, Ended ended);

}  // namespace warplens::program
