import type { Reporter, TestModule } from 'vitest/node';

function listFlaky(file: TestModule): string[] {
  const tests = [...file.children.allTests()].filter((test) => test.diagnostic()?.flaky);
  const names = tests.map(({ fullName }) => fullName);
  if (file.meta().isHookFlaky) names.unshift('beforeAll');
  return names.map((name) => `  ${file.relativeModuleId} › ${name}`);
}

/** Names at the end of a run the tests and the hooks before all tests that failed first, and not when they were tried again. */
export const flakyTests: Reporter = {
  onTestRunEnd(files) {
    const flaky = files.flatMap(listFlaky);
    if (flaky.length > 0) process.stdout.write(`Flaky tests:\n${flaky.join('\n')}\n`);
  },
};
