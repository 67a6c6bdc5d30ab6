import { formatCount } from '~/engine/texts/format-count';
import type { FieldMetadata } from '@conform-to/react';
import { useEffect } from 'react';
import { LazyJsonView } from '~/components/json/lazy-json-view';
import { StatusCodeBadge } from '~/components/http/status-code-badge';
import { Milliseconds } from '~/components/time/milliseconds';
import { formatDuration } from '~/components/time/time-format';
import type { CallForm, EditorForm } from '../../form/editor-form';
import { PathPicker } from '../../form/fields/path-picker';
import type { TestedCall } from '../../form/tested-call';
import type { CallTrace } from '~/services/test-runs/chain-test';
import { useAnnounce } from '../edits/chain-announcer';
import { SentRequest } from '../test-run/sent-request';

type Response = Extract<TestedCall, { kind: 'response' }>['test'];

export interface TestResultProps extends Pick<Extract<TestedCall, { kind: 'response' }>, 'paths'> {
  test: Pick<Response, 'statusCode' | 'headers' | 'body' | 'truncated' | 'error' | 'pages' | 'items'> & {
    responseTime: number | null;
  };
  /** The request in a test of the whole chain, null when none was sent; undefined for a test of this call alone. */
  sent?: CallTrace['request'];
  callIndex: number;
  label: string;
  mapping: FieldMetadata<CallForm['responseMapping'], EditorForm>;
}

/** Shows the request, where it is known, and the response. */
export function TestResult({ test, sent, paths, callIndex, label, mapping }: TestResultProps) {
  const headers = Object.entries(test.headers);
  const announce = useAnnounce();
  const isOwn = sent === undefined;
  useEffect(() => {
    if (isOwn) announce(describeTest(test));
  }, [announce, isOwn, test]);

  return (
    <section aria-label={`Test result of ${label}`} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        {sent !== null && <StatusCodeBadge status={test.statusCode} error={test.error} />}
        <Milliseconds value={test.responseTime} />
        {test.error && <span className="min-w-0 font-medium wrap-anywhere">{test.error}</span>}
      </div>
      {sent && <SentRequest {...sent} />}
      {test.pages && (
        <ol className="flex flex-col gap-1 text-[0.8125rem] tabular-nums">
          {test.pages.map((page) => (
            <li key={page.page}>{describePage(page)}</li>
          ))}
        </ol>
      )}
      {test.items && <TriedItems items={test.items} />}
      {headers.length > 0 && (
        <details>
          <summary className="font-medium">Response headers ({headers.length})</summary>
          <dl className="mt-2 grid gap-x-4 gap-y-1 font-mono text-[0.8125rem] sm:grid-cols-[auto_1fr]">
            {headers.map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-ink-muted">{name}</dt>
                <dd className="min-w-0 wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {test.body ? (
        <LazyJsonView label="Response body" text={test.body} truncated={test.truncated} />
      ) : (
        test.statusCode > 0 && <p className="text-ink-muted">No response body</p>
      )}
      <PathPicker paths={paths} mapping={mapping} callIndex={callIndex} title="Fields of this response" />
    </section>
  );
}

/** Describes a test for a screen reader, since the whole response is too long: `Test result: HTTP 200, 48 ms` */
function describeTest({ statusCode, responseTime, error }: TestResultProps['test']): string {
  const answer = error ?? `HTTP ${statusCode}`;
  return `Test result: ${responseTime === null ? answer : `${answer}, ${formatDuration(responseTime)}`}`;
}

/** Describes a page: `Page 2: 50 items, and the next page is asked for` */
function describePage({ page, statusCode, items, hasNext, error }: NonNullable<Response['pages']>[number]) {
  if (items === null) return `Page ${page}: ${error ?? `HTTP ${statusCode}`}`;
  const count = items === 1 ? '1 item' : `${items} items`;
  return `Page ${page}: ${count}, ${hasNext ? 'and the next page is asked for' : 'and it is the last page'}`;
}

const sources = {
  execution: 'the last execution',
  sample: 'the captured sample',
  response: 'the response of the call that reads them, which was sent first',
};

/** Shows the requests for each item and their results. */
function TriedItems({ items: { of, from, tried } }: { items: NonNullable<Response['items']> }) {
  return (
    <div className="flex flex-col gap-2 text-[0.8125rem]">
      <p className="text-ink-muted">
        {tried.length} of {of === 1 ? '1 item' : `${formatCount(of)} items`} from {sources[from]}. Below is
        this call’s last response.
      </p>
      <ol aria-label="Items" className="flex flex-col gap-2">
        {tried.map(({ index, value, error, calls }) => (
          <li key={index} className="border-l-3 border-info/60 pl-2">
            <p className="font-medium">
              Item {index} <code className="font-mono font-normal wrap-anywhere text-ink-muted">{value}</code>
            </p>
            <ol>
              {calls.map((call) => (
                <li key={`${call.name} ${call.url} ${call.error}`} className="wrap-anywhere tabular-nums">
                  {call.name}: {describeTried(call)}
                </li>
              ))}
            </ol>
            {error && <p className="font-medium wrap-anywhere text-bad-ink">{error}</p>}
          </li>
        ))}
      </ol>
    </div>
  );
}

type TriedCall = NonNullable<Response['items']>['tried'][number]['calls'][number];

/** Describes a request: `POST https://api.example.com/7 → 201, 48 ms` */
function describeTried({ method, url, statusCode, responseTime, error }: TriedCall): string {
  if (!method) return error ?? 'not sent';
  const answer = statusCode > 0 ? `${statusCode}, ${formatDuration(responseTime)}` : (error ?? 'no answer');
  return `${method} ${url} → ${answer}`;
}
