// The fields of a form change while a member has it open.
import { expect, it } from 'vitest';
import { action, loader } from '~/routes/integration.$integrationId.run/route';
import { createIntegration, updateIntegration } from '~/services/integrations/integrations';
import { createScreenOwner } from '../../support/screen-owner';

const form = (fields: object[]) => ({
  triggerConfig: { type: 'manual', manual: { fields } },
  apiCalls: [{ id: 'a', order: 1, name: 'Store', url: 'https://a.example/{{email}}' }],
});

it('comes back with what was typed and the fields of now, and is started by a second press', async () => {
  const { context, actor, visit, read } = await createScreenOwner();
  const email = { name: 'email', label: 'Email' };
  const made = await createIntegration(context, actor, {
    name: 'Orders',
    isActive: true,
    ...form([email, { name: 'plan' }]),
  });
  if (made.kind !== 'integration') throw new Error(JSON.stringify(made));
  const { id } = made.integration;
  const visitRun = (body?: Record<string, string>) =>
    visit(`/integration/${id}/run`, body, { integrationId: id });
  const { digest } = await loader(visitRun());
  await updateIntegration(context, actor, id, form([email, { name: 'size' }]));
  const typed = { 'triggerData.email': 'ada@example.com', 'triggerData.plan': 'small' };
  const refused = await read(await action(visitRun({ ...typed, formFields: digest })));
  const now = await loader(visitRun());
  expect(refused).toMatchObject({
    status: 409,
    data: {
      kind: 'not-started',
      typed,
      message: 'The form has changed since you opened it. Please check it and send it again.',
      now: { digest: now.digest, form: { fields: [{ name: 'email' }, { name: 'size' }] } },
    },
  });
  expect(now.digest).not.toBe(digest);
  expect(await read(await action(visitRun({ ...typed, formFields: now.digest })))).toMatchObject({
    toast: { title: 'Execution started' },
  });
});
