import { expect, test } from 'vitest';
import { listAttempts } from '~/db/executions/steps';
import { insertWaitAnswer } from '~/db/executions/queue/wait-answers';
import { freeJobsOf } from '~/db/executions/queue/jobs';
import { createConnection } from '~/services/connections/connections';
import { runExecution } from '~/services/runs/run-execution';
import { answerJson } from '../../support/target';
import { waitFor } from '../../support/wait-for';
import { createRunSetup, never } from './run-setup';

test('a response is stored while the next call waits for its token, so that a killed server does not ask for it again', async () => {
  const setup = await createRunSetup();
  const { context, target } = setup;
  const config = { clientId: 'a', clientSecret: 'sesame-open-77', tokenUrl: `${target.url}/token` };
  const about = { name: 'Shop', kind: 'oauth2_client_credentials', baseUrl: target.url, config };
  const made = await createConnection(context, setup.actor, about);
  if (made.kind !== 'connection') throw new Error(JSON.stringify(made));
  const authConfig = { type: 'connection', connectionId: made.connection.id };
  const charge = { id: 'charge', method: 'POST', url: `${target.url}/charge` };
  const tell = { id: 'tell', method: 'GET', url: '/tell', authConfig };
  const id = await setup.accept(await setup.seed({ apiCalls: [charge, tell] }));
  setup.answers.handler = answerJson({ access_token: 'abc', token_type: 'Bearer', expires_in: 3600 });
  const hold = setup.holdAnswers('/token');
  const lost = new AbortController();
  const dead = runExecution(context, await setup.claim(), never, lost.signal);
  await waitFor('a stored response', async () => {
    const [charged] = await listAttempts(context.db, [id]);
    return charged !== undefined && charged.response !== null;
  });
  expect(target.received.map(({ url }) => url)).toEqual(['/charge', '/token']);
  lost.abort();
  await freeJobsOf(context.db, 'runner');
  hold.release();
  await dead;
  setup.answers.handler = answerJson({ access_token: 'abc', token_type: 'Bearer', expires_in: 3600 });
  await runExecution(context, await setup.claim('next'), never);
  expect(await setup.findExecution(id)).toMatchObject({ status: 'completed' });
  expect(target.received.filter(({ url }) => url === '/charge')).toHaveLength(1);
});

test('a response is stored when the next call cannot be prepared, so that no try asks for it again', async () => {
  const setup = await createRunSetup();
  const { context, target } = setup;
  const charge = { id: 'charge', method: 'POST', url: `${target.url}/charge` };
  const wait = { kind: 'answer', seconds: 300 };
  const ship = { id: 'ship', method: 'POST', url: `${target.url}/ship`, wait };
  const executionId = await setup.accept(await setup.seed({ apiCalls: [charge, ship] }));
  const now = context.now();
  await insertWaitAnswer(context.db, { executionId, callId: 'ship', answer: 'not decipherable', now });
  for (const owner of ['first', 'second']) {
    await expect(runExecution(context, await setup.claim(owner), never)).rejects.toThrow();
    await freeJobsOf(context.db, owner);
  }
  expect(target.received.map(({ url }) => url)).toEqual(['/charge']);
});
