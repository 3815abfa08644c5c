#pragma once

#include "export/json.h"

// One element of "findings" (DESIGN section 6). What is not known is null.

namespace warplens::export_ {

/// A finding of a check. Values that were read or written are those of the type of the buffer among the launch's arguments that
/// the finding names; bits as an unsigned integer where it names none.
Json finding_of(const launch::Finding& finding, const launch::Launch& launch);

/// Why the kernel stopped. Without a witness where the machine cannot say who it was, as on a GPU.
Json finding_of(const launch::Fault& fault, bool has_witness);

}  // namespace warplens::export_
