/*
 * Loaded before libc: while the file named by FAILING_DISK holds `sync` or `write`, that fails with EIO, for the
 * database and its log alone; while it holds `late`, their syncs take 300 ms longer; while it holds `full`, every disk says that
 * it has no room left.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

static int is(char kind) {
  const char *path = getenv("FAILING_DISK");
  char mode = 0;
  int control = path ? syscall(SYS_openat, AT_FDCWD, path, O_RDONLY) : -1;
  if (control < 0) return 0;
  if (syscall(SYS_read, control, &mode, 1) != 1) mode = 0;
  syscall(SYS_close, control);
  return mode == kind;
}

static int concerns(char kind, int fd) {
  char link[64], name[512];
  if (!is(kind)) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, name, sizeof name - 1);
  if (length < 0) return 0;
  name[length] = 0;
  return strstr(name, "wicked.db") != NULL;
}

static int fails(char kind, int fd) {
  if (!concerns(kind, fd)) return 0;
  errno = EIO;
  return 1;
}

static int fails_to_sync(int fd) {
  struct timespec left = {0, 300000000};
  if (concerns('l', fd))
    while (nanosleep(&left, &left) != 0);
  return fails('s', fd);
}

int fsync(int fd) { return fails_to_sync(fd) ? -1 : (int)syscall(SYS_fsync, fd); }

int fdatasync(int fd) { return fails_to_sync(fd) ? -1 : (int)syscall(SYS_fdatasync, fd); }

int statfs(const char *path, struct statfs *room) {
  int failed = syscall(SYS_statfs, path, room);
  if (!failed && is('f')) room->f_bfree = room->f_bavail = 0;
  return failed;
}

int statfs64(const char *path, struct statfs64 *room) { return statfs(path, (struct statfs *)room); }

ssize_t write(int fd, const void *bytes, size_t count) {
  return fails('w', fd) ? -1 : (ssize_t)syscall(SYS_write, fd, bytes, count);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) {
  return fails('w', fd) ? -1 : (ssize_t)syscall(SYS_pwrite64, fd, bytes, count, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off_t offset) {
  return fails('w', fd) ? -1 : (ssize_t)syscall(SYS_pwrite64, fd, bytes, count, offset);
}
