#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "desk/choices/choices.h"
#include "desk/pointer/pointer.h"
#include "desk/run/run_tables.h"

namespace warplens::desk {

/// Find an element of the shown buffer, from `from` on and then from the start. `wanted`: an index, "17"; a value after the
/// launch, "=3.5", "<0", ">1"; "nan"; or "wrong". Errors: none of these forms, an index beyond the end, no such element.
base::Result<std::uint64_t> find_element(const RunTables& tables, const std::string& wanted, std::uint64_t from);

/// Highlight an element, or a thread, in every view until the pointer has another target; lists begin with the element, and the
/// mapping view scrolls to it.
void go_to_element(Pointer& pointer, Choices& choices, std::uint64_t element);
void go_to_thread(Pointer& pointer, std::uint64_t thread);

}  // namespace warplens::desk
