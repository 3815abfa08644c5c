#pragma once

#include <cstdint>
#include <string>

#include "base/names.h"

namespace warplens::launch {

/// Peak throughput of a modelled card per cycle, over all multiprocessors. An operation is an instruction of one thread; a fused
/// multiply-add counts two.
struct Peaks {
  double integer = 0, floating = 0, double_precision = 0;  ///< operations
  double memory_bytes = 0;
  bool operator==(const Peaks&) const = default;
};

/// Cycles from a request to its value, without queueing, by the level of memory that holds the value.
struct Latencies {
  std::uint32_t shared = 0, l1 = 0, l2 = 0, memory = 0;
  bool operator==(const Latencies&) const = default;
};

/// How busy the parts of the machine were during a launch: the fraction of cycles in which they served requests, over all
/// multiprocessors, 0 to 1. Modelled.
struct Utilisation {
  std::string device;           ///< the modelled card: "A100"
  double issue = 0;             ///< issue slots of the schedulers
  double arithmetic = 0;        ///< the busiest kind of arithmetic unit
  std::string arithmetic_unit;  ///< its name, in the plural: "integer units"
  double l1 = 0;                ///< L1 and shared memory
  double l2 = 0;                ///< transfers between L2 and the multiprocessors
  double memory = 0;            ///< transfers to and from memory
  double atomics = 0;   ///< the address of global memory with most atomic operations, which take place one after the other
  Peaks peaks;          ///< of the device
  Latencies latencies;  ///< of the device; means if they vary
};

/// What can limit a launch: a part of the machine, or that none of them is busy.
enum class CostPart : std::uint8_t { memory, l2, l1, arithmetic, issue, atomics, latency };
inline constexpr base::Names<CostPart> cost_parts{
    {CostPart::memory, "memory"},         {CostPart::l2, "L2 cache"}, {CostPart::l1, "L1 and shared memory"},
    {CostPart::arithmetic, "arithmetic"}, {CostPart::issue, "issue"}, {CostPart::atomics, "atomics on one address"},
    {CostPart::latency, "latency"}};

/// What limits a launch.
struct CostLimit {
  CostPart part = CostPart::latency;
  double share = 0;  ///< its utilisation; for latency, that of the busiest part
  std::string text;  ///< a sentence with the figure: "Memory was busy for 91 % of the cycles: …"
};

/// Find the busiest part; latency if no part was busy for 60 % of the cycles.
CostLimit cost_limit(const Utilisation& utilisation);

}  // namespace warplens::launch
