import { CopyButton } from '~/components/ui/copy-button';
import { Milliseconds } from '~/components/time/milliseconds';
import { MethodBadge } from '~/components/http/method-badge';
import { StatusCodeBadge } from '~/components/http/status-code-badge';
import { Badge } from '~/components/ui/badge';
import { Banner } from '~/components/ui/banner';
import { DetailsChevron } from '~/components/ui/details-chevron';
import { ExtractionTable } from './extraction-table';
import { LoggedPreview } from './logged-preview';
import { LoggedText, NoText } from './logged-text';
import { ResponseHandlingPanel, RetryPanel } from './response-handling';
import type { CallView } from '../log-view/format-log';
import { WebhookSummary } from './webhook-summary';

/** So many calls are open at first; of the others only those that failed. */
const openCalls = 3;

/** Characters of what was posted to a webhook, and of its response, before the whole is asked for. */
const payloadPreview = 300;
const bodyPreview = 200;

const skipPrefix = 'Conditional execution:';

/** One call: its request beside its response, and what was taken out of it. */
export function CallLog({ call }: { call: CallView }) {
  const { step, status, request, response, webhook } = call;
  return (
    <details
      open={step < openCalls || status === 'error'}
      className="min-w-0 overflow-clip rounded-md border border-line bg-surface-raised"
    >
      <summary className="flex items-start gap-3 px-4 py-3 -outline-offset-2! hover:bg-surface-hover">
        <DetailsChevron className="mt-1 size-4" />
        <CallHeadline call={call} />
      </summary>
      <div className="flex flex-col gap-4 border-t border-line p-4">
        {request && (
          <div className="flex flex-wrap items-start justify-between gap-2">
            <p className="min-w-0 flex-1 basis-64 font-mono text-[0.8125rem] wrap-anywhere">
              <span className="sr-only">URL: </span>
              {request.url}
              {request.connection && (
                <span className="block font-sans text-ink-muted">Signed in by {request.connection}</span>
              )}
            </p>
            <CopyButton label="cURL command" text={request.curl} variant="secondary">
              Copy as cURL
            </CopyButton>
          </div>
        )}
        {webhook && <WebhookSummary webhook={webhook} />}
        <CallNotes call={call} />
        {request && (
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <Message
              title="Request"
              headers={request.headers}
              body={request.body}
              bodyLabel={webhook ? 'Payload' : 'Request Body'}
              preview={webhook ? payloadPreview : undefined}
            />
            {response && (
              <Message
                title="Response"
                headers={response.headers}
                body={response.body}
                bodyLabel="Response Body"
                preview={webhook ? bodyPreview : undefined}
              />
            )}
          </div>
        )}
        {call.handling && <ResponseHandlingPanel handling={call.handling} />}
        {call.retries && <RetryPanel retries={call.retries} />}
        {response && response.extractions.length > 0 && (
          <ExtractionTable extractions={response.extractions} />
        )}
      </div>
    </details>
  );
}

function CallHeadline({ call: { name, status, request, response, duration, webhook } }: { call: CallView }) {
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
      {request && <MethodBadge method={request.method} />}
      <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
      {webhook && <Badge tone="accent">Webhook</Badge>}
      {status === 'skipped' && <Badge tone="warn">SKIPPED</Badge>}
      <span className="ml-auto flex items-center gap-3">
        <Milliseconds value={duration} />
        {status === 'running' && <Badge tone="info">In progress</Badge>}
        {response && <StatusCodeBadge status={response.status} text={response.statusText} />}
        {!response && status === 'error' && <StatusCodeBadge text={request ? 'No answer' : 'Not sent'} />}
      </span>
    </span>
  );
}

function CallNotes({ call: { error, status, sends } }: { call: CallView }) {
  const skipped = status === 'skipped' || error?.startsWith(skipPrefix);
  return (
    <>
      {error && skipped && (
        <Banner tone="warn" title="Skip Reason">
          {error}
        </Banner>
      )}
      {error && !skipped && <Banner tone="bad">{error}</Banner>}
      {sends > 1 && (
        <Banner tone="warn" title={`Sent ${sends} times`}>
          The process ended before the answer was known, so the request was sent again with the same
          Idempotency-Key.
        </Banner>
      )}
    </>
  );
}

interface MessageProps extends Pick<NonNullable<CallView['request']>, 'headers' | 'body'> {
  title: 'Request' | 'Response';
  bodyLabel: string;
  /** Characters of the body that are shown at first; all of them when it is not given. */
  preview: number | undefined;
}

function Message({ title, headers, body, bodyLabel, preview }: MessageProps) {
  return (
    <div className="grid min-w-0 gap-4">
      {headers ? (
        <LoggedText label={`${title} Headers`} shown={headers} />
      ) : (
        <NoText label={`${title} Headers`} text="No headers found" />
      )}
      {body && preview === undefined && <LoggedText label={bodyLabel} shown={body} />}
      {body && preview !== undefined && <LoggedPreview label={bodyLabel} shown={body} length={preview} />}
      {!body && title === 'Response' && <NoText label={bodyLabel} text="No response body" />}
    </div>
  );
}
