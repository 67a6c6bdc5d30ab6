/*
 * Loaded before libc: every sync of a file below SLOW_DISK_DIRECTORY takes SLOW_DISK_MS longer, as on a disk that others
 * keep busy.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static void delay(int fd) {
  const char *directory = getenv("SLOW_DISK_DIRECTORY"), *ms = getenv("SLOW_DISK_MS");
  char link[64], name[4096];
  if (!directory || !ms) return;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, name, sizeof name - 1);
  if (length < 0) return;
  name[length] = 0;
  if (strncmp(name, directory, strlen(directory)) != 0) return;
  struct timespec left = {atol(ms) / 1000, atol(ms) % 1000 * 1000000};
  while (nanosleep(&left, &left) != 0);
}

int fsync(int fd) { return delay(fd), (int)syscall(SYS_fsync, fd); }

int fdatasync(int fd) { return delay(fd), (int)syscall(SYS_fdatasync, fd); }
