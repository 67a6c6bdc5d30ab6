import { randomInt } from 'node:crypto';
import { createChannel } from '~/services/alerts/channels';
import { createConnection } from '~/services/connections/connections';
import { updateIntegration } from '~/services/integrations/integrations';
import { makeHandling } from '../../engine/run/run-steps';
import { seedIntegration, seedOwner, webhookTrigger } from '../../support/seed';
import { type Received, startTarget, type Target } from '../../support/target';

/** Tokens live this long, so that runs renew them: from half of it on, which leaves a call on a busy machine the other half. */
const tokenLifeMs = 10_000;
const pageSize = 3;
const itemsARun = 7;

export interface Chains {
  /**
   * `order`: pages, items, a wait for an answer and one for a while; `feed`: new items only, one run at a time. `follower`
   * follows the orders, and `failing` follows those and fails.
   */
  ids: Record<'order' | 'feed' | 'follower' | 'failing', string>;
  target: Target;
  alerts: Target;
  /** Calls that came with no token, or with one that was over. */
  wrong: string[];
  countTokens(): number;
  isNotified(): boolean;
  close(): Promise<void>;
}

/** The items of the pages that an order reads. */
export function itemsOfPages(n: number): string[] {
  return Array.from({ length: itemsARun }, (_, index) => `${n}-${index}`);
}

/** The keys that a delivery of the feed lists: the one before listed most of them, too. */
export function itemsOf(n: number): number[] {
  return [n, n + 1, n + 2, n + 3];
}

/** `onAsked` is told the address at which a run waits for its answer, by the number of its delivery. */
export async function createChains(
  dataDir: string,
  onAsked: (n: string, address: string) => void,
): Promise<Chains> {
  const seed = await seedOwner(dataDir);
  const issued: number[] = [];
  const wrong: string[] = [];
  const provider = await startTarget((_request, response) => {
    const token = { access_token: `access-${issued.push(Date.now())}`, token_type: 'Bearer' };
    const body = JSON.stringify({ ...token, expires_in: tokenLifeMs / 1_000 });
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
  });
  const alerts = await startTarget();
  const target = await startTarget((request, response) => {
    judgeToken(request);
    const [, kind = '', n = ''] = new URL(request.url, 'http://target').pathname.split('/');
    if (kind === 'ask') onAsked(n, (JSON.parse(request.body) as { link: string }).link);
    if (kind === 'fail') response.statusCode = 503;
    const body = kind === 'list' ? readPage(request, Number(n)) : { ok: true };
    // Some calls are always in flight, so that a kill meets them before, in and after each write.
    setTimeout(() => response.end(JSON.stringify(body)), randomInt(0, 10));
  });

  function judgeToken({ url, headers, at }: Received): void {
    if (!/^\/(list|later)\//.test(url)) return;
    const issuedAt = issued[Number(headers.authorization?.replace('Bearer access-', '')) - 1];
    if (issuedAt === undefined) wrong.push(`${url}: ${headers.authorization}`);
    else if (at > issuedAt + tokenLifeMs) wrong.push(`${url}: over for ${at - issuedAt - tokenLifeMs} ms`);
  }

  const made = await createConnection(seed.context, seed, {
    name: 'Shop',
    kind: 'oauth2_client_credentials',
    baseUrl: target.url,
    config: { tokenUrl: `${provider.url}/token`, clientId: 'shop', clientSecret: 'a secret' },
  });
  if (made.kind !== 'connection') throw new Error(JSON.stringify(made));
  const authConfig = { type: 'connection', connectionId: made.connection.id };
  const order = await seedIntegration(seed, { name: 'Order', ...defineOrder(target.url, authConfig) });
  const feed = await seedIntegration(seed, { name: 'Feed', ...defineFeed(target.url) });
  await updateIntegration(seed.context, seed, feed, { executionsAtOnce: 1 });
  const follow = (integrationId: string, on: string) => ({
    triggerConfig: { type: 'event', event: { integrationId, on } },
    apiCalls: [
      {
        id: 'call',
        name: 'Call',
        method: 'POST',
        url: `${target.url}/${on === 'any' ? 'fail' : 'follow'}/x`,
      },
    ],
  });
  const follower = await seedIntegration(seed, { name: 'Follower', ...follow(order, 'completed') });
  const rule = { statusCodes: ['5xx'], action: 'stop_notify', notificationEmail: 'ops@example.com' };
  const failing = await seedIntegration(seed, {
    name: 'Failing',
    ...follow(follower, 'any'),
    responseHandlingSteps: [makeHandling('call', [rule])],
  });
  const channel = await createChannel(seed.context, seed, {
    name: 'Alerts',
    kind: 'webhook',
    url: `${alerts.url}/alert`,
    secret: 'a signing secret for alerts',
    events: { failing: 1 },
  });
  if (channel.kind !== 'channel') throw new Error(JSON.stringify(channel));
  await seed.close();
  return {
    ids: { order, feed, follower, failing },
    target,
    alerts,
    wrong,
    countTokens: () => issued.length,
    isNotified: () => alerts.received.length > 0,
    close: async () => void (await Promise.all([provider.close(), alerts.close(), target.close()])),
  };
}

function readPage({ url }: Received, n: number): object {
  const page = Number(new URL(url, 'http://target').searchParams.get('page'));
  const items = itemsOfPages(n).slice((page - 1) * pageSize, page * pageSize);
  return { items: items.map((id) => ({ id })) };
}

function defineOrder(url: string, authConfig: object) {
  const pages = { kind: 'pages', next: { by: 'page', pageSize }, items: '.items', saveAs: 'orders' };
  const question = { seconds: 3_600, message: 'Go on?', choices: ['Approve', 'Reject'], saveAs: 'approval' };
  const answered = `${url}/answered/{{trigger.n}}/{{approval.choice}}`;
  return {
    triggerConfig: webhookTrigger(),
    apiCalls: [
      { id: 'list', name: 'List', method: 'GET', url: '/list/{{trigger.n}}', authConfig, repeat: pages },
      { id: 'note', name: 'Note', method: 'POST', url: 'store://items', body: '"{{order.id}}"' },
      {
        id: 'item',
        name: 'Item',
        method: 'POST',
        url: `${url}/item/{{order.id}}`,
        responseMapping: { extractFields: [{ jsonPath: '.ok', saveAs: 'ok' }] },
      },
      {
        id: 'ask',
        name: 'Ask',
        method: 'POST',
        url: `${url}/ask/{{trigger.n}}`,
        body: '{"link": "{{run.answerUrl}}"}',
      },
      {
        id: 'answered',
        name: 'Answered',
        method: 'GET',
        url: answered,
        wait: { kind: 'answer', ...question },
      },
      {
        id: 'later',
        name: 'Later',
        method: 'GET',
        url: '/later/{{trigger.n}}',
        authConfig,
        wait: { kind: 'duration', seconds: 1 },
      },
      { id: 'count', name: 'Count', method: 'POST', url: 'store://ends', body: '{{trigger.n}}' },
      { id: 'end', name: 'End', method: 'POST', url: `${url}/end/{{trigger.n}}`, body: '{{done}}' },
    ],
    loopSteps: [
      {
        id: 'each',
        order: 1.5,
        throughCallId: 'item',
        items: 'orders',
        itemName: 'order',
        atOnce: 3,
        collect: [{ from: 'order.id', saveAs: 'done' }],
      },
    ],
  };
}

function defineFeed(url: string) {
  return {
    triggerConfig: webhookTrigger(),
    apiCalls: [{ id: 'fed', name: 'Fed', method: 'POST', url: `${url}/fed/{{key}}` }],
    loopSteps: [
      {
        id: 'each',
        order: 0.5,
        throughCallId: 'fed',
        items: 'trigger.keys',
        itemName: 'key',
        atOnce: 2,
        onlyNew: { key: '{{key}}' },
      },
    ],
  };
}
