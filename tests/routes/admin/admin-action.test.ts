import { expect, test } from 'vitest';
import { takeToast } from '~/auth/toast-cookie';
import { respondToAction, submitAdministration } from '~/routes/admin/admin-action';
import { pauseInstallation } from '~/services/installation/pause';
import { createTestUser, readCookies } from '../../support/accounts';
import { createTestContext } from '../../support/context';

test('a link is called sent also while everything is paused: it does not wait for the end', async () => {
  const context = await createTestContext();
  const { user } = await createTestUser(context);
  const administrator = { userId: user.id, address: '127.0.0.1' };
  const sendLink = async () => {
    const form = new FormData();
    form.set('userId', user.id);
    const read = (name: string) => String(form.get(name) ?? '');
    const request = new Request('http://localhost/admin', { method: 'POST' });
    const submitted = { app: context, administrator, form, request, read };
    const response = await submitAdministration(submitted, 'reset-link');
    const cookie = readCookies(response.headers.getSetCookie());
    const next = new Request('http://localhost/', { headers: { Cookie: cookie } });
    return (await takeToast(context, next)).toast;
  };
  expect(await sendLink()).toMatchObject({ tone: 'success', title: 'Link sent' });
  expect(await pauseInstallation(context, administrator)).toEqual({ kind: 'paused' });
  expect(await sendLink()).toMatchObject({ tone: 'success', title: 'Link sent' });
});

test.each([
  [{ userId: 'u', search: 'ada', before: 'b' }, '/admin?view=users&search=ada&before=b'],
  [{ organizationId: 'o', before: 'b' }, '/admin?view=organizations&before=b'],
  [{ organizationId: 'o', search: 'looms' }, '/admin?view=organizations&search=looms'],
  [{ organizationId: 'o' }, '/admin?view=organizations'],
  [{ incidentId: 'i' }, '/admin?view=alerts'],
  [{}, '/admin'],
])('a form with %j leads back to %s', async (sent: Record<string, string>, address) => {
  const context = await createTestContext();
  const { user } = await createTestUser(context);
  const submitted = {
    app: context,
    administrator: { userId: user.id, address: '127.0.0.1' },
    form: new FormData(),
    request: new Request('http://localhost/admin', { method: 'POST' }),
    read: (name: string) => sent[name] ?? '',
  };
  const response = await respondToAction(submitted, { kind: 'not-found' });
  expect(response.headers.get('Location')).toBe(address);
});
