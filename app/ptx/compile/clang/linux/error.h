#pragma once

// Messages of errors, for host code.

#ifdef __cplusplus
extern "C" {
#endif
void error(int, int, const char*, ...) __attribute__((format(printf, 3, 4)));
#ifdef __cplusplus
}
#endif
