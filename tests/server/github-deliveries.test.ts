import { sign } from '@octokit/webhooks-methods';
import catalogue from '@octokit/webhooks-examples';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedIntegration, webhookTrigger } from '../support/seed';
import { startTarget, type Target } from '../support/target';
import { type Installation, install } from './installation';
import { times } from '../support/in-turn';

const secret = 'It’s a secret to everybody';
/** As many at once as an integration accepts in a burst. */
const burst = 200;

interface Payload {
  action?: string;
  repository?: { id: number; full_name: string };
  sender?: { login: string };
}

/** Every example payload GitHub's documentation has, of every event type. */
const deliveries = catalogue.flatMap(({ name, examples }) =>
  examples.map((example, index) => ({
    id: `${name}-${index}`,
    event: name as string,
    payload: example as Payload,
  })),
);

let installation: Installation;
let target: Target;
let integrationIds: string[];

beforeAll(async () => {
  target = await startTarget((request, response) => {
    const { delivery } = JSON.parse(request.body) as { delivery: string };
    response.writeHead(201, { 'Content-Type': 'application/json' }).end(JSON.stringify({ filed: delivery }));
  });
  installation = await install();
  integrationIds = await times(Math.ceil(deliveries.length / burst), () =>
    seedIntegration(installation.seed, listener()),
  );
});

afterAll(async () => {
  await installation.remove();
  await target.close();
});

/** What a person would set up for GitHub: some fields of each payload, posted on. */
function listener() {
  return {
    triggerConfig: webhookTrigger({
      secret,
      variables: [
        { name: 'repo', jsonPath: '.repository.full_name' },
        { name: 'repo_id', jsonPath: '.repository.id' },
        { name: 'sender', jsonPath: '$.sender.login' },
        { name: 'action', jsonPath: '.action' },
        { name: 'delivery', jsonPath: '.delivery', required: true },
      ],
    }),
    apiCalls: [
      {
        name: 'File',
        method: 'POST',
        url: `${target.url}/file?repo={{repo}}`,
        body: `{"delivery": "{{delivery}}", "repo": "{{repo}}", "repoId": {{repo_id}}, "sender": "{{sender}}",
                "action": {{action}}, "whole": {{trigger}}}`,
        responseMapping: { extractFields: [{ jsonPath: '.filed', saveAs: 'filed' }] },
      },
    ],
  };
}

type Delivery = (typeof deliveries)[number];

async function deliver({ id, event, payload }: Delivery, integrationId: string): Promise<string> {
  const body = JSON.stringify({ ...payload, delivery: id });
  const answer = await installation.deliver(integrationId, body, {
    'Content-Type': 'application/json',
    'User-Agent': 'GitHub-Hookshot/044aadd',
    'X-GitHub-Event': event,
    'X-GitHub-Delivery': id,
    'X-Hub-Signature-256': await sign(secret, body),
  });
  const result = (await answer.json()) as { executionId: string };
  expect(answer.status).toBe(202);
  expect(result).toEqual({ executionId: expect.any(String) as string, status: 'queued' });
  return result.executionId;
}

interface Log {
  id: string;
  status: string;
  triggerData: unknown;
  executionData: unknown;
  apiCallLogs: { request: { url: string; body: string }; response: { status: number } }[];
}

/** All logs of an integration, newest first, page by page as the Link header leads. */
async function readLogs(integrationId: string): Promise<Log[]> {
  const logs: Log[] = [];
  let path: string | undefined = `/api/integrations/${integrationId}/execution-logs`;
  while (path) {
    const url = new URL(path, installation.server.url);
    const answer: Response = await fetch(url, { headers: { Cookie: installation.seed.cookie } });
    expect(answer.status).toBe(200);
    logs.push(...((await answer.json()) as Log[]));
    path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('Link') ?? '')?.[1];
  }
  return logs;
}

test('real payloads of all GitHub events arrive at the target with their values and stand in the logs', async () => {
  expect(new Set(deliveries.map(({ event }) => event)).size).toBeGreaterThanOrEqual(50);

  const executionIds = new Map<string, string>();
  for (const [index, delivery] of deliveries.entries()) {
    const integrationId = integrationIds[Math.floor(index / burst)]!;
    executionIds.set(await deliver(delivery, integrationId), delivery.id);
  }
  expect(executionIds.size).toBe(deliveries.length);

  const received = await target.arrived(deliveries.length);
  expect(received).toHaveLength(deliveries.length);
  const byDelivery = new Map(
    received.map((request) => [(JSON.parse(request.body) as { delivery: string }).delivery, request]),
  );
  for (const { id, payload } of deliveries) {
    const request = byDelivery.get(id);
    const repo = payload.repository?.full_name;
    expect(JSON.parse(request?.body ?? 'null')).toEqual({
      delivery: id,
      repo: repo ?? '',
      repoId: payload.repository?.id ?? null,
      sender: payload.sender?.login ?? '',
      action: payload.action ?? null,
      whole: { ...payload, delivery: id },
    });
    expect(request).toMatchObject({ method: 'POST', url: `/file?repo=${encodeURIComponent(repo ?? '')}` });
  }

  await Promise.all(integrationIds.map(installation.findEndedExecutions));
  const logs = (await Promise.all(integrationIds.map(readLogs))).flat();
  expect(logs).toHaveLength(deliveries.length);
  expect(new Set(logs.map(({ status }) => status))).toEqual(new Set(['completed']));
  const payloads = new Map(deliveries.map(({ id, payload }) => [id, payload]));
  for (const log of logs) {
    const id = executionIds.get(log.id)!;
    expect(log.triggerData).toEqual({ ...payloads.get(id), delivery: id });
    expect(log.executionData).toEqual({ filed: id });
    expect(log.apiCallLogs).toMatchObject([
      { request: { body: byDelivery.get(id)?.body }, response: { status: 201 } },
    ]);
  }
});
