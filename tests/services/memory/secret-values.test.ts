// A remembered value that held a secret of the run which left it is one for the runs to come, too: no log of theirs shows it.
import { expect, test } from 'vitest';
import { freeJobsOf } from '~/db/executions/queue/jobs';
import { listAttempts } from '~/db/executions/steps';
import { findMemory } from '~/services/memory/memory';
import { runExecution } from '~/services/runs/run-execution';
import { testCall } from '~/services/test-runs/single-call';
import { answerJson } from '../../support/target';
import { createRunSetup, never } from '../runs/run-setup';

const token = 'sesame-0123456789abcdef';

test('what holds a secret is shown neither by later runs, nor by one that is taken up again, nor by tests', async () => {
  const setup = await createRunSetup();
  const { context, actor, target } = setup;
  const get = (id: string) => ({ id, name: id, method: 'GET', url: `${target.url}/${id}` });
  const send = { ...get('send'), method: 'POST', body: '{"former": "{{memory.former | default: "none"}}"}' };
  const logIn = {
    ...get('log-in'),
    responseMapping: { extractFields: [{ jsonPath: '.token', saveAs: 'token' }] },
  };
  const use = {
    ...get('use'),
    authConfig: { type: 'bearer', token: '{{token}}' },
    remember: [{ name: 'former', value: 'token' }],
  };
  // Runs that do not log in know the token from memory alone.
  const keep = { ...get('keep'), remember: [{ name: 'copy', value: 'memory.former' }] };
  const id = await setup.seed({ apiCalls: [send, keep, logIn, use] });
  setup.answers.handler = answerJson({ token });
  await setup.accept(id);
  await runExecution(context, await setup.claim(), never);

  const hold = setup.holdAnswers('/keep');
  const executionId = await setup.accept(id);
  const dead = runExecution(context, await setup.claim(), never);
  await target.arrived(6);
  await freeJobsOf(context.db, 'runner');
  hold.release();
  await dead;
  await runExecution(context, await setup.claim('next'), never);

  expect(target.received.filter(({ url }) => url === '/send').map(({ body }) => body)).toEqual([
    '{"former": "none"}',
    `{"former": "${token}"}`,
  ]);
  const attempts = await listAttempts(context.db, [executionId], { from: 0, to: 2 });
  expect(attempts.map(({ request }) => request).join()).toContain('••••');
  expect(JSON.stringify(attempts.map(({ request }) => request))).not.toContain(token);
  expect(await findMemory(context, actor, id)).toMatchObject({
    memory: {
      values: [
        { name: 'copy', isSecret: true, value: null },
        { name: 'former', isSecret: true, value: null },
      ],
    },
  });

  setup.answers.handler = (request, response) => response.end(`You sent ${request.body}`);
  const tested = await testCall(context, actor, id, send);
  expect(target.received.at(-1)?.body).toContain(token);
  expect(JSON.stringify(tested)).not.toContain(token);
});
