import { useEffect, useState } from 'react';
import { formatMilliseconds } from '~/components/time/time-format';
import { joinClassNames } from '~/components/ui/class-names';
import { DetailsChevron } from '~/components/ui/details-chevron';
import { useHydrated } from '~/components/ui/use-hydrated';
import type { CallView, ExecutionView } from '../log-view/format-log';
import { CallLine, ConditionLine } from './call-line';
import { CallHeadline, CallPanel } from './call-panel';
import type { CallPart } from './part-buttons';

interface CallListProps {
  executionId: string;
  details: Pick<ExecutionView, 'calls' | 'conditions' | 'timing'>;
}

/**
 * The calls with their times, and what the chosen one sent and got. Where no script runs all of them stand below the
 * list, folded; with it the style sheet hides the others, so that nothing moves when script takes over.
 */
export function CallList({ executionId, details: { calls, conditions, timing } }: CallListProps) {
  const hydrated = useHydrated();
  const [step, setStep] = useState<number>();
  const [part, setPart] = useState<CallPart>('response');
  // Until the reader chooses: what failed, else what is under way.
  const chosen =
    calls.find((call) => call.step === step) ??
    calls.find(({ status }) => status === 'error') ??
    calls.find(({ status }) => status === 'running') ??
    calls[0];
  const totalMs = timing?.totalMs ?? 1;
  const spansOf = (call: CallView) => timing?.calls.find((each) => each.step === call.step)?.spans ?? [];
  const anchorOf = (call: CallView) => anchor(executionId, call.step);
  // Where the panel stands below the list, it may be out of sight.
  useEffect(() => {
    if (step === undefined) return;
    const panel = document.getElementById(anchor(executionId, step));
    const top = panel?.getBoundingClientRect().top ?? 0;
    if (top < 0 || top > window.innerHeight * 0.8) panel?.scrollIntoView();
  }, [executionId, step]);
  const lines = [
    ...calls.map((call) => ({ step: call.step, call, condition: undefined })),
    ...listOutcomes(conditions).map((condition) => ({ step: condition.step, call: undefined, condition })),
  ].toSorted((a, b) => a.step - b.step);
  return (
    <div
      data-live={hydrated || undefined}
      className="min-w-0 rounded-md border border-line bg-surface-raised lg:grid lg:grid-cols-[26rem_minmax(0,1fr)]"
    >
      <div className="min-w-0 border-line max-lg:border-b lg:border-r">
        <ol aria-label="Calls in the order they happened" className="p-1.5 lg:sticky lg:top-16">
          {lines.map(({ call, condition }) =>
            call ? (
              <CallLine
                key={call.step}
                call={call}
                spans={spansOf(call)}
                totalMs={totalMs}
                href={`#${anchorOf(call)}`}
                isChosen={call === chosen}
                onChoose={() => setStep(call.step)}
              />
            ) : (
              <ConditionLine key={condition.key} condition={condition} />
            ),
          )}
          {timing && (
            <li className="px-2 py-1.5 text-right text-[0.8125rem] text-ink-muted tabular-nums">
              {formatMilliseconds(totalMs)} in all
            </li>
          )}
        </ol>
      </div>
      <div className="min-w-0">
        {calls.map((call) => (
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
            {/* A link to what is folded unfolds it. */}
            <div id={anchorOf(call)} className="scroll-mt-20 px-4 pt-1 pb-4 folded:pt-4">
              <CallPanel call={call} spans={spansOf(call)} part={part} onChoosePart={setPart} />
            </div>
          </details>
        ))}
      </div>
    </div>
  );
}

function anchor(executionId: string, step: number): string {
  return `call-${executionId}-${step}`;
}

/** One for each conditional step that was reached, whatever it compared. */
function listOutcomes(conditions: ExecutionView['conditions']) {
  return conditions.filter(
    (condition, index) => conditions.findIndex((each) => each.step === condition.step) === index,
  );
}
