// What is done to a server in scenes, and how its metrics are read.
import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';
import { maxRunMinutes } from '~/engine/definition/run-settings';
import { updateIntegration } from '~/services/integrations/integrations';
import { createTestUser } from '../support/accounts';
import { type Seed, type SeededDefinition, seedIntegration, webhookTrigger } from '../support/seed';
import type { Target } from '../support/target';
import { waitFor } from '../support/wait-for';

/** The values of all series of the product and of its file descriptors, by name and labels; those that are times in seconds from when they were read. */
export type Scrape = Map<string, number>;

export interface Scene {
  before: Scrape;
  after: Scrape;
}

/** `up` is what Prometheus itself adds: whether the server answered. */
export async function scrape(url: string): Promise<Scrape> {
  const answer = await fetch(`${url}/metrics`).catch(() => undefined);
  if (!answer) return new Map([['up', 0]]);
  const text = await answer.text();
  const now = Date.now() / 1000;
  const lines = [...text.matchAll(/^((?:wicked_\w+|process_(?:open|max)_fds)(?:\{.*\})?) (\S+)$/gm)];
  return new Map([
    ['up', 1],
    ...lines.map(([, series = '', value]): [string, number] => [
      series,
      Number(value) - (series.endsWith('_timestamp_seconds') ? now : 0),
    ]),
  ]);
}

export const minuteMs = 60_000;
export const secret = 'a secret of the scenes';
const signed = { 'Content-Type': 'application/json', 'X-Webhook-Signature': secret };

/** This ends a scene that hangs. Backups are made at the lowest priority: on a machine that is busy with other work they take minutes. */
export const maxMs = 180_000;

interface Stage {
  read: () => Promise<Scrape>;
  play: (name: string, act: () => unknown, until: (now: Scrape) => boolean) => Promise<void>;
  sender: ReturnType<typeof createSender>;
  seed: Seed;
  target: Target;
}

export function createSender(urlOf: () => string) {
  return {
    /** Posts, and answers the status. */
    async deliver(id: string, init: RequestInit = {}): Promise<number> {
      const answer = await fetch(`${urlOf()}/webhook/${id}`, {
        method: 'POST',
        headers: signed,
        body: '{}',
        ...init,
      });
      await answer.arrayBuffer();
      return answer.status;
    },
    /** Posts, and answers the id of the execution. */
    async begun(id: string): Promise<string> {
      const answer = await fetch(`${urlOf()}/webhook/${id}`, { method: 'POST', headers: signed, body: '{}' });
      return ((await answer.json()) as { executionId: string }).executionId;
    },
    /** Sends the beginning of a body, whose signature only its end will prove. */
    begin(id: string): Socket {
      const { hostname, port } = new URL(urlOf());
      const socket = connect(Number(port), hostname);
      const signature = `X-Hub-Signature-256: sha256=${'0'.repeat(64)}`;
      const head = [`POST /webhook/${id} HTTP/1.1`, `Host: ${hostname}`, 'Content-Length: 2000', signature];
      socket.write(`${head.join('\r\n')}\r\n\r\n${'x'.repeat(1000)}`);
      return socket;
    },
    ask: (path: string, init?: RequestInit) => fetch(urlOf() + path, { redirect: 'manual', ...init }),
  };
}

export function toStatus({ url }: Target, ...statuses: number[]): SeededDefinition {
  const apiCalls = statuses.map((status) => ({
    id: `s${status}`,
    method: 'GET',
    url: `${url}/status/${status}`,
  }));
  return { triggerConfig: webhookTrigger({ secret }), apiCalls };
}

/** Its target never answers. */
export function hanging({ url }: Target): SeededDefinition {
  return {
    triggerConfig: webhookTrigger({ secret }),
    apiCalls: [{ id: 'a', method: 'GET', url: `${url}/hang` }],
  };
}

/** 0 where there is no such series. */
export function valueOf(now: Scrape, series: string): number {
  return now.get(series) ?? 0;
}

function isQuiet(now: Scrape): boolean {
  return now.get('wicked_executions_running') === 0 && now.get('wicked_queue_depth') === 0;
}

/** Each response of the endpoint that is not about the state of the server, and requests of other kinds. */
export async function playDeliveries({ play, sender, seed, target }: Stage): Promise<void> {
  const make = (webhook: object, calls = toStatus(target, 200)) =>
    seedIntegration(seed, { ...calls, triggerConfig: webhookTrigger({ secret, ...webhook }) });
  const plain = await make({});
  const tight = await make({});
  await updateIntegration(seed.context, seed, tight, { deliveriesPerSecond: 1 });
  const picky = await make({ onlyRunIf: [{ field: 'trigger.a', operator: 'exists' }] });
  const distant = await make({ allowFrom: ['192.0.2.0/24'] });
  const needing = await make({ variables: [{ name: 'n', jsonPath: '.n', required: true }] });
  const respond = { mode: 'result', contentType: 'application/json', headers: {}, body: '{}' };
  const answering = await make({ respond }, toStatus(target, 500));
  await play(
    'deliveries',
    async () => {
      const statuses = [
        await sender.deliver(plain),
        await sender.deliver(picky),
        await sender.deliver(plain, { body: '{' }),
        await sender.deliver(plain, { headers: {} }),
        await sender.deliver(distant),
        await sender.deliver('none'),
        await sender.deliver(plain, { method: 'PUT' }),
        await sender.deliver(plain, { body: `"${'x'.repeat(3000)}"` }),
        await sender.deliver(plain, { headers: { ...signed, 'Content-Encoding': 'compress' } }),
        await sender.deliver(needing),
        await sender.deliver(plain, { headers: { ...signed, 'X-Wicked-Hops': '5' } }),
        await sender.deliver(answering),
        ...(await Promise.all(Array.from({ length: 4 }, () => sender.deliver(tight)))),
      ];
      expect([...new Set(statuses)].toSorted()).toEqual([
        200, 202, 400, 401, 403, 404, 405, 413, 415, 422, 429, 502, 508,
      ]);
      for (const path of [
        '/login',
        '/nowhere',
        '/profile',
        '/api/users/profile',
        '/assets/nothing.js',
        '/healthz',
      ])
        await (await sender.ask(path)).arrayBuffer();
    },
    isQuiet,
  );
  const gone = sender.begin(plain);
  await play(
    'half a body',
    () => undefined,
    (now) => valueOf(now, 'wicked_unproven_body_bytes') > 0,
  );
  await play(
    'gone sender',
    () => gone.destroy(),
    (now) => now.get('wicked_unproven_body_bytes') === 0,
  );
}

/** What follows a call, whatever it is answered. */
function goesOn(id: string, action: string) {
  return {
    id: `after-${id}`,
    order: 1,
    nextApiCallId: id,
    responseHandling: {
      defaultAction: action,
      statusCodeActions: [],
      defaultNotificationEmail: 'ops@example.com',
    },
  };
}

/** Executions end in each way, and their calls with an answer of each class. */
export async function playExecutions({ play, sender, seed, target }: Stage): Promise<void> {
  const all = toStatus(target, 200, 304, 404, 500);
  const nobody = { id: 'nobody', method: 'GET', url: 'http://127.0.0.1:9/' };
  const ids = ['s200', 's304', 's404', 's500'];
  const failing = await seedIntegration(seed, {
    ...all,
    apiCalls: [...(all.apiCalls ?? []), nobody],
    responseHandlingSteps: [...ids.map((id) => goesOn(id, 'continue')), goesOn('nobody', 'stop_notify')],
  });
  const passing = await seedIntegration(seed, toStatus(target, 503));
  await updateIntegration(seed.context, seed, passing, { automaticReplays: 2 });
  const endless = await seedIntegration(seed, hanging(target));
  const fine = await seedIntegration(seed, toStatus(target, 200));
  await play(
    'executions',
    async () => {
      await sender.deliver(fine);
      for (let times = 0; times < 3; times += 1) await sender.deliver(failing);
      for (let times = 0; times < 3; times += 1) await sender.deliver(passing);
      await bringReplays(seed);
      const executionId = await sender.begun(endless);
      await waitFor('a call that hangs', () => target.received.some(({ url }) => url === '/hang'));
      const path = `/api/integrations/${endless}/executions/${executionId}/cancel`;
      const headers = { Cookie: seed.cookie, Origin: 'http://localhost:3000' };
      expect((await sender.ask(path, { method: 'POST', headers })).status).toBe(200);
    },
    (now) =>
      isQuiet(now) &&
      valueOf(now, 'wicked_incidents_open') > 0 &&
      ['begun', 'given_up'].every(
        (outcome) => valueOf(now, `wicked_automatic_replays_total{outcome="${outcome}"}`) > 0,
      ),
  );
}

/** Lets the time of two planned replays come, one of which is no longer allowed. */
async function bringReplays({ context: { db } }: Stage['seed']): Promise<void> {
  const planned = db.build
    .selectFrom('automatic_replays')
    .select('execution_id as id')
    .orderBy('execution_id');
  let ids: string[] = [];
  await waitFor('three planned replays', async () => {
    ids = (await db.all(planned)).map(({ id }) => id);
    return ids.length === 3;
  });
  for (const [index, id] of ids.slice(0, 2).entries()) {
    const due = { due_at: 0, ...(index === 1 && { number: 9 }) };
    await db.run(db.build.updateTable('automatic_replays').set(due).where('execution_id', '=', id));
  }
}

/** All places are taken, more is in hand than there are places, something waits, and both are old. */
export async function playFullHouse({ play, read, sender, seed, target }: Stage): Promise<void> {
  const { context } = seed;
  const seedElsewhere = async () => {
    const { user, organizationId } = await createTestUser(context);
    return seedIntegration({ context, userId: user.id, organizationId }, hanging(target));
  };
  const ours = [await seedIntegration(seed, hanging(target)), await seedIntegration(seed, hanging(target))];
  const [theirs, others] = [await seedElsewhere(), await seedElsewhere()];
  await play(
    'full house',
    async () => {
      for (const id of [...ours, ...ours, ...ours, theirs, theirs, theirs]) await sender.deliver(id);
      const { db } = context;
      const before = Date.now() - (maxRunMinutes + 60) * minuteMs;
      await waitFor('no free place', async () => valueOf(await read(), 'wicked_runner_saturation') >= 1);
      await sender.deliver(others);
      await db.run(db.build.updateTable('jobs').set({ created_at: before }).where('kind', '=', 'execution'));
      await db.run(
        db.build.updateTable('executions').set({ started_at: before }).where('status', '=', 'queued'),
      );
    },
    (now) =>
      now.get('wicked_runner_saturation') === 1 &&
      valueOf(now, 'wicked_runner_places_beyond') > 0 &&
      valueOf(now, 'wicked_queue_oldest_age_seconds') > 60 &&
      valueOf(now, 'wicked_executions_running_oldest_age_seconds') > maxRunMinutes * 60,
  );
}
