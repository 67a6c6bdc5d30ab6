import { Check } from '~/components/icons/icons';
import { formatDuration } from '~/components/time/time-format';
import type { CallTrace } from '~/services/test-runs/chain-test';
import type { TestLogStatus } from '~/services/test-runs/log-schema';
import { traceLooks } from './trace-look';

/** Shows at the end of a node what the last test did with its call: how long it took, or that it was skipped. */
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

/** Shows the status of an end of the line, which has no duration, by an icon and words and not by colour alone. */
export function EndNote({ status }: { status: TestLogStatus }) {
  const { ink, icon: Icon = Check, word } = traceLooks[status];
  return (
    <span title={`Last test: ${word}`} className={`flex shrink-0 items-center text-xs ${ink}`}>
      <span className="sr-only">Last test: {word}</span>
      {status !== 'info' && <Icon aria-hidden className="size-3.5" />}
    </span>
  );
}
