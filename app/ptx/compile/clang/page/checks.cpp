// What the page and compiled code call in a program.

#include <stdio.h>

extern "C" {
__attribute__((import_module("warplens"), import_name("null_pointer"), noreturn)) void __warplens_null_pointer();

/// Called before compiled code reads or writes through a null pointer: address 0 is memory as any other for WebAssembly.
void __ubsan_handle_type_mismatch_minimal_abort() { __warplens_null_pointer(); }

/// Called by the page before each call of CUDA, so that what the program has printed comes before what kernels print.
__attribute__((export_name("warplens_flush"))) void __warplens_flush() { fflush(stdout); }
}
