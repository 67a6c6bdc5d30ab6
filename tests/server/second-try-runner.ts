// vitest tries a failed test again, and what stands before it with it, but never what stands before a whole file.
import { TestRunner } from 'vitest';
import { removeLeftovers } from '../support/leftovers';
import { retries } from '../support/tries';

declare module 'vitest' {
  interface TaskMeta {
    /** Of a file: a hook that stands before all its tests failed first, and not when it was tried again. */
    isHookFlaky?: boolean;
  }
}

type Suite = Parameters<TestRunner['onBeforeRunSuite']>[0];

/**
 * In CI, each `beforeAll` of a file that fails is called a second time, once what its first try left has been removed: its servers,
 * targets and directories, and with them those of the hooks before it, which are therefore called again, too. Why it failed is
 * written to standard error. A failed `afterAll` fails the run at once: a server that does not end as it should is no accident.
 */
export default class SecondTryRunner extends TestRunner {
  override async onBeforeRunSuite(suite: Suite): Promise<void> {
    await super.onBeforeRunSuite(suite);
    if (retries > 0 && suite === suite.file) giveSecondTry(suite);
  }
}

function giveSecondTry(file: Suite): void {
  const { beforeAll } = TestRunner.getSuiteHooks(file);
  const hooks = [...beforeAll];
  for (const [index, hook] of hooks.entries()) {
    beforeAll[index] = async (suite) => {
      try {
        return await hook(suite);
      } catch (error) {
        process.stderr.write(`beforeAll of ${file.name} failed, and is tried again:\n${describe(error)}\n`);
        removeLeftovers();
        for (const earlier of hooks.slice(0, index)) await earlier(suite);
        const result = await hook(suite);
        file.meta.isHookFlaky = true;
        return result;
      }
    };
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
