import { beforeEach, expect, test } from 'vitest';
import { newId } from '~/db/core/id';
import { idOfForm, sortedIdOfForm, tokenOfForm } from '~/services/form-key';
import { createTestContext, type TestContext } from '../support/context';

let context: TestContext;
const sender = { userId: 'ada', organizationId: 'engines' };

beforeEach(async () => {
  context = await createTestContext();
});

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('a form that is sent again has the same id; each of its words, its user and its page make another one', () => {
  const fields = { formKey: newId(), name: 'Orders', description: '' };
  const id = idOfForm(context, sender, formOf(fields));
  expect(id).toMatch(uuid);
  expect(idOfForm(context, sender, formOf(fields))).toBe(id);
  const others = [
    idOfForm(context, sender, formOf({ ...fields, name: 'Order' })),
    idOfForm(context, sender, formOf({ ...fields, description: 'Orders' })),
    idOfForm(context, sender, formOf({ ...fields, formKey: newId() })),
    idOfForm(context, { ...sender, userId: 'grace' }, formOf(fields)),
    idOfForm(context, { ...sender, organizationId: 'looms' }, formOf(fields)),
    idOfForm(context, { userId: 'ada' }, formOf(fields)),
    sortedIdOfForm(context, sender, formOf(fields)),
  ];
  expect(new Set([id, ...others]).size).toBe(8);
});

test('the token of its link is the same again, and says nothing of its id', () => {
  const fields = { formKey: newId(), email: 'grace@example.com' };
  const token = tokenOfForm(context, sender, formOf(fields));
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(tokenOfForm(context, sender, formOf(fields))).toBe(token);
  expect(tokenOfForm(context, sender, formOf({ ...fields, formKey: newId() }))).not.toBe(token);
  const id = (idOfForm(context, sender, formOf(fields)) ?? '').slice(0, 8);
  expect(
    Buffer.from(token ?? '', 'base64url')
      .toString('hex')
      .slice(0, 8),
  ).not.toBe(id);
  expect(tokenOfForm(context, sender, formOf({ email: 'grace@example.com' }))).toBeUndefined();
});

test('nobody without the key of the server can compute it', async () => {
  const form = formOf({ formKey: newId(), name: 'Orders' });
  const config = { ...context.config, appKey: Buffer.alloc(32, 8) };
  expect(idOfForm({ config }, sender, form)).not.toBe(idOfForm(context, sender, form));
});

test('it does not depend on the password, which is typed anew', () => {
  const fields = { formKey: newId(), name: 'Deployment' };
  const [one, other] = ['right', 'wrong'].map((currentPassword) =>
    sortedIdOfForm(context, sender, formOf({ ...fields, currentPassword })),
  );
  expect(one).toBe(other);
});

test('the sortable one stands among the ids that are made as the page is', () => {
  const [before, formKey] = [newId(), newId()];
  const id = sortedIdOfForm(context, sender, formOf({ formKey, name: 'Deployment' })) ?? '';
  expect(id).toMatch(uuid);
  expect(id.slice(0, 13)).toBe(formKey.slice(0, 13));
  expect(id > before).toBe(true);
});

test.each([undefined, '', 'x', 'a'.repeat(100_000), '7d8f3c1e-4b7a-4c1d-9e0f-1a2b3c4d5e6f', `${newId()} `])(
  'a form without a usable key has none: %.40s',
  (formKey) => {
    const form = formOf({ name: 'Orders', ...(formKey !== undefined && { formKey }) });
    expect([idOfForm(context, sender, form), sortedIdOfForm(context, sender, form)]).toEqual([
      undefined,
      undefined,
    ]);
  },
);

test('a file in the place of the key is none', () => {
  const form = formOf({ name: 'Orders' });
  form.set('formKey', new File(['x'], newId()));
  expect(idOfForm(context, sender, form)).toBeUndefined();
});
