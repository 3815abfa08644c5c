#include "grade/confinement.h"

#include <fcntl.h>
#include <grp.h>
#include <linux/landlock.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>

#include "base/spawn.h"

namespace warplens::grade {
namespace {

// Access rights of Landlock that headers older than the kernel lack (linux/landlock.h; the kernel's Landlock documentation says
// which version of its interface brought which).
constexpr std::uint64_t truncate_files = 1u << 14, control_devices = 1u << 15;       // files: versions 3 and 5
constexpr std::uint64_t bind_ports = 1u << 0, connect_ports = 1u << 1;               // network: version 4
constexpr std::uint64_t reach_abstract_sockets = 1u << 0, signal_outside = 1u << 1;  // scopes: version 6

constexpr std::uint64_t read_rights = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr std::uint64_t write_rights = read_rights | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG |
                                       LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
                                       LANDLOCK_ACCESS_FS_REMOVE_DIR | truncate_files;
constexpr std::uint64_t device_rights = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | truncate_files;
/// What may be granted on something that is no folder.
constexpr std::uint64_t file_rights =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | truncate_files | control_devices;

/// landlock_ruleset_attr of the newest version.
struct RulesetAttributes {
  std::uint64_t files = 0, network = 0, scopes = 0;
};

base::Error failed(const std::string& what) { return base::error(what + ": " + std::strerror(errno)); }

/// Version of Landlock's interface; 0 or less where there is none.
int landlock_version() {
  return static_cast<int>(::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION));
}

RulesetAttributes handled_by(int version) {
  RulesetAttributes all;
  constexpr int rights_of_first_version = 13;
  all.files = (1u << rights_of_first_version) - 1;
  if (version >= 2) all.files |= LANDLOCK_ACCESS_FS_REFER;
  if (version >= 3) all.files |= truncate_files;
  if (version >= 4) all.network = bind_ports | connect_ports;
  if (version >= 5) all.files |= control_devices;
  if (version >= 6) all.scopes = reach_abstract_sockets | signal_outside;
  return all;
}

std::size_t size_for(int version) { return (version >= 6 ? 3 : version >= 4 ? 2 : 1) * sizeof(std::uint64_t); }

/// Grant `rights` below `path`. What is not there needs no right.
base::Status grant(int ruleset, const std::filesystem::path& path, std::uint64_t rights) {
  const base::Descriptor descriptor(::open(path.c_str(), O_PATH | O_CLOEXEC));
  struct stat status {};
  if (descriptor.number() < 0 || ::fstat(descriptor.number(), &status) != 0) return base::Nothing{};
  if (!S_ISDIR(status.st_mode)) rights &= file_rights;
  const landlock_path_beneath_attr rule{rights, descriptor.number()};
  if (::syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0)
    return failed("Landlock refuses " + path.string());
  return base::Nothing{};
}

/// Part of the system that programs look at: devices without content, the processors, and what the process may know of itself.
constexpr const char* devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};
constexpr const char* system_facts[] = {"/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/sys/devices/system/cpu"};

base::Status close_file_system(const Confinement& confinement) {
  const int version = landlock_version();
  const RulesetAttributes handled = handled_by(version);
  const base::Descriptor ruleset(static_cast<int>(::syscall(SYS_landlock_create_ruleset, &handled, size_for(version), 0)));
  if (ruleset.number() < 0) return failed("Landlock makes no rules");
  const auto grant_all = [&](const auto& paths, std::uint64_t rights) -> base::Status {
    for (const auto& path : paths) {
      if (base::Status granted = grant(ruleset.number(), path, rights & handled.files); !granted) return granted;
    }
    return base::Nothing{};
  };
  if (base::Status granted = grant_all(confinement.readable, read_rights); !granted) return granted;
  if (base::Status granted = grant_all(system_facts, read_rights); !granted) return granted;
  if (base::Status granted = grant_all(devices, device_rights); !granted) return granted;
  if (base::Status granted = grant_all(confinement.writable, write_rights); !granted) return granted;
  if (::syscall(SYS_landlock_restrict_self, ruleset.number(), 0) != 0) return failed("Landlock does not take hold");
  return base::Nothing{};
}

/// System calls that a submission has no use for, and that Landlock leaves open: the network, other processes and their memory,
/// namespaces, owners and permissions of files, and what outlives a process.
constexpr int refused_calls[] = {SCMP_SYS(socket),
                                 SCMP_SYS(io_uring_setup),
                                 SCMP_SYS(ptrace),
                                 SCMP_SYS(process_vm_readv),
                                 SCMP_SYS(process_vm_writev),
                                 SCMP_SYS(pidfd_open),
                                 SCMP_SYS(pidfd_getfd),
                                 SCMP_SYS(pidfd_send_signal),
                                 SCMP_SYS(setpriority),
                                 SCMP_SYS(ioprio_set),
                                 SCMP_SYS(mount),
                                 SCMP_SYS(umount2),
                                 SCMP_SYS(move_mount),
                                 SCMP_SYS(fsopen),
                                 SCMP_SYS(open_tree),
                                 SCMP_SYS(pivot_root),
                                 SCMP_SYS(chroot),
                                 SCMP_SYS(unshare),
                                 SCMP_SYS(setns),
                                 SCMP_SYS(chmod),
                                 SCMP_SYS(fchmod),
                                 SCMP_SYS(fchmodat),
                                 SCMP_SYS(chown),
                                 SCMP_SYS(fchown),
                                 SCMP_SYS(lchown),
                                 SCMP_SYS(fchownat),
                                 SCMP_SYS(setxattr),
                                 SCMP_SYS(lsetxattr),
                                 SCMP_SYS(fsetxattr),
                                 SCMP_SYS(removexattr),
                                 SCMP_SYS(lremovexattr),
                                 SCMP_SYS(fremovexattr),
                                 SCMP_SYS(utime),
                                 SCMP_SYS(utimes),
                                 SCMP_SYS(utimensat),
                                 SCMP_SYS(futimesat),
                                 SCMP_SYS(truncate),
                                 SCMP_SYS(bpf),
                                 SCMP_SYS(perf_event_open),
                                 SCMP_SYS(userfaultfd),
                                 SCMP_SYS(keyctl),
                                 SCMP_SYS(add_key),
                                 SCMP_SYS(request_key),
                                 SCMP_SYS(shmget),
                                 SCMP_SYS(msgget),
                                 SCMP_SYS(semget),
                                 SCMP_SYS(mq_open),
                                 SCMP_SYS(name_to_handle_at),
                                 SCMP_SYS(open_by_handle_at)};

/// Calls that name a process: allowed for the confined one only, which is how abort() ends it.
constexpr int calls_for_itself[] = {SCMP_SYS(kill), SCMP_SYS(tgkill), SCMP_SYS(rt_sigqueueinfo), SCMP_SYS(rt_tgsigqueueinfo)};

/// The filter of system calls, in the making.
class CallFilter {
 public:
  bool made() const { return filter_ != nullptr; }
  /// Let `call` fail with `error`, always or where its first argument is as `condition` says. A call that this processor does not
  /// have needs no rule.
  bool refuse(int call, int error = EPERM, const std::optional<scmp_arg_cmp>& condition = std::nullopt) {
    const int added = ::seccomp_rule_add_array(filter_.get(), SCMP_ACT_ERRNO(static_cast<unsigned>(error)), call,
                                               condition ? 1 : 0, condition ? &*condition : nullptr);
    return added == 0 || added == -EDOM;
  }
  bool load() { return ::seccomp_load(filter_.get()) == 0; }

 private:
  std::unique_ptr<void, void (*)(scmp_filter_ctx)> filter_{::seccomp_init(SCMP_ACT_ALLOW), ::seccomp_release};
};

base::Status close_system_calls() {
  CallFilter filter;
  if (!filter.made()) return base::error("seccomp makes no filter");
  bool all = true;
  for (const int call : refused_calls) all = filter.refuse(call) && all;
  const scmp_arg_cmp other_process{0, SCMP_CMP_NE, static_cast<scmp_datum_t>(::getpid()), 0}, not_itself{0, SCMP_CMP_NE, 0, 0};
  for (const int call : calls_for_itself) all = filter.refuse(call, EPERM, other_process) && all;
  all = filter.refuse(SCMP_SYS(tkill)) && filter.refuse(SCMP_SYS(prlimit64), EPERM, not_itself) && all;
  // clone3() hides its flags in memory; where it is missing, the C library uses clone().
  all = filter.refuse(SCMP_SYS(clone3), ENOSYS) && all;
  for (const std::uint64_t flag :
       {CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET})
    all = filter.refuse(SCMP_SYS(clone), EPERM, scmp_arg_cmp{0, SCMP_CMP_MASKED_EQ, flag, flag}) && all;
  if (!all || !filter.load()) return base::error("seccomp does not take hold");
  return base::Nothing{};
}

base::Status become(std::uint32_t user) {
  if (user == 0 || ::geteuid() != 0) return base::Nothing{};
  if (::setgroups(0, nullptr) != 0 || ::setresgid(user, user, user) != 0 || ::setresuid(user, user, user) != 0)
    return failed("cannot become another user");
  return base::Nothing{};
}

}  // namespace

base::Status can_confine() {
  if (landlock_version() <= 0) return base::error("this kernel has no Landlock, or it is switched off");
  return base::Nothing{};
}

base::Status confine(const Confinement& confinement) {
  if (base::Status possible = can_confine(); !possible) return possible;
  constexpr unsigned first = 3, last = ~0u;
  ::syscall(SYS_close_range, first, last, 0);
  if (base::Status became = become(confinement.user); !became) return became;
  if (const auto& folder = confinement.working_folder; !folder.empty() && ::chdir(folder.c_str()) != 0)
    return failed("cannot go to " + folder.string());
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // it does not outlive who started it
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return failed("cannot give up rights");
  if (base::Status closed = close_file_system(confinement); !closed) return closed;
  return close_system_calls();
}

std::string not_confined() {
  const std::string processes = ::geteuid() == 0 ? "" : ", its processes count as yours";
  return "it can tell which files and folders exist (not what is in them)" + processes +
         ", and the room on the disk is watched instead of set aside";
}

}  // namespace warplens::grade
