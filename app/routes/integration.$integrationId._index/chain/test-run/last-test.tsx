import { RelativeTime } from '~/components/time/relative-time';
import { formatDuration } from '~/components/time/time-format';
import type { ChainTest } from '~/services/test-runs/chain-test';
import { describeEnd } from '../../../integration.$integrationId/use-test-toast';

/** When the last test began, how many calls succeeded, and why it ended in an error. */
export function LastTest({ test, callIds }: { test: ChainTest; callIds: (string | undefined)[] }) {
  const { status, startedAt, duration, errorMessage, calls } = test;
  const passed = callIds.filter((id) => id && calls[id]?.status === 'success').length;
  return (
    <div className="min-w-0 text-[0.8125rem] text-ink-muted">
      <p title={describeEnd(test)}>
        <span className="sr-only">{describeEnd(test)}. </span>
        Last test <RelativeTime at={startedAt} /> · {passed} of {callIds.length}
        <span className="sr-only"> calls succeeded</span>
        {duration !== null && ` · ${formatDuration(duration)}`}
      </p>
      {status !== 'completed' && errorMessage && (
        <p className="line-clamp-3 wrap-anywhere text-bad-ink">{errorMessage}</p>
      )}
    </div>
  );
}
