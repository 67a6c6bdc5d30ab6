import { beforeEach, describe, expect, it } from 'vitest';
import { storeCalls } from '~/services/imports/imports';
import { listStoredCalls } from '~/services/imports/stored-calls';
import type { ImportListing, ListingQuery } from '~/services/imports/import-choices';
import type { Actor } from '~/services/actor';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { sendForm } from '../../support/form';
import { createDataDir } from '../../support/server';

let context: TestContext;
let actor: Actor;

beforeEach(async () => {
  context = await createTestContext({ config: { dataDir: createDataDir() } });
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId, address: '192.0.2.1' };
});

function describeApi(count: number): string {
  const paths = Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`/things/${n}`, { get: { summary: `Thing ${n}` } }]),
  );
  return JSON.stringify({ openapi: '3.1.0', servers: [{ url: 'https://a.test' }], paths });
}

async function list(count: number, wish: Partial<ListingQuery> = {}): Promise<ImportListing> {
  const file = new File([describeApi(count)], 'api.json');
  const kept = await storeCalls(context, actor, await sendForm({ text: 'not this', file }));
  if (kept.kind !== 'kept') throw new Error(JSON.stringify(kept));
  const listing = await listStoredCalls(context, actor, kept.id, {
    search: '',
    page: 1,
    keys: undefined,
    ...wish,
  });
  if (listing.kind !== 'listing') throw new Error(JSON.stringify(listing));
  return listing;
}

const labels = (choices: { label: string }[]) => choices.map(({ label }) => label);

describe('the calls of a document', () => {
  it('are pages of fifty, and counted', async () => {
    const listing = await list(1_223, { page: 25 });
    expect(listing).toMatchObject({ found: 1_223, all: 1_223, page: 25, pages: 25 });
    expect(labels(listing.choices)).toEqual(Array.from({ length: 23 }, (_, n) => `Thing ${1_200 + n}`));
    expect((await list(60, { page: 9 })).page).toBe(2);
    expect((await list(60, { page: -1 })).page).toBe(1);
  });

  it('are all checked when they are few, until the user picked or searched', async () => {
    expect((await list(10)).checked).toHaveLength(10);
    expect((await list(11)).checked).toEqual([]);
    expect((await list(10, { keys: [] })).checked).toEqual([]);
  });

  it('stay picked when a search or another page does not show them', async () => {
    const listing = await list(1_223, { search: 'thing 1222', keys: ['3', '1222', 'none'] });
    expect(labels(listing.choices)).toEqual(['Thing 1222']);
    expect(labels(listing.elsewhere)).toEqual(['Thing 3']);
    expect([listing.checked, listing.found]).toEqual([['3', '1222'], 1]);
  });

  it('are picked up to what an integration can have', async () => {
    const keys = Array.from({ length: 51 }, (_, n) => String(n));
    expect(await list(100, { keys })).toMatchObject({
      isTooMuch: true,
      most: 50,
      checked: keys.slice(0, 50),
    });
    expect(await list(100, { keys: keys.slice(1) })).toMatchObject({ isTooMuch: false });
  });
});

it('tells what is wrong with a text, and gives a short one back', async () => {
  expect(await storeCalls(context, actor, await sendForm({ text: 'hello\r\nyou' }))).toEqual({
    kind: 'nothing',
    notes: [{ message: expect.stringContaining('This is not a cURL command') }],
    text: 'hello\nyou',
  });
  const long = await storeCalls(context, actor, await sendForm({ text: 'x'.repeat(100_000) }));
  expect(long).toMatchObject({ kind: 'nothing', text: '' });
  const broken = { body: new Blob(['--a']).stream(), type: 'multipart/form-data; boundary=a' };
  expect(await storeCalls(context, actor, broken)).toEqual({ kind: 'unparsable' });
});

it('names a file that is nothing, and gives back what was typed beside it', async () => {
  const file = new File(['id;name\r\n1;Ada'], 'orders.csv');
  const sent = await sendForm({ text: 'curl https://a.test/', file });
  expect(await storeCalls(context, actor, sent)).toEqual({
    kind: 'nothing',
    notes: [
      { message: expect.stringMatching(/^The file orders\.csv was read\. This is not a cURL command, /) },
    ],
    text: 'curl https://a.test/',
  });
});

it('takes a document of 16 MiB, and nothing beyond', async () => {
  const bytes = 16 * 1024 * 1024;
  const api = describeApi(3);
  const whole = new File([api, ' '.repeat(bytes - api.length)], 'api.json');
  expect((await storeCalls(context, actor, await sendForm({ file: whole }))).kind).toBe('kept');
  const more = new File([api, ' '.repeat(bytes - api.length + 1)], 'api.json');
  expect(await storeCalls(context, actor, await sendForm({ file: more }))).toMatchObject({
    notes: [{ message: 'This is longer than 16 MiB.' }],
  });
  const far = new File([' '.repeat(bytes * 2)], 'api.json');
  expect(await storeCalls(context, actor, await sendForm({ file: far }))).toEqual({
    kind: 'too-large',
    message: 'This is longer than 16 MiB.',
  });
});
