/** The milliseconds of processor time that some work takes: what else the machine does counts little. */
export function measureProcessorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1000;
}

/** Many times what work takes that reads a text of 64 KiB once; going back again and again takes many times this. */
export const onceOverMs = 1_000;
