// A form for a new record that is sent again, because its response was lost, finds the record that it wrote, and no other.
import { expect, test } from 'vitest';
import { saveRecord } from '~/services/stores/records';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';

const at = '2026-02-01T12:00:00Z';

test.each([
  ['', '', true],
  ['1d', '1d', true],
  ['24h', '1d', true],
  [at, at, true],
  [at, '2026-02-01T13:00:00+01:00', true],
  ['', '1d', false],
  ['1d', '', false],
  ['1d', '2d', false],
  [at, '2026-02-01T12:00:01Z', false],
])('one that ends “%s” is that which is to end “%s”: %s', async (first, again, isSame) => {
  const context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  const save = (expiresAt: string) =>
    saveRecord(
      context,
      { userId: user.id, organizationId },
      { store: 'orders', key: '7' },
      { json: '{"total":7}', expiresAt, isNew: true, isAgain: true },
    );
  expect(await save(first)).toMatchObject({ kind: 'record', isNew: true });
  context.clock.advance(5_000);
  expect(await save(again)).toMatchObject(
    isSame ? { kind: 'record', isNew: false } : { kind: 'changed-since' },
  );
});
