import { expect, test } from 'vitest';
import { runExecution } from '~/services/runs/run-execution';
import { answerJson } from '../../support/target';
import { signInAs } from '../../support/accounts';
import { createRunSetup, never } from '../../services/runs/run-setup';
import { createCheckedApp } from '../checked-app';

test('reads, sets and forgets what an integration remembers', async () => {
  const setup = await createRunSetup();
  const { context, actor, target } = setup;
  const app = createCheckedApp(context);
  const cookie = await signInAs(context, actor.userId);
  const remember = [{ name: 'last', value: 'whole[0].id' }];
  const read = { id: 'read', order: 1, url: `${target.url}/read`, responseMapping: { saveAs: 'whole' } };
  const each = { id: 'each', order: 2, url: `${target.url}/{{order.id}}` };
  const loop = { id: 'loop', order: 1.5, throughCallId: 'each', items: 'whole', itemName: 'order' };
  const id = await setup.seed({
    apiCalls: [{ ...read, remember }, each],
    loopSteps: [{ ...loop, onlyNew: { key: 'order.id' } }],
  });
  setup.answers.handler = answerJson([{ id: 7 }, { id: 8 }]);
  const executionId = await setup.accept(id);
  await runExecution(context, await setup.claim(), never);
  const ask = async (method: string, path: string, body?: string) => {
    const response = await app.request(`/api/integrations/${id}${path}`, {
      method,
      headers: { Cookie: cookie, Origin: 'http://localhost:3000', 'Content-Type': 'application/json' },
      ...(body !== undefined && { body }),
    });
    return { status: response.status, text: await response.text() };
  };
  const found = JSON.parse((await ask('GET', '/memory')).text) as object;
  expect(found).toMatchObject({
    values: [{ name: 'last', value: 7, isSecret: false, isReadable: true, executionId }],
    seen: [{ loopId: 'loop', entries: 2 }],
  });

  const malformed = await ask('DELETE', '/seen/%ff');
  expect([malformed.status, malformed.text]).toEqual([
    404,
    expect.stringContaining('The URL is not percent-encoded correctly.'),
  ]);
  expect((await ask('PUT', '/memory/%ff', '{"value": 1}')).status).toBe(404);

  const set = await ask('PUT', '/memory/big', '{"value": 9007199254740993}');
  expect(set.status).toBe(200);
  expect(set.text).toContain('"value":9007199254740993');
  expect((await ask('PUT', '/memory/none', '{}')).status).toBe(422);
  expect((await ask('PUT', '/memory/a-b', '{"value": 1}')).status).toBe(422);
  expect((await ask('PUT', '/memory/long', JSON.stringify({ value: 'x'.repeat(8_300) }))).status).toBe(422);
  expect((await ask('PUT', '/memory/nothing', '{"value": null}')).status).toBe(200);
  expect((await ask('DELETE', '/memory/last')).status).toBe(204);
  expect((await ask('DELETE', '/memory/last')).status).toBe(404);
  expect((await ask('DELETE', '/seen/loop?key=7')).status).toBe(204);
  expect(JSON.parse((await ask('GET', '/memory')).text)).toMatchObject({ seen: [{ entries: 1 }] });
  expect((await ask('DELETE', '/memory')).status).toBe(204);
  expect(JSON.parse((await ask('GET', '/memory')).text)).toEqual({ values: [], seen: [] });

  const kinds = await context.db.all(
    context.db.build
      .selectFrom('audit')
      .select(['kind', 'detail'])
      .where('kind', 'like', 'memory-%')
      .orderBy('id'),
  );
  expect(kinds).toEqual([
    { kind: 'memory-changed', detail: 'big' },
    { kind: 'memory-changed', detail: 'nothing' },
    { kind: 'memory-cleared', detail: 'last' },
    { kind: 'memory-cleared', detail: 'An entry seen' },
    { kind: 'memory-cleared', detail: null },
  ]);
});

test('what belongs to another organization is not there', async () => {
  const setup = await createRunSetup();
  const other = await createRunSetup();
  const app = createCheckedApp(other.context);
  const cookie = await signInAs(other.context, other.actor.userId);
  const id = await setup.seed();
  const response = await app.request(`/api/integrations/${id}/memory`, { headers: { Cookie: cookie } });
  expect(response.status).toBe(404);
});
