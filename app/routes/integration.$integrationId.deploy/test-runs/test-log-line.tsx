import { DayTime } from '~/components/time/day-time';
import { Milliseconds } from '~/components/time/milliseconds';
import { MethodBadge } from '~/components/http/method-badge';
import { StatusCodeBadge } from '~/components/http/status-code-badge';
import { Badge } from '~/components/ui/badge';
import type { Tone } from '~/components/ui/tone';
import type { TestLogStatus } from '~/services/test-runs/log-schema';
import type { TestLine } from '~/services/test-runs/test-lines';
import { statusTexts } from './group-test-lines';

const tones: Record<TestLogStatus, Tone> = {
  success: 'good',
  error: 'bad',
  warning: 'warn',
  info: 'info',
  skipped: 'accent',
  conditional: 'accent',
};

/** Shows a log in brief: time, method, URL, status, duration and message. */
export function TestLogLine({ line, showKind }: { line: TestLine; showKind?: boolean }) {
  const { kind, status, apiCallName, message, createdAt, request, statusCode, duration, condition } = line;
  return (
    <span className="flex min-w-0 flex-1 flex-col gap-1.5">
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <span className="text-[0.8125rem] text-ink-muted">
          <DayTime at={createdAt} />
        </span>
        {showKind && <Badge tone={kind === 'API CALL' ? 'neutral' : 'accent'}>{kind}</Badge>}
        {request && <MethodBadge method={request.method} />}
        <span className="font-medium wrap-anywhere">{apiCallName}</span>
        <span className="ml-auto flex items-center gap-2.5 text-[0.8125rem]">
          <Milliseconds value={duration} />
          {statusCode !== null && <StatusCodeBadge status={statusCode} />}
          <Badge tone={tones[status]}>{status === 'skipped' ? 'Skipped' : statusTexts[status]}</Badge>
        </span>
      </span>
      {request && (
        <span className="font-mono text-[0.8125rem] wrap-anywhere text-ink-muted">{request.url}</span>
      )}
      {condition && <ConditionText condition={condition} />}
      <span className="text-[0.8125rem] wrap-anywhere">{message}</span>
    </span>
  );
}

function ConditionText({ condition }: { condition: NonNullable<TestLine['condition']> }) {
  const { fieldName, conditionType, expectedValue, actualValue } = condition;
  return (
    <span className="text-[0.8125rem] wrap-anywhere text-ink-muted">
      Variable <code className="font-mono text-ink">{fieldName}</code> {conditionType.replaceAll('_', ' ')}
      {expectedValue && ' '}
      {expectedValue && <code className="font-mono text-ink">{expectedValue}</code>}. Actual value:{' '}
      <code className="font-mono text-ink">{actualValue}</code>
    </span>
  );
}
