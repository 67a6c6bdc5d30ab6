import { Diamond, TriangleAlert } from '~/components/icons/icons';
import type { MouseEvent } from 'react';
import { MethodBadge } from '~/components/http/method-badge';
import { formatDuration } from '~/components/time/time-format';
import { joinClassNames } from '~/components/ui/class-names';
import { softTone } from '~/components/ui/tone';
import type { CallView } from '../log-view/format-log';
import type { ConditionView } from '../log-view/steps-view';
import type { TimingSpan } from '../log-view/timing-view';
import { describeSpans, TimingBar } from './timing-bar';

interface CallLineProps {
  call: CallView;
  spans: TimingSpan[];
  totalMs: number;
  /** The link to the call's request and response. */
  href: string;
  isChosen: boolean;
  onChoose: () => void;
}

/** One call of the list: its method, its timing and its result. It links to the call's request and response. */
export function CallLine({ call, spans, totalMs, href, isChosen, onChoose }: CallLineProps) {
  const { name, status, request, webhook } = call;
  function choose(event: MouseEvent) {
    event.preventDefault();
    onChoose();
  }
  return (
    <li>
      <a
        href={href}
        aria-current={isChosen ? 'true' : undefined}
        onClick={choose}
        className={joinClassNames(
          'grid min-h-9 grid-cols-[3.25rem_minmax(0,1fr)_4.75rem] items-center gap-x-2.5 rounded-md px-2 -outline-offset-2! @max-[16rem]:grid-cols-1 @max-[16rem]:py-2 sm:grid-cols-[3.25rem_minmax(0,1fr)_6rem_4.75rem]',
          isChosen ? 'folded:bg-accent-soft' : 'hover:bg-surface-hover',
        )}
      >
        {request ? (
          <MethodBadge method={request.method} isSmall />
        ) : (
          <NotSent isSkipped={status === 'skipped'} />
        )}
        <span
          dir="auto"
          className={joinClassNames(
            'truncate @max-[16rem]:whitespace-normal',
            status === 'skipped' && 'text-ink-muted',
          )}
          title={name}
        >
          {name}
          {webhook && <span className="text-ink-muted"> (webhook)</span>}
        </span>
        <span className="max-sm:sr-only">
          <TimingBar spans={spans} totalMs={totalMs} />
          {spans.length > 0 && <span className="sr-only">{describeSpans(spans)}</span>}
        </span>
        <Result call={call} isTold={spans.length > 0} />
      </a>
    </li>
  );
}

function NotSent({ isSkipped }: { isSkipped: boolean }) {
  return (
    <span
      aria-hidden
      className={joinClassNames(
        'inline-flex h-5 w-13 items-center justify-center rounded-sm font-mono text-[0.6875rem]',
        softTone.neutral,
      )}
    >
      {isSkipped ? '–' : '…'}
    </span>
  );
}

/** Shows the result of a call. `isTold` is set when the bar beside it tells the duration. */
function Result({ call, isTold }: { call: CallView; isTold: boolean }) {
  const { status, response, duration } = call;
  const gaps = listGaps(call);
  const look = 'truncate text-right @max-[16rem]:text-left text-[0.8125rem] tabular-nums';
  if (status === 'error') {
    return (
      <span className={joinClassNames(look, 'text-bad-ink')}>{response ? response.status : 'failed'}</span>
    );
  }
  const text = {
    skipped: 'skipped',
    running: 'running',
    success: duration === null ? '' : formatDuration(duration),
  };
  return (
    <span
      className={joinClassNames(look, 'text-ink-muted')}
      title={gaps.map(({ what, names }) => `${what}: ${names.join(', ')}`).join('. ') || undefined}
    >
      {gaps.some(({ isExpected }) => !isExpected) && (
        <TriangleAlert aria-hidden className="mr-1.5 inline size-3.5 text-warn" />
      )}
      {gaps.map(({ what, names }) => (
        <span key={what} className="sr-only">
          {names.length} {what.toLowerCase()}{' '}
        </span>
      ))}
      <span aria-hidden={status === 'success' && isTold}>{text[status]}</span>
    </span>
  );
}

interface Gap {
  what: string;
  names: string[];
  /** Set where nothing is wrong: a search may find nothing. */
  isExpected?: true;
}

/** Lists the variables that the call was sent without, and those that its response did not give. */
function listGaps({ lacked, response }: CallView): Gap[] {
  const lost = response?.extractions.filter(({ success }) => !success) ?? [];
  const nameLost = (isListEmpty: boolean) =>
    lost.filter(({ emptyList = false }) => emptyList === isListEmpty).map(({ variableName }) => variableName);
  const gaps: Gap[] = [
    { what: 'Without a value', names: lacked },
    { what: 'Not mapped', names: nameLost(false) },
    { what: 'Empty list', names: nameLost(true), isExpected: true },
  ];
  return gaps.filter(({ names }) => names.length > 0);
}

/** Shows the outcome of a conditional step, between the calls. */
export function ConditionLine({ condition: { met, next } }: { condition: ConditionView }) {
  return (
    <li className="grid min-h-9 grid-cols-[3.25rem_minmax(0,1fr)] items-center gap-x-2.5 px-2 text-ink-muted">
      <Diamond
        aria-hidden
        className={joinClassNames('size-3.5 justify-self-center', met ? 'text-good' : 'text-warn')}
      />
      <span className="truncate text-[0.8125rem]" title={next}>
        <span className="sr-only">Condition {met ? 'met' : 'not met'}: </span>
        {next}
      </span>
    </li>
  );
}
