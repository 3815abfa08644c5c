#pragma once

// Part of prelude.cuh: atomic functions.

#define WARPLENS_ATOMIC(function, type, builtin, builtin_type)                                                                 \
  WARPLENS_DEVICE type function(type* address, type value) { return (type)builtin((builtin_type*)address, (builtin_type)value); }
WARPLENS_ATOMIC(atomicAdd, int, __nvvm_atom_add_gen_i, int)
WARPLENS_ATOMIC(atomicAdd, unsigned, __nvvm_atom_add_gen_i, int)
WARPLENS_ATOMIC(atomicAdd, unsigned long long, __nvvm_atom_add_gen_ll, long long)
WARPLENS_ATOMIC(atomicAdd, float, __nvvm_atom_add_gen_f, float)
WARPLENS_ATOMIC(atomicAdd, double, __nvvm_atom_add_gen_d, double)
WARPLENS_ATOMIC(atomicExch, int, __nvvm_atom_xchg_gen_i, int)
WARPLENS_ATOMIC(atomicExch, unsigned, __nvvm_atom_xchg_gen_i, int)
WARPLENS_ATOMIC(atomicExch, unsigned long long, __nvvm_atom_xchg_gen_ll, long long)
WARPLENS_ATOMIC(atomicMin, int, __nvvm_atom_min_gen_i, int)
WARPLENS_ATOMIC(atomicMin, unsigned, __nvvm_atom_min_gen_ui, unsigned)
WARPLENS_ATOMIC(atomicMin, long long, __nvvm_atom_min_gen_ll, long long)
WARPLENS_ATOMIC(atomicMin, unsigned long long, __nvvm_atom_min_gen_ull, unsigned long long)
WARPLENS_ATOMIC(atomicMax, int, __nvvm_atom_max_gen_i, int)
WARPLENS_ATOMIC(atomicMax, unsigned, __nvvm_atom_max_gen_ui, unsigned)
WARPLENS_ATOMIC(atomicMax, long long, __nvvm_atom_max_gen_ll, long long)
WARPLENS_ATOMIC(atomicMax, unsigned long long, __nvvm_atom_max_gen_ull, unsigned long long)
WARPLENS_ATOMIC(atomicAnd, int, __nvvm_atom_and_gen_i, int)
WARPLENS_ATOMIC(atomicAnd, unsigned, __nvvm_atom_and_gen_i, int)
WARPLENS_ATOMIC(atomicAnd, unsigned long long, __nvvm_atom_and_gen_ll, long long)
WARPLENS_ATOMIC(atomicOr, int, __nvvm_atom_or_gen_i, int)
WARPLENS_ATOMIC(atomicOr, unsigned, __nvvm_atom_or_gen_i, int)
WARPLENS_ATOMIC(atomicOr, unsigned long long, __nvvm_atom_or_gen_ll, long long)
WARPLENS_ATOMIC(atomicXor, int, __nvvm_atom_xor_gen_i, int)
WARPLENS_ATOMIC(atomicXor, unsigned, __nvvm_atom_xor_gen_i, int)
WARPLENS_ATOMIC(atomicXor, unsigned long long, __nvvm_atom_xor_gen_ll, long long)
WARPLENS_ATOMIC(atomicInc, unsigned, __nvvm_atom_inc_gen_ui, unsigned)
WARPLENS_ATOMIC(atomicDec, unsigned, __nvvm_atom_dec_gen_ui, unsigned)
#undef WARPLENS_ATOMIC
WARPLENS_DEVICE int atomicSub(int* address, int value) { return atomicAdd(address, (int)(0u - (unsigned)value)); }
WARPLENS_DEVICE unsigned atomicSub(unsigned* address, unsigned value) { return atomicAdd(address, 0u - value); }
WARPLENS_DEVICE float atomicExch(float* address, float value) {
  return __builtin_bit_cast(float, atomicExch((int*)address, __builtin_bit_cast(int, value)));
}
WARPLENS_DEVICE int atomicCAS(int* address, int compare, int value) { return __nvvm_atom_cas_gen_i(address, compare, value); }
WARPLENS_DEVICE unsigned atomicCAS(unsigned* address, unsigned compare, unsigned value) {
  return (unsigned)__nvvm_atom_cas_gen_i((int*)address, (int)compare, (int)value);
}
WARPLENS_DEVICE unsigned long long atomicCAS(unsigned long long* address, unsigned long long compare, unsigned long long value) {
  return (unsigned long long)__nvvm_atom_cas_gen_ll((long long*)address, (long long)compare, (long long)value);
}

// The same among the threads of a block, and of the system, by the device's atomics: these serve the block as well, and no host takes
// part in a launch here.
#define WARPLENS_SCOPES(function)                                                                                              \
  template <typename T, typename... Values>                                                                                    \
  WARPLENS_DEVICE T function##_block(T* address, Values... values) {                                                           \
    return function(address, (T)values...);                                                                                    \
  }                                                                                                                            \
  template <typename T, typename... Values>                                                                                    \
  WARPLENS_DEVICE T function##_system(T* address, Values... values) {                                                          \
    return function(address, (T)values...);                                                                                    \
  }
WARPLENS_SCOPES(atomicAdd)
WARPLENS_SCOPES(atomicSub)
WARPLENS_SCOPES(atomicExch)
WARPLENS_SCOPES(atomicMin)
WARPLENS_SCOPES(atomicMax)
WARPLENS_SCOPES(atomicInc)
WARPLENS_SCOPES(atomicDec)
WARPLENS_SCOPES(atomicCAS)
WARPLENS_SCOPES(atomicAnd)
WARPLENS_SCOPES(atomicOr)
WARPLENS_SCOPES(atomicXor)
#undef WARPLENS_SCOPES
