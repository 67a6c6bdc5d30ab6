import { Pencil } from '~/components/icons/icons';
import { MethodBadge } from '~/components/http/method-badge';
import { StatusCodeBadge } from '~/components/http/status-code-badge';
import { LoggedMessage } from '~/components/log/logged-message';
import { Milliseconds } from '~/components/time/milliseconds';
import { Badge } from '~/components/ui/badge';
import { Banner } from '~/components/ui/banner';
import { joinClassNames } from '~/components/ui/class-names';
import { CopyButton } from '~/components/ui/copy-button';
import { LinkButton } from '~/components/ui/link';
import { useMay } from '~/components/user/permitted';
import type { CallView } from '../log-view/format-log';
import type { TimingSpan } from '../log-view/timing-view';
import { ExtractionTable } from './extraction-table';
import { type CallPart, type PartButton, PartButtons } from './part-buttons';
import { ResponseHandlingPanel, RetryPanel } from './response-handling';
import { describeSpans } from './timing-bar';
import { WebhookSummary } from './webhook-summary';

/** How many characters of a webhook's payload, and of its response, are shown before the user asks for all. */
const payloadPreview = 300;
const bodyPreview = 200;

const skipPrefix = /^(?:Conditional execution|Response handling):/;

interface CallPanelProps {
  call: CallView;
  /** The link to the error of the execution, when that of the call is the same. */
  errorHref: string | null | false | undefined;
  spans: TimingSpan[];
  /** The part that the user chose, at this call or another one. */
  part: CallPart;
  onChoosePart: (part: CallPart) => void;
}

/** Shows one call: its result and, in tabs, its response, its request, its saved variables and its response handling. */
export function CallPanel({ call, errorHref, spans, part, onChoosePart }: CallPanelProps) {
  const { request, response, webhook } = call;
  const mayEdit = useMay().edit;
  const parts = listParts(call);
  const chosen = parts.some((each) => each.part === part) ? part : (parts[0]?.part ?? 'request');
  const hiddenUnless = (shown: CallPart) => (shown === chosen ? 'min-w-0' : 'min-w-0 folded:hidden');
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {/* Without script the summary above shows the headline. */}
        <div className="hidden min-w-0 flex-1 basis-60 folded:block">
          <CallHeadline call={call} />
        </div>
        {call.editUrl && (
          <LinkButton to={call.editUrl} icon={Pencil} size="sm">
            {mayEdit ? 'Edit' : 'Show'} call<span className="sr-only"> {call.name}</span>
          </LinkButton>
        )}
        {request?.curl !== undefined && (
          <CopyButton label="cURL command" text={request.curl} variant="secondary">
            Copy as cURL
          </CopyButton>
        )}
        {/* The list of attempts below has their times. */}
        {spans.length > 0 && !call.retries && (
          <p className="w-full text-[0.8125rem] text-ink-muted tabular-nums">{describeSpans(spans)}</p>
        )}
      </div>
      {call.note && (
        <p dir="auto" className="text-[0.8125rem] wrap-anywhere whitespace-pre-line text-ink-muted">
          Note: {call.note}
        </p>
      )}
      <CallNotes call={call} errorHref={errorHref} />
      {webhook && <WebhookSummary webhook={webhook} />}
      {parts.length > 1 && (
        <PartButtons label={call.name} parts={parts} chosen={chosen} onChoose={onChoosePart} />
      )}
      {response && (
        <div className={hiddenUnless('response')}>
          <LoggedMessage
            title="Response"
            headers={response.headers}
            body={response.body}
            preview={webhook ? bodyPreview : undefined}
          />
        </div>
      )}
      {request && (
        <div className={joinClassNames('flex flex-col gap-4', hiddenUnless('request'))}>
          <p className="font-mono text-[0.8125rem] wrap-anywhere">
            <span className="sr-only">URL: </span>
            {request.url}
            {request.connection && (
              <span className="block font-sans text-ink-muted">Authenticated by {request.connection}</span>
            )}
            {request.waited && (
              <span className="block font-sans text-ink-muted first-letter:uppercase">{request.waited}</span>
            )}
          </p>
          <LoggedMessage
            title="Request"
            headers={request.headers}
            body={request.body}
            bodyLabel={webhook ? 'Payload' : undefined}
            preview={webhook ? payloadPreview : undefined}
          />
        </div>
      )}
      {response && response.extractions.length > 0 && (
        <div className={hiddenUnless('saved')}>
          <ExtractionTable extractions={response.extractions} />
        </div>
      )}
      {(call.handling || call.retries) && (
        <div className={joinClassNames('flex flex-col gap-4', hiddenUnless('handling'))}>
          {call.handling && <ResponseHandlingPanel handling={call.handling} />}
          {call.retries && <RetryPanel retries={call.retries} spans={spans} />}
        </div>
      )}
    </div>
  );
}

function listParts({ request, response, handling, retries }: CallView): PartButton[] {
  const parts: PartButton[] = [];
  if (response) parts.push({ part: 'response', label: 'Response' });
  if (request) parts.push({ part: 'request', label: 'Request' });
  const saved = response?.extractions.length ?? 0;
  if (saved > 0) parts.push({ part: 'saved', label: 'Saved variables', count: saved });
  if (retries) parts.push({ part: 'handling', label: 'Attempts', count: retries.attempts.length });
  else if (handling) parts.push({ part: 'handling', label: 'Response Handling' });
  return parts;
}

/** Shows a call's name and result in one line. */
export function CallHeadline({
  call: { name, item, status, error, request, response, duration, webhook },
}: {
  call: CallView;
}) {
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
      {request && <MethodBadge method={request.method} />}
      <span className="min-w-0 font-medium wrap-anywhere">
        {name}
        {item && <span className="font-normal text-ink-muted"> for {item.name}</span>}
      </span>
      {webhook && <Badge tone="accent">Webhook</Badge>}
      {status === 'skipped' && <Badge tone="warn">SKIPPED</Badge>}
      {status === 'running' && <Badge tone="info">In progress</Badge>}
      {response && <StatusCodeBadge status={response.status} text={response.statusText} />}
      {!response && status === 'error' && (
        <StatusCodeBadge error={error} {...(!request && { text: 'Not sent' })} />
      )}
      <Milliseconds value={duration} />
    </span>
  );
}

function CallNotes({
  call: { error, causes, status, sends },
  errorHref,
}: Pick<CallPanelProps, 'call' | 'errorHref'>) {
  const skipped = status === 'skipped' || (error !== null && skipPrefix.test(error));
  return (
    <>
      {error && skipped && (
        <Banner tone="warn" title="Skip Reason">
          {error}
        </Banner>
      )}
      {error && !skipped && (
        <Banner tone="bad">
          {errorHref ? (
            <>
              This call ended the execution. See{' '}
              <a href={errorHref} className="underline underline-offset-2">
                Error Details
              </a>
              .
            </>
          ) : (
            error
          )}
          {causes.map((cause) => (
            <p key={cause}>{cause}</p>
          ))}
        </Banner>
      )}
      {!error && causes.length > 0 && (
        <Banner tone="warn">
          {causes.map((cause) => (
            <p key={cause}>{cause}</p>
          ))}
        </Banner>
      )}
      {sends > 1 && (
        <Banner tone="warn" title={`Sent ${sends} times`}>
          The server stopped before the response arrived, so the request was sent again with the same
          Idempotency-Key.
        </Banner>
      )}
    </>
  );
}
