import type { Reporter, TestModule } from 'vitest/node';

const shown = 10;

/** What a file takes, in milliseconds: to load it, and to run its tests. */
function readDuration(file: TestModule): number {
  const { collectDuration, prepareDuration, setupDuration, duration } = file.diagnostic();
  return prepareDuration + setupDuration + collectDuration + duration;
}

/** Tells at the end of a whole run which test files took longest. */
export const slowestFiles: Reporter = {
  onTestRunEnd(files) {
    if (files.length <= shown) return;
    const slowest = files
      .map((file) => ({ name: file.relativeModuleId, ms: readDuration(file) }))
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, shown);
    const lines = slowest.map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`);
    process.stdout.write(`Slowest files:\n${lines.join('\n')}\n`);
  },
};
