// What a running server tells outside of itself: its log, line by line, the traces of its calls, and spans for a collector.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedIntegration, webhookTrigger } from '../support/seed';
import { answerJson, startTarget, type Target } from '../support/target';
import { type Installation, install } from './installation';

const traceId = '0af7651916cd43dd8448eb211c80319c';

let installation: Installation;
let target: Target;
let collector: Target;

beforeAll(async () => {
  target = await startTarget(answerJson({ ok: true }));
  collector = await startTarget(answerJson({}));
  installation = await install({
    env: {
      LOG_LEVEL: 'info',
      LOG_EXECUTIONS: 'on',
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20secret',
    },
  });
});

afterAll(async () => {
  await installation.remove();
  await target.close();
  await collector.close();
});

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
}

test('one delivery stands in the log, in the calls and at the collector under one trace', async () => {
  const { seed, server, deliver, findEndedExecutions } = installation;
  const id = await seedIntegration(seed, {
    triggerConfig: webhookTrigger({ secret: 'a webhook secret' }),
    apiCalls: [{ id: 'tell', name: 'Tell', method: 'POST', url: `${target.url}/tell` }],
  });
  const rejected = await deliver(id, '{}', { 'X-Webhook-Signature': 'wrong' });
  const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
  const accepted = await deliver(id, '{}', {
    'X-Webhook-Signature': 'a webhook secret',
    traceparent,
  });
  expect([rejected.status, accepted.status]).toEqual([401, 202]);
  const [execution] = await findEndedExecutions(id);

  const [sent] = await target.arrived(1);
  const [, sentTrace, sentSpan] = String(sent?.headers.traceparent).split('-');
  expect(sentTrace).toBe(traceId);
  expect(sentSpan).not.toBe('b7ad6b7169203331');

  const [request] = await collector.arrived(1);
  expect([request?.url, request?.headers['x-key']]).toEqual(['/v1/traces', 'a secret']);
  const { resourceSpans } = JSON.parse(request?.body ?? '') as {
    resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
  };
  const spans = resourceSpans[0]?.scopeSpans[0]?.spans ?? [];
  const call = spans.find(({ name }) => name === 'Tell');
  const run = spans.find(({ name }) => name === 'execution');
  expect(call).toMatchObject({ traceId, spanId: sentSpan, parentSpanId: run?.spanId });
  expect(run).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' });

  expect(await server.kill('SIGTERM')).toBe(0);
  const lines = server
    .output()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string; [more: string]: unknown })
    // Whichever hour it is.
    .filter(({ msg }) => msg !== 'made the nightly backup');
  expect(lines.map(({ msg }) => msg)).toEqual([
    expect.stringMatching(/^Wicked Integrations is ready at /),
    'a delivery was rejected',
    'an execution ended',
    'stopping: begins nothing, accepts deliveries until calls in flight have ended',
    'stopped',
  ]);
  expect(lines[0]).toMatchObject({ version: expect.any(String), port: expect.any(Number) });
  expect(lines[1]).toMatchObject({
    integrationId: id,
    status: 401,
    requestId: rejected.headers.get('X-Request-Id'),
  });
  expect(lines[2]).toMatchObject({
    executionId: execution?.id,
    integrationId: id,
    status: 'completed',
    durationMs: expect.any(Number),
    traceId,
  });
});
