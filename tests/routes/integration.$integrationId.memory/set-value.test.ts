// A run stores another value while somebody has the form of a value open.
import { beforeEach, expect, it } from 'vitest';
import { action, loader } from '~/routes/integration.$integrationId.memory/route';
import { createIntegration } from '~/services/integrations/integrations';
import { findMemory, forgetRemembered, setRemembered } from '~/services/memory/memory';
import { createScreenOwner, type ScreenOwner } from '../../support/screen-owner';

let { context, actor, visit, read } = {} as ScreenOwner;
let id: string;

beforeEach(async () => {
  ({ context, actor, visit, read } = await createScreenOwner());
  const made = await createIntegration(context, actor, { name: 'Orders' });
  if (made.kind !== 'integration') throw new Error(made.kind);
  id = made.integration.id;
  await store('1042');
});

async function store(json: string) {
  context.clock.advance(1000);
  await setRemembered(context, actor, id, { name: 'lastId', json });
}

/** What the page of now sends along. */
async function open() {
  const { values } = await loader(
    visit(`/integration/${id}/memory?set=lastId`, undefined, { integrationId: id }),
  );
  return JSON.stringify(Object.fromEntries(values.map(({ name, updatedAt }) => [name, updatedAt])));
}

async function save(fields: Record<string, string>) {
  const sent = { intent: 'set', name: 'lastId', value: '1050', ...fields };
  return read(await action(visit(`/integration/${id}/memory`, sent, { integrationId: id })));
}

async function list() {
  const found = await findMemory(context, actor, id);
  return found.kind === 'memory' ? found.memory.values.map(({ name, value }) => [name, value]) : [];
}

it('says that another value was stored since, and replaces it at a second save', async () => {
  const seen = await open();
  await store('1100');
  const refused = await save({ seen });
  expect(refused).toMatchObject({
    status: 409,
    data: {
      typed: { value: '1050' },
      errors: { value: [expect.stringMatching(/has stored another value since .*: 1100\. Save again/)] },
    },
  });
  expect(await list()).toEqual([['lastId', 1100]]);
  const { typed } = refused.data as { typed: Record<string, string> };
  expect(await save(typed)).toMatchObject({ status: 302, toast: { title: 'Value saved' } });
  expect(await list()).toEqual([['lastId', 1050]]);
});

it('says that a value was forgotten since, and that one of a new name is not new any more', async () => {
  const seen = await open();
  await forgetRemembered(context, actor, id, 'lastId');
  expect(await save({ seen })).toMatchObject({
    data: {
      errors: { value: ['This value was forgotten since you opened this page. Save again to store it.'] },
    },
  });
  expect(await list()).toEqual([]);
  const empty = await open();
  expect(await save({ seen: empty })).toMatchObject({ status: 302 });
  expect(await save({ seen: empty, value: '1' })).toMatchObject({ status: 409 });
  expect(await list()).toEqual([['lastId', 1050]]);
});

it('takes a new value whatever its name', async () => {
  const saved = await save({ name: 'toString', value: '1', seen: await open() });
  expect(saved).toMatchObject({ status: 302, toast: { title: 'Value saved' } });
});
