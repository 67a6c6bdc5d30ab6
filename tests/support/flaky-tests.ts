import type { Reporter, TestModule } from 'vitest/node';

function listFlaky(file: TestModule): string[] {
  return [...file.children.allTests()]
    .filter((test) => test.diagnostic()?.flaky)
    .map((test) => `  ${file.relativeModuleId} › ${test.fullName}`);
}

/** Names at the end of a run the tests that failed first and passed when they were tried again. */
export const flakyTests: Reporter = {
  onTestRunEnd(files) {
    const flaky = files.flatMap(listFlaky);
    if (flaky.length > 0) process.stdout.write(`Flaky tests:\n${flaky.join('\n')}\n`);
  },
};
