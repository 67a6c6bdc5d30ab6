import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { pino } from 'pino';
import { isStandardWebhook } from '~/services/webhooks/proof/webhook-signature';
import { firstIdOf, newId } from '~/db/core/id';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { streamAuditLog } from '~/services/audit-stream/stream-audit-log';
import { pruneExecutions } from '~/services/executions/retention';
import { makeOutbound } from '../../outbound/loopback';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { startTarget } from '../../support/target';

const secret = 'a signing secret for the audit';

async function write(context: TestContext, count: number): Promise<void> {
  await context.db.transaction(async (tx) => {
    for (let each = 0; each < count; each += 1) {
      await insertAuditEntry(tx, { kind: 'login', detail: `login ${each}`, now: context.now() });
    }
  });
  context.clock.advance(10_000);
}

interface Sent {
  data: { entries: { id: string; kind: string; detail: string | null; at: string }[] };
}

test('entries are posted in their order, signed, and each once, also when some could not be', async () => {
  const context = await createTestContext({ outbound: makeOutbound() });
  let status = 200;
  const target = await startTarget((_request, response) => void response.writeHead(status).end());
  onTestFinished(() => target.close());
  const stream = { kind: 'webhook', url: `${target.url}/audit`, secret } as const;
  await write(context, 250);
  expect(await streamAuditLog(context, stream)).toBe(true);
  status = 503;
  await expect(streamAuditLog(context, stream)).rejects.toThrow('HTTP 503');
  status = 200;
  expect(await streamAuditLog(context, stream)).toBe(false);
  await write(context, 1);
  await streamAuditLog(context, stream);
  await streamAuditLog(context, stream);
  const bodies = target.received.map(({ body }) => (JSON.parse(body) as Sent).data.entries);
  expect(bodies.map(({ length }) => length)).toEqual([200, 50, 50, 1]);
  const kept = [...(bodies[0] ?? []), ...(bodies[2] ?? [])].map(({ detail }) => detail);
  expect(kept).toEqual(Array.from({ length: 250 }, (_, each) => `login ${each}`));
  const request = target.received.at(-1);
  const delivery = {
    header: (name: string) => request?.headers[name]?.toString(),
    body: Buffer.from(request?.body ?? ''),
  };
  expect(isStandardWebhook(delivery, secret, context.now())).toBe(true);
});

test('an entry that was decided on long before it was written passes none that is still too new to be sent', async () => {
  const context = await createTestContext({ outbound: makeOutbound() });
  const target = await startTarget((_request, response) => void response.end());
  onTestFinished(() => target.close());
  const stream = { kind: 'webhook', url: `${target.url}/audit`, secret } as const;
  const decidedAt = context.now();
  context.clock.advance(9_000);
  await insertAuditEntry(context.db, { kind: 'login', detail: 'quick', now: context.now() });
  await insertAuditEntry(context.db, { kind: 'login', detail: 'slow', now: decidedAt });
  context.clock.advance(1_000);
  await streamAuditLog(context, stream);
  context.clock.advance(10_000);
  await streamAuditLog(context, stream);
  const sent = target.received.flatMap(({ body }) => (JSON.parse(body) as Sent).data.entries);
  expect(sent.map(({ detail }) => detail)).toEqual(['quick', 'slow']);
});

test('entries written after the clock was set back are posted, too', async () => {
  const context = await createTestContext({ outbound: makeOutbound() });
  const target = await startTarget((_request, response) => void response.end());
  onTestFinished(() => target.close());
  const stream = { kind: 'webhook', url: `${target.url}/audit`, secret } as const;
  const dayMs = 24 * 3_600_000;
  const writeAt = async (at: number, detail: string) => {
    const row = { organization_id: null, user_id: null, subject_id: null, address: null, created_at: at };
    const values = { id: `${firstIdOf(at)}-${detail}`, kind: 'login', detail, ...row };
    await context.db.run(context.db.build.insertInto('audit').values(values));
  };
  await writeAt(context.now() + dayMs, 'of tomorrow');
  context.clock.advance(dayMs + 10_000);
  await streamAuditLog(context, stream);
  context.clock.advance(-dayMs);
  await writeAt(context.now() - 10_000, 'of today');
  await streamAuditLog(context, stream);
  const sent = target.received.flatMap(({ body }) => (JSON.parse(body) as Sent).data.entries);
  expect(sent.map(({ detail }) => detail)).toEqual(['of tomorrow', 'of today']);
  await streamAuditLog(context, stream);
  expect(target.received).toHaveLength(2);
});

test('entries are lines of the log, however quiet that is', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  const context = await createTestContext({ log });
  const { user } = await createTestUser(context);
  await insertAuditEntry(context.db, {
    kind: 'login',
    userId: user.id,
    address: '192.0.2.1',
    now: context.now(),
  });
  context.clock.advance(10_000);
  await streamAuditLog(context, { kind: 'stdout' });
  expect(lines.map((line) => (JSON.parse(line) as { audit: object }).audit)).toContainEqual(
    expect.objectContaining({
      kind: 'login',
      userId: user.id,
      address: '192.0.2.1',
      at: '2026-01-05T12:00:00.000Z',
    }),
  );
});

test('while one process sends, another one does not', async () => {
  const context = await createTestContext();
  await write(context, 1);
  const until = context.now() + 1000;
  await context.db.run(context.db.build.updateTable('audit_stream').set({ claimed_until: until }));
  expect(await streamAuditLog(context, { kind: 'stdout' })).toBe(false);
  const row = await context.db.first(context.db.build.selectFrom('audit_stream').selectAll());
  expect(row).toEqual({ one: 1, last_id: '', claimed_until: until });
});

test('a process whose claim ran out while it sent leaves the claim of the next one alone', async () => {
  const context = await createTestContext({ outbound: makeOutbound() });
  const held: ServerResponse[] = [];
  const target = await startTarget((_request, response) => void held.push(response));
  onTestFinished(() => target.close());
  const stream = { kind: 'webhook', url: `${target.url}/audit`, secret } as const;
  const findRow = () => context.db.first(context.db.build.selectFrom('audit_stream').selectAll());
  await write(context, 1);
  const late = streamAuditLog(context, stream);
  await target.arrived(1);
  context.clock.advance(59_999);
  expect(await streamAuditLog(context, stream)).toBe(false);
  expect(target.received).toHaveLength(1);
  context.clock.advance(1);
  await write(context, 1);
  const next = streamAuditLog(context, stream);
  await target.arrived(2);
  const claimed = await findRow();
  held[0]?.end();
  await late;
  expect(await findRow()).toEqual(claimed);
  held[1]?.end();
  await next;
  const sent = target.received.map(({ body }) => (JSON.parse(body) as Sent).data.entries);
  expect(await findRow()).toEqual({ one: 1, last_id: sent.at(-1)?.at(-1)?.id, claimed_until: 0 });
});

test('entries are kept for as many days as is set', async () => {
  const context = await createTestContext({ config: { auditRetentionDays: 30 } });
  const { db, now } = context;
  const dayMs = 24 * 3_600_000;
  const entry = { kind: 'login', organization_id: null, user_id: null, subject_id: null, address: null };
  for (const days of [31, 29]) {
    const row = { id: newId(), ...entry, detail: `${days}`, created_at: now() - days * dayMs };
    await db.run(db.build.insertInto('audit').values(row));
  }
  await pruneExecutions(context, {
    rest: async () => {},
    stopping: new AbortController().signal,
  });
  expect(await db.all(db.build.selectFrom('audit').select('detail'))).toEqual([{ detail: '29' }]);
});
