import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { TestServer } from '../support/server';

/** An execution id that the server acknowledged with a 202. */
type Acknowledge = (executionId: string) => void;

/** So long a sender whose delivery was refused rests: to refuse thousands a second would be all that the server does. */
const refusedRestMs = 50;

/**
 * Keeps `senders` deliveries under way to a server until it is gone, each with the next number as `{"n": …}` to the
 * next integration. Only whole answers with 202 count as acknowledged; after any other, the sender rests.
 */
export async function sendUntilGone(
  server: TestServer,
  integrationIds: string[],
  { senders, secret, acknowledge }: { senders: number; secret: string; acknowledge: Acknowledge },
): Promise<void> {
  const pool = new Pool(server.url, { connections: senders });
  let number = 0;

  async function deliver(): Promise<void> {
    const n = (number += 1);
    const integrationId = integrationIds[n % integrationIds.length];
    const answer = await pool.request({
      path: `/webhook/${integrationId}`,
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Webhook-Signature': secret },
      body: JSON.stringify({ n }),
    });
    const body = (await answer.body.json()) as { executionId: string };
    if (answer.statusCode === 202) acknowledge(body.executionId);
    else await sleep(refusedRestMs);
  }

  async function keepSending(): Promise<void> {
    try {
      for (;;) await deliver();
    } catch {
      // The server was killed: what was under way is not acknowledged.
    }
  }

  await Promise.all(Array.from({ length: senders }, keepSending));
  await pool.destroy();
}
