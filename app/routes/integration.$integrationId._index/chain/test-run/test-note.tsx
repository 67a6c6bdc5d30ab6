import { Check, CircleSlash, type Icon, TriangleAlert, X } from '~/components/icons/icons';
import { formatDuration } from '~/components/time/time-format';
import type { CallTrace } from '~/services/test-runs/chain-test';
import type { TestLogStatus } from '~/services/test-runs/log-schema';
import { traceLooks } from './trace-look';

/** The word for screen readers, after 'Last test: '. */
const words: Record<TestLogStatus, string> = {
  success: 'succeeded',
  warning: 'continued with a warning',
  error: 'failed',
  skipped: 'skipped',
  conditional: 'checked',
  info: 'in progress',
};

const icons: Partial<Record<TestLogStatus, Icon>> = {
  warning: TriangleAlert,
  error: X,
  skipped: CircleSlash,
};

/** Shows at the end of a node what the last test did there: with its call, or that it began or ended as `of` says. */
export function TestNote({ of }: { of: CallTrace | TestLogStatus }) {
  return typeof of === 'string' ? <EndNote status={of} /> : <CallNote trace={of} />;
}

/** Says how long the call took, or that it was skipped. */
function CallNote({ trace }: { trace: CallTrace }) {
  const { status, statusCode, duration, message } = trace;
  const { ink } = traceLooks[status];
  const Icon = icons[status];
  const time = duration === null ? undefined : formatDuration(duration);
  return (
    <span title={message} className={`flex shrink-0 items-center gap-1 text-xs tabular-nums ${ink}`}>
      <span className="sr-only">
        {`Last test: ${words[status]}${statusCode === null ? '' : `, HTTP ${statusCode}`}${time ? ', ' : ''}`}
      </span>
      {Icon && <Icon aria-hidden className="size-3.5" />}
      {status === 'skipped' ? <span aria-hidden>skipped</span> : time}
    </span>
  );
}

/** Shows the status of an end of the line, which has no duration, by an icon and words and not by colour alone. */
function EndNote({ status }: { status: TestLogStatus }) {
  const { ink } = traceLooks[status];
  const Icon = icons[status] ?? Check;
  return (
    <span title={`Last test: ${words[status]}`} className={`flex shrink-0 items-center text-xs ${ink}`}>
      <span className="sr-only">Last test: {words[status]}</span>
      {status !== 'info' && <Icon aria-hidden className="size-3.5" />}
    </span>
  );
}
