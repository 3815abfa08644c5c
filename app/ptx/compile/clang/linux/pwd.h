#pragma once

// The computer's users, for host code.

#include <sys/types.h>

struct passwd {
  char *pw_name, *pw_passwd;
  uid_t pw_uid;
  gid_t pw_gid;
  char *pw_gecos, *pw_dir, *pw_shell;
};

#ifdef __cplusplus
extern "C" {
#endif
struct passwd* getpwuid(uid_t);
struct passwd* getpwnam(const char*);
#ifdef __cplusplus
}
#endif
