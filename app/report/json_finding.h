#pragma once

#include "report/json.h"

// One element of "findings" (docs/json.md). Unknown values are null.

namespace warplens::report {

/// A finding of a check. Values read or written have the type of the buffer that the finding names; without a buffer they are the
/// bits as an unsigned integer.
Json finding_of(const launch::Finding& finding, const launch::Launch& launch);

/// A fault that stopped the kernel. Without a witness if the machine cannot tell the thread, as on a GPU.
Json finding_of(const launch::Fault& fault, bool has_witness);

}  // namespace warplens::report
