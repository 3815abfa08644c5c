#include "simt/check/checker.h"

namespace warplens::simt {

Checker::Checker(const launch::Launch&, const Program&) {}
void Checker::start_block(std::uint32_t, std::uint64_t) {}
void Checker::end_block(std::uint32_t) {}
void Checker::access(const CheckedAccess&) {}
void Checker::barrier_joined(std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t) {}
void Checker::barrier_complete(std::uint32_t, std::uint32_t) {}
void Checker::warp_sync(std::uint32_t, std::uint32_t) {}
void Checker::fence(std::uint32_t, std::uint32_t, std::uint32_t) {}
std::vector<launch::Finding> Checker::findings() { return {}; }

}  // namespace warplens::simt
