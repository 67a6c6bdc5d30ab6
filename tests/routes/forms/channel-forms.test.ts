import { expect, test } from 'vitest';
import { submitChannel } from '~/routes/forms/channel-forms.server';
import { changeChannel, createChannel, readChannelById } from '~/services/alerts/channels';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';

test('a channel that was saved elsewhere is overwritten by a second save, after a warning', async () => {
  const context = await createTestContext();
  const { user, organizationId } = await createTestUser(context);
  const actor = { userId: user.id, organizationId, address: '192.0.2.1' };
  const onCall = { name: 'On call', kind: 'email', recipients: 'owners', events: { failing: 1 } };
  const made = await createChannel(context, actor, onCall);
  if (made.kind !== 'channel') throw new Error(JSON.stringify(made));
  const { id, version } = made.channel;
  await changeChannel(context, actor, id, { name: 'Elsewhere' });

  const form = new FormData();
  const { events, ...fields } = onCall;
  const typed = { ...fields, ...events, intent: 'save', name: 'Mine', version };
  for (const [name, value] of Object.entries(typed)) form.append(name, String(value));
  const send = () => submitChannel(context, actor, form, { id, base: '/alerts', list: '/alerts' });
  const refused = await send();
  if (refused instanceof Response) throw new Error(`a redirect to ${refused.headers.get('Location')}`);
  expect(refused.init?.status).toBe(409);
  expect(refused.data).toMatchObject({
    failure:
      'This channel was saved since you opened it. Save again to overwrite it with what is in the form.',
    typed: { name: 'Mine' },
  });
  form.set('version', refused.data.typed.version ?? '');
  expect(await send()).toBeInstanceOf(Response);
  expect(await readChannelById(context, { id, organizationId })).toMatchObject({ channel: { name: 'Mine' } });
});
