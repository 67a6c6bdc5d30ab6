// The examples of the documents, run as they stand there against a built server.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiToken } from '~/services/accounts/api-token-creation';
import { type Installation, install } from './installation';
import { proven } from '../support/accounts';
import { seedIntegration, webhookTrigger } from '../support/seed';
import { startTarget, type Target } from '../support/target';
import { documents, findBlock, listBlocks } from '../docs/documents';

const run = promisify(execFile);

/** How a program of each language is started. `npm test` installs what Debian has not. */
const programs: Record<string, (text: string) => [command: string, args: string[]]> = {
  sh: (text) => ['sh', ['-euc', text]],
  js: (text) => [process.execPath, ['--input-type=module', '--eval', text]],
  python: (text) => ['python3', ['-c', text]],
};

const secret = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
let installation: Installation;
let target: Target;
let values: Record<string, string>;

beforeAll(async () => {
  target = await startTarget();
  installation = await install();
  const { seed, server } = installation;
  const created = await createApiToken(seed.context, seed, { name: 'Documentation', role: 'OWNER' }, proven);
  if (created.kind !== 'created') throw new Error(created.kind);
  values = { BASE_URL: server.url, TOKEN: created.token, TARGET_URL: target.url, WEBHOOK_SECRET: secret };
});

afterAll(async () => {
  await installation.remove();
  await target.close();
});

/** What the reader of an example has: an integration of their own, deployed. */
async function prepare(): Promise<Record<string, string>> {
  const id = await seedIntegration(installation.seed, {
    triggerConfig: webhookTrigger({ secret }),
    apiCalls: [{ method: 'POST', url: `${target.url}/tell` }],
  });
  return { ...values, INTEGRATION_ID: id, WEBHOOK_URL: `${installation.server.url}/webhook/${id}` };
}

/** A text in which `…` stands for anything. */
function toPattern(text: string): RegExp {
  const parts = text.trim().split('…');
  const escaped = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${escaped.join('[^"\\s]+')}$`);
}

const blocks = documents.map((name) => ({ name, all: listBlocks(name) }));

const tested = blocks.flatMap(({ all }) =>
  all.flatMap((block, index) => (block.mark === 'test' ? [{ ...block, output: all[index + 1] }] : [])),
);

test.each(tested)('$place ($language) prints what the document says', async ({ language, text, output }) => {
  expect(output?.mark).toBe('output');
  const [command, args] = programs[language]?.(text) ?? [language, []];
  const { stdout } = await run(command, args, { env: { ...process.env, ...(await prepare()) } });
  expect(stdout.trim()).toMatch(toPattern(output?.text ?? ''));
});

test('every example that shows an output is run', () => {
  const outputs = blocks.flatMap(({ all }) => all.filter(({ mark }) => mark === 'output'));
  expect(outputs).toHaveLength(tested.length);
  expect(new Set(tested.map(({ language }) => language))).toEqual(new Set(Object.keys(programs)));
});

describe('integrations', () => {
  const integrations = blocks.flatMap(({ all }) => all.filter(({ mark }) => mark === 'integration'));

  test.each(integrations)('$place is accepted, and can be deployed', async ({ text }) => {
    const { BASE_URL = '', TOKEN = '', ...more } = await prepare();
    const body = text
      .replace('INTEGRATION-ID', more.INTEGRATION_ID ?? '')
      .replace(/\$([A-Z_]+)/g, (whole, name: string) => more[name] ?? whole);
    const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
    const created = await fetch(`${BASE_URL}/api/integrations`, { method: 'POST', headers, body });
    const integration = (await created.json()) as { id: string };
    expect([created.status, integration]).toEqual([201, integration]);
    const url = `${BASE_URL}/api/integrations/${integration.id}`;
    for (const isActive of [true, false]) {
      const saved = await fetch(url, { method: 'PATCH', headers, body: JSON.stringify({ isActive }) });
      expect(await saved.json()).toMatchObject({ isActive });
    }
  });
});

/** The names of a JSON value's parts, and the types of what stands there. */
function describeShape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(describeShape);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, describeShape(item)]));
}

test('a rule posts a notice of the shape that is shown', async () => {
  const api = await startTarget(({ url }, response) => {
    response.writeHead(url === '/charge' ? 409 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(url === '/charge' ? { error: 'duplicate' } : { id: 7 }));
  });
  const extractFields = [{ jsonPath: '$.id', saveAs: 'order' }];
  const statusCodeActions = [{ statusCodes: [409], action: 'webhook', webhookURL: `${api.url}/notice` }];
  const id = await seedIntegration(installation.seed, {
    triggerConfig: webhookTrigger(),
    apiCalls: [
      { id: 'read', name: 'Read', order: 1, url: `${api.url}/read`, responseMapping: { extractFields } },
      { id: 'charge', name: 'Charge', order: 2, method: 'POST', url: `${api.url}/charge` },
    ],
    responseHandlingSteps: [{ nextApiCallId: 'charge', responseHandling: { statusCodeActions } }],
  });
  await installation.deliver(id, '{}');
  const notice = (await api.arrived(3))[2];
  expect([notice?.url, notice?.headers['idempotency-key']]).toEqual(['/notice', expect.any(String)]);
  const shown: unknown = JSON.parse(findBlock('docs/response-rules.md', 'notice'));
  expect(describeShape(JSON.parse(notice?.body ?? ''))).toEqual(describeShape(shown));
  await api.close();
});
