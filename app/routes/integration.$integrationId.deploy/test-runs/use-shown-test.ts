import { useState } from 'react';
import { hasEnded } from '~/engine/run/execution-status';
import type { ListedTest } from '~/services/test-runs/test-lines';

/**
 * Returns the test whose results are shown: the one that the address names, else the newest while it runs. The results of that
 * one stay when it has ended.
 */
export function useShownTest(tests: ListedTest[], named: string | null): ListedTest | undefined {
  const running = tests.slice(0, 1).find(({ status }) => !hasEnded(status));
  const [followed, setFollowed] = useState<string>();
  if (running && running.id !== followed) setFollowed(running.id);
  const find = (id: string | null | undefined) => tests.find((each) => each.id === id);
  return find(named) ?? running ?? find(followed);
}
