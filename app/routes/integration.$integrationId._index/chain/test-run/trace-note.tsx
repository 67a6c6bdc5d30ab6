import { formatDuration } from '~/components/time/time-format';
import type { CallTrace } from '~/services/test-runs/chain-test';
import { traceLooks } from './trace-look';

/** What the last test did with a call, at the end of its node: how long it took, or that it was left out. */
export function TraceNote({ trace }: { trace: CallTrace }) {
  const { status, statusCode, duration, message } = trace;
  const { ink, icon: Icon, word } = traceLooks[status];
  const time = duration === null ? undefined : formatDuration(duration);
  return (
    <span title={message} className={`flex shrink-0 items-center gap-1 text-xs tabular-nums ${ink}`}>
      <span className="sr-only">
        {`Last test: ${word}${statusCode === null ? '' : `, HTTP ${statusCode}`}${time ? ', ' : ''}`}
      </span>
      {Icon && <Icon aria-hidden className="size-3.5" />}
      {status === 'skipped' ? <span aria-hidden>skipped</span> : time}
    </span>
  );
}
