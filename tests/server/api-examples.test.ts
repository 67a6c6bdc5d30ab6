// The examples of docs/api.md, run as they stand there against a built server.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiToken } from '~/services/accounts/api-token-creation';
import { createIntegration } from '~/services/integrations/integrations';
import { createTestUser, proven } from '../support/accounts';
import { type Installation, install } from './installation';

const run = promisify(execFile);
const text = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
const examples = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, example = '']) => example);

let installation: Installation;
let env: Record<string, string>;
let folder: string;

beforeAll(async () => {
  installation = await install();
  folder = await mkdtemp(join(tmpdir(), 'wicked-examples-'));
  const { seed, server } = installation;
  const made = await createApiToken(seed.context, seed, { name: 'Examples', role: 'OWNER' }, proven);
  if (made.kind !== 'created') throw new Error(made.kind);
  env = { URL: server.url, TOKEN: made.token, ORGANIZATION: seed.organizationId };
});

afterAll(async () => {
  await installation.remove();
  await rm(folder, { recursive: true });
});

function runIn(example: string, where: Record<string, string>) {
  return run('sh', ['-euc', example], { env: { ...process.env, ...where }, cwd: folder });
}

/** What each example ends with, in the order of the page. */
const ends = [
  /^\[.*\]$/,
  /"status":"queued"}$/,
  /^$/,
  /^HTTP\/1\.1 200 OK/,
  /^304$/,
  /^$/,
  /^(?:integrations\/\S+\.json \{"differences":\[\]\}\n?)+$/,
  /^$/,
  /^missing: \{"connections":\[\],"values":\[\]\}(?:\n.+: same)+$/,
  /^\{"integrations":\[(?:\{[^{}]*"outcome":"same"[^{}]*\},?)+\]\}$/,
];

test.each(examples.map((example, at) => [at + 1, example, ends[at] ?? /^never$/] as const))(
  'example %i works',
  async (_number, example, end) => {
    const { stdout } = await runIn(example, env);
    expect(stdout.trim()).toMatch(end);
  },
);

test('the files make the same integrations elsewhere in one run, also where one starts at the end of a later one', async () => {
  const { seed } = installation;
  const { context } = seed;
  const source = await createIntegration(context, seed, { name: 'Zone check' });
  if (source.kind !== 'integration') throw new Error(source.kind);
  const triggerConfig = { type: 'event', event: { integrationId: source.integration.id, on: 'error' } };
  const follower = await createIntegration(context, seed, { name: 'After it', triggerConfig });
  expect(follower.kind).toBe('integration');
  const { user, organizationId } = await createTestUser(context);
  const other = { userId: user.id, organizationId };
  const made = await createApiToken(context, other, { name: 'Elsewhere', role: 'OWNER' }, proven);
  if (made.kind !== 'created') throw new Error(made.kind);
  const there = { ...env, TOKEN: made.token, ORGANIZATION: organizationId };
  const [write = '', apply = ''] = examples.filter((example) => example.includes('encodeURIComponent'));
  await runIn(write, env);
  await runIn(apply, there);
  const { stdout } = await runIn(apply, there);
  const lines = stdout.trim().split('\n');
  expect(lines.join('\n')).toContain('integrations/After%20it.json');
  for (const line of lines) expect(line).toMatch(/ \{"differences":\[\]\}$/);
});
