// Spans leave for a collector, and a collector that takes none does not keep the server from its end.
import { expect, onTestFinished, test } from 'vitest';
import { createSpanExport } from '~/services/tracing/span-export';
import { makeOutbound } from '../../outbound/loopback';
import { startTarget, type TargetHandler } from '../../support/target';

const span = {
  context: {
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: 'b7ad6b7169203331',
    parentId: undefined,
    flags: '01',
  },
  kind: 'server',
  name: 'execution',
  beganAt: 0,
  endedAt: 1,
  attributes: {},
  error: null,
} as const;

/** An export that holds as many spans as it can, of eight requests, and how many of them it dropped. */
async function fillExport(handler: TargetHandler, closeMs = 60_000) {
  const collector = await startTarget(handler);
  onTestFinished(() => collector.close());
  const dropped: number[] = [];
  const traces = createSpanExport({
    endpoint: collector.url,
    headers: [],
    version: '0.0.0',
    outbound: makeOutbound(),
    onDropped: ({ spans }) => void dropped.push(spans),
    closeMs,
  });
  for (let each = 0; each < 4_096; each += 1) traces.record(span);
  return { traces, collector, countDropped: () => dropped.reduce((sum, spans) => sum + spans, 0) };
}

test('at the end the collector gets all spans', async () => {
  const { traces, collector, countDropped } = await fillExport((_request, response) => void response.end());
  await traces.close();
  expect([collector.received.length, countDropped()]).toEqual([8, 0]);
});

test('at the end a collector that refuses spans is asked once', async () => {
  const { traces, collector, countDropped } = await fillExport(
    (_request, response) => void response.writeHead(503).end(),
  );
  await traces.close();
  expect([collector.received.length, countDropped()]).toEqual([1, 4_096]);
});

test('at the end a collector that does not answer is waited for only so long, and asked nothing more', async () => {
  const { traces, collector, countDropped } = await fillExport(() => {}, 1);
  await collector.arrived(1);
  await traces.close();
  expect([collector.received.length, countDropped()]).toEqual([1, 4_096]);
});
