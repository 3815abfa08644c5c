#include "grid.h"

// places_dwarf4.wasm and places_dwarf5.wasm are made of this (see wasm_lines_test.cpp).

int left_out(int n) {  // nothing calls it
  note(n);
  return n * n;
}

__attribute__((always_inline)) static inline void noted(int n) { note(n + 1); }

__attribute__((always_inline)) static inline void noted_twice(int n) {
  noted(n);
  noted(n * 2);
}

template <typename T>
__attribute__((noinline)) T sum(T a, T b) {
  note(static_cast<int>(a));
  noted_twice(7);
  return a + b;
}

extern "C" int run(int n) {
  const host::Grid grid{n};
  note(grid.scaled(5));
  for (int k = 0; k < n; ++k) {
    if (k % 3 == 1) noted_twice(k);
  }
  return sum<float>(1, 2) > 2 ? 0 : 1;
}
