#pragma once

// What System V's shared memory and semaphores have in common, for host code.

#include <sys/types.h>

#define IPC_CREAT 01000
#define IPC_EXCL 02000
#define IPC_RMID 0
#define IPC_PRIVATE ((key_t)0)

#ifdef __cplusplus
extern "C" {
#endif
key_t ftok(const char*, int);
#ifdef __cplusplus
}
#endif
