import { expect, test } from 'vitest';
import { configShapes, ConnectionBasics } from '~/engine/connections/connection';
import { describeRegistration } from '~/engine/connections/preset-registration';
import { findPresetAnswerProblem, presets } from '~/engine/connections/presets';
import { readFileSync } from 'node:fs';

test.each(presets)('the fields of $name lack nothing but the client', ({ name, asks, describe }) => {
  const { kind, baseUrl, allowedHosts, config } = describe(asks ? 'acme' : '');
  expect(ConnectionBasics.safeParse({ name, baseUrl, allowedHosts }).success).toBe(true);
  const privateKey = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----';
  const client = {
    clientId: 'a client',
    clientSecret: 'a secret',
    installationId: '1',
    privateKey,
    key: privateKey,
    value: '123456:ABC-DEF1234ghIkl',
  };
  const parsed = configShapes[kind].parse({ ...config, ...client });
  // Each of them is a field of the kind, and kept as it is written.
  expect(parsed).toMatchObject(config);
  const addresses = [
    baseUrl,
    ...Object.values(config).filter((value) => value.includes('://') && !value.includes(' ')),
  ];
  for (const address of addresses) expect(new URL(address).protocol).toBe('https:');
});

test.each(['acme', 'acme--test.sandbox', '6nzh0y-y6', '8f0c4c2e-5a0e-4f6b-9d0d-0a7c3d6f1b11'])(
  'takes %s for a place',
  (place) => {
    expect(findPresetAnswerProblem({ label: 'Shop', hint: '' }, place)).toBeUndefined();
  },
);

test.each([
  '',
  'evil.example.com/',
  'acme.',
  '.acme',
  'a b',
  'acme@evil',
  'acme:8080',
  'acme#',
  'a'.repeat(201),
])('takes %j for none', (place) => {
  expect(findPresetAnswerProblem({ label: 'Shop', hint: '' }, place)).toBeDefined();
});

test.each(presets)('says where the credentials of $name come from', ({ id, asks }) => {
  const registration = describeRegistration(id, asks ? 'acme' : '');
  expect(registration).toBeDefined();
  const { url, task, pitfall, anchor } = registration ?? { url: '', task: '', pitfall: '', anchor: '' };
  expect(new URL(url).protocol).toBe('https:');
  for (const text of [task, pitfall]) expect(text).toMatch(/\.$/);
  const headings = readFileSync('docs/connections.md', 'utf8').match(/^### .+$/gm) ?? [];
  expect(headings.map((line) => line.slice(4).toLowerCase().replaceAll(' ', '-'))).toContain(anchor);
});

test('the console of Salesforce is the one of the org, also of a sandbox', () => {
  expect(describeRegistration('salesforce', 'acme--test.sandbox')?.url).toMatch(
    /^https:\/\/acme--test\.sandbox\.my\.salesforce-setup\.com\//,
  );
});
