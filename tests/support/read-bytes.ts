import { existsSync, readFileSync } from 'node:fs';

const counters = '/proc/self/io';

/** Whether the system counts the bytes that a process reads. */
export const countsReadBytes = existsSync(counters);

/** The bytes that this process has read so far, from files and pipes. */
export function countReadBytes(): number {
  return Number(/^rchar: (\d+)/.exec(readFileSync(counters, 'utf8'))?.[1]);
}
