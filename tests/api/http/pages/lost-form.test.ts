import { expect, test } from 'vitest';
import { followUnsentForm, leadBackToForm } from '~/api/http/pages/lost-form';
import type { CopiedForm } from '~/api/http/pages/sent-form';
import { redirectWithToast } from '~/auth/toast-cookie';
import { findUnsentForm, keepUnsentForm } from '~/services/accounts/unsent-forms';
import { createTestUser, signInAs } from '../../../support/accounts';
import { createTestContext } from '../../../support/context';
import { createDataDir } from '../../../support/server';

const path = '/organization/settings/values/new';

async function prepare() {
  const context = await createTestContext({ config: { dataDir: createDataDir() } });
  const { appUrl } = context.config;
  const { user } = await createTestUser(context);
  const cookie = await signInAs(context, user.id);
  const fields: [string, string][] = [
    ['intent', 'save'],
    ['name', 'shop'],
  ];
  const about = { action: path, screen: path, organizationId: '', fields };
  const screen = `${appUrl}${await keepUnsentForm(context, user.id, about)}`;
  const id = new URL(screen).searchParams.get('unsent') ?? '';
  const find = () => findUnsentForm(context, user.id, id);
  /** Sends the form, as it was typed once more, and answers what the screen answers. */
  const send = async (
    response: Response,
    { to = screen, from = '', intent = 'save', as = cookie } = {},
  ): Promise<void> => {
    const body = new URLSearchParams({ intent, name: 'market' });
    const headers = { Cookie: as, Referer: from, 'Content-Length': String(body.toString().length) };
    await followUnsentForm(context, new Request(to, { method: 'POST', headers, body }))?.(response);
  };
  return { context, appUrl, screen, id, find, send };
}

const taken = () => new Response(null, { status: 302, headers: { Location: '/' } });

test.each<[string, (of: { appUrl: string; screen: string; id: string }) => object]>([
  ['from its screen', () => ({})],
  ['to an address of its own', ({ appUrl, screen }) => ({ to: appUrl + path, from: screen })],
  ['by script', ({ appUrl, screen }) => ({ to: `${appUrl}${path}.data`, from: screen })],
  [
    'from the page that shows all of it',
    ({ appUrl, id }) => ({ to: appUrl + path, from: `${appUrl}/unsent?kept=${id}` }),
  ],
])('a kept form is forgotten once it is sent %s, and is known as sent', async (_way, how) => {
  const { find, send, ...of } = await prepare();
  await send(taken(), how(of));
  expect(await find()).toMatchObject({ isSent: true, fields: [], secrets: [] });
});

test('it stays while it was not taken', async () => {
  const { context, appUrl, screen, find, send } = await prepare();
  const kept = await find();
  await send(new Response('', { status: 422 }));
  await send(await redirectWithToast(context, '/', { tone: 'destructive', title: 'Error' }));
  // The organization has come to ask for a second factor.
  const Location = `/profile/two-factor?${new URLSearchParams({ returnTo: path }).toString()}`;
  await send(new Response(null, { status: 302, headers: { Location } }));
  await send(taken(), { intent: 'delete' });
  await send(taken(), { to: `${appUrl}/theme`, from: screen });
  await send(taken(), { as: '' });
  const { user: other } = await createTestUser(context);
  await send(taken(), { as: await signInAs(context, other.id) });
  expect(await find()).toEqual(kept);
  expect(kept).toMatchObject({
    fields: [
      ['intent', 'save'],
      ['name', 'shop'],
    ],
  });
});

async function readForm(): Promise<CopiedForm> {
  return { fields: [['name', 'shop']], hasFiles: false };
}

test('a form is kept, too, when its browser does not say from which screen it is', async () => {
  const { context, appUrl } = await prepare();
  const cookie = await signInAs(context, (await createTestUser(context)).user.id);
  context.clock.advance(25 * 3_600_000);
  const request = new Request(appUrl + path, { method: 'POST', headers: { Cookie: cookie } });
  const response = new Response(null, { status: 302, headers: { Location: '/session-expired' } });
  const led = await leadBackToForm(context, request, response, readForm);
  expect(led.headers.get('Location')).toMatch(/^\/session-expired\?returnTo=%2F%3Funsent%3D/);
});
