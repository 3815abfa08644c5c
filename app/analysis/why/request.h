#pragma once

#include <cstdint>
#include <string>

#include "analysis/why/executed.h"

namespace warplens::analysis {

/// Say what the lanes of one request of a warp did, and what it cost by their addresses: "neighbouring lanes of warp 0 of block 0
/// read in[0] and in[32], 128 bytes apart: 32 lanes with 4 bytes each touched 32 sectors of 32 bytes". `access`: the request's
/// first row of Trace::accesses; it has an active lane.
std::string sectors_text(const Executed& executed, std::uint32_t access);
/// The same of a request to shared memory: the lanes that met in the bank with the most words.
std::string banks_text(const Executed& executed, std::uint32_t access);
/// The same of an atomic: the lanes that met at one address.
std::string collisions_text(const Executed& executed, std::uint32_t access);

}  // namespace warplens::analysis
