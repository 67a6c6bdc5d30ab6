// Two people have the card of a public form open at once.
import { beforeEach, expect, it } from 'vitest';
import { action } from '~/routes/integration.$integrationId.run/route';
import { createIntegration } from '~/services/integrations/integrations';
import { closePublicForm, openPublicForm, readPublicForm } from '~/services/public-forms/settings';
import { createScreenOwner, type ScreenOwner } from '../../support/screen-owner';

let { context, actor, visit, read } = {} as ScreenOwner;
let id: string;

const texts = { title: 'Apply', description: 'First line\nSecond', thanks: '' };

beforeEach(async () => {
  ({ context, actor, visit, read } = await createScreenOwner());
  const made = await createIntegration(context, actor, { name: 'Orders' });
  if (made.kind !== 'integration') throw new Error(made.kind);
  id = made.integration.id;
  await openPublicForm(context, actor, id, texts);
});

/** Sends the form of the card, which showed these settings first. */
async function save(typed: Partial<typeof texts>, shown: object = { ...texts, isOn: true }) {
  const seen = Object.entries(shown).map(([name, value]) => [`seen.${name}`, JSON.stringify(value)]);
  const sent = { intent: 'public-form', ...texts, ...typed, ...Object.fromEntries(seen) };
  return read(await action(visit(`/integration/${id}/run`, sent, { integrationId: id })));
}

const find = async () => {
  const found = await readPublicForm(context, actor, id);
  return found.kind === 'form' ? found.form : found;
};

it('is not opened again by texts that are saved on an old page', async () => {
  await closePublicForm(context, actor, id);
  expect(await save({ title: 'Join us' })).toMatchObject({
    status: 409,
    data: {
      typed: { title: 'Join us' },
      failure: expect.stringContaining('turned the public form off'),
      form: { isOn: false },
    },
  });
  expect(await find()).toMatchObject({ isOn: false, title: 'Apply' });
  // The card says by now that it is off, and its button turns it on.
  await save({ title: 'Join us' }, { ...texts, isOn: false });
  expect(await find()).toMatchObject({ isOn: true, title: 'Join us' });
});

it('keeps the texts that only someone else changed, and names the one that both did', async () => {
  await openPublicForm(context, actor, id, { ...texts, title: 'Work here', thanks: 'We call.' });
  await save({ description: 'First line\r\nThird' });
  const both = { title: 'Work here', description: 'First line\nThird', thanks: 'We call.' };
  expect(await find()).toMatchObject(both);
  const message =
    'Someone else has changed the title to “Work here” in the meantime. Save again to replace that.';
  expect(await save({ title: 'Join us' })).toMatchObject({
    status: 409,
    data: { errors: { title: [message] }, form: both },
  });
  expect(await find()).toMatchObject(both);
  await save({ ...both, title: 'Join us' }, { ...both, isOn: true });
  expect(await find()).toMatchObject({ ...both, title: 'Join us' });
});
