#pragma once

// System V's shared memory, for host code.

#include <sys/ipc.h>

struct shmid_ds;
#ifdef __cplusplus
extern "C" {
#endif
int shmget(key_t, size_t, int);
void* shmat(int, const void*, int);
int shmdt(const void*);
int shmctl(int, int, struct shmid_ds*);
#ifdef __cplusplus
}
#endif
