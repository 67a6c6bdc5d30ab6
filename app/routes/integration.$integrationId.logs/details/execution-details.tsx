import { DefinitionList } from '~/components/ui/definition-list';
import { LogBlock } from '../../integration.$integrationId/log-block';
import { CallLog } from './call-log';
import { ConditionTable } from './condition-table';
import { LoggedText } from './logged-text';
import { summarizeTiming, TimingChart } from './timing-chart';
import type { CallView, ExecutionView } from '../log-view/format-log';
import type { ConditionView } from '../log-view/steps-view';

/** The log of one execution, block by block. */
export function ExecutionDetails({ details }: { details: ExecutionView }) {
  const { schedule, triggerData, request, calls, timing, conditions, executionData, errorMessage, replayOf } =
    details;
  return (
    <div className="flex flex-col gap-field">
      {replayOf && (
        <p className="text-ink-muted">
          Replay of execution <span className="font-mono text-[0.8125rem] wrap-anywhere">{replayOf}</span>
        </p>
      )}
      {schedule && (
        <LogBlock
          title="Scheduled Execution Details"
          copied={schedule.map((fact) => fact.join(': ')).join('\n')}
        >
          <DefinitionList items={schedule} />
        </LogBlock>
      )}
      {triggerData && <LoggedText label="Trigger Data" shown={triggerData} />}
      {request && <LoggedText label="Request" shown={request} />}
      {timing && (
        <LogBlock title="Timing" copied={timing.calls.map(summarizeTiming).join('\n')}>
          <TimingChart timing={timing} />
        </LogBlock>
      )}
      {calls.length > 0 && (
        <LogBlock title="API Calls Executed" copied={calls.map(summarizeCall).join('\n')}>
          <div className="flex flex-col gap-3">
            {calls.map((call) => (
              <CallLog key={call.step} call={call} />
            ))}
          </div>
        </LogBlock>
      )}
      {conditions.length > 0 && (
        <LogBlock title="Conditional Execution Checks" copied={conditions.map(summarizeCondition).join('\n')}>
          <ConditionTable conditions={conditions} />
        </LogBlock>
      )}
      {executionData && <LoggedText label="Execution Data" shown={executionData} />}
      {errorMessage && <LoggedText label="Error Details" shown={{ text: errorMessage, notes: [] }} />}
      {!triggerData && !executionData && !errorMessage && calls.length + conditions.length === 0 && (
        <p className="text-ink-muted">Nothing has been logged yet.</p>
      )}
    </div>
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
