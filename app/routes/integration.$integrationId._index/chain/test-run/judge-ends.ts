import { hasEnded } from '~/engine/run/execution-status';
import type { ChainTest } from '~/services/test-runs/chain-test';
import type { TestLogStatus } from '~/services/test-runs/log-schema';

/** Returns the status of a test at both ends of the line: whether its data could start it, and how it ended. */
export function judgeEnds({
  status,
  calls,
  conditions,
}: Pick<ChainTest, 'status' | 'calls' | 'conditions'>): {
  begin: TestLogStatus;
  end: TestLogStatus | undefined;
} {
  const hasBegun = Object.keys(calls).length > 0 || Object.keys(conditions).length > 0;
  if (!hasEnded(status)) return { begin: hasBegun ? 'success' : 'info', end: undefined };
  if (status === 'completed') return { begin: 'success', end: 'success' };
  return { begin: hasBegun ? 'success' : 'error', end: status === 'error' ? 'error' : 'skipped' };
}
