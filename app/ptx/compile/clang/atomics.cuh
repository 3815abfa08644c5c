#pragma once

// Part of prelude.cuh: atomic functions with device scope, block scope (…_block) and system scope (…_system).

#define WARPLENS_ATOMIC(function, type, builtin, builtin_type)                           \
  WARPLENS_DEVICE type function(type* address, type value) {                             \
    return (type)__nvvm_atom_##builtin((builtin_type*)address, (builtin_type)value);     \
  }                                                                                      \
  WARPLENS_DEVICE type function##_block(type* address, type value) {                     \
    return (type)__nvvm_atom_cta_##builtin((builtin_type*)address, (builtin_type)value); \
  }                                                                                      \
  WARPLENS_DEVICE type function##_system(type* address, type value) {                    \
    return (type)__nvvm_atom_sys_##builtin((builtin_type*)address, (builtin_type)value); \
  }
WARPLENS_ATOMIC(atomicAdd, int, add_gen_i, int)
WARPLENS_ATOMIC(atomicAdd, unsigned, add_gen_i, int)
WARPLENS_ATOMIC(atomicAdd, unsigned long long, add_gen_ll, long long)
WARPLENS_ATOMIC(atomicAdd, float, add_gen_f, float)
WARPLENS_ATOMIC(atomicAdd, double, add_gen_d, double)
WARPLENS_ATOMIC(atomicExch, int, xchg_gen_i, int)
WARPLENS_ATOMIC(atomicExch, unsigned, xchg_gen_i, int)
WARPLENS_ATOMIC(atomicExch, unsigned long long, xchg_gen_ll, long long)
WARPLENS_ATOMIC(atomicMin, int, min_gen_i, int)
WARPLENS_ATOMIC(atomicMin, unsigned, min_gen_ui, unsigned)
WARPLENS_ATOMIC(atomicMin, long long, min_gen_ll, long long)
WARPLENS_ATOMIC(atomicMin, unsigned long long, min_gen_ull, unsigned long long)
WARPLENS_ATOMIC(atomicMax, int, max_gen_i, int)
WARPLENS_ATOMIC(atomicMax, unsigned, max_gen_ui, unsigned)
WARPLENS_ATOMIC(atomicMax, long long, max_gen_ll, long long)
WARPLENS_ATOMIC(atomicMax, unsigned long long, max_gen_ull, unsigned long long)
WARPLENS_ATOMIC(atomicAnd, int, and_gen_i, int)
WARPLENS_ATOMIC(atomicAnd, unsigned, and_gen_i, int)
WARPLENS_ATOMIC(atomicAnd, unsigned long long, and_gen_ll, long long)
WARPLENS_ATOMIC(atomicOr, int, or_gen_i, int)
WARPLENS_ATOMIC(atomicOr, unsigned, or_gen_i, int)
WARPLENS_ATOMIC(atomicOr, unsigned long long, or_gen_ll, long long)
WARPLENS_ATOMIC(atomicXor, int, xor_gen_i, int)
WARPLENS_ATOMIC(atomicXor, unsigned, xor_gen_i, int)
WARPLENS_ATOMIC(atomicXor, unsigned long long, xor_gen_ll, long long)
WARPLENS_ATOMIC(atomicInc, unsigned, inc_gen_ui, unsigned)
WARPLENS_ATOMIC(atomicDec, unsigned, dec_gen_ui, unsigned)
#undef WARPLENS_ATOMIC
#define WARPLENS_ATOMICS_OF_SCOPE(scope, cas)                                                                                    \
  WARPLENS_DEVICE int atomicSub##scope(int* address, int value) {                                                                \
    return atomicAdd##scope(address, (int)(0u - (unsigned)value));                                                               \
  }                                                                                                                              \
  WARPLENS_DEVICE unsigned atomicSub##scope(unsigned* address, unsigned value) { return atomicAdd##scope(address, 0u - value); } \
  WARPLENS_DEVICE float atomicExch##scope(float* address, float value) {                                                         \
    return __builtin_bit_cast(float, atomicExch##scope((int*)address, __builtin_bit_cast(int, value)));                          \
  }                                                                                                                              \
  WARPLENS_DEVICE int atomicCAS##scope(int* address, int compare, int value) { return cas##_i(address, compare, value); }        \
  WARPLENS_DEVICE unsigned atomicCAS##scope(unsigned* address, unsigned compare, unsigned value) {                               \
    return (unsigned)cas##_i((int*)address, (int)compare, (int)value);                                                           \
  }                                                                                                                              \
  WARPLENS_DEVICE unsigned long long atomicCAS##scope(unsigned long long* address, unsigned long long compare,                   \
                                                      unsigned long long value) {                                                \
    return (unsigned long long)cas##_ll((long long*)address, (long long)compare, (long long)value);                              \
  }
WARPLENS_ATOMICS_OF_SCOPE(, __nvvm_atom_cas_gen)
WARPLENS_ATOMICS_OF_SCOPE(_block, __nvvm_atom_cta_cas_gen)
WARPLENS_ATOMICS_OF_SCOPE(_system, __nvvm_atom_sys_cas_gen)
#undef WARPLENS_ATOMICS_OF_SCOPE
