// The time that a thread of this process was at work. On a busy machine it waits for a processor most of the time, which says
// nothing about what it does.
import { readFileSync, readlinkSync } from 'node:fs';

/** The first message of a thread to the one that started it. */
export interface ThreadStarted {
  kind: 'thread-started';
  /** The id of the thread in the system; undefined where the system is not Linux. */
  threadId: string | undefined;
}

/** Returns the message about the thread that calls this. */
export function describeThread(): ThreadStarted {
  return { kind: 'thread-started', threadId: findThreadId() };
}

function findThreadId(): string | undefined {
  try {
    return /\d+$/.exec(readlinkSync('/proc/thread-self'))?.[0];
  } catch {
    return undefined;
  }
}

/** One hundredth of a second, in which Linux counts for programs on every machine: https://man7.org/linux/man-pages/man7/time.7.html */
const tickMs = 10;

/**
 * Returns for how many milliseconds a thread of this process used a processor since it began; undefined once it has ended.
 * Source: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
export function readThreadMs(threadId: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/self/task/${threadId}/stat`, 'utf8');
    // The name of the thread, in parentheses, may hold anything. Fields 14 and 15 are the times of the program and of the system.
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) * tickMs;
  } catch {
    return undefined;
  }
}
