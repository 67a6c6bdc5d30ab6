import { DefinitionList } from '~/components/ui/definition-list';
import { LogBlock } from '~/components/log/log-block';
import { LoggedText } from '~/components/log/logged-text';
import { CallList } from './call-list';
import { FileList } from './file-list';
import { copyFact, showFact } from './facts';
import { ConditionTable } from './condition-table';
import { describeSpans } from './timing-bar';
import type { LogQuery } from '../filters/log-url';
import type { CallView, ExecutionView } from '../log-view/format-log';
import type { ConditionView } from '../log-view/steps-view';

interface ExecutionDetailsProps {
  executionId: string;
  view: LogQuery;
  details: ExecutionView;
}

/** Shows the log of one execution in blocks; its error is in the header. */
export function ExecutionDetails({ executionId, view, details }: ExecutionDetailsProps) {
  const {
    schedule,
    triggerData,
    request,
    answer,
    calls,
    timing,
    conditions,
    loops,
    callWaits,
    executionData,
    errorMessage,
    files,
  } = details;
  const isEmpty =
    !triggerData &&
    !executionData &&
    !errorMessage &&
    calls.length + conditions.length + loops.length + callWaits.length === 0;
  return (
    <div className="flex flex-col gap-field">
      {calls.length + loops.length + callWaits.length > 0 && (
        <LogBlock
          title="API Calls Executed"
          copied={[
            ...loops.map(({ title, summary }) => `${title}: ${summary}`),
            ...callWaits.map(({ text }) => text),
            ...calls.map((call) => summarizeCall(call, timing)),
          ].join('\n')}
        >
          <CallList executionId={executionId} view={view} details={details} />
        </LogBlock>
      )}
      {conditions.length > 0 && (
        <LogBlock title="Conditional Execution Checks" copied={conditions.map(summarizeCondition).join('\n')}>
          <ConditionTable conditions={conditions} />
        </LogBlock>
      )}
      {files.length > 0 && <FileList executionId={executionId} files={files} />}
      {schedule && (
        <LogBlock title="Scheduled Execution Details" copied={schedule.map(copyFact).join('\n')}>
          <DefinitionList items={schedule.map(showFact)} />
        </LogBlock>
      )}
      <div className="grid items-start gap-field empty:hidden lg:grid-cols-2 lg:*:only:col-span-2">
        {triggerData && <LoggedText label="Trigger Data" shown={triggerData} />}
        {request && <LoggedText label="Request" shown={request} />}
        {answer && <LoggedText label="Response to the Sender" shown={answer} />}
        {executionData && <LoggedText label="Execution Data" shown={executionData} />}
      </div>
      {isEmpty && <p className="text-ink-muted">Nothing has been logged yet.</p>}
    </div>
  );
}

function summarizeCall(call: CallView, timing: ExecutionView['timing']): string {
  const { name, item, request, response, error, step } = call;
  const spans = timing?.calls.find((each) => each.step === step)?.spans ?? [];
  const sent = request ? `${request.method} ${request.url}` : 'not sent';
  const result = response ? `${response.status} ${response.statusText}`.trim() : (error ?? 'no response yet');
  return `${name}${item ? ` for ${item.name}` : ''}: ${sent} → ${result}${spans.length === 0 ? '' : ` (${describeSpans(spans)})`}`;
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
