// A run that goes on after its server was killed hides what it would have hidden without that, and nothing else.
import { expect, test } from 'vitest';
import { freeJobsOf } from '~/db/executions/queue/jobs';
import { runExecution } from '~/services/runs/run-execution';
import { webhookTrigger } from '../../support/seed';
import { answerJson } from '../../support/target';
import { createRunSetup, never } from '../runs/run-setup';
import { listSent, put, runCalls } from './run-calls';

const secret = 'sesame-open-77';

/**
 * Returns the log of a run, and how many requests it sent; its runner loses it at a request, counted from 1, which another one
 * sends again. `readsPage`: whether the run knows the secret before its items read it.
 */
async function logRun(readsPage: boolean, diesAt = 0) {
  const setup = await createRunSetup();
  setup.answers.handler = answerJson({ session: secret });
  await runCalls(setup, [
    { url: setup.target.url, headers: { 'X-Api-Key': secret }, responseMapping: { saveAs: 'login' } },
    put('store://cache/session', '{"user": "ada-lovelace", "tokens": [{{login.session}}, "0042"]}'),
    put('store://cache/shop', '{"name": "public-shop"}'),
  ]);
  const tell = (id: string, order: number, body: string) => {
    return { id, name: id, order, method: 'POST', url: `${setup.target.url}/${id}`, body };
  };
  const read = {
    id: 'read',
    name: 'read',
    order: 3,
    url: 'store://cache/session',
    responseMapping: { extractFields: [{ jsonPath: '$.value.tokens[0]', saveAs: 'token' }] },
  };
  const page = [
    { id: 'page', name: 'page', order: 1, url: 'store://cache', responseMapping: { saveAs: 'page' } },
    tell('names', 2, '{{page.records[1].value.name}} {{page.records[0].value.user}}'),
    tell('all', 2.1, '{{page.records}}'),
  ];
  const apiCalls = [
    ...(readsPage ? page : []),
    read,
    tell('item', 4, '{{key}} {{token}}'),
    tell('again', 4.1, '{{key}}'),
    tell('behind', 5, '{{made}}'),
    tell('last', 6, 'public-shop'),
  ];
  const each = {
    id: 'each',
    order: 2.5,
    throughCallId: 'again',
    items: 'keys',
    itemName: 'key',
    collect: [{ from: "key | append: '-' | append: token", saveAs: 'made' }],
  };
  const triggerConfig = webhookTrigger({ variables: [{ name: 'keys', jsonPath: '.keys' }] });
  const integrationId = await setup.seed({ triggerConfig, apiCalls, loopSteps: [each] });
  const id = await setup.accept(integrationId, '{"keys":["ann","bob"]}');
  let asked = 0;
  setup.answers.handler = async (request, response) => {
    asked += 1;
    if (asked === diesAt) await freeJobsOf(setup.context.db, 'runner');
    await answerJson({ said: secret, of: 'ada-lovelace', at: 'public-shop' })(request, response);
  };
  await runExecution(setup.context, await setup.claim(), never);
  if (diesAt) await runExecution(setup.context, await setup.claim('next'), never);
  expect(await setup.findExecution(id)).toMatchObject({ status: 'completed' });
  expect(JSON.stringify(setup.context.db.sqlite.prepare('select * from steps').all())).not.toContain(secret);
  const { requests, ...got } = await listSent(setup, id);
  const log = JSON.stringify({ sent: requests.map(({ body }) => body), ...got }).replaceAll(id, 'id');
  return { log, asked };
}

test.each([
  ['before its items', true, 8],
  ['by its items alone', false, 6],
])('a run that knows a secret %s hides the same wherever it is killed', async (_how, readsPage, asked) => {
  const live = await logRun(readsPage);
  expect(live.asked).toBe(asked);
  expect(live.log).not.toContain(secret);
  expect(live.log).toContain('ann-••••');
  expect(live.log).toContain('public-shop');
  for (let diesAt = 1; diesAt <= asked; diesAt += 1) {
    expect([diesAt, await logRun(readsPage, diesAt)]).toEqual([diesAt, { ...live, asked: asked + 1 }]);
  }
});
