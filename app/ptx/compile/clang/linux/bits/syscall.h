#pragma once

// Numbers of a few calls of Linux, for syscall().

#define SYS_getpid 39
#define SYS_gettid 186
#define SYS_getcpu 309
#define __NR_gettid SYS_gettid
#define __NR_perf_event_open 298
