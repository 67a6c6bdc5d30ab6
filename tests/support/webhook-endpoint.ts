import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createWebhookListener } from '~/api/webhook';
import type { Config } from '~/config';
import type { AppContext } from '~/context';
import { createTestUser } from './accounts';
import { createTestContext, type TestOverrides } from './context';
import { seedIntegration, webhookTrigger } from './seed';

export interface EndpointResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

export interface Sent {
  method?: string;
  /** Behind the webhook URL. */
  query?: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
}

/** The endpoint for deliveries at a port of its own. */
export async function listenForDeliveries(context: AppContext, stopping?: AbortSignal): Promise<number> {
  const server = createServer(createWebhookListener(context, stopping));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    const closed = new Promise((resolve) => void server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  return (server.address() as AddressInfo).port;
}

/** By node:http: fetch sends no HEAD or OPTIONS as others do. `signal` takes the connection away. */
export function sendDelivery(
  port: number,
  id: string,
  { method = 'POST', query = '', headers = {}, body = '', signal }: Sent = {},
): Promise<EndpointResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { port, host: '127.0.0.1', path: `/webhook/${id}${query}`, method, headers, signal },
      (res) => {
        let text = '';
        res.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        res.on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, text }));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The same, with one deployed integration of this trigger behind it. */
export async function openEndpoint(
  webhook: Record<string, unknown>,
  config: Partial<Config> = {},
  parts: TestOverrides = {},
) {
  const context = await createTestContext({ ...parts, config });
  const { user, organizationId } = await createTestUser(context);
  const port = await listenForDeliveries(context);
  const owner = { context, userId: user.id, organizationId };
  const id = await seedIntegration(owner, {
    triggerConfig: webhookTrigger(webhook),
    apiCalls: [{ method: 'GET', url: 'https://api.example.com/' }],
  });
  return {
    context,
    owner,
    id,
    key: { id, organizationId },
    path: `/webhook/${id}`,
    async listPayloads(): Promise<unknown[]> {
      const { db } = context;
      const rows = await db.all(db.build.selectFrom('payloads').select('trigger_data').orderBy('seq'));
      return rows.map(({ trigger_data }) => JSON.parse(trigger_data ?? 'null') as unknown);
    },
    send: (sent?: Sent) => sendDelivery(port, id, sent),
  };
}
