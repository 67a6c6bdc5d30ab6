// A record is deleted while somebody has its form open.
import { beforeEach, expect, it } from 'vitest';
import { action, loader } from '~/routes/organization.settings.stores.$storeName.record/route';
import { findRecordResponse } from '~/services/stores/record-response';
import { deleteRecord, saveRecord } from '~/services/stores/records';
import { createScreenOwner, type ScreenOwner } from '../../support/screen-owner';

let { context, actor, visit, read } = {} as ScreenOwner;
const place = { store: 'orders', key: '1042' };
const path = '/organization/settings/stores/orders/record?key=1042';

let updatedAt: string;

beforeEach(async () => {
  ({ context, actor, visit, read } = await createScreenOwner());
  const saved = await saveRecord(context, actor, place, { json: '1', expiresAt: '' });
  if (saved.kind !== 'record') throw new Error(saved.kind);
  ({ updatedAt } = saved.record);
  await deleteRecord(context, actor, place);
});

const save = async (fields: Record<string, string>) =>
  read(await action(visit(path, { expiresAt: '', updatedAt, ...fields }, { storeName: 'orders' })));

const find = () => findRecordResponse(context, { ...actor, ...place });

it('is not written anew by a save, but by a second one', async () => {
  const refused = await save({ value: '2' });
  expect(refused).toMatchObject({
    status: 409,
    data: { typed: { value: '2', updatedAt: '' }, failure: expect.stringContaining('was deleted') },
  });
  expect(await find()).toEqual({ kind: 'not-found' });
  expect(await save((refused.data as { typed: Record<string, string> }).typed)).toMatchObject({
    status: 302,
  });
  expect(await find()).toMatchObject({ kind: 'record', record: { value: 2 } });
});

it('keeps its page, on which the response to its form is shown also without script', async () => {
  expect(await save({ value: '{' })).toMatchObject({ status: 422, data: { typed: { value: '{' } } });
  expect(await read(await loader(visit(path, undefined, { storeName: 'orders' })))).toEqual({
    status: 404,
    data: { store: 'orders', key: '1042', record: null, isDeleting: false },
  });
});
