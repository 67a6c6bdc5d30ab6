/*
 * Loaded before libc: while the file named by FAILING_DISK holds `sync` or `write`, that fails with EIO, for the
 * database and its log alone.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int fails(char kind, int fd) {
  const char *path = getenv("FAILING_DISK");
  char mode = 0, link[64], name[512];
  int control = path ? syscall(SYS_openat, AT_FDCWD, path, O_RDONLY) : -1;
  if (control < 0) return 0;
  if (syscall(SYS_read, control, &mode, 1) != 1) mode = 0;
  syscall(SYS_close, control);
  if (mode != kind) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, name, sizeof name - 1);
  if (length < 0) return 0;
  name[length] = 0;
  if (!strstr(name, "wicked.db")) return 0;
  errno = EIO;
  return 1;
}

int fsync(int fd) { return fails('s', fd) ? -1 : (int)syscall(SYS_fsync, fd); }

int fdatasync(int fd) { return fails('s', fd) ? -1 : (int)syscall(SYS_fdatasync, fd); }

ssize_t write(int fd, const void *bytes, size_t count) {
  return fails('w', fd) ? -1 : (ssize_t)syscall(SYS_write, fd, bytes, count);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) {
  return fails('w', fd) ? -1 : (ssize_t)syscall(SYS_pwrite64, fd, bytes, count, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off_t offset) {
  return fails('w', fd) ? -1 : (ssize_t)syscall(SYS_pwrite64, fd, bytes, count, offset);
}
