import type { ReactNode } from 'react';
import { CopyButton } from '~/components/ui/copy-button';
import { DefinitionList } from '~/components/ui/definition-list';
import { CallLog } from './call-log';
import { ConditionTable } from './condition-table';
import { LoggedText } from './logged-text';
import { summarizeTiming, TimingChart } from './timing-chart';
import type { CallView, ExecutionView } from '../log-view/execution-view';
import type { ConditionView } from '../log-view/steps-view';

/** The log of one execution, block by block. */
export function ExecutionDetails({ details }: { details: ExecutionView }) {
  const { schedule, triggerData, calls, timing, conditions, executionData, errorMessage, replayOf } = details;
  return (
    <div className="flex flex-col gap-5">
      {replayOf && (
        <p className="text-ink-muted">
          Replay of execution <span className="font-mono text-[0.8125rem] wrap-anywhere">{replayOf}</span>
        </p>
      )}
      {schedule && (
        <Block
          title="Scheduled Execution Details"
          action={
            <CopyButton
              label="Scheduled Execution Details"
              text={schedule.map((fact) => fact.join(': ')).join('\n')}
            />
          }
        >
          <DefinitionList items={schedule.map(([label, value]) => ({ label, value }))} />
        </Block>
      )}
      {triggerData && <LoggedText label="Trigger Data" shown={triggerData} />}
      {timing && (
        <Block
          title="Timing"
          action={<CopyButton label="Timing" text={timing.calls.map(summarizeTiming).join('\n')} />}
        >
          <TimingChart timing={timing} />
        </Block>
      )}
      {calls.length > 0 && (
        <Block
          title="API Calls Executed"
          action={<CopyButton label="API Calls Executed" text={calls.map(summarizeCall).join('\n')} />}
        >
          <div className="flex flex-col gap-3">
            {calls.map((call) => (
              <CallLog key={call.step} call={call} />
            ))}
          </div>
        </Block>
      )}
      {conditions.length > 0 && (
        <Block
          title="Conditional Execution Checks"
          action={
            <CopyButton
              label="Conditional Execution Checks"
              text={conditions.map(summarizeCondition).join('\n')}
            />
          }
        >
          <ConditionTable conditions={conditions} />
        </Block>
      )}
      {executionData && <LoggedText label="Execution Data" shown={executionData} />}
      {errorMessage && <LoggedText label="Error Details" shown={{ text: errorMessage, notes: [] }} />}
      {!triggerData && !executionData && !errorMessage && calls.length + conditions.length === 0 && (
        <p className="text-ink-muted">Nothing has been logged yet.</p>
      )}
    </div>
  );
}

function Block({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <div className="mb-2 flex items-center justify-between gap-2 pr-1">
        <h4 className="font-semibold">{title}</h4>
        {action}
      </div>
      {children}
    </section>
  );
}

function summarizeCall({ name, request, response, error, duration }: CallView): string {
  const sent = request ? `${request.method} ${request.url}` : 'not sent';
  const result = response ? `${response.status} ${response.statusText}`.trim() : (error ?? 'no answer yet');
  return `${name}: ${sent} → ${result}${duration === null ? '' : ` (${duration} ms)`}`;
}

function summarizeCondition({
  fieldName,
  conditionType,
  expected,
  actual,
  met,
  next,
}: ConditionView): string {
  return `${fieldName} ${conditionType} ${expected} (actual: ${actual}): ${met ? 'PASSED' : 'FAILED'}, ${next}`;
}
