import { type ReactNode, useEffect, useState } from 'react';
import { formatDuration, formatMilliseconds } from '~/components/time/time-format';
import { joinClassNames } from '~/components/ui/class-names';
import { DetailsChevron } from '~/components/ui/details-chevron';
import { useHydrated } from '~/components/ui/use-hydrated';
import type { CallView, ExecutionView } from '../log-view/format-log';
import type { ConditionView } from '../log-view/steps-view';
import { CallLine, ConditionLine } from './call-line';
import { LoopLine } from './loop-line';
import { WaitLine } from './wait-line';
import { callUrl, errorAnchor, type LogQuery } from '../filters/log-url';
import { CallHeadline, CallPanel } from './call-panel';
import type { CallPart } from './part-buttons';

interface CallListProps {
  executionId: string;
  view: LogQuery;
  details: Pick<ExecutionView, 'calls' | 'conditions' | 'loops' | 'callWaits' | 'timing'>;
}

/** With more calls than this, only the chosen one is rendered, so that the page of a long execution stays fast. */
const maxDrawn = 10;

/** Keeps the panel in view beside a list that is longer than the window. */
const besideLongList = 'lg:sticky lg:top-16 lg:max-h-[calc(100dvh-4rem)] lg:self-start lg:overflow-y-auto';

/**
 * Lists the calls with their times, and shows the request and response of the chosen one. Without script all calls are
 * folds below the list; of many, only the one whose link was followed. With script the style sheet hides the others, so
 * that nothing moves on hydration.
 */
export function CallList({
  executionId,
  view,
  details: { calls, conditions, loops, callWaits, timing },
}: CallListProps) {
  const hydrated = useHydrated();
  const [step, setStep] = useState<number>();
  const [part, setPart] = useState<CallPart>('response');
  // Until the user chooses a call: the one in the address, the one that ended the execution, a failed one, or the running one.
  const named = step ?? (view.call?.of === executionId ? view.call.step : undefined);
  const chosen =
    calls.find((call) => call.step === named) ??
    calls.find(({ isEnding }) => isEnding) ??
    calls.find(({ status }) => status === 'error') ??
    calls.find(({ status }) => status === 'running') ??
    calls[0];
  const totalMs = timing?.totalMs ?? 1;
  const spansOf = (call: CallView) => timing?.calls.find((each) => each.step === call.step)?.spans ?? [];
  const anchorOf = (call: CallView) => anchor(executionId, call.step);
  const isLong = calls.length > maxDrawn;
  const pageOf = (call: CallView) => (isLong ? callUrl(view, { of: executionId, step: call.step }) : '');
  const drawn = isLong ? calls.filter((call) => call === chosen) : calls;
  // In a narrow window, the panel is below the list and may be out of sight.
  useEffect(() => {
    if (step === undefined) return;
    const panel = document.getElementById(anchor(executionId, step));
    const top = panel?.getBoundingClientRect().top ?? 0;
    if (top < 0 || top > window.innerHeight * 0.8) panel?.scrollIntoView();
  }, [executionId, step]);
  const outcomes = listOutcomes(conditions);
  // The lines of a loop's items belong below the loop's own line.
  const listLines = (isShown: (item: CallView['item'] | ConditionView['item']) => boolean): Line[] => [
    ...calls.filter(({ item }) => isShown(item)).map((call) => ({ step: call.step, line: drawCall(call) })),
    ...outcomes
      .filter(({ item }) => isShown(item))
      .map((condition) => ({
        step: condition.step,
        line: <ConditionLine key={condition.key} condition={condition} />,
      })),
  ];
  const drawCall = (call: CallView) => (
    <CallLine
      key={call.step}
      call={call}
      spans={spansOf(call)}
      totalMs={totalMs}
      href={`${pageOf(call)}#${anchorOf(call)}`}
      isChosen={call === chosen}
      onChoose={() => setStep(call.step)}
    />
  );
  const lines: Line[] = [
    ...listLines((item) => item === null),
    ...callWaits.map((wait) => ({
      step: wait.step,
      line: <WaitLine key={`wait ${wait.step}`} wait={wait} />,
    })),
    ...loops.map((loop) => ({
      step: loop.step,
      line: (
        <LoopLine
          key={`loop ${loop.id}`}
          executionId={executionId}
          loop={loop}
          view={view}
          isChosen={chosen?.item?.loop === loop.id}
          listLines={(index) =>
            drawLines(listLines((item) => item !== null && item.loop === loop.id && item.index === index))
          }
        />
      ),
    })),
  ];
  return (
    <div
      data-live={hydrated || undefined}
      className="min-w-0 rounded-md border border-line bg-surface-raised lg:grid lg:grid-cols-[26rem_minmax(0,1fr)]"
    >
      <div className="min-w-0 border-line max-lg:border-b lg:border-r">
        <ol aria-label="Calls in the order they happened" className="p-1.5 lg:sticky lg:top-16">
          {drawLines(lines)}
          {timing && (
            <li className="px-2 py-1.5 text-right text-[0.8125rem] text-ink-muted tabular-nums">
              {formatMilliseconds(totalMs)} in all
              {timing.waitedMs !== undefined && `, and ${formatDuration(timing.waitedMs)} of waits`}
            </li>
          )}
        </ol>
      </div>
      <div className={joinClassNames('min-w-0', isLong && besideLongList)}>
        {drawn.map((call) => (
          <details
            key={call.step}
            open={call === chosen}
            className={joinClassNames(
              'min-w-0 border-b border-line last:border-b-0 folded:border-b-0',
              call !== chosen && 'folded:hidden',
            )}
          >
            <summary className="flex items-start gap-3 px-4 py-3 -outline-offset-2! hover:bg-surface-hover folded:hidden">
              <DetailsChevron className="mt-1 size-4" />
              <CallHeadline call={call} />
            </summary>
            {/* The browser opens a fold when a link leads into it. */}
            <div id={anchorOf(call)} className="px-4 pt-1 pb-4 folded:pt-4">
              <CallPanel
                call={call}
                errorHref={call.isEnding && `#${errorAnchor(executionId)}`}
                spans={spansOf(call)}
                part={part}
                onChoosePart={setPart}
              />
            </div>
          </details>
        ))}
      </div>
    </div>
  );
}

interface Line {
  step: number;
  line: ReactNode;
}

function drawLines(lines: Line[]): ReactNode[] {
  return lines.toSorted((a, b) => a.step - b.step).map(({ line }) => line);
}

function anchor(executionId: string, step: number): string {
  return `call-${executionId}-${step}`;
}

/** Returns one condition for each conditional step that was reached, however many it compared. */
function listOutcomes(conditions: ExecutionView['conditions']) {
  return conditions.filter(
    (condition, index) => conditions.findIndex((each) => each.step === condition.step) === index,
  );
}
