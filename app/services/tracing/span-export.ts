// Exports spans of executions and their calls to an OpenTelemetry collector, as JSON of OTLP over HTTP
// (https://opentelemetry.io/docs/specs/otlp/#otlphttp). A span that cannot be delivered is dropped and counted: a collector
// that is down must cost neither memory nor an execution.
import type { Traces } from '~/context';
import type { Outbound } from '~/outbound/client';
import type { Span } from './span';

interface ExportOptions {
  /** OTEL_EXPORTER_OTLP_ENDPOINT, without a slash at the end. */
  endpoint: string;
  headers: [name: string, value: string][];
  version: string;
  /** A client that may reach the collector, and no other address that is not public. */
  outbound: Pick<Outbound, 'send'>;
  /** Called when spans were dropped. */
  onDropped: (dropped: { spans: number; reason: string }) => void;
  /** How long the end of the server waits for the collector, in milliseconds. */
  closeMs?: number;
}

const most = 4_096;
const batchSize = 512;
const flushMs = 2_000;
const timeoutMs = 10_000;

export function createSpanExport({
  endpoint,
  headers,
  version,
  outbound,
  onDropped,
  closeMs = 2_000,
}: ExportOptions): Traces {
  let waiting: Span[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();
  let dropped = 0;
  let isClosing = false;
  const giveUp = new AbortController();

  async function sendBatch(): Promise<void> {
    const spans = waiting.slice(0, batchSize);
    waiting = waiting.slice(batchSize);
    const outcome = await outbound.send({
      method: 'POST',
      url: `${endpoint}/v1/traces`,
      headers: [['Content-Type', 'application/json'], ...headers],
      body: writeSpans(spans, version),
      timeoutMs,
      maxBodyBytes: 1024,
      signal: giveUp.signal,
    });
    const reason = outcome.kind === 'failure' ? outcome.message : `HTTP ${outcome.status}`;
    const isTaken = outcome.kind === 'response' && outcome.status < 300;
    // It would most likely take none of the others either.
    if (isClosing && !isTaken) dropped += waiting.splice(0).length;
    const lost = (isTaken ? 0 : spans.length) + dropped;
    dropped = 0;
    if (lost > 0) onDropped({ spans: lost, reason: isTaken ? 'too many at once' : reason });
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    sending = sending.then(async () => {
      while (waiting.length > 0) await sendBatch();
    });
    return sending;
  }

  return {
    record(span) {
      if (waiting.length >= most) {
        dropped += 1;
        return;
      }
      waiting.push(span);
      timer ??= setTimeout(() => void flush(), flushMs).unref();
    },
    async close() {
      isClosing = true;
      const deadline = setTimeout(() => giveUp.abort(), closeMs);
      await flush();
      clearTimeout(deadline);
    },
  };
}

const kinds = { server: 2, client: 3 };

function writeSpans(spans: Span[], version: string): string {
  const resource = toAttributes({ 'service.name': 'wicked-integrations', 'service.version': version });
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: resource },
        scopeSpans: [{ scope: { name: 'wicked-integrations', version }, spans: spans.map(writeSpan) }],
      },
    ],
  });
}

function writeSpan({ context, kind, name, beganAt, endedAt, attributes, error }: Span) {
  return {
    traceId: context.traceId,
    spanId: context.spanId,
    ...(context.parentId !== undefined && { parentSpanId: context.parentId }),
    flags: Number.parseInt(context.flags, 16),
    name,
    kind: kinds[kind],
    startTimeUnixNano: toNanoseconds(beganAt),
    endTimeUnixNano: toNanoseconds(endedAt),
    attributes: toAttributes(attributes),
    status: error === null ? { code: 1 } : { code: 2, message: error },
  };
}

/** Returns nanoseconds as text, because a number cannot hold them exactly. */
function toNanoseconds(at: number): string {
  return `${Math.max(0, Math.round(at))}000000`;
}

function toAttributes(attributes: Record<string, string | number>) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
}
