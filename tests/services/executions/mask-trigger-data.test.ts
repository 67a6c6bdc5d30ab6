// A sender may put the webhook's secret into its payload: the run gets it, and nobody is shown it.
import { expect, onTestFinished, test } from 'vitest';
import { createDefinitionCache, findDefinition } from '~/services/integrations/definition-cache';
import { findExecutionPreviews } from '~/services/executions/execution-preview';
import { findLastRun } from '~/services/executions/last-run';
import { exportOrganization } from '~/services/organizations/export';
import { findLogFile } from '~/services/runs/log-file';
import { runExecution } from '~/services/runs/run-execution';
import { findSample, startListening } from '~/services/webhooks/samples';
import { indexNextExecutions, readSearchTerms } from '~/db/executions/search/search-index';
import { searchExecutions } from '~/db/executions/logs/search-executions';
import { findMaskedLog, listMaskedLogs, maskBeginning } from '~/services/executions/mask-trigger-data';
import { findTestData } from '~/services/test-runs/input-data';
import { updateIntegration } from '~/services/integrations/integrations';
import type { TriggerConfig } from '~/engine/integration';
import { stringifyJson } from '~/engine/json/json';
import { webhookTrigger } from '../../support/seed';
import { createRunSetup, never } from '../runs/run-setup';

const secret = 'whsec-8472-quite-long';
const payload = `{"n":1.10,"auth":"Bearer ${secret}","list":["${secret}"]}`;
const shown = { n: expect.anything(), auth: 'Bearer ••••', list: ['••••'] };

test('a webhook secret inside a payload is masked wherever trigger data is shown, and not for the execution', async () => {
  const setup = await createRunSetup();
  const { context, actor, target } = setup;
  const triggerConfig = webhookTrigger({ secret, variables: [{ name: 'auth', jsonPath: '.auth' }] });
  const call = { id: 'a', method: 'POST', url: `${target.url}/{{trigger.n}}`, body: '{"auth":"{{auth}}"}' };
  const id = await setup.seed({ triggerConfig, apiCalls: [call] });
  const executionId = await setup.accept(id, payload, secret);
  await runExecution(context, await setup.claim(), never);
  expect(target.received).toMatchObject([{ url: '/1.10', body: `{"auth":"Bearer ${secret}"}` }]);

  await startListening(context, actor, id);
  await setup.accept(id, payload, secret).catch(() => undefined);
  // Another secret since then: what came with the former one still hides it.
  const next = { ...triggerConfig, webhook: { ...triggerConfig.webhook, variables: [] } };
  await updateIntegration(context, actor, id, { triggerConfig: next });

  const owner = { organizationId: actor.organizationId, integrationId: id };
  expect((await findMaskedLog(context, owner, executionId))?.triggerData).toEqual(shown);
  expect(stringifyJson((await findMaskedLog(context, owner, executionId))?.triggerData)).toContain(
    '"n":1.10',
  );
  expect((await listMaskedLogs(context, { ...owner, limit: 5 })).logs).toMatchObject([
    { triggerData: shown },
  ]);
  const outcome = await findSample(context, actor, id);
  if (outcome.kind !== 'sample') throw new Error(outcome.kind);
  const { sample } = outcome.state;
  expect(sample?.origin).toBe('captured');
  expect(JSON.stringify(outcome)).not.toContain(secret);
  const key = { id, organizationId: actor.organizationId, version: 2 };
  expect(JSON.stringify(await findTestData(context, key, { type: 'manual' }))).not.toContain(secret);
  const { values } = await findLastRun(context, owner, triggerConfig as unknown as TriggerConfig);
  expect(values).toMatchObject({ auth: 'Bearer ••••' });
  const exported = await exportOrganization(context, actor);
  if (exported.kind !== 'export') throw new Error(exported.kind);
  const pieces: string[] = [];
  for await (const piece of exported.pieces) pieces.push(piece);
  expect(pieces.join('')).toContain('Bearer ••••');
  expect(pieces.join('')).not.toContain(secret);
});

test('a search finds no secret that trigger data shows masked, also where the searched text ends', async () => {
  const setup = await createRunSetup();
  const { context, actor } = setup;
  const token = 'zebra-4711-quagga';
  const call = { id: 'a', url: setup.target.url, authConfig: { type: 'bearer', token } };
  const id = await setup.seed({ triggerConfig: webhookTrigger({ secret }), apiCalls: [call] });
  // The second secret begins before the end of the searched text, and ends behind it.
  const filler = 'z'.repeat(16_384 - 45 - token.length);
  const body = `{"word":"lovelace","token":"${token}","n":"${filler} ${token}"}`;
  expect(body.lastIndexOf(token)).toBeLessThan(16_384);
  expect(body.lastIndexOf(token) + 6).toBeGreaterThan(16_000);
  await setup.accept(id, body, secret);
  await runExecution(context, await setup.claim(), never);
  await indexNextExecutions(context.db, { before: 'g', limit: 10, mask: maskBeginning(context) });
  const search = async (q: string) => {
    const filter = { terms: readSearchTerms(q) };
    const owner = { organizationId: actor.organizationId, integrationId: id };
    return (await searchExecutions(context.db, { ...owner, filter, limit: 5 })).executions.length;
  };
  expect(await search('lovelace')).toBe(1);
  for (const word of [token, 'zebra', '4711', 'quagga'])
    expect([word, await search(word)]).toEqual([word, 0]);
});

test('nothing is shown or found of trigger data whose version cannot be read', async () => {
  const setup = await createRunSetup();
  const { actor } = setup;
  const variables = [{ name: 'auth', jsonPath: '.auth' }];
  const call = { id: 'a', url: setup.target.url };
  const triggerConfig = webhookTrigger({ secret, variables, respond: { body: '{{auth}}' } });
  const id = await setup.seed({ triggerConfig, apiCalls: [call] });
  const file = { filename: 'a.txt', contentType: 'text/plain', size: 1, base64: 'YQ==' };
  const body = JSON.stringify({ ...(JSON.parse(payload) as object), file });
  const executionId = await setup.accept(id, body, secret);
  await runExecution(setup.context, await setup.claim(), never);
  await updateIntegration(setup.context, actor, id, { triggerConfig: webhookTrigger({ variables }) });
  const config = { ...setup.context.config, appKey: Buffer.alloc(32, 9) };
  const context = { ...setup.context, config, definitions: createDefinitionCache(config) };
  const { db } = context;
  expect(await findDefinition(context, id, 1)).toEqual({ kind: 'sealed' });

  await indexNextExecutions(db, { before: 'g', limit: 10, mask: maskBeginning(context) });
  const owner = { organizationId: actor.organizationId, integrationId: id };
  for (const [q, count] of [
    ['', 1],
    ['8472', 0],
    ['bearer', 0],
    [new URL(setup.target.url).port, 1],
  ] as const) {
    const filter = { terms: readSearchTerms(q) };
    const { executions } = await searchExecutions(db, { ...owner, filter, limit: 5 });
    expect([q, executions.length]).toEqual([q, count]);
  }
  const log = await findMaskedLog(context, owner, executionId);
  expect([log?.triggerData, log?.request]).toEqual(['••••', undefined]);
  expect(log?.senderAnswer).toMatchObject({ outcome: 'answered', answer: null });
  const place = { path: '.file' };
  expect(await findLogFile(setup.context, owner, executionId, place)).toMatchObject({ kind: 'file' });
  expect(await findLogFile(context, owner, executionId, place)).toEqual({
    kind: 'conflict',
    message:
      'This file may hold a secret: version 1 of the integration, which has the secrets that the log hides, cannot be read.',
  });
  const previews = await findExecutionPreviews(context, owner, { ids: [executionId], version: 2 });
  expect(previews.get(executionId)?.payloadValue).toBeNull();
});

test('an execution ends before a token is sent to a host that is not listed', async () => {
  const setup = await createRunSetup();
  const { context, target } = setup;
  onTestFinished(() => target.close());
  const { hostname, port } = new URL(target.url);
  const call = {
    id: 'a',
    method: 'GET',
    url: `http://{{trigger.host}}:${port}/x?api_key=typed-key`,
    authConfig: { type: 'bearer', token: 'a long bearer token' },
    allowedHosts: [`${hostname}:${port}`],
  };
  const id = await setup.seed({ triggerConfig: webhookTrigger(), apiCalls: [call] });
  const good = await setup.accept(id, JSON.stringify({ host: hostname }));
  await runExecution(context, await setup.claim(), never);
  expect(await setup.findExecution(good)).toMatchObject({ status: 'completed' });
  const bad = await setup.accept(id, JSON.stringify({ host: 'localhost' }));
  await runExecution(context, await setup.claim(), never);
  expect(await setup.findExecution(bad)).toEqual({
    status: 'error',
    error_message:
      `API Call 1: Nothing was sent: the host localhost:${port} comes from a variable, and the call’s token and secret ` +
      'headers may not go there. Add it to the call’s allowed hosts, or write the host into the URL.',
  });
  expect(target.received).toHaveLength(1);
  const owner = { organizationId: setup.actor.organizationId, integrationId: id };
  const log = await findMaskedLog(context, owner, good);
  expect(log?.apiCallLogs[0]?.request?.url).toBe(`http://${hostname}:${port}/x?api_key=••••`);
});
