import { expect, test } from 'vitest';
import { listMemberships } from '~/db/organizations/memberships';
import { createOrganization } from '~/services/organizations/creation';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';

test('a person owns what they create, up to twenty, and it is written down', async () => {
  const context = await createTestContext();
  const { user } = await createTestUser(context);
  const person = { userId: user.id, address: '192.0.2.1' };
  const made = await createOrganization(context, person, { name: 'looms' });
  if (made.kind !== 'created') throw new Error(made.kind);
  expect(await listMemberships(context.db, user.id)).toContainEqual(
    expect.objectContaining({
      organizationId: made.organizationId,
      organizationName: 'looms',
      role: 'OWNER',
    }),
  );
  const { db } = context;
  const entries = db.build.selectFrom('audit').select(['kind', 'user_id', 'address']);
  expect(await db.all(entries.where('organization_id', '=', made.organizationId))).toEqual([
    { kind: 'organization-created', user_id: user.id, address: '192.0.2.1' },
  ]);
  // With the one of the sign-up.
  for (let owned = 2; owned < 20; owned += 1) {
    expect(await createOrganization(context, person, { name: 'mills' })).toMatchObject({ kind: 'created' });
  }
  expect(await createOrganization(context, person, { name: 'mills' })).toEqual({
    kind: 'conflict',
    message: 'You already own 20 organizations.',
  });
});
