#pragma once

// A few commands of ioctl(), with Linux's numbers.

#define TIOCGWINSZ 0x5413
#define FIONREAD 0x541B
#define FIONBIO 0x5421
