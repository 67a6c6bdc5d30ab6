import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '~/components/ui/badge';
import { CodeBlock } from '~/components/ui/code-block';
import { TextLink } from '~/components/ui/link';
import { StatusCodeBadge } from '~/components/http/status-code-badge';
import type { TestAttempt, TestLog } from '~/services/test-runs/log-schema';
import { TestLogLine } from './test-log-line';

/** A log that opens: its attempts, request, response and error, each to be copied. */
export function TestLogDetails({ log, address }: { log: TestLog; address: string }) {
  const { request, response, error, responseHandlingExecution: handling } = log.details;
  const attempts = handling?.retryAttempts ?? [];
  return (
    <details className="group/log min-w-0 border-t border-line first:border-t-0">
      <summary className="flex gap-2.5 px-4 py-3 -outline-offset-2! hover:bg-surface-hover">
        <ChevronRight
          aria-hidden
          className="mt-0.5 size-4 shrink-0 text-ink-muted transition-transform group-open/log:rotate-90"
        />
        <TestLogLine log={log} showKind />
      </summary>
      <div className="flex flex-col gap-4 px-4 pt-1 pb-4 sm:pl-10">
        {attempts.length > 0 && <RetryAttempts attempts={attempts} />}
        {request && (
          <Part title="Request Details">
            <Message label="Request" first={`${request.method} ${request.url}`} message={request} />
          </Part>
        )}
        {response && (
          <Part title="Response Details">
            <Message label="Response" first={`Status ${response.status}`} message={response} />
          </Part>
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

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h4 className="mb-2 font-semibold">{title}</h4>
      {children}
    </section>
  );
}

interface MessageProps {
  label: string;
  /** The first line, as on the wire. */
  first: string;
  message: { headers: Record<string, string>; body: string };
}

function Message({ label, first, message: { headers, body } }: MessageProps) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <div className="flex flex-col gap-3">
      <CodeBlock label={`${label} Headers`} code={[first, ...lines].join('\n')} collapsedLines={12} wrap />
      {body && <CodeBlock label={`${label} Body`} code={body} collapsedLines={12} wrap />}
    </div>
  );
}

function RetryAttempts({ attempts }: { attempts: TestAttempt[] }) {
  return (
    <Part title={`Retry Attempts (${attempts.length})`}>
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
              {duration !== null && (
                <span className="text-ink-muted tabular-nums">
                  Duration {duration.toLocaleString('en')} ms
                </span>
              )}
              {delayMs !== null && (
                <span className="text-ink-muted tabular-nums">Delay {delayMs.toLocaleString('en')} ms</span>
              )}
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
    </Part>
  );
}
