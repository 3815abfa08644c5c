#pragma once

// Modes of a terminal, for host code.

typedef unsigned char cc_t;
typedef unsigned speed_t, tcflag_t;

#define NCCS 32
struct termios {
  tcflag_t c_iflag, c_oflag, c_cflag, c_lflag;
  cc_t c_line;
  cc_t c_cc[NCCS];
  speed_t c_ispeed, c_ospeed;
};

#define VTIME 5
#define VMIN 6
#define ISIG 01
#define ICANON 02
#define ECHO 010
#define TCSANOW 0
#define TCSADRAIN 1
#define TCSAFLUSH 2

#ifdef __cplusplus
extern "C" {
#endif
int tcgetattr(int, struct termios*);
int tcsetattr(int, int, const struct termios*);
#ifdef __cplusplus
}
#endif
