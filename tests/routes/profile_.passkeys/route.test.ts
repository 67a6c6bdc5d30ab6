import { expect, test } from 'vitest';
import { newId } from '~/db/core/id';
import { action } from '~/routes/profile_.passkeys/route';
import { createScreenOwner } from '../../support/screen-owner';

test('the list says that a passkey was removed meanwhile', async () => {
  const { visit, read } = await createScreenOwner();
  const form = { intent: 'rename', id: newId(), name: 'Laptop' };
  expect(await read(await action(visit('/profile/passkeys?passkey=gone', form)))).toMatchObject({
    location: '/profile/passkeys',
    toast: { tone: 'destructive', description: 'This passkey was removed meanwhile.' },
  });
});
