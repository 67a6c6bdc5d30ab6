import { Badge } from '~/components/ui/badge';
import { CodeBlock } from '~/components/ui/code-block';
import { Milliseconds } from '~/components/time/milliseconds';
import { DetailsChevron } from '~/components/ui/details-chevron';
import { StatusCodeBadge } from '~/components/http/status-code-badge';
import { Button } from '~/components/ui/button';
import { LinkButton, TextLink } from '~/components/ui/link';
import { SkeletonText } from '~/components/ui/skeleton';
import { useHydrated } from '~/components/ui/use-hydrated';
import type { TestAttempt, TestLog } from '~/services/test-runs/log-schema';
import type { TestLine } from '~/services/test-runs/test-lines';
import { LogBlock } from '~/components/log/log-block';
import { LoggedMessage } from '~/components/log/logged-message';
import type { TextView } from '~/components/log/text-view';
import { TestLogLine } from './test-log-line';
import { useOpenedLog } from './use-opened-log';

interface TestLogDetailsProps {
  line: TestLine;
  /** The line's request and response, if the page was loaded with them. */
  opened: TestLog | undefined;
  /** The URL of the page with this line open. */
  openTo: string;
  /** The URL of the integration. */
  address: string;
}

/** A line that opens. Its request and response are read then; without script, a link loads the page with them. */
export function TestLogDetails({ line, opened, openTo, address }: TestLogDetailsProps) {
  const { id, executionId, hasDetails } = line;
  const hydrated = useHydrated();
  const { log, hasFailed, details, retry } = useOpenedLog({ line, address, loaded: opened });
  return (
    <details
      {...details}
      id={`log-${id}`}
      className="group/log min-w-0 border-t border-line first:border-t-0"
    >
      <summary className="flex gap-2.5 px-4 py-3 -outline-offset-2! hover:bg-surface-hover">
        <DetailsChevron className="mt-0.5 size-4" />
        <TestLogLine line={line} showKind />
      </summary>
      <div className="flex flex-col gap-4 px-4 pt-1 pb-4 sm:pl-10">
        {hasDetails && hydrated && details.open && (
          <div aria-live="polite" className="empty:-mb-4">
            {hasFailed && (
              <p className="flex flex-wrap items-center gap-3">
                {log
                  ? 'What it sent and got since then could not be loaded.'
                  : 'What it sent and got could not be loaded.'}
                <Button size="sm" onClick={retry}>
                  Try again
                </Button>
              </p>
            )}
            {!hasFailed && !log && (
              <>
                <span className="sr-only">Loading</span>
                <SkeletonText lines={4} />
              </>
            )}
          </div>
        )}
        {log && <Logged log={log} />}
        {!log && hasDetails && !hydrated && (
          <noscript>
            <LinkButton to={openTo} size="sm">
              Show request and response
            </LinkButton>
          </noscript>
        )}
        <p className="text-[0.8125rem] text-ink-muted">
          Long texts are shortened here.{' '}
          <TextLink to={`${address}/logs?execution=${executionId}`}>Open the whole execution</TextLink>
        </p>
      </div>
    </details>
  );
}

/** Shows attempts, request, response and error, each with a copy button. */
function Logged({ log }: { log: TestLog }) {
  const { request, response, error, responseHandlingExecution: handling } = log.details;
  const attempts = handling?.retryAttempts ?? [];
  return (
    <>
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
    </>
  );
}

/** Writes header fields below the first line, as in an HTTP message. */
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
                <StatusCodeBadge status={response?.status} error={error} />
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
