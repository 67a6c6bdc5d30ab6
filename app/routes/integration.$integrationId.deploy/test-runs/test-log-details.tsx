import { Badge } from '~/components/ui/badge';
import { CodeBlock } from '~/components/ui/code-block';
import { Milliseconds } from '~/components/time/milliseconds';
import { TextLink } from '~/components/ui/link';
import { DetailsChevron } from '~/components/ui/details-chevron';
import { StatusCodeBadge } from '~/components/http/status-code-badge';
import type { TestAttempt, TestLog } from '~/services/test-runs/log-schema';
import { LogBlock } from '~/components/log/log-block';
import { LoggedMessage } from '~/components/log/logged-message';
import type { TextView } from '~/components/log/text-view';
import { TestLogLine } from './test-log-line';

/** A log that opens: its attempts, request, response and error, each to be copied. */
export function TestLogDetails({ log, address }: { log: TestLog; address: string }) {
  const { request, response, error, responseHandlingExecution: handling } = log.details;
  const attempts = handling?.retryAttempts ?? [];
  return (
    <details className="group/log min-w-0 border-t border-line first:border-t-0">
      <summary className="flex gap-2.5 px-4 py-3 -outline-offset-2! hover:bg-surface-hover">
        <DetailsChevron className="mt-0.5 size-4" />
        <TestLogLine log={log} showKind />
      </summary>
      <div className="flex flex-col gap-4 px-4 pt-1 pb-4 sm:pl-10">
        {attempts.length > 0 && <RetryAttempts attempts={attempts} />}
        {request && (
          <LogBlock title="Request Details">
            <LoggedMessage
              title="Request"
              headers={showHeaders(`${request.method} ${request.url}`, request.headers)}
              body={showBody(request.body)}
            />
          </LogBlock>
        )}
        {response && (
          <LogBlock title="Response Details">
            <LoggedMessage
              title="Response"
              headers={showHeaders(`Status ${response.status}`, response.headers)}
              body={showBody(response.body)}
            />
          </LogBlock>
        )}
        {error && <CodeBlock label="Error" code={error} wrap />}
        <p className="text-[0.8125rem] text-ink-muted">
          Long texts are cut here.{' '}
          <TextLink to={`${address}/logs?open=${log.executionId}`}>Open the whole execution</TextLink>
        </p>
      </div>
    </details>
  );
}

/** Header fields with the first line above them, as on the wire. */
function showHeaders(first: string, headers: Record<string, string>): TextView {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return { text: [first, ...lines].join('\n'), notes: [] };
}

function showBody(text: string): TextView | null {
  return text === '' ? null : { text, notes: [] };
}

function RetryAttempts({ attempts }: { attempts: TestAttempt[] }) {
  return (
    <LogBlock title={`Retry Attempts (${attempts.length})`}>
      <ol className="flex flex-col gap-3">
        {attempts.map(({ attemptNumber, response, error, duration, delayMs }) => (
          <li key={attemptNumber} className="min-w-0 rounded-md border border-line px-4 py-3">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              <span className="font-medium">Attempt {attemptNumber}</span>
              {duration === null ? (
                <Badge tone="info">In progress</Badge>
              ) : (
                <StatusCodeBadge status={response?.status} />
              )}
              <Milliseconds label="Duration" value={duration} />
              <Milliseconds label="Delay" value={delayMs} />
            </p>
            {error && <p className="mt-1 text-[0.8125rem] wrap-anywhere text-bad-ink">{error}</p>}
            {response?.body && (
              <div className="mt-2">
                <CodeBlock
                  label={`Response Body of attempt ${attemptNumber}`}
                  code={response.body}
                  collapsedLines={6}
                  wrap
                />
              </div>
            )}
          </li>
        ))}
      </ol>
    </LogBlock>
  );
}
