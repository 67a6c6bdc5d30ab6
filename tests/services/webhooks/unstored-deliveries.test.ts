// What large deliveries hold until they are stored: they may come faster than the disk takes them.
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLedger } from '~/db/ledger/ledger';
import { createAcceptDelivery } from '~/services/webhooks/accept-delivery';
import type { Delivery } from '~/services/webhooks/proof/delivery';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { createTestDatabase } from '../../support/database';
import { makeDelivery } from '../../support/delivery';
import { seedIntegration, webhookTrigger } from '../../support/seed';

const body = JSON.stringify('x'.repeat(7_000_000));

test('large deliveries count, and only some of them are read, until they are stored', async () => {
  const db = await createTestDatabase();
  const stored = createLedger(db);
  let read = 0;
  /** While a disk is slow. */
  let gate: AbortController | undefined;
  const ledger: typeof stored = {
    ...stored,
    async accept(delivery) {
      read += 1;
      if (gate) await once(gate.signal, 'abort');
      return stored.accept(delivery);
    },
  };
  const context = await createTestContext({ db, ledger, config: { webhookMaxBytes: 8_000_000 } });
  const { user, organizationId } = await createTestUser(context);
  const secret = 'the secret';
  const scope = { context, userId: user.id, organizationId };
  const id = await seedIntegration(scope, {
    triggerConfig: webhookTrigger({ secret }),
    apiCalls: [{ method: 'GET', url: 'https://api.example.com/' }],
  });
  const acceptDelivery = createAcceptDelivery(context);
  const headers = { 'content-type': 'application/json', 'x-webhook-signature': secret };
  /** The deliveries whose bodies count among those of which nothing is known yet. */
  const arriving = new Set<Delivery>();
  const deliver = (sent: Record<string, string> = headers) => {
    const delivery = {
      ...makeDelivery(id, { headers: sent, body }),
      release: () => arriving.delete(delivery),
    };
    arriving.add(delivery);
    return acceptDelivery(delivery);
  };
  expect(await deliver()).toMatchObject({ kind: 'accepted' });
  read = 0;

  gate = new AbortController();
  const held = Array.from({ length: 7 }, () => deliver());
  await expect.poll(() => read).toBe(3);
  expect(arriving.size).toBe(0);
  expect(await deliver()).toEqual({ kind: 'unavailable', retryAfterSeconds: 10 });
  for (let turn = 0; turn < 100; turn += 1) await nextTurn();
  expect(read).toBe(3);
  const unproven = deliver({ ...headers, 'x-webhook-signature': 'another' });
  expect(arriving.size).toBe(1);
  expect(await unproven).toMatchObject({ kind: 'unauthenticated' });
  expect(arriving.size).toBe(0);

  gate.abort();
  gate = undefined;
  for (const outcome of await Promise.all(held)) expect(outcome).toMatchObject({ kind: 'accepted' });
  expect(await deliver()).toMatchObject({ kind: 'accepted' });
});
