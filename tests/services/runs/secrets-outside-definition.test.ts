// Secrets that the organization keeps outside of a definition: its secret values, its connections, and a webhook secret that was
// replaced. Whatever a sender or a target repeats of them is masked, also before the first call that uses them.
import { beforeEach, expect, test } from 'vitest';
import { listAttempts, listSteps } from '~/db/executions/steps';
import { indexNextExecutions, readSearchTerms } from '~/db/executions/search/search-index';
import { searchExecutions } from '~/db/executions/logs/search-executions';
import { createConnection } from '~/services/connections/connections';
import { findMaskedLog, maskBeginning } from '~/services/executions/mask-trigger-data';
import { endFormerSecret } from '~/services/integrations/former-secret';
import { replaceWebhookSecret } from '~/services/integrations/webhook-secret';
import { runExecution } from '~/services/runs/run-execution';
import { backtest } from '~/services/test-runs/backtest';
import { testCall } from '~/services/test-runs/single-call';
import { listSecretsOutsideDefinition } from '~/services/secrets/secrets-outside-definition';
import { sealValue } from '~/services/values/stored-value';
import { createValue } from '~/services/values/values';
import { makeDefinition } from '../../engine/definition/call';
import { webhookTrigger } from '../../support/seed';
import { answerJson } from '../../support/target';
import { createRunSetup, never, type RunSetup } from './run-setup';

const value = 'zebra-value-4711';
const token = 'quagga-token-0815';
const extra = 'okapi-extra-2342';
const replaced = 'giraffe-replaced-99';

let setup: RunSetup;
let calls: object[];

beforeEach(async () => {
  setup = await createRunSetup();
  const { context, actor, target } = setup;
  const allowedHosts = [new URL(target.url).host];
  await createValue(context, actor, { name: 'key', value, isSecret: true, allowedHosts });
  const connected = await createConnection(context, actor, {
    name: 'Shop',
    kind: 'bearer',
    baseUrl: target.url,
    config: { token, extraHeaders: `X-Account: ${extra}` },
  });
  if (connected.kind !== 'connection') throw new Error(JSON.stringify(connected));
  const { id: connectionId } = connected.connection;
  calls = [
    {
      id: 'read',
      order: 1,
      method: 'GET',
      url: `${target.url}/{{key}}`,
      responseMapping: { saveAs: 'first' },
    },
    {
      id: 'use',
      order: 2,
      method: 'POST',
      url: '/use',
      body: '"{{org.key}}"',
      authConfig: { type: 'connection', connectionId },
    },
  ];
});

async function run(triggerConfig: object, payload: string, secret?: string) {
  const { context, actor } = setup;
  const id = await setup.seed({ triggerConfig, apiCalls: calls });
  const executionId = await setup.accept(id, payload, secret);
  await runExecution(context, await setup.claim(), never);
  return { id, executionId, owner: { organizationId: actor.organizationId, integrationId: id } };
}

const trigger = webhookTrigger({
  variables: [{ name: 'key', jsonPath: '.key' }],
  respond: { body: '{"you sent": "{{trigger.key}}"}', contentType: 'application/json' },
});

test('what a call repeats before another one uses it is masked in the log', async () => {
  setup.answers.handler = answerJson({ value, token: `Bearer ${token}`, extra });
  const { executionId } = await run(trigger, JSON.stringify({ key: value }));
  expect(setup.target.received.map(({ url }) => url)).toEqual([`/${value}`, '/use']);
  const rows = JSON.stringify([
    await listAttempts(setup.context.db, [executionId]),
    await listSteps(setup.context.db, [executionId]),
  ]);
  expect(rows).toContain('••••');
  for (const secret of [value, token, extra]) expect(rows).not.toContain(secret);
});

test('the same execution played back is masked alike, so that it shows no difference', async () => {
  const { context, actor } = setup;
  const { id } = await run(trigger, JSON.stringify({ key: value }));
  const outcome = await backtest(context, actor, id, { last: 1 });
  expect(outcome).toMatchObject({ kind: 'backtest', backtest: { tried: 1, same: 1, different: 0 } });
});

test('what a single call repeats in a test is masked, also of secrets that other calls use', async () => {
  const { context, actor, target } = setup;
  setup.answers.handler = answerJson({ value, token });
  const id = await setup.seed({ triggerConfig: trigger, apiCalls: calls });
  const call = { id: 'read', method: 'GET', url: target.url };
  const tested = await testCall(context, actor, id, call);
  expect(tested).toMatchObject({ kind: 'tested', test: { success: true } });
  expect(JSON.stringify(tested)).not.toMatch(/zebra|quagga/);
});

test('what a sender puts into its payload is masked where people see it, and found by no search', async () => {
  const { context } = setup;
  const payload = JSON.stringify({ key: value, note: `lovelace ${token}`, list: [extra] });
  const { executionId, owner } = await run(trigger, payload);
  const log = await findMaskedLog(context, owner, executionId);
  expect(log?.triggerData).toEqual({ key: '••••', note: 'lovelace ••••', list: ['••••'] });
  expect(log?.senderAnswer?.answer?.body).toBe('{"you sent": "••••"}');
  await indexNextExecutions(context.db, { before: 'g', limit: 10, mask: maskBeginning(context) });
  const search = async (q: string) =>
    (await searchExecutions(context.db, { ...owner, filter: { terms: readSearchTerms(q) }, limit: 5 }))
      .executions.length;
  expect(await search('lovelace')).toBe(1);
  for (const word of ['zebra', 'quagga', 'okapi']) expect([word, await search(word)]).toEqual([word, 0]);
});

test('a replaced webhook secret is masked for as long as it is accepted', async () => {
  const { context, actor } = setup;
  setup.answers.handler = answerJson({ you: replaced });
  const present = 'a quite new webhook secret';
  const withSecret = webhookTrigger({ secret: replaced, variables: [{ name: 'key', jsonPath: '.key' }] });
  const { id, owner } = await run(withSecret, '{"key":"first"}', replaced);
  const outcome = await replaceWebhookSecret(context, { ...actor, address: '::1' }, id, { secret: present });
  expect(outcome.kind).toBe('integration');
  const executionId = await setup.accept(id, JSON.stringify({ key: replaced }), replaced);
  await runExecution(context, await setup.claim(), never);
  expect(setup.target.received.at(-2)?.url).toBe(`/${replaced}`);
  expect(JSON.stringify(await findMaskedLog(context, owner, executionId))).not.toContain(replaced);
  // Nobody can send with it any more.
  await endFormerSecret(context, actor, id);
  expect((await findMaskedLog(context, owner, executionId))?.triggerData).toEqual({ key: replaced });
});

test('a secret with very many parts, which an earlier release took in, fails no run', async () => {
  const { context } = setup;
  const { sqlite } = context.db;
  const id = String(sqlite.prepare('select id from organization_values').pluck().get());
  const parts = JSON.stringify(Array(150_000).fill(0));
  const sealed = sealValue(context.config, id, { value: parts, isSecret: true });
  sqlite.prepare("update organization_values set format = 'json', value = ?").run(sealed);
  const secrets = await listSecretsOutsideDefinition(
    context,
    { id: 'any', organizationId: setup.actor.organizationId },
    makeDefinition([{ url: setup.target.url, method: 'POST', body: '{{org.key}}' }]),
  );
  expect(secrets).toHaveLength(150_001);
});
