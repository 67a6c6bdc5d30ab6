// The commands that the screens offer to try a webhook, run by a shell against a server, for every sender that has one.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeDeliveryCommand } from '~/components/integration/delivery-command';
import { senders } from '~/engine/senders/senders';
import { toProof, Verify } from '~/engine/senders/verify';
import { seedIntegration, webhookTrigger } from '../support/seed';
import { type Installation, install } from './installation';

const run = promisify(execFile);
/** Fits as text, in hex and in base64. */
const secret = '0a1b2c3d4e5f60718293a4b5c6d7e8f900112233445566778899aabbccddeeff';
const odd = `it's "$(a) \\secret\``;
const payload = JSON.stringify({ note: `it's "$HOME" \\ \`here\`, 100 % é` });

/** What an accepted delivery starts: it goes to a port where nobody listens. */
const apiCalls = [{ id: 'a', order: 1, url: 'http://127.0.0.1:9/' }];

let installation: Installation;
beforeAll(async () => {
  installation = await install();
});
afterAll(() => installation.remove());

/**
 * Runs the commands that a person makes with each of some secrets, in one shell, against an integration that has the first of
 * them. Answers the status of each.
 */
async function send(verify: Verify | undefined, saved: string, ...others: string[]): Promise<number[]> {
  const headers = { 'X-Team': "core's" };
  const triggerConfig = webhookTrigger({ secret: saved, headers, ...(verify && { verify }) });
  const id = await seedIntegration(installation.seed, { triggerConfig, apiCalls });
  const url = `${installation.server.url}/webhook/${id}`;
  const commands = [saved, ...others].map((typed) => {
    const command = writeDeliveryCommand({ url, secret: typed, headers, payload, proof: toProof(verify) });
    expect(command).toBeDefined();
    return `( ${command} -s -o /dev/null -w '%{http_code}\\n' )`;
  });
  const { stdout } = await run('sh', ['-euc', commands.join('\n')]);
  return stdout.trim().split('\n').map(Number);
}

const named = senders
  .filter(({ proof }) => writeDeliveryCommand({ url: '', secret, headers: {}, payload, proof }) !== undefined)
  .map(({ name }) => name);

test('most senders that sign by HMAC have a command, and none that signs otherwise', () => {
  expect(named).toEqual(expect.arrayContaining(['github', 'stripe', 'slack', 'shopify', 'linear']));
  expect(named).not.toEqual(expect.arrayContaining(['discord']));
  expect(named.length).toBeGreaterThan(80);
});

test.each(named)('the command for %s is accepted, and with another secret rejected', async (name) => {
  const verify = Verify.parse({ scheme: name });
  const [accepted, rejected] = await send(verify, secret, secret.replace('0a', 'ff'));
  expect([200, 202, 204]).toContain(accepted);
  expect(rejected).toBe(401);
});

const own = {
  scheme: 'hmac',
  header: 'X-$Shop`',
  prefix: 'v1 $',
  signed: 'a"$`\\{timestamp}_{body}z',
  timestamp: 'X-`$Time',
};

test.each([
  ['no scheme', undefined, odd],
  ['no secret', undefined, ''],
  ['an own signature', { scheme: 'hmac' }, odd],
  ['an own signature of other texts', own, odd],
  ['a key in hex', { ...own, key: 'hex', algorithm: 'sha512', encoding: 'base64' }, secret],
  ['a key in base64', { ...own, key: 'base64', algorithm: 'sha1' }, secret],
])('the command for %s is accepted', async (_name, verify, saved) => {
  expect(await send(verify && Verify.parse(verify), saved)).toEqual([202]);
});

test.each([
  { scheme: 'token' },
  { scheme: 'basic' },
  { scheme: 'hmac', algorithm: 'ed25519' },
  { scheme: 'hmac', signed: '{url}{body}' },
  { scheme: 'hmac', path: 'signature' },
])('there is no command for %j', (verify) => {
  const proof = toProof(Verify.parse(verify));
  expect(writeDeliveryCommand({ url: '', secret, headers: {}, payload, proof })).toBeUndefined();
});
