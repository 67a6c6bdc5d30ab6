import { useYieldPoint } from '~/components/network/yield-point';
import { DayTime } from '~/components/time/day-time';
import { type ShownWait, WaitText } from '~/components/time/wait-text';
import { formatDuration, formatMilliseconds } from '~/components/time/time-format';
import { Badge } from '~/components/ui/badge';
import { joinClassNames } from '~/components/ui/class-names';
import type { ExecutionSummary } from '~/services/executions/log-schema';
import { CancelButton } from '../controls/execution-controls';
import { SelectionBox } from '../controls/selection-controls';
import { ExecutionDetails } from '../details/execution-details';
import { executionAnchor, type LogQuery } from '../filters/log-url';
import { describeStatus, inkOfNote, StatusIcon } from '~/components/integration/status-labels';
import { Permitted } from '~/components/user/permitted';
import type { ExecutionView } from '../log-view/format-log';
import { CallDots } from './call-dots';
import { DetailsLink } from './details-link';
import type { RowPreview, ReplayView } from './row-preview';
import { OpenedHeader } from './opened-header';
import { TriggerMark } from './trigger-mark';

interface ExecutionRowProps {
  execution: ExecutionSummary;
  preview: RowPreview;
  /** The reason of a wait before a call; null while the execution does not wait. */
  wait: ShownWait | null;
  /** Null while nobody has replayed the execution. */
  replay: ReplayView | null;
  /** Whether an automatic replay of it is to come. */
  isReplayPlanned: boolean;
  /** The log of the execution; null while its row is closed. */
  details: ExecutionView | null;
  view: LogQuery;
}

/** Shows an execution in one line, or two in a narrow window; when open, its log is below. */
export function ExecutionRow({
  execution,
  preview,
  wait,
  replay,
  isReplayPlanned,
  details,
  view,
}: ExecutionRowProps) {
  useYieldPoint();
  const { id, triggerType, isTest, startedAt, duration, hasDetails } = execution;
  const status = wait ? 'waiting' : execution.status;
  const isFoldable = hasDetails && !view.only;
  const mark = replay ? 'Replayed' : isReplayPlanned && 'Replay due';
  return (
    <li
      id={executionAnchor(id)}
      data-execution={id}
      className="has-[[name=selected]:checked]:[counter-increment:selected]"
    >
      <div
        data-row
        className={joinClassNames(
          'grid min-h-11 grid-cols-[var(--box)_1.25rem_minmax(0,1fr)_auto_auto] items-center gap-x-2 px-3 max-md:py-2 sm:px-5 md:gap-x-3',
          // With large text on a phone, each of the lines has its own row.
          '@max-[16rem]:flex @max-[16rem]:flex-wrap @max-[16rem]:gap-x-1',
          // Without script the time names its time zone, which takes more space.
          'md:grid-cols-[var(--box)_1.25rem_9rem_var(--trigger)_minmax(0,1fr)_6.75rem_4.5rem_auto]',
          'scripted:md:grid-cols-[var(--box)_1.25rem_7.25rem_var(--trigger)_minmax(0,1fr)_6.75rem_4.5rem_auto]',
          '[--trigger:1rem] lg:[--trigger:5.75rem]',
          // An execution that is shown alone cannot be selected or closed.
          view.only ? '[--box:0px]' : '[--box:1.25rem]',
          isFoldable && 'hover:bg-surface-hover scripted:cursor-pointer',
          details && 'bg-surface-sunken',
        )}
      >
        <span className="flex max-md:row-span-2">
          {!view.only && (
            <Permitted to="run">
              <SelectionBox id={id} />
            </Permitted>
          )}
        </span>
        <span className="max-md:row-span-2">
          <StatusIcon status={status} note={execution.note} />
        </span>
        <span className="flex min-w-0 items-center gap-x-2 max-md:order-1 max-md:col-start-3 max-md:flex-wrap md:contents @max-[16rem]:basis-full">
          <span className="text-ink-muted">
            <DayTime at={startedAt} />
          </span>
          <TriggerMark triggerType={triggerType} isTest={isTest} />
          {/* In a narrow window the error needs its whole line. */}
          {mark && (
            <span className="flex md:hidden">
              <Badge>{mark}</Badge>
            </span>
          )}
        </span>
        <span className="flex min-w-0 items-center gap-2 max-md:min-h-7 @max-[16rem]:order-1 @max-[16rem]:basis-full">
          <RowText execution={execution} preview={preview} wait={wait} isOpen={details !== null} />
          {mark && (
            <span className="flex max-md:hidden">
              <Badge>{mark}</Badge>
            </span>
          )}
          <CancelButton execution={execution} view={view} />
        </span>
        <span className="flex items-center max-md:order-1 max-md:col-span-2 max-md:justify-end">
          <CallDots preview={preview} />
        </span>
        <span
          className="text-right whitespace-nowrap text-ink-muted tabular-nums"
          // The title has the exact duration. It is left out where it adds nothing, since a screen reader reads both.
          title={duration === null || duration < 1_000 ? undefined : formatMilliseconds(duration)}
        >
          {duration !== null && formatDuration(duration)}
        </span>
        <span
          className={joinClassNames('flex justify-end @max-[16rem]:ml-auto', !view.only && 'w-7 lg:w-20')}
        >
          {isFoldable && <DetailsLink id={id} view={view} isOpen={details !== null} />}
        </span>
      </div>
      {!details && (
        <h3 className="sr-only">
          Execution Id: {id} - {describeStatus(status, execution.note)}
        </h3>
      )}
      {details && (
        <div
          id={`details-${id}`}
          className="flex flex-col gap-field border-t border-line bg-surface-sunken px-4 py-4 sm:px-5"
        >
          <OpenedHeader execution={execution} status={status} details={details} replay={replay} view={view} />
          <ExecutionDetails executionId={id} view={view} details={details} />
        </div>
      )}
    </li>
  );
}

/** One line; in a narrow window a reason may take three, as the words of a target stand behind the status. */
const reason = 'min-w-0 flex-1 max-md:line-clamp-3 max-md:wrap-anywhere md:truncate';

/**
 * Shows the first that there is: the error, the note, the wait, a value of the payload, or the status. The header of an open
 * execution has the whole error.
 */
function RowText({
  execution: { errorMessage, note, status },
  preview: { payloadValue },
  wait,
  isOpen,
}: Pick<ExecutionRowProps, 'execution' | 'preview' | 'wait'> & { isOpen: boolean }) {
  if (errorMessage && !isOpen) return <span className={`${reason} text-bad-ink`}>{errorMessage}</span>;
  if (note) return <span className={`${reason} ${inkOfNote(note)}`}>{note}</span>;
  if (wait) {
    return (
      <span className={reason}>
        Waits: <WaitText {...wait} />
      </span>
    );
  }
  if (!payloadValue)
    return <span className="min-w-0 flex-1 truncate text-ink-muted">{describeStatus(status)}</span>;
  return (
    <span className="min-w-0 flex-1 truncate @max-[16rem]:wrap-anywhere @max-[16rem]:whitespace-normal">
      {payloadValue.name && <span className="text-ink-muted">{payloadValue.name} </span>}
      <span className="font-mono text-[0.8125rem]">{payloadValue.value}</span>
    </span>
  );
}
