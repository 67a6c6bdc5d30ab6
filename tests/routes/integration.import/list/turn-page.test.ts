// Pages of a kept file, each compared with what is here when it is shown.
import { beforeEach, expect, it } from 'vitest';
import { importOrTurn } from '~/routes/integration.import/list/import-or-turn.server';
import type { ListPage } from '~/routes/integration.import/list/page.server';
import { readState, wholeList } from '~/routes/integration.import/list/state';
import { describeUpload } from '~/routes/integration.import/preview.server';
import type { Actor } from '~/services/actor';
import { storeIntegration } from '~/services/imports/imports';
import { createIntegration } from '~/services/integrations/integrations';
import { createTestUser } from '../../../support/accounts';
import { createTestContext, type TestContext } from '../../../support/context';
import { sendForm } from '../../../support/form';
import { createDataDir } from '../../../support/server';

let context: TestContext;
let actor: Actor;

beforeEach(async () => {
  context = await createTestContext({ config: { dataDir: createDataDir() } });
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId };
});

const apiCalls = [{ id: 'a', order: 1, name: 'First', method: 'GET', url: 'https://api.example.com/' }];

async function create(name: string, more: object = {}): Promise<string> {
  const outcome = await createIntegration(context, actor, { name, apiCalls, ...more });
  if (outcome.kind !== 'integration') throw new Error(JSON.stringify(outcome));
  return outcome.integration.id;
}

/** Keeps a file of 120 integrations, and returns its first page. */
async function begin(): Promise<ListPage> {
  const files = Array.from({ length: 120 }, (_, index) => ({
    format: 'wicked-integration',
    version: 1,
    name: `Bulk ${index}`,
    definition: { apiCalls },
  }));
  const kept = await storeIntegration(context, actor, await sendForm({ text: JSON.stringify(files) }));
  if (kept.kind !== 'kept') throw new Error(JSON.stringify(kept));
  const found = await describeUpload(context, actor, kept.id, wholeList);
  if (found.kind !== 'list') throw new Error(found.kind);
  return found.page;
}

function send(page: ListPage, fields: [string, string][]) {
  const form = new FormData();
  form.append('state', page.state);
  for (const place of boxesOf(page)) form.append('selected', String(place));
  for (const [name, value] of fields) form.append(name, value);
  return importOrTurn(context, actor, { keptId: page.keptId, form, connections: {} });
}

/** The checked boxes of a page as a browser sends them. */
function boxesOf({ state }: ListPage): number[] {
  const { selected, shown } = readState(state);
  return selected.filter((place) => shown.includes(place));
}

async function turn(page: ListPage, fields: [string, string][]): Promise<ListPage> {
  const answered = await send(page, fields);
  if (answered.kind !== 'list' || !answered.list) throw new Error(JSON.stringify(answered));
  return answered.list;
}

const namesOf = ({ rows }: ListPage) => rows.map(({ name }) => name);

it('goes to other pages, and begins again with another search', async () => {
  const first = await begin();
  expect([first.pages, first.rows.length, namesOf(first)[0]]).toEqual([3, 50, 'Bulk 0']);
  const third = await turn(first, [['page', '3']]);
  expect([third.rows.length, namesOf(third)[0], third.movedCount]).toEqual([20, 'Bulk 100', 0]);
  const found = await turn(third, [
    ['search', 'bulk 11'],
    ['page', '3'],
  ]);
  expect(namesOf(found)).toEqual(['Bulk 11', ...Array.from({ length: 10 }, (_, index) => `Bulk 11${index}`)]);
  expect(readState(found.state).view).toEqual({ search: 'bulk 11', status: '', page: 1 });
  const none = await turn(found, [['selection', 'none']]);
  expect(readState(none.state).selected).toHaveLength(109);
  expect(readState((await turn(none, [['search', '']])).state).selected).toHaveLength(109);
});

it('says what changed here meanwhile, and no longer selects that', async () => {
  const first = await begin();
  await create('Bulk 60', { description: 'Another' });
  await create('Bulk 61');
  const second = await turn(first, [['page', '2']]);
  expect(second.movedCount).toBe(2);
  expect(second.rows.slice(10, 12).map(({ status }) => status)).toEqual(['changed', 'same']);
  const state = readState(second.state);
  expect([state.new.length, state.changed, state.same, state.selected.length]).toEqual([
    118,
    [60],
    [61],
    118,
  ]);
  expect((await turn(second, [['page', '2']])).movedCount).toBe(0);
});

it('imports what was selected on all pages, and replaces nothing that it called new', async () => {
  const changedId = await create('Bulk 110', { description: 'Another' });
  const first = await begin();
  expect(first.rows[0]).toMatchObject({ name: 'Bulk 110', status: 'changed', integrationId: changedId });
  const selected = await turn(first, [
    ['selected', '110'],
    ['treatment:110', 'replace'],
    ['page', '2'],
  ]);
  const meanwhile = await create('Bulk 5', { description: 'Mine' });
  expect(
    await send(selected, [
      ['intent', 'import-list'],
      ['changed', 'replace'],
    ]),
  ).toEqual({ kind: 'done' });
  const done = await describeUpload(context, actor, first.keptId, wholeList);
  if (done.kind !== 'result') throw new Error(done.kind);
  expect(done.result.counts).toEqual({ created: 118, replaced: 1, same: 0, skipped: 1, failed: 0 });
  expect(done.result.listed.find(({ name }) => name === 'Bulk 5')).toMatchObject({
    integrationId: meanwhile,
    outcome: 'skipped',
    message: 'Another integration has this name by now.',
  });
  expect(await send(selected, [['page', '3']])).toEqual({ kind: 'done' });
});

it('keeps page, search and choices when nothing is selected', async () => {
  const page = await turn(await begin(), [['selection', 'none']]);
  const answered = await send(page, [
    ['intent', 'import-list'],
    ['changed', 'replace'],
  ]);
  expect(answered).toMatchObject({
    problem: { message: 'Select at least one integration.' },
    sent: { changed: 'replace' },
  });
  expect(answered.kind === 'list' && answered.list?.rows).toHaveLength(50);
});

it('has no page for a state that is not that of the file, and a problem when it is gone', async () => {
  const page = await begin();
  expect(await send({ ...page, state: 'new=0-9' }, [['page', '2']])).toEqual({ kind: 'done' });
  context.clock.advance(3_600_000);
  expect(await send(page, [['page', '2']])).toMatchObject({ list: null, problem: { kind: 'not-found' } });
});
