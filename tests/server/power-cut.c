/*
 * Loaded before libc: what a power cut leaves. Each sync of a file below POWER_CUT_FROM copies what the file holds by
 * then to POWER_CUT_TO, under its own name and in one step; what was never synced is not there. A sync takes 20 ms, so
 * that who does not wait for it is found out.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;

/*
 * The command that makes a backup outlives a server that is killed, as no process does a power cut: what it syncs then must
 * not reach POWER_CUT_TO, on which the next server runs.
 */
__attribute__((constructor)) static void leave_children_alone(void) { unsetenv("LD_PRELOAD"); }

static void keep(int fd) {
  const char *from = getenv("POWER_CUT_FROM"), *to = getenv("POWER_CUT_TO");
  char link[64], name[4096], kept[4200], made[4300], bytes[65536];
  if (!from || !to) return;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, name, sizeof name - 1);
  if (length < 0) return;
  name[length] = 0;
  struct stat is;
  if (strncmp(name, from, strlen(from)) != 0 || fstat(fd, &is) != 0 || !S_ISREG(is.st_mode)) return;
  snprintf(kept, sizeof kept, "%s/%s", to, strrchr(name, '/') + 1);
  snprintf(made, sizeof made, "%s.made", kept);
  /* To open and close the file once more would end the locks that SQLite has on it. */
  int isReadable = (fcntl(fd, F_GETFL) & O_ACCMODE) != O_WRONLY;
  int in = isReadable ? fd : open(name, O_RDONLY), out = open(made, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  off_t at = 0;
  for (ssize_t count; in >= 0 && out >= 0 && (count = pread(in, bytes, sizeof bytes, at)) > 0; at += count)
    if (syscall(SYS_write, out, bytes, count) != count) abort();
  if (!isReadable) close(in);
  close(out);
  rename(made, kept);
}

static int sync_and_keep(long call, int fd) {
  usleep(20000);
  int result = (int)syscall(call, fd);
  pthread_mutex_lock(&one);
  if (result == 0) keep(fd);
  pthread_mutex_unlock(&one);
  return result;
}

int fsync(int fd) { return sync_and_keep(SYS_fsync, fd); }

int fdatasync(int fd) { return sync_and_keep(SYS_fdatasync, fd); }
