#pragma once

// Predicate numbers of vector compare instructions.

namespace warplens::simt::native {

/// Predicates of vcmpps and vcmppd, without a signal for NaNs (Intel SDM, "CMPPS", table of comparison predicates). The endings
/// are those of the table: with O, the result is false if an operand is a NaN; with U, it is true.
enum FloatingPredicate : int {
  equal_o = 0,
  unordered = 3,
  not_equal_u = 4,
  ordered = 7,
  equal_u = 8,
  not_equal_o = 12,
  less_o = 17,
  less_or_equal_o = 18,
  not_less_u = 21,
  not_less_or_equal_u = 22,
  not_greater_or_equal_u = 25,
  not_greater_u = 26,
  greater_or_equal_o = 29,
  greater_o = 30,
};

/// Predicates of vpcmpd, vpcmpud, vpcmpq and vpcmpuq (Intel SDM, "VPCMPD").
enum IntegerPredicate : int { equal = 0, less = 1, less_or_equal = 2, not_equal = 4, greater_or_equal = 5, greater = 6 };

}  // namespace warplens::simt::native
