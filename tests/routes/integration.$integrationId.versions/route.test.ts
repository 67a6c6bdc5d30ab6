// Notes on versions of a long history.
import { beforeEach, expect, it } from 'vitest';
import { action, loader } from '~/routes/integration.$integrationId.versions/route';
import { createIntegration, updateIntegration } from '~/services/integrations/integrations';
import { createScreenOwner, type ScreenOwner } from '../../support/screen-owner';

let { context, actor, visit, read } = {} as ScreenOwner;
let id: string;

beforeEach(async () => {
  ({ context, actor, visit, read } = await createScreenOwner());
  const made = await createIntegration(context, actor, { name: 'Orders' });
  if (made.kind !== 'integration') throw new Error(made.kind);
  id = made.integration.id;
});

const path = (query: string) => `/integration/${id}/versions${query}`;
const load = (query: string) => loader(visit(path(query), undefined, { integrationId: id }));

async function save(query: string, note: string) {
  const sent = { intent: 'note', version: '1', note };
  return read(await action(visit(path(query), sent, { integrationId: id })));
}

it('opens the note of a version on any page, and leads back to that page', async () => {
  for (let version = 2; version <= 52; version += 1) {
    const apiCalls = [{ id: 'a', order: 1, name: `Call ${version}`, url: 'https://api.example.com/' }];
    await updateIntegration(context, actor, id, { apiCalls });
  }
  expect((await load('?note=1')).noted).toEqual({ version: 1, note: null });
  expect(await save('?before=3&note=1', 'The first')).toMatchObject({
    status: 302,
    location: `/integration/${id}/versions?before=3`,
  });
  const { noted, versions } = await load('?before=3&note=1');
  expect(noted).toEqual({ version: 1, note: 'The first' });
  expect(versions.map(({ version }) => version)).toEqual([2, 1]);
  expect((await load('?note=53')).noted).toBeNull();
});

it('gives back a note that is too long', async () => {
  const note = 'a'.repeat(201);
  expect(await save('?note=1', note)).toMatchObject({ status: 422, data: { typed: note } });
});
