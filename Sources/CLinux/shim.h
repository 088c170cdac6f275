/* Linux calls that Swift's Glibc module hides (it is built without _GNU_SOURCE) or cannot import
   (variadic functions and function-like macros). One thin wrapper each, nothing more. _GNU_SOURCE
   is not defined here either: it changes structures that the Glibc module knows by their other
   form. What needs it is declared by hand. */
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <linux/reboot.h>
#include <pty.h>
#include <spawn.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/reboot.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

extern int pipe2(int fds[2], int flags);
extern int sched_getaffinity(pid_t process, size_t bytes, void *mask);
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

/* Nanoseconds of CLOCK_MONOTONIC: virtual in a guest with time travel. */
static inline int64_t linux_monotonic_nanoseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* A timer on CLOCK_MONOTONIC as a file descriptor, close-on-exec and non-blocking; -1 on error. */
static inline int linux_timer_create(void) {
  return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
}

/* Arms it for an absolute time (0 disarms); one in the past fires at once. 0, or -1 with errno. */
static inline int linux_timer_set(int fd, int64_t nanoseconds) {
  struct itimerspec spec = {{0, 0}, {nanoseconds / 1000000000, nanoseconds % 1000000000}};
  return timerfd_settime(fd, TFD_TIMER_ABSTIME, &spec, 0);
}

/* A pair of connected stream sockets, close-on-exec. 0, or -1 with errno. */
static inline int linux_stream_pair(int fds[2]) {
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds);
}

/* Sends on a socket without SIGPIPE where nobody has the other end: the bytes sent, or -1 with errno. */
static inline ssize_t linux_send_quietly(int fd, const void *bytes, size_t count) {
  return send(fd, bytes, count, MSG_NOSIGNAL);
}

/* A pipe, close-on-exec. 0, or -1 with errno. */
static inline int linux_pipe(int fds[2]) { return pipe2(fds, O_CLOEXEC); }

/* open(2) without its third argument; the file is close-on-exec. */
static inline int linux_open(const char *path, int flags) { return open(path, flags | O_CLOEXEC); }

/* open(2) that creates. */
static inline int linux_create(const char *path, int flags, mode_t mode) {
  return open(path, flags | O_CREAT | O_CLOEXEC, mode);
}

static inline int linux_set_nonblocking(int fd) {
  int flags = fcntl(fd, F_GETFL);
  return flags < 0 ? -1 : fcntl(fd, F_SETFL, flags | O_NONBLOCK);
}

/* Whether the caller may run on the core (0 to 1023). */
static inline int linux_may_run_on(int core) {
  unsigned char mask[128] = {0};
  if (sched_getaffinity(0, sizeof mask, mask) != 0) return 0;
  return mask[core / 8] >> (core % 8) & 1;
}

/* A descriptor that becomes readable when the process ends, close-on-exec; -1 with errno. */
static inline int linux_pidfd_open(pid_t process) {
  return (int)syscall(SYS_pidfd_open, process, 0);
}

/* A socket on the kernel's Bluetooth management channel, which sends its events and takes its
   commands: close-on-exec and non-blocking; -1 with errno. The numbers are the kernel's
   (net/bluetooth/hci_sock.h): libc has no header of them. */
static inline int linux_open_bluetooth_management(void) {
  struct {
    unsigned short family, adapter, channel;
  } address = {AF_BLUETOOTH, 0xffff, 3};
  int fd = socket(AF_BLUETOOTH, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, 1);
  if (fd < 0) return -1;
  if (bind(fd, (struct sockaddr *)&address, sizeof address) != 0) {
    int code = errno;
    close(fd);
    errno = code;
    return -1;
  }
  return fd;
}

/* Starts a program with these descriptors as its 0, 1 and 2, and `ready` as its 3 unless that is -1, in
   the folder unless that is null: the process, or -1 with errno. posix_spawn(3) asks for the handler of
   every signal in the child, twice, which is dear in a guest; the caller has set none. */
static inline pid_t linux_spawn(char *const arguments[], char *const environment[], int input, int output,
                                int ready, const char *folder) {
  volatile int failure = 0; /* the child shares the memory until it runs the program */
  pid_t process = vfork();
  if (process == 0) {
    if (dup2(input, 0) >= 0 && dup2(output, 1) >= 0 && dup2(output, 2) >= 0
        && (ready < 0 || dup2(ready, 3) >= 0) && (folder == 0 || chdir(folder) == 0))
      execve(arguments[0], arguments, environment);
    failure = errno;
    _exit(127);
  }
  if (process < 0 || failure == 0) return process;
  waitpid(process, 0, 0);
  errno = failure;
  return -1;
}

/* Takes the file's lock (flock(2), as the program flock does) without waiting. 0, or -1 with errno:
   EWOULDBLOCK where someone else has it. */
static inline int linux_lock(int fd) { return flock(fd, LOCK_EX | LOCK_NB); }

/* The same, waiting for whoever has it. */
static inline int linux_lock_waiting(int fd) {
  int result;
  do result = flock(fd, LOCK_EX);
  while (result != 0 && errno == EINTR);
  return result;
}

/* Ends this machine: in a guest, the whole User-Mode Linux. */
static inline int linux_power_off(void) { return reboot(LINUX_REBOOT_CMD_POWER_OFF); }

/* How a wait status reads: whether the process exited by itself, its code, the signal otherwise. */
static inline int linux_exited(int status) { return WIFEXITED(status); }
static inline int linux_exit_code(int status) { return WEXITSTATUS(status); }
static inline int linux_exit_signal(int status) { return WTERMSIG(status); }

/* Columns of the terminal, or 0 where there is none. */
static inline int linux_terminal_columns(int fd) {
  struct winsize size = {0};
  return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/* Tells of what is appended to files, as a descriptor to read; -1 with errno. */
static inline int linux_notify_create(void) { return inotify_init1(IN_CLOEXEC | IN_NONBLOCK); }

/* Watches one file, or one folder, for writes. -1 with errno. */
static inline int linux_notify_of_writes(int fd, const char *path) {
  return inotify_add_watch(fd, path, IN_MODIFY);
}

/* Lets every other program go first (SCHED_IDLE); what the process starts inherits it. 0, or -1
   with errno. The number is the kernel's: sched.h names it only under _GNU_SOURCE. */
static inline int linux_yield_to_all(pid_t process) {
  struct sched_param parameter = {0};
  return sched_setscheduler(process, 5, &parameter);
}

/* A pseudo-terminal, both ends close-on-exec; `path`, of 128 bytes, gets the name of the second. 0,
   or -1 with errno. */
static inline int linux_open_terminal(int *master, int *slave, char *path) {
  if (openpty(master, slave, path, 0, 0) != 0) return -1;
  fcntl(*master, F_SETFD, FD_CLOEXEC);
  fcntl(*slave, F_SETFD, FD_CLOEXEC);
  return 0;
}

/* Watches one file for being opened and closed. -1 with errno. */
static inline int linux_notify_of_opens(int fd, const char *path) {
  return inotify_add_watch(fd, path, IN_OPEN | IN_CLOSE);
}

static inline int linux_unix_address(const char *path, struct sockaddr_un *address) {
  if (strlen(path) >= sizeof address->sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  strcpy(address->sun_path, path);
  return 0;
}

/* A stream socket that listens at a path, which must be free, for this user alone. It is
   close-on-exec and does not block; -1 with errno. */
static inline int linux_listen_at(const char *path) {
  struct sockaddr_un address;
  if (linux_unix_address(path, &address) != 0) return -1;
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return -1;
  mode_t before = umask(0177);
  int failed = bind(fd, (struct sockaddr *)&address, sizeof address) || listen(fd, 16);
  umask(before);
  if (failed) {
    int code = errno;
    close(fd);
    errno = code;
    return -1;
  }
  return fd;
}

/* Whether somebody listens at the path. */
static inline int linux_is_listened_at(const char *path) {
  struct sockaddr_un address;
  if (linux_unix_address(path, &address) != 0) return 0;
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return 0;
  int connected = connect(fd, (struct sockaddr *)&address, sizeof address) == 0;
  close(fd);
  return connected;
}

/* The next who connected, close-on-exec and not blocking; -1 with errno. */
static inline int linux_accept(int listener) {
  int fd = accept(listener, 0, 0);
  if (fd < 0) return -1;
  fcntl(fd, F_SETFD, FD_CLOEXEC);
  linux_set_nonblocking(fd);
  return fd;
}

/* L2CAP channels over LE (credit-based). The numbers and structures are those of the kernel's
   net/bluetooth/bluetooth.h and l2cap.h, for which there is no header without libbluetooth. An address
   here is 6 bytes, least significant first; its type is 1, public, or 2, random. */
struct linux_l2cap_address {
  sa_family_t family;
  uint16_t psm;
  uint8_t device[6];
  uint16_t channel;
  uint8_t device_type;
};

static inline struct linux_l2cap_address linux_l2cap_address(
    const uint8_t device[6], uint8_t type, uint16_t psm) {
  struct linux_l2cap_address address;
  memset(&address, 0, sizeof address);
  address.family = 31; /* AF_BLUETOOTH */
  address.psm = psm;   /* little-endian, as this machine is */
  memcpy(address.device, device, 6);
  address.device_type = type;
  return address;
}

/* A socket bound to an adapter's address, for packets, close-on-exec and not blocking; a `psm` of 0 is
   for one that will connect. `encrypted` asks for security level medium. -1 with errno. */
static inline int linux_l2cap_socket(
    const uint8_t device[6], uint8_t type, uint16_t psm, int encrypted) {
  int fd = socket(31, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0 /* BTPROTO_L2CAP */);
  if (fd < 0) return -1;
  struct { uint8_t level, key_size; } security = {2 /* BT_SECURITY_MEDIUM */, 0};
  struct linux_l2cap_address address = linux_l2cap_address(device, type, psm);
  if ((encrypted && setsockopt(fd, 274 /* SOL_BLUETOOTH */, 4, &security, sizeof security) != 0)
      || bind(fd, (struct sockaddr *)&address, sizeof address) != 0) {
    int code = errno;
    close(fd);
    errno = code;
    return -1;
  }
  return fd;
}

/* Begins to connect: 0, or -1 with errno, EINPROGRESS being the rule. */
static inline int linux_l2cap_connect(int fd, const uint8_t device[6], uint8_t type, uint16_t psm) {
  struct linux_l2cap_address address = linux_l2cap_address(device, type, psm);
  return connect(fd, (struct sockaddr *)&address, sizeof address);
}

/* The other side's address, its type as the result; -1 with errno. */
static inline int linux_l2cap_peer(int fd, uint8_t device[6]) {
  struct linux_l2cap_address address;
  socklen_t length = sizeof address;
  if (getpeername(fd, (struct sockaddr *)&address, &length) != 0) return -1;
  memcpy(device, address.device, 6);
  return address.device_type;
}

/* The longest packet that may be sent (BT_SNDMTU), or received (BT_RCVMTU); -1 with errno. */
static inline int linux_l2cap_mtu(int fd, int sending) {
  uint16_t mtu = 0;
  socklen_t length = sizeof mtu;
  return getsockopt(fd, 274, sending ? 12 : 13, &mtu, &length) == 0 ? mtu : -1;
}

/* Takes and clears a socket's error; 0 without one. */
static inline int linux_socket_error(int fd) {
  int code = 0;
  socklen_t length = sizeof code;
  return getsockopt(fd, SOL_SOCKET, SO_ERROR, &code, &length) == 0 ? code : errno;
}
